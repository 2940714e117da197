//! `rate` on Sudoku Explainer's scale.

use std::sync::atomic::AtomicBool;

use corpus::reader::Block;
use dataset::{RatingForm, SeOptions, SeRater, SeRow, se_columns};
use grid::Shape;
use pyo3::{exceptions::PyValueError, prelude::*};
use rating::{IdleThreads, Tenths};

use crate::{
    batch::{Batch, BatchBuilder},
    rows::Rows,
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
    let idle = IdleThreads::new(threads);
    let rater = || Ok(SeRater::new(options, stop, &idle));
    let mut batch = BatchBuilder::new(se_columns(RatingForm::Number, options.steps));
    let work = |rater: &mut SeRater<'_>, block: Block| {
        let rated = block.puzzles.iter().zip(rater.rate(&block.puzzles));
        Ok(rated.map(|(puzzle, status)| SeRow { clues: puzzle.givens.clues() as u64, status }).collect::<Vec<_>>())
    };
    rows.map(BLOCK, threads, rater, stop, work, |row| batch.extend(&[row]))?;
    batch.finish()
}
