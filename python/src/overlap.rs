//! `overlap`.

use std::{env, sync::Arc};

use arrow_array::{ArrayRef, UInt64Array};
use corpus::dataset::{OverlapOptions, shared_rows};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use solver::simd::Simd;

use crate::{
    arguments::{batch, exception, threads},
    interruptible,
    keys::notion,
    rows::CorpusInput,
};

/// Find the puzzles of a test set that are in a training set, as `dataset overlap` does.
///
/// Args:
///     train: n grids of 81 cells.
///     test: m grids of 81 cells.
///     by: in which sense: "puzzle" (the same cells), "class" (isomorphic), "solution", "solution_class" (isomorphic
///         solutions), or "superset" (the givens of one puzzle are a part of those of the other, up to isomorphism). By
///         solutions and supersets, only puzzles with exactly one solution are compared.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A record batch with a row for each test puzzle that is in the training set, in order:
///
///     - test_row: uint64, its row, from 0
///     - train_row: uint64, the first row of the training set with which it is shared
///
/// Raises:
///     TypeError: if an argument does not hold grids.
///     ValueError: if by or the number of threads is wrong.
///
/// Example:
///     >>> puzzle = "." * 80 + "1"
///     >>> sudoku_bench.overlap(train=[puzzle], test=["." * 81, puzzle[::-1]])["test_row"].to_pylist()
///     [1]
#[pyfunction]
#[pyo3(signature = (train, test, *, by="class", threads=None))]
pub fn overlap<'py>(
    py: Python<'py>,
    train: &Bound<'py, PyAny>,
    test: &Bound<'py, PyAny>,
    by: &str,
    threads: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let train = CorpusInput::named("train", train)?;
    let test = CorpusInput::named("test", test)?;
    let options = OverlapOptions {
        notions: vec![notion(by)?],
        // Arrays are in memory, and so is their comparison.
        memory: usize::MAX / 2,
        temporary: env::temp_dir(),
        threads: self::threads(threads)?,
        simd: Simd::detect(),
    };
    let batch = interruptible::run(py, |stop| {
        let sets = [train.read(stop)?, test.read(stop)?].map(|rows| rows.block(0, 0..rows.puzzles.len()).puzzles);
        let mut test_rows = Vec::new();
        let mut train_rows = Vec::new();
        for (_, shared) in shared_rows(sets, &options, stop).map_err(exception)?.into_iter().flatten() {
            let add = |(test, train): corpus::dataset::Pair| {
                test_rows.push(test.line() - 1);
                train_rows.push(train.line() - 1);
                Ok(())
            };
            shared.pairs_until(stop, add).map_err(exception)?;
        }
        let columns: [(&str, ArrayRef); 2] = [
            ("test_row", Arc::new(UInt64Array::from(test_rows))),
            ("train_row", Arc::new(UInt64Array::from(train_rows))),
        ];
        batch(columns)
    })?;
    PyRecordBatch::new(batch).into_arro3(py)
}
