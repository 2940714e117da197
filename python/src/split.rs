//! `split` and `dedup`.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use arrow_array::{ArrayRef, BooleanArray, Int64Array, LargeStringArray};
use dataset::{Equality, draw::Parts};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};

use crate::{
    arguments::{batch, named, number, threads},
    column::Column,
    interruptible,
    keys::keys,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    rows::CorpusInput,
    table::Table,
    values::int64,
};

/// Divide puzzles into parts at random, the same as `dataset split` does.
///
/// Equal puzzles are in the same part. The part of a puzzle does not depend on other puzzles.
///
/// Args:
///     puzzles: n grids, or a path.
///     shares: the parts and their shares, which sum up to 1 or 100, such as {"train": 0.9, "test": 0.1}.
///     by: in which sense puzzles are equal: "puzzle" (the same cells), "class" (isomorphic), "solution", or
///         "solution_class" (isomorphic solutions). A puzzle without exactly one solution
///         counts by "puzzle" instead of "solution", and by "class" instead of "solution_class". Classes are known of 4×4, 6×6 and
///         9×9, and of Latin squares of 4×4 and 5×5.
///     seed: the seed of the random numbers.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     An array of n names; null for a row that is not a puzzle.
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if the shares do not sum up to 1 or 100, by or a number is wrong, or there are no classes of the shape.
///
/// Example:
///     >>> puzzle = "." * 80 + "1"
///     >>> parts = sudoku_bench.split([puzzle, puzzle[::-1]], {"train": 0.8, "test": 0.2})
///     >>> len(set(parts.to_pylist()))
///     1
#[pyfunction]
#[pyo3(signature = (puzzles, shares, *, by="class", seed=0, shape=None, alphabet=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn split<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    shares: &Bound<'py, PyDict>,
    by: &str,
    seed: i128,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Column> {
    let corpus = CorpusInput::open(puzzles, None, notation_override(shape, alphabet))?;
    let equality = named("by", by, &Equality::ALL, Equality::name)?;
    let (names, shares): (Vec<String>, Vec<f64>) =
        shares.iter().map(share).collect::<PyResult<Vec<_>>>()?.into_iter().unzip();
    let parts = Parts { shares: fractions(&shares)?, seed: number("seed", seed, 0..=u64::MAX)? };
    let threads = self::threads(threads)?;
    let array: LargeStringArray = interruptible::run(py, |stop| {
        let keys = keys(&corpus.read(stop)?, equality, threads, stop)?;
        Ok(keys.into_iter().map(|key| Some(&names[parts.of_key(key?)])).collect())
    })?;
    Ok(Column::new(Arc::new(array)))
}

fn share((name, share): (Bound<'_, PyAny>, Bound<'_, PyAny>)) -> PyResult<(String, f64)> {
    Ok((name.extract()?, share.extract()?))
}

/// Returns the shares of 1.
fn fractions(shares: &[f64]) -> PyResult<Vec<f64>> {
    let sum: f64 = shares.iter().sum();
    if shares.is_empty() || !shares.iter().all(|share| *share > 0.0 && share.is_finite()) {
        return Err(PyValueError::new_err("shares: each must be above 0"));
    }
    if (sum - 1.0).abs() > 1e-9 && (sum - 100.0).abs() > 1e-7 {
        return Err(PyValueError::new_err(format!("shares: they sum up to {sum}, and not to 1 or 100")));
    }
    Ok(shares.iter().map(|share| share / sum).collect())
}

/// Find equal puzzles, as `dataset dedup` does.
///
/// Args:
///     puzzles: n grids, or a path.
///     by: in which sense puzzles are equal: "puzzle" (the same cells), "class" (isomorphic), "solution", or
///         "solution_class" (isomorphic solutions). Classes are known of 4×4, 6×6 and 9×9, and of Latin squares of 4×4 and 5×5.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table of n rows, with nulls for rows that are not puzzles:
///
///     - keep: whether no earlier puzzle is equal
///     - group: int64, the row of the first puzzle that is equal, from 0
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if by or the number of threads is wrong, or there are no classes of the shape.
///
/// Example:
///     >>> puzzle = "." * 80 + "1"
///     >>> sudoku_bench.dedup([puzzle, puzzle[::-1]], by="class")["group"].to_pylist()
///     [0, 0]
#[pyfunction]
#[pyo3(signature = (puzzles, *, by="puzzle", shape=None, alphabet=None, threads=None))]
pub fn dedup<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    by: &str,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Table> {
    let corpus = CorpusInput::open(puzzles, None, notation_override(shape, alphabet))?;
    let equality = named("by", by, &Equality::ALL, Equality::name)?;
    let threads = self::threads(threads)?;
    let batch = interruptible::run(py, |stop| {
        let keys = keys(&corpus.read(stop)?, equality, threads, stop)?;
        let groups = groups(&keys);
        let is_first = |(row, group): (usize, &Option<i64>)| Some((*group)? == int64(row));
        let keep: BooleanArray = groups.iter().enumerate().map(is_first).collect();
        let columns: [(&str, ArrayRef); 2] = [("keep", Arc::new(keep)), ("group", Arc::new(Int64Array::from(groups)))];
        batch(columns)
    })?;
    Ok(Table::new(batch))
}

/// Returns for each row the first row with its key.
fn groups(keys: &[Option<u128>]) -> Vec<Option<i64>> {
    let mut first: HashMap<u128, i64> = HashMap::new();
    let group = |(row, key): (usize, &Option<u128>)| match first.entry((*key)?) {
        Entry::Occupied(first) => Some(*first.get()),
        Entry::Vacant(place) => Some(*place.insert(int64(row))),
    };
    keys.iter().enumerate().map(group).collect()
}
