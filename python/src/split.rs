//! `split` and `dedup`.

use std::{collections::HashMap, sync::Arc};

use arrow_array::{ArrayRef, LargeStringArray};
use corpus::layout::{ColumnSpec, ColumnType};
use dataset::{Equality, draw::Parts};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use pyo3_arrow::export::Arro3Array;

use crate::{
    arguments::{named, number, threads},
    batch::{Batch, batch_of},
    interruptible,
    keys::keys,
    rows::{CorpusArguments, CorpusInput},
};

#[pyfunction]
pub fn split<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    shares: &Bound<'py, PyDict>,
    by: &str,
    seed: i128,
    threads: Option<i128>,
) -> PyResult<Arro3Array> {
    let corpus = CorpusInput::open(corpus)?;
    let equality = named("by", by, &Equality::ALL, Equality::name)?;
    let (names, shares): (Vec<String>, Vec<f64>) =
        shares.iter().map(share).collect::<PyResult<Vec<_>>>()?.into_iter().unzip();
    let parts = Parts { shares: fractions(&shares)?, seed: number("seed", seed, 0..=u64::MAX)? };
    let threads = self::threads(threads)?;
    let array: LargeStringArray = interruptible::run(py, |stop| {
        let keys = keys(&corpus.read(stop)?, equality, threads, stop)?;
        Ok(keys.into_iter().map(|key| Some(&names[parts.of_key(key?)])).collect())
    })?;
    Ok(Arro3Array::from(Arc::new(array) as ArrayRef))
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

#[pyfunction]
pub fn dedup<'py>(py: Python<'py>, corpus: CorpusArguments<'py>, by: &str, threads: Option<i128>) -> PyResult<Batch> {
    let corpus = CorpusInput::open(corpus)?;
    let equality = named("by", by, &Equality::ALL, Equality::name)?;
    let threads = self::threads(threads)?;
    interruptible::run(py, |stop| batch_of(columns(), &groups(&keys(&corpus.read(stop)?, equality, threads, stop)?)))
}

pub struct Grouped {
    row: u64,
    /// The first row that is equal.
    group: u64,
}

pub fn columns() -> [ColumnSpec<Grouped>; 2] {
    let keep = "whether no earlier puzzle is equal";
    let group = "the row of the first puzzle that is equal, from 0";
    [
        ColumnSpec::new("keep", ColumnType::Boolean, keep, |row: &Grouped| (row.row == row.group).into()),
        ColumnSpec::new("group", ColumnType::Integer, group, |row: &Grouped| row.group.into()),
    ]
}

fn groups(keys: &[Option<u128>]) -> Vec<Option<Grouped>> {
    let mut first: HashMap<u128, u64> = HashMap::new();
    let group = |(row, key): (u64, &Option<u128>)| Some(Grouped { row, group: *first.entry((*key)?).or_insert(row) });
    (0..).zip(keys).map(group).collect()
}
