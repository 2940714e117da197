//! `generate`.

use std::{ops::RangeInclusive, sync::Arc};

use arrow_array::{ArrayRef, RecordBatch, builder::LargeStringBuilder};
use corpus::{
    dataset::generate::{Generator, Target},
    pass::Threads,
};
use pyo3::{
    exceptions::{PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
};
use pyo3_arrow::PyRecordBatch;
use solver::{grid::CELLS, simd::Simd};

use crate::{
    arguments::{exception, number, threads},
    blocks, interruptible,
};

/// Generate random puzzles, each with exactly one solution.
///
/// The same arguments generate the same puzzles on every machine, with any number of threads, and on the command line.
/// Exactly one of clues, minimal and unbiased_minimal says which.
///
/// Args:
///     count: the number of puzzles, n.
///     clues: the number of givens, from 20, or the smallest and the largest number, such as (22, 28).
///     minimal: True for puzzles in which every given is needed. Those with few givens are too frequent.
///     unbiased_minimal: True for minimal puzzles that are all equally likely. Takes a thousand times as long.
///     seed: the seed of the random numbers.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A record batch of n rows:
///
///     - puzzle: 81 characters, with dots for blanks
///     - solution: 81 digits
///
/// Raises:
///     ValueError: if no puzzle has so many givens, if not exactly one kind is chosen, or if a number is out of range.
#[pyfunction]
#[pyo3(signature = (count, *, clues=None, minimal=false, unbiased_minimal=false, seed=0, threads=None))]
pub fn generate<'py>(
    py: Python<'py>,
    count: i128,
    clues: Option<&Bound<'py, PyAny>>,
    minimal: bool,
    unbiased_minimal: bool,
    seed: i128,
    threads: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let target = target(clues, minimal, unbiased_minimal)?;
    let count = usize::try_from(number("count", count, 0..=u64::MAX)?)?;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let threads = self::threads(threads)?;
    let generator = || Generator::new(target.clone(), seed, Simd::detect());
    // The error of an impossible target.
    generator().map_err(exception)?;
    let batch = interruptible::run(py, |stop| {
        let threads = Threads::try_new(threads, generator).map_err(exception)?;
        // Without room for all: the count may be as large as memory, and the work interrupted long before.
        let mut puzzles = LargeStringBuilder::new();
        let mut solutions = LargeStringBuilder::new();
        let work = |generator: &mut Generator, number, _| Ok(generator.batch_until(number, stop).unwrap_or_default());
        blocks::map(&threads, count.div_ceil(target.batch()), 1, stop, work, |batch| {
            for made in batch {
                puzzles.append_value(made.puzzle.to_string());
                solutions.append_value(made.solution.to_string());
            }
        })?;
        let columns: [(&str, ArrayRef); 2] =
            [("puzzle", Arc::new(puzzles.finish())), ("solution", Arc::new(solutions.finish()))];
        let batch = RecordBatch::try_from_iter(columns).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(batch.slice(0, count.min(batch.num_rows())))
    })?;
    PyRecordBatch::new(batch).into_arro3(py)
}

/// Returns the kind of puzzles that the arguments choose.
fn target(clues: Option<&Bound<'_, PyAny>>, minimal: bool, unbiased_minimal: bool) -> PyResult<Target> {
    let clues = clues.map(range).transpose()?.map(Target::Clues);
    let kinds = [clues, minimal.then_some(Target::Minimal), unbiased_minimal.then_some(Target::UnbiasedMinimal)];
    let mut kinds = kinds.into_iter().flatten();
    match (kinds.next(), kinds.next()) {
        (Some(target), None) => Ok(target),
        _ => Err(PyValueError::new_err("choose one of clues, minimal and unbiased_minimal")),
    }
}

/// Returns the range of an argument that is a number, or the smallest and the largest.
fn range(clues: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<usize>> {
    let exact = clues.extract::<i128>().map(|clues| (clues, clues));
    let (fewest, most) = exact.or_else(|_| clues.extract::<(i128, i128)>()).map_err(|_| {
        PyTypeError::new_err(format!("clues: {clues} is neither a number nor a tuple of the smallest and the largest"))
    })?;
    let clues = |value| Ok::<_, PyErr>(number("clues", value, 0..=CELLS as u64)? as usize);
    Ok(clues(fewest)?..=clues(most)?)
}
