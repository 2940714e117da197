//! `overlap`.

use std::{env, sync::atomic::AtomicBool};

use corpus::{
    layout::{ColumnSpec, ColumnType},
    reader::{Corpus, Puzzle},
};
use dataset::{Notion, OverlapOptions, Pair, shared_rows};
use grid::simd::Simd;
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arguments::{exception, named, threads},
    batch::{Batch, batch_of},
    interruptible,
    rows::{CorpusArguments, CorpusInput, Rows},
};

#[pyfunction]
pub fn overlap<'py>(
    py: Python<'py>,
    train: CorpusArguments<'py>,
    test: CorpusArguments<'py>,
    by: &str,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let train = CorpusInput::named("train", train)?;
    let test = CorpusInput::named("test", test)?;
    let options = OverlapOptions {
        notions: vec![named("by", by, &Notion::ALL, Notion::name)?],
        // Arrays are in memory, and so is their comparison.
        memory: usize::MAX / 2,
        temporary: env::temp_dir(),
        threads: self::threads(threads)?,
        simd: Simd::detect(),
    };
    interruptible::run(py, |stop| find([train.read(stop)?, test.read(stop)?], &options, stop))
}

pub struct SharedRow {
    test: u64,
    train: u64,
}

pub fn columns() -> [ColumnSpec<SharedRow>; 2] {
    let train = "the first row of the training set with which it is shared";
    [
        ColumnSpec::new("test_row", ColumnType::Integer, "its row, from 0", |row: &SharedRow| row.test.into()),
        ColumnSpec::new("train_row", ColumnType::Integer, train, |row: &SharedRow| row.train.into()),
    ]
}

/// Returns the shared rows of `[train, test]` in the only sense of the options.
fn find(rows: [Rows; 2], options: &OverlapOptions, stop: &AtomicBool) -> PyResult<Batch> {
    let sets = rows.each_ref().map(Rows::all);
    let corpus = common_corpus(&rows, &sets)?;
    options.notions.iter().try_for_each(|notion| notion.check(&corpus)).map_err(exception)?;
    let mut shared_with = Vec::new();
    let found = shared_rows(sets, corpus.notation, options, stop).map_err(exception)?;
    for (_, shared) in found.into_iter().flatten() {
        let add = |(test, train): Pair| {
            shared_with.push(Some(SharedRow { test: test.line() - 1, train: train.line() - 1 }));
            Ok(())
        };
        shared.pairs_until(stop, add).map_err(exception)?;
    }
    batch_of(columns(), &shared_with)
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
