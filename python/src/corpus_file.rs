//! Puzzles that an argument names as a file.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use corpus::reader::{Block, Corpus, Extras, Written};
use pyo3::PyResult;
use solver::any_shape::AnyGrid;

use crate::{arguments::exception, grids::Grids, rows::Rows};

/// Reads all rows of a corpus in any layout: those that are no puzzles too, so that row i of an array is row i of the file.
///
/// # Errors
///
/// Returns an exception if the file cannot be read, or has no puzzle.
pub fn read(path: PathBuf, written: Written, stop: &AtomicBool) -> PyResult<Rows> {
    let extras = Extras { solutions: true, rows: false, digests: false };
    let mut corpus = Corpus { files: vec![path], written, extras, ..Corpus::default() };
    corpus.find_notation(stop).map_err(exception)?;
    let mut puzzles = Vec::new();
    let mut solutions = Vec::new();
    let mut has_solutions = false;
    for block in corpus.blocks_until(stop) {
        let block = block.map_err(exception)?;
        has_solutions |= block.schema.solution.is_some();
        push(block, &mut puzzles, &mut solutions);
    }
    let solutions = has_solutions.then(|| Grids::of_grids(solutions));
    Rows::new(Grids::of_grids(puzzles), solutions, corpus.notation)
}

fn push(block: Block, puzzles: &mut Vec<Option<AnyGrid>>, solutions: &mut Vec<Option<AnyGrid>>) {
    let first = puzzles.len();
    let mut rejected = 0;
    let mut rejects = block.rejects.iter().peekable();
    for (index, puzzle) in block.puzzles.into_iter().enumerate() {
        while rejects.next_if(|reject| reject.puzzles_before <= index).is_some() {
            rejected += 1;
        }
        let row = first + index + rejected;
        puzzles.resize(row, None);
        solutions.resize(row, None);
        puzzles.push(Some(puzzle.givens));
        solutions.push(puzzle.solution);
    }
    let end = puzzles.len() + rejects.count();
    puzzles.resize(end, None);
    solutions.resize(end, None);
}
