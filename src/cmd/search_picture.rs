//! `solve PUZZLE --svg FILE`: prints the solution of one puzzle, and draws the search for it.

use std::path::{Path, PathBuf};

use benchmark::reporter::svg::{Search, search_picture};
use corpus::{
    error::{Error, Result},
    fs::{Compression, PartFile},
};
use grid::{AnyGrid, Grid};
use pass::Options;
use solver::strategy::{End, Entry, REGISTRY, Solutions, Strategy};

use super::{files, print, puzzle_arguments};
use crate::cli::Exit;

/// Solves the only puzzle of the arguments, and writes the picture of its search to a file.
pub fn draw(path: &Path, arguments: &[PathBuf], options: &Options) -> Result<Exit> {
    check(path)?;
    let puzzle = only_puzzle(arguments)?;
    let entry = &options.strategies[0];
    let mut strategy = profiled(entry, &puzzle, options)?;
    if let Some(conflict) = puzzle.conflict() {
        print(&puzzle_arguments::conflict_text(&conflict))?;
        return Ok(without_picture(End::Complete));
    }
    let mut solutions = Solutions::new(options.max_solutions);
    let outcome = strategy.solve(&puzzle, &options.limits, &mut solutions);
    print(&puzzle_arguments::solution_text(&solutions, outcome.end))?;
    let profile = strategy.profile().expect("the strategy keeps a profile");
    let search = Search { strategy: &entry.name, puzzle: &puzzle, outcome: &outcome, solutions: &solutions, profile };
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

fn only_puzzle(arguments: &[PathBuf]) -> Result<AnyGrid> {
    match puzzle_arguments::puzzles(arguments)?.as_deref() {
        Some([puzzle]) => return Ok(Grid::parse(puzzle.as_bytes()).expect("the text is a puzzle").into()),
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
    entry.build(puzzle.shape(), options.simd).map_err(Error::start)
}

fn without_picture(end: End) -> Exit {
    let reason = match end {
        End::Complete => "the puzzle has no solution",
        _ => "the search reached its limit before a solution",
    };
    message!("no picture: {reason}");
    Exit::NothingMeasured
}
