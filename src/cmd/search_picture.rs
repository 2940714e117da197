//! `solve PUZZLE --svg FILE`: prints the solution of one puzzle, and draws the search for it.

use std::path::{Path, PathBuf};

use benchmark::reporter::svg::{Search, search_picture};
use corpus::{
    error::{Error, Result},
    fs::{Compression, PartFile},
};
use grid::AnyGrid;
use pass::Options;
use solver::strategy::{End, Entry, PuzzleKind, REGISTRY, Solutions, Strategy};

use super::{
    console::print,
    files,
    puzzle_arguments::PuzzleArgument,
    puzzle_solutions::{Answer, conflict_text, grid_options},
};
use crate::cli::{Exit, SolverArgs};

/// Solves the only puzzle of the arguments, and writes the picture of its search to a file.
pub fn draw(path: &Path, args: &[PathBuf], puzzles: Option<Vec<PuzzleArgument>>, solver: &SolverArgs) -> Result<Exit> {
    check(path)?;
    let PuzzleArgument { grid, notation, .. } = only_puzzle(args, puzzles)?;
    let options = grid_options(solver, notation);
    let entry = &options.strategies[0];
    let mut strategy = profiled(entry, &grid, &options)?;
    if let Some(conflict) = grid.conflict() {
        print(&conflict_text(&conflict, notation.alphabet))?;
        return Ok(without_picture(End::Complete));
    }
    let mut solutions = Solutions::new(options.max_solutions);
    let outcome = strategy.solve(&grid, &options.limits, &mut solutions);
    print(&Answer::of(&solutions, outcome).text(&grid, notation.alphabet))?;
    let profile = strategy.profile().expect("the strategy keeps a profile");
    let search = Search { strategy: &entry.name, puzzle: &grid, outcome: &outcome, solutions: &solutions, profile };
    let Some(picture) = search_picture(&search) else { return Ok(without_picture(outcome.end)) };
    PartFile::create_for_user(path)?.complete(picture.as_bytes())?;
    Ok(Exit::Success)
}

/// Checks that the picture can be written. No input can be damaged, as a puzzle is no file.
fn check(path: &Path) -> Result<()> {
    if Compression::of_name(path).is_some() {
        return usage!("{}: --svg writes no compressed files", path.display());
    }
    files::check_outputs(&[path], None, &[])
}

fn only_puzzle(arguments: &[PathBuf], puzzles: Option<Vec<PuzzleArgument>>) -> Result<PuzzleArgument> {
    match puzzles {
        Some(mut puzzles) if puzzles.len() == 1 => return Ok(puzzles.remove(0)),
        Some(_) => {}
        None => files::check_inputs(arguments)?,
    }
    let advice = "name it as an argument: sudoku-bench solve PUZZLE --strategy dlx --svg FILE";
    usage!("--svg draws the search of one puzzle; {advice}")
}

/// Builds the strategy, which must keep a profile of its searches.
fn profiled(entry: &Entry, puzzle: &AnyGrid, options: &Options) -> Result<Box<dyn Strategy>> {
    if !entry.keeps_profile {
        let profiled = REGISTRY.iter().filter(|entry| entry.keeps_profile).map(|entry| &*entry.name);
        let names = profiled.collect::<Vec<_>>().join(", ");
        return usage!("{} keeps no profile that --svg could draw; choose --strategy from {names}", entry.name);
    }
    entry.build(PuzzleKind::of(puzzle), options.simd).map_err(Error::start)
}

fn without_picture(end: End) -> Exit {
    let reason = match end {
        End::Complete => "the puzzle has no solution",
        _ => "the search reached its limit before a solution",
    };
    message!("no picture: {reason}");
    Exit::NothingMeasured
}
