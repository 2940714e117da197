//! The solutions of puzzles that are arguments: grids for a person, or rows.

use std::{fmt::Write, sync::atomic::Ordering};

use corpus::{
    error::{Error, Result},
    numbers::count,
};
use grid::{
    AnyGrid, Conflict,
    text::{Alphabet, Notation},
};
use pass::{Options, Status};
use solver::strategy::{End, Limits, Outcome, PuzzleKind, Solutions};

use super::{
    chosen::runner_options,
    console::{print, print_message},
    interrupt,
    long_search::NODE_LIMIT,
    puzzle_arguments::PuzzleArgument,
    suited::check_strategies,
};
use crate::cli::{Exit, SolverArgs};

/// Solutions to look for in order to tell one from several.
const PROOF_OF_UNIQUENESS: u64 = 2;

/// Returns the options for a puzzle of this notation whose solution is shown as a grid.
pub fn grid_options(solver: &SolverArgs, notation: Notation) -> Options {
    options(solver, notation, PROOF_OF_UNIQUENESS)
}

fn options(solver: &SolverArgs, notation: Notation, max_solutions: u64) -> Options {
    let strategy = solver.strategy(notation.shape, max_solutions);
    runner_options(vec![strategy], &solver.limits, max_solutions, &solver.machine)
}

/// Solves the puzzles, and prints their solutions: grids for a person, or rows.
pub fn print_solutions(puzzles: &[PuzzleArgument], solver: &SolverArgs, are_for_reader: bool) -> Result<Exit> {
    let max_solutions = if are_for_reader { PROOF_OF_UNIQUENESS } else { 1 };
    let options = puzzles.iter().map(|puzzle| options(solver, puzzle.notation, max_solutions));
    let options = options.collect::<Vec<_>>();
    for (puzzle, options) in puzzles.iter().zip(&options) {
        check_strategies(&options.strategies, puzzle.notation.shape)?;
    }
    let stop = interrupt::catch()?;
    if !are_for_reader {
        print("puzzle,solution,status,solutions\n")?;
    }
    for (index, (puzzle, options)) in puzzles.iter().zip(&options).enumerate() {
        let limits = Limits { stop: stop.into(), ..options.limits };
        let answer = Answer::find(&puzzle.grid, &Options { limits, ..options.clone() })?;
        if stop.load(Ordering::Relaxed) {
            print_message(NODE_LIMIT);
            return Ok(Exit::Interrupted);
        }
        let gap = if index > 0 { "\n" } else { "" };
        print(&match are_for_reader {
            true => format!("{gap}{}", answer.text(&puzzle.grid, puzzle.notation.alphabet)),
            false => answer.row(puzzle),
        })?;
    }
    Ok(Exit::Success)
}

/// What a search found out about a puzzle.
pub struct Answer {
    solution: Option<AnyGrid>,
    found: u64,
    max: u64,
    outcome: Outcome,
}

impl Answer {
    fn find(puzzle: &AnyGrid, options: &Options) -> Result<Answer> {
        if puzzle.has_conflict() {
            return Ok(Answer { solution: None, found: 0, max: options.max_solutions, outcome: Outcome::ZERO });
        }
        let strategy = options.strategies[0].build(PuzzleKind::of(puzzle), options.simd);
        let mut solutions = Solutions::new(options.max_solutions);
        let outcome = strategy.map_err(Error::start)?.solve(puzzle, &options.limits, &mut solutions);
        Ok(Answer::of(&solutions, outcome))
    }

    pub fn of(solutions: &Solutions, outcome: Outcome) -> Answer {
        let solution = solutions.kept().first().cloned();
        Answer { solution, found: solutions.found(), max: solutions.max(), outcome }
    }

    /// Returns the first solution as a grid, and what the search found out about others.
    pub fn text(&self, puzzle: &AnyGrid, alphabet: Alphabet) -> String {
        if let Some(conflict) = puzzle.conflict() {
            return conflict_text(&conflict, alphabet);
        }
        let grid = self.solution.as_ref().map(|grid| drawn(grid, alphabet)).unwrap_or_default();
        format!("{grid}{}", remark(self.found, self.max, self.outcome.end))
    }

    fn row(&self, puzzle: &PuzzleArgument) -> String {
        let status = if puzzle.grid.has_conflict() { Status::Invalid } else { Status::of(&self.outcome, self.found) };
        let solution = self.solution.as_ref().map(|grid| puzzle.notation.text(grid)).unwrap_or_default();
        format!("{},{solution},{status},{}\n", puzzle.field, self.found)
    }
}

pub fn conflict_text(conflict: &Conflict, alphabet: Alphabet) -> String {
    let [first, second] = conflict.cell_names();
    format!("no solution: {first} and {second} are both {}\n", alphabet.word(conflict.value))
}

/// Returns a line about the number of solutions; empty if the search looked for one only.
fn remark(found: u64, max: u64, end: End) -> String {
    match (found, end) {
        (0, End::Complete) => "no solution\n".into(),
        (0, _) => "no solution was found before the limit of the search\n".into(),
        (1, End::Complete) if max > 1 => "the only solution\n".into(),
        (1, End::Complete) => String::new(),
        (1, _) => "the limit of the search was reached before a second solution was excluded\n".into(),
        (found, End::Complete) if found < max => format!("one of {} solutions\n", count(found)),
        (found, _) => format!("one of at least {} solutions\n", count(found)),
    }
}

fn drawn(grid: &AnyGrid, alphabet: Alphabet) -> String {
    let shape = grid.shape();
    let width = (1..).take(shape.side()).map(|value| alphabet.word(value).len()).max().unwrap_or(1);
    let cells = |cells: &[u8]| {
        cells.iter().fold(String::new(), |mut text, &value| {
            write!(text, "{:>width$} ", alphabet.word(value)).expect("writing to memory cannot fail");
            text
        })
    };
    let row = |row: &[u8]| {
        let boxes: Vec<String> = row.chunks(shape.box_width()).map(cells).collect();
        boxes.join("| ").trim_end().to_string() + "\n"
    };
    let band = |band: &[u8]| band.chunks(shape.side()).map(row).collect::<String>();
    let boxes = vec!["-".repeat(shape.box_width() * (width + 1)); shape.side() / shape.box_width()].join("+-");
    // A row has no space at its end.
    let border = boxes[..boxes.len() - 1].to_string() + "\n";
    let bands: Vec<String> = grid.cells().chunks(shape.side() * shape.box_height()).map(band).collect();
    bands.join(&border)
}
