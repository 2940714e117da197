//! `rate` on Sudoku Explainer's scale.

use std::sync::{Arc, atomic::AtomicBool};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{Float64Builder, Int64Builder, LargeStringBuilder},
};
use dataset::{SeOptions, SeRater, SeStatus};
use grid::Shape;
use pass::Threads;
use pyo3::{exceptions::PyValueError, prelude::*};
use rating::{End, Rating, Tenths};

use crate::{
    arguments::{batch, exception},
    blocks,
    rows::{Rows, by_row},
    values::int64,
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

pub fn rate_se(rows: &Rows, options: &SeOptions, threads: usize, stop: &AtomicBool) -> PyResult<RecordBatch> {
    rows.check_shape("the scale \"se\"", Shape::has_ratings)?;
    let threads = Threads::new(threads, || SeRater::new(options, stop)).map_err(exception)?;
    let mut columns = Columns::default();
    blocks::map(
        &threads,
        rows.puzzles.len(),
        BLOCK,
        stop,
        |rater, number, range| {
            let block = rows.block(number, range.clone());
            let rated = rater.rate(&block.puzzles);
            Ok((range, block, rated))
        },
        |(range, block, rated)| {
            for rated in by_row(range, &block.puzzles, rated) {
                match rated {
                    Some((puzzle, status)) => columns.push(puzzle.givens.clues(), &status),
                    None => columns.push_null(),
                }
            }
        },
    )?;
    columns.finish()
}

#[derive(Default)]
struct Columns {
    clues: Int64Builder,
    status: LargeStringBuilder,
    rating: Float64Builder,
    pearl: Float64Builder,
    diamond: Float64Builder,
    technique: LargeStringBuilder,
    steps: Int64Builder,
}

impl Columns {
    fn push(&mut self, clues: usize, status: &SeStatus) {
        self.clues.append_value(int64(clues));
        self.status.append_value(status.name());
        self.push_rating(status.rating());
    }

    fn push_null(&mut self) {
        self.clues.append_null();
        self.status.append_null();
        self.push_rating(None);
    }

    fn push_rating(&mut self, rating: Option<&Rating>) {
        let solved = rating.filter(|rating| rating.end != End::AboveLimit);
        let decimal = |tenths: Tenths| f64::from(tenths.0) / 10.0;
        self.rating.append_option(solved.map(|rating| decimal(rating.rating)));
        self.pearl.append_option(rating.and_then(|rating| rating.pearl).map(decimal));
        self.diamond.append_option(rating.and_then(|rating| rating.diamond).map(decimal));
        self.technique.append_option(solved.and_then(|rating| rating.hardest).map(|technique| technique.name()));
        self.steps.append_option(solved.map(|rating| int64(rating.steps())));
    }

    fn finish(mut self) -> PyResult<RecordBatch> {
        let columns: [(&str, ArrayRef); 7] = [
            ("clues", Arc::new(self.clues.finish())),
            ("se_status", Arc::new(self.status.finish())),
            ("se_rating", Arc::new(self.rating.finish())),
            ("se_pearl", Arc::new(self.pearl.finish())),
            ("se_diamond", Arc::new(self.diamond.finish())),
            ("se_technique", Arc::new(self.technique.finish())),
            ("se_steps", Arc::new(self.steps.finish())),
        ];
        batch(columns)
    }
}
