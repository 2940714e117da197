//! What a corpus of another shape than 9×9 holds.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::Serialize;
use solver::{
    any_shape::{self, AnyGrid},
    strategy::{End, Limits, Solutions, Strategy},
};

use super::{AnyPuzzle, AnyPuzzles, AnyReading};
use crate::{
    dataset::digest_key,
    error::{Error, Result},
    pass::{FirstRows, Threads},
};

/// Solutions that are counted.
const MAX_SOLUTIONS: u64 = 1000;
/// Nodes after which the number of solutions is unknown.
const MAX_NODES: u64 = 1_000_000;
/// Puzzles in a block of work, and blocks in work per thread.
const BLOCK: usize = 256;
const BLOCKS_AHEAD: usize = 4;

/// What a corpus of one shape holds.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ShapeAudit {
    /// The side of the grids.
    pub side: usize,
    /// The rows of a box.
    pub box_height: usize,
    /// The columns of a box.
    pub box_width: usize,
    /// How values are written.
    pub alphabet: &'static str,
    /// The name of the column of the puzzles.
    pub puzzle_column: Option<String>,
    /// The name of the column of the solutions.
    pub solution_column: Option<String>,
    /// The number of puzzles.
    pub puzzles: u64,
    /// Rows that are no puzzles.
    pub rejected: FirstRows,
    /// The number of puzzles with each number of givens.
    pub clues: BTreeMap<usize, u64>,
    /// Puzzles whose givens conflict.
    pub conflicting: FirstRows,
    /// Puzzles without a solution whose givens do not conflict.
    pub no_solution: FirstRows,
    /// Puzzles with exactly one solution.
    pub one_solution: u64,
    /// Puzzles with several solutions.
    pub several_solutions: FirstRows,
    /// The fewest solutions of a puzzle with several.
    pub fewest_of_several: u64,
    /// The most solutions of a puzzle; at most 1,000 are counted.
    pub most_of_several: u64,
    /// Puzzles whose search took more than a million nodes.
    pub unknown: FirstRows,
    /// Puzzles that were there before.
    pub duplicates: FirstRows,
    /// The solutions in the corpus.
    pub solutions: LabelCounts,
    /// False if the audit was interrupted.
    pub complete: bool,
}

/// The solutions in a corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LabelCounts {
    /// Solutions of puzzles that have no other.
    pub only: u64,
    /// Solutions of puzzles with several.
    pub one_of_several: u64,
    /// Solutions of puzzles whose search took too long.
    pub unknown: u64,
    /// Fields that are no solution of their puzzle.
    pub wrong: FirstRows,
    /// Puzzles without a field.
    pub missing: u64,
}

impl ShapeAudit {
    /// Returns true if a row is no puzzle, a puzzle has not exactly one solution or is there twice, or a solution is wrong.
    pub fn is_bad(&self) -> bool {
        let rows = [&self.rejected, &self.conflicting, &self.no_solution, &self.several_solutions, &self.duplicates];
        rows.iter().any(|rows| rows.count > 0) || self.solutions.wrong.count > 0
    }
}

/// What was found out about a row.
struct Finding {
    row: AnyPuzzle,
    /// The number of solutions; `None` if it is unknown, or if the row is no puzzle.
    solutions: Option<u64>,
}

/// Reads a file, and counts the solutions of its puzzles. `on_row` is called for each row. After `stop`, the audit is not
/// complete.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if no row is a puzzle of the shape.
pub fn audit(
    path: &Path,
    how: &AnyReading,
    threads: usize,
    stop: &AtomicBool,
    mut on_row: impl FnMut(),
) -> Result<ShapeAudit> {
    let mut puzzles = AnyPuzzles::open(path, how, stop)?;
    let mut audit = empty(&puzzles);
    let shape = puzzles.shape;
    let mut seen = HashMap::new();
    let mut failed = None;
    let blocks = std::iter::from_fn(|| {
        next_block(&mut puzzles, stop).unwrap_or_else(|error| {
            failed = Some(error);
            None
        })
    });
    let threads = Threads::new(threads, || any_shape::build("dlx", shape).expect("it solves every shape"))?;
    let work = |dlx: &mut Box<dyn Strategy<AnyGrid>>, _: usize, rows: Vec<AnyPuzzle>| {
        rows.into_iter().map(|row| examine(&mut **dlx, row, stop)).collect::<Vec<_>>()
    };
    threads.run(BLOCKS_AHEAD, blocks, work, |findings| {
        // After a stop, searches end early.
        for finding in findings.iter().filter(|_| !stop.load(Ordering::Relaxed)) {
            add(&mut audit, finding, &mut seen);
            on_row();
        }
        Ok(())
    })?;
    audit.complete = !stop.load(Ordering::Relaxed);
    if let (0, Some(first), true) = (audit.puzzles, audit.rejected.first.first(), audit.complete) {
        let side = audit.side;
        return Err(Error::malformed(path, 0, format!("no row is a puzzle of {side}×{side}; {first}")));
    }
    failed.map_or(Ok(audit), Err)
}

