//! Puzzles that an argument names as a file.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use corpus::reader::{Corpus, Extras};
use grid::text::NotationOverride;
use pyo3::PyResult;

use crate::{
    arguments::exception,
    grids::{Chunk, Grids},
    rows::Rows,
};

/// Reads all rows of a corpus in any layout: those that are no puzzles too, so that row i of an array is row i of the file.
pub fn read(path: PathBuf, notation_override: NotationOverride, stop: &AtomicBool) -> PyResult<Rows> {
    let extras = Extras { solutions: true, rows: false, digests: false };
    let mut corpus = Corpus { files: vec![path], notation_override, extras, ..Corpus::default() };
    corpus.find_notation(stop).map_err(exception)?;
    let mut puzzles = Vec::new();
    let mut solutions = Vec::new();
    let mut has_solutions = false;
    for block in corpus.blocks_until(stop) {
        let block = block.map_err(exception)?;
        has_solutions |= block.schema.solution.is_some();
        for row in block.in_order() {
            puzzles.push(row.ok().map(|puzzle| puzzle.givens.clone()));
            solutions.push(row.ok().and_then(|puzzle| puzzle.solution.clone()));
        }
    }
    let solutions = has_solutions.then(|| Grids::of(Chunk::Grids(solutions)));
    Rows::new(Grids::of(Chunk::Grids(puzzles)), solutions, corpus.notation)
}
