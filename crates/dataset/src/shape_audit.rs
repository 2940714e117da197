//! What a corpus of another shape than 9×9 holds.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    sync::atomic::{AtomicBool, Ordering},
};

use grid::{AnyGrid, text::Notation};
use serde::Serialize;
use solver::strategy::{End, Limits, Solutions, Stop, Strategy, build_for_any_shape};

use super::{Observer, keys::any_key};
use corpus::{
    error::{Error, Result},
    layout::Schema,
    reader::{Block, Corpus, Puzzle, location},
};
use pass::{FirstRows, PassEnd, Threads};

/// Blocks in flight for each thread.
const AHEAD: usize = 4;
/// Solutions of a puzzle that are counted; a puzzle with so many may have more.
pub const MAX_COUNTED_SOLUTIONS: u64 = 1000;
/// Nodes after which the number of solutions is unknown.
const MAX_NODES: u64 = 1_000_000;

#[derive(Clone, Debug, Default, Serialize)]
pub struct ShapeAudit {
    pub side: usize,
    pub box_height: usize,
    pub box_width: usize,
    pub alphabet: &'static str,
    pub puzzle_column: Option<String>,
    pub solution_column: Option<String>,
    pub puzzles: u64,
    pub rejected: FirstRows,
    pub clues: BTreeMap<usize, u64>,
    pub conflicting: FirstRows,
    /// Puzzles without a solution whose givens do not conflict.
    pub no_solution: FirstRows,
    pub one_solution: u64,
    pub several_solutions: FirstRows,
    pub fewest_of_several: u64,
    /// The most solutions of a puzzle; at most 1,000 are counted.
    pub most_of_several: u64,
    /// Puzzles whose search took more than a million nodes.
    pub unknown: FirstRows,
    pub duplicates: FirstRows,
    pub solutions: LabelCounts,
    /// False if the audit was interrupted.
    pub complete: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct LabelCounts {
    pub only: u64,
    pub one_of_several: u64,
    /// Solutions of puzzles whose search took too long.
    pub unknown: u64,
    pub wrong: FirstRows,
    pub missing: u64,
}

impl ShapeAudit {
    /// Returns true if a row is no puzzle, a puzzle has not exactly one solution or is there twice, or a solution is wrong.
    pub fn is_bad(&self) -> bool {
        let rows = [&self.rejected, &self.conflicting, &self.no_solution, &self.several_solutions, &self.duplicates];
        rows.iter().any(|rows| rows.count > 0) || self.solutions.wrong.count > 0
    }
}

/// Reads a corpus of another shape, and counts the solutions of its puzzles. After a stop, the audit is not complete.
///
/// # Errors
///
/// Returns an error if the corpus is 9×9, or if it cannot be read.
pub fn audit_shape(corpus: &Corpus, threads: usize, observer: &mut Observer<'_>) -> Result<ShapeAudit> {
    let notation = corpus.notation;
    if notation.is_default() {
        return Err(Error::Usage("the corpus is 9×9".into()));
    }
    let threads = Threads::new(threads, || build_for_any_shape(notation.shape))?;
    let threads = threads.with_progress(observer.searches.clone());
    let mut audit = empty(notation);
    let mut seen = HashMap::new();
    let mut blocks = corpus.blocks_until(observer.stop);
    let work = |dlx: &mut Box<dyn Strategy>, _: usize, block: Block, stop: Stop<'_>| {
        let solutions = block_solutions(&mut **dlx, &block, stop);
        (block, solutions)
    };
    let ended = threads.map_stoppable(&mut blocks, work, |(block, solutions)| {
        for reject in &block.rejects {
            let file = (corpus.files.len() > 1).then_some(&*reject.file);
            audit.rejected.add(|| format!("{}: {}", location(file, reject.line), reject.reason));
        }
        add_block(&mut audit, &block, solutions, &mut seen);
        observer.block(&block);
        Ok(())
    })?;
    blocks.schema().iter().for_each(|schema| name_columns(&mut audit, schema));
    audit.complete = matches!(ended, PassEnd::Complete);
    match ended {
        PassEnd::Failed(error) => Err(error),
        _ => Ok(audit),
    }
}

