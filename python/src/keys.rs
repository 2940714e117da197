//! What puzzles are compared by.

use std::sync::atomic::AtomicBool;

use corpus::reader::Block;
use dataset::{Equality, facts::Facts};
use grid::simd::Simd;
use pyo3::PyResult;

use crate::{arguments::exception, rows::Rows};

/// Puzzles in a block.
const BLOCK: usize = 512;

/// Returns a key for each row, the same for equal puzzles; `None` for a row that is not a puzzle. Returns an error if
/// the system has no threads left, and a `ValueError` if puzzles of the shape cannot be compared in this sense.
pub fn keys(rows: &Rows, equality: Equality, threads: usize, stop: &AtomicBool) -> PyResult<Vec<Option<u128>>> {
    equality.check_corpus(&rows.as_corpus()).map_err(exception)?;
    let facts = || Ok(Facts::new(Simd::detect()).until(stop));
    let mut keys = Vec::with_capacity(rows.puzzles.len());
    let work = |facts: &mut Facts<'_>, block: Block| Ok(equality.block_keys(facts, &block));
    rows.map(BLOCK, threads, facts, stop, work, |key| keys.push(key))?;
    Ok(keys)
}