fn empty(puzzles: &AnyPuzzles<'_>) -> ShapeAudit {
    let shape = puzzles.shape;
    let [puzzle_column, solution_column] = puzzles.column_names();
    ShapeAudit {
        side: shape.side(),
        box_height: shape.box_height(),
        box_width: shape.box_width(),
        alphabet: puzzles.alphabet.name(),
        puzzle_column,
        solution_column,
        ..ShapeAudit::default()
    }
}

fn next_block(puzzles: &mut AnyPuzzles<'_>, stop: &AtomicBool) -> Result<Option<Vec<AnyPuzzle>>> {
    let mut rows = Vec::with_capacity(BLOCK);
    while rows.len() < BLOCK && !stop.load(Ordering::Relaxed) {
        match puzzles.next_row()? {
            Some(row) => rows.push(row),
            None => break,
        }
    }
    Ok((!rows.is_empty()).then_some(rows))
}

fn examine(dlx: &mut dyn Strategy<AnyGrid>, row: AnyPuzzle, stop: &AtomicBool) -> Finding {
    let solutions = row.givens.as_ref().ok().filter(|givens| !givens.has_conflict()).and_then(|givens| {
        let limits = Limits { nodes: MAX_NODES, stop: stop.into(), ..Limits::NONE };
        let mut solutions = Solutions::new(MAX_SOLUTIONS);
        let outcome = dlx.solve(givens, &limits, &mut solutions);
        // Two solutions are several, however the search ended.
        (outcome.end == End::Complete || solutions.found() > 1).then_some(solutions.found())
    });
    Finding { row, solutions }
}

fn add(audit: &mut ShapeAudit, Finding { row, solutions }: &Finding, seen: &mut HashMap<u128, u64>) {
    let line = || format!("line {}", row.line);
    let givens = match &row.givens {
        Ok(givens) => givens,
        Err(reason) => return audit.rejected.add(|| format!("{}: {reason}", line())),
    };
    audit.puzzles += 1;
    *audit.clues.entry(givens.clues()).or_default() += 1;
    match seen.entry(digest_key(givens.cells())) {
        Entry::Vacant(place) => _ = place.insert(row.line),
        Entry::Occupied(first) => audit.duplicates.add(|| format!("{} = line {}", line(), first.get())),
    }
    match solutions {
        _ if givens.has_conflict() => audit.conflicting.add(line),
        Some(0) => audit.no_solution.add(line),
        Some(1) => audit.one_solution += 1,
        Some(several) => {
            let is_first = audit.several_solutions.count == 0;
            audit.fewest_of_several = if is_first { *several } else { audit.fewest_of_several.min(*several) };
            audit.most_of_several = audit.most_of_several.max(*several);
            audit.several_solutions.add(line);
        }
        None => audit.unknown.add(line),
    }
    add_label(&mut audit.solutions, row, givens, *solutions);
}

fn add_label(counts: &mut LabelCounts, row: &AnyPuzzle, givens: &AnyGrid, solutions: Option<u64>) {
    let is_solution = |label: &Result<AnyGrid, String>| label.as_ref().is_ok_and(|label| label.is_solution_of(givens));
    match (&row.solution, solutions) {
        (None, _) => counts.missing += 1,
        (Some(label), _) if !is_solution(label) => counts.wrong.add(|| format!("line {}", row.line)),
        (_, Some(1)) => counts.only += 1,
        (_, Some(_)) => counts.one_of_several += 1,
        (_, None) => counts.unknown += 1,
    }
}