/// Describes the puzzles of blocks in memory, of which [`Block::rejects`] is only counted. If `stop` is set, the audit is of a part of
/// them, and not complete.
///
/// # Errors
///
/// Returns an error if the system refuses threads.
pub fn audit_shape_blocks(
    notation: Notation,
    blocks: impl Iterator<Item = Block>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<ShapeAudit> {
    let threads = Threads::new(threads, || build_for_any_shape(notation.shape))?;
    let mut audit = empty(notation);
    let mut seen = HashMap::new();
    let work = |dlx: &mut Box<dyn Strategy>, _: usize, block: Block| {
        let solutions = block_solutions(&mut **dlx, &block, stop.into());
        (block, solutions)
    };
    threads.run(AHEAD, blocks, work, |(block, solutions)| {
        audit.rejected.count += block.rejects.len() as u64;
        name_columns(&mut audit, &block.schema);
        add_block(&mut audit, &block, solutions, &mut seen);
        Ok(())
    })?;
    audit.complete = !stop.load(Ordering::Relaxed);
    Ok(audit)
}

fn block_solutions(dlx: &mut dyn Strategy, block: &Block, stop: Stop<'_>) -> Vec<Option<u64>> {
    block.puzzles.iter().map(|puzzle| count_solutions(dlx, &puzzle.givens, stop)).collect()
}

fn empty(notation: Notation) -> ShapeAudit {
    let shape = notation.shape;
    ShapeAudit {
        side: shape.side(),
        box_height: shape.box_height(),
        box_width: shape.box_width(),
        alphabet: notation.alphabet.name(),
        ..ShapeAudit::default()
    }
}

fn name_columns(audit: &mut ShapeAudit, schema: &Schema) {
    audit.puzzle_column = schema.names.get(schema.puzzle).cloned();
    audit.solution_column = schema.solution.and_then(|index| schema.names.get(index).cloned());
}

fn count_solutions(dlx: &mut dyn Strategy, givens: &AnyGrid, stop: Stop<'_>) -> Option<u64> {
    if givens.has_conflict() {
        return Some(0);
    }
    let limits = Limits { nodes: MAX_NODES, stop, ..Limits::NONE };
    let mut solutions = Solutions::new(MAX_COUNTED_SOLUTIONS);
    let outcome = dlx.solve(givens, &limits, &mut solutions);
    // Two solutions are several, however the search ended.
    (outcome.end == End::Complete || solutions.found() > 1).then_some(solutions.found())
}

fn add_block(audit: &mut ShapeAudit, block: &Block, solutions: Vec<Option<u64>>, seen: &mut HashMap<u128, String>) {
    for (puzzle, solutions) in block.puzzles.iter().zip(solutions) {
        add(audit, puzzle, solutions, seen);
    }
}

/// Adds a puzzle. `seen` has the location of the first puzzle with each key.
fn add(audit: &mut ShapeAudit, puzzle: &Puzzle, solutions: Option<u64>, seen: &mut HashMap<u128, String>) {
    let place = || puzzle.location();
    let givens = &puzzle.givens;
    audit.puzzles += 1;
    *audit.clues.entry(givens.clues()).or_default() += 1;
    match seen.entry(any_key(givens)) {
        Entry::Vacant(first) => _ = first.insert(place()),
        Entry::Occupied(first) => audit.duplicates.add(|| format!("{} = {}", place(), first.get())),
    }
    match solutions {
        _ if givens.has_conflict() => audit.conflicting.add(place),
        Some(0) => audit.no_solution.add(place),
        Some(1) => audit.one_solution += 1,
        Some(several) => {
            let is_first = audit.several_solutions.count == 0;
            audit.fewest_of_several = if is_first { several } else { audit.fewest_of_several.min(several) };
            audit.most_of_several = audit.most_of_several.max(several);
            audit.several_solutions.add(place);
        }
        None => audit.unknown.add(place),
    }
    add_label(&mut audit.solutions, puzzle, solutions);
}

fn add_label(counts: &mut LabelCounts, puzzle: &Puzzle, solutions: Option<u64>) {
    match (&puzzle.solution, solutions) {
        (None, _) => counts.missing += 1,
        (Some(label), _) if !label.is_solution_of(&puzzle.givens) => counts.wrong.add(|| puzzle.location()),
        (_, Some(1)) => counts.only += 1,
        (_, Some(_)) => counts.one_of_several += 1,
        (_, None) => counts.unknown += 1,
    }
}
