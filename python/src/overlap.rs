//! `overlap`.

use std::{
    env,
    sync::{Arc, atomic::AtomicBool},
};

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use corpus::reader::{Corpus, Puzzle};
use dataset::{Notion, OverlapOptions, Pair, shared_rows};
use grid::simd::Simd;
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arguments::{batch, exception, named, threads},
    interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    rows::{CorpusInput, Rows},
    table::Table,
    values::int64,
};

/// Find the puzzles of a test set that are in a training set, as `dataset overlap` does.
///
/// Args:
///     train: n grids, or a path.
///     test: m grids of the same shape, or a path.
///     by: in which sense: "puzzle" (the same cells), "class" (isomorphic), "solution", "solution_class" (isomorphic
///         solutions), or "superset" (the givens of one puzzle are a part of those of the other, up to isomorphism). By
///         solutions and supersets, only puzzles with exactly one solution are compared. Classes are known of 4×4, 6×6 and 9×9, and of
///         Latin squares of 4×4 and 5×5; supersets of 9×9.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table with a row for each test puzzle that is in the training set, in order:
///
///     - test_row: int64, its row, from 0
///     - train_row: int64, the first row of the training set with which it is shared
///
/// Raises:
///     TypeError: if an argument does not hold grids.
///     ValueError: if by or the number of threads is wrong, if the shapes differ, or if they cannot be compared in this sense.
///
/// Example:
///     >>> puzzle = "." * 80 + "1"
///     >>> sudoku_bench.overlap(train=[puzzle], test=["." * 81, puzzle[::-1]])["test_row"].to_pylist()
///     [1]
#[pyfunction]
#[pyo3(signature = (train, test, *, by="class", shape=None, alphabet=None, threads=None))]
pub fn overlap<'py>(
    py: Python<'py>,
    train: &Bound<'py, PyAny>,
    test: &Bound<'py, PyAny>,
    by: &str,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Table> {
    let said = notation_override(shape, alphabet);
    let train = CorpusInput::named("train", train, said)?;
    let test = CorpusInput::named("test", test, said)?;
    let options = OverlapOptions {
        notions: vec![named("by", by, &Notion::ALL, Notion::name)?],
        // Arrays are in memory, and so is their comparison.
        memory: usize::MAX / 2,
        temporary: env::temp_dir(),
        threads: self::threads(threads)?,
        simd: Simd::detect(),
    };
    let batch = interruptible::run(py, |stop| find([train.read(stop)?, test.read(stop)?], &options, stop))?;
    Ok(Table::new(batch))
}

/// Returns the shared rows of `[train, test]` in the only sense of the options.
fn find(rows: [Rows; 2], options: &OverlapOptions, stop: &AtomicBool) -> PyResult<RecordBatch> {
    let sets = rows.each_ref().map(Rows::all);
    let corpus = common_corpus(&rows, &sets)?;
    options.notions.iter().try_for_each(|notion| notion.check(&corpus)).map_err(exception)?;
    let [mut test_rows, mut train_rows] = [Vec::new(), Vec::new()];
    let found = shared_rows(sets, corpus.notation, options, stop).map_err(exception)?;
    for (_, shared) in found.into_iter().flatten() {
        let add = |(test, train): Pair| {
            test_rows.push(int64(test.line() - 1));
            train_rows.push(int64(train.line() - 1));
            Ok(())
        };
        shared.pairs_until(stop, add).map_err(exception)?;
    }
    let columns: [(&str, ArrayRef); 2] =
        [("test_row", Arc::new(Int64Array::from(test_rows))), ("train_row", Arc::new(Int64Array::from(train_rows)))];
    batch(columns)
}

/// Returns a corpus without files whose puzzles are written as those of both sets. A set without puzzles may be of any kind.
fn common_corpus([train, test]: &[Rows; 2], sets: &[Vec<Puzzle>; 2]) -> PyResult<Corpus> {
    match sets.each_ref().map(Vec::is_empty) {
        [_, true] => return Ok(train.as_corpus()),
        [true, _] => return Ok(test.as_corpus()),
        _ => {}
    }
    let kind = |rows: &Rows| rows.notation.kind();
    let is_same = train.shape() == test.shape() && kind(train) == kind(test);
    if !is_same {
        let message = format!("train holds puzzles of {}, and test of {}", kind(train), kind(test));
        return Err(PyValueError::new_err(message));
    }
    Ok(test.as_corpus())
}
