//! `rate` on Sudoku Explainer's scale.

use std::{ops::Range, sync::atomic::AtomicBool};

use corpus::reader::Puzzle;
use dataset::{RatingForm, SeOptions, SeRater, SeRow, SeStatus, se_columns};
use grid::Shape;
use pass::Threads;
use pyo3::{exceptions::PyValueError, prelude::*};
use rating::Tenths;

use crate::{
    arguments::exception,
    batch::{Batch, BatchBuilder},
    blocks,
    rows::{Rows, by_row},
};

/// Puzzles in a block.
const BLOCK: usize = 64;

pub fn tenths(up_to: f64) -> PyResult<Tenths> {
    let tenths = (up_to * 10.0).round();
    match (10.0..=200.0).contains(&tenths) {
        true => Ok(Tenths(tenths as u8)),
        false => Err(PyValueError::new_err("up_to: a rating is from 1.0 to 20.0")),
    }
}

pub fn rate_se(rows: &Rows, options: &SeOptions, threads: usize, stop: &AtomicBool) -> PyResult<Batch> {
    rows.check_shape("the scale \"se\"", Shape::has_ratings)?;
    let threads = Threads::new(threads, || SeRater::new(options, stop)).map_err(exception)?;
    let mut batch = BatchBuilder::new(se_columns(RatingForm::Number, options.steps));
    let work = |rater: &mut SeRater<'_>, number, range: Range<usize>| {
        let block = rows.block(number, range.clone());
        let rated = rater.rate(&block.puzzles);
        Ok((range, block, rated))
    };
    blocks::map(&threads, rows.puzzles.len(), BLOCK, stop, work, |(range, block, rated)| {
        let row = |(puzzle, status): (&Puzzle, SeStatus)| SeRow { clues: puzzle.givens.clues() as u64, status };
        let rows = by_row(range, &block.puzzles, rated).map(|rated| rated.map(row));
        batch.extend(&rows.collect::<Vec<_>>());
    })?;
    batch.finish()
}
