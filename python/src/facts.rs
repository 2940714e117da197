//! `canon` and `is_minimal`.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, builder::BooleanBuilder};
use corpus::reader::Block;
use dataset::{CanonRow, canon_columns, check_canon, facts::Facts};
use grid::{canonical, simd::Simd};
use pyo3::prelude::*;
use pyo3_arrow::export::Arro3Array;

use crate::{
    arguments::{exception, threads},
    batch::{Batch, batch_of},
    interruptible,
    rows::{CorpusArguments, CorpusInput},
};

/// Puzzles in a block of `is_minimal`: enough to keep all lanes busy.
const BLOCK: usize = 1024;
/// Puzzles in a block of `canon`: few, as some take long.
const BLOCK_OF_CANON: usize = 64;

#[pyfunction]
pub fn canon<'py>(py: Python<'py>, corpus: CorpusArguments<'py>, threads: Option<i128>) -> PyResult<Batch> {
    let corpus = CorpusInput::open(corpus)?;
    let threads = self::threads(threads)?;
    interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        check_canon(&rows.as_corpus()).map_err(exception)?;
        let alphabet = rows.alphabet();
        let mut forms = Vec::with_capacity(rows.puzzles.len());
        let work = |(): &mut (), block: Block| {
            Ok(block.puzzles.iter().map(|puzzle| canonical(&puzzle.givens)).collect::<Vec<_>>())
        };
        rows.map(
            BLOCK_OF_CANON,
            threads,
            || Ok(()),
            stop,
            work,
            |form| {
                let form = form.flatten();
                forms.push(
                    form.map(|form| CanonRow {
                        canonical: alphabet.text(&form.grid),
                        automorphisms: form.automorphisms,
                    }),
                );
            },
        )?;
        batch_of(canon_columns(), &forms)
    })
}

#[pyfunction]
pub fn is_minimal<'py>(py: Python<'py>, corpus: CorpusArguments<'py>, threads: Option<i128>) -> PyResult<Arro3Array> {
    let corpus = CorpusInput::open(corpus)?;
    let threads = self::threads(threads)?;
    let minimal: BooleanArray = interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        let mut minimal = BooleanBuilder::new();
        let facts = || Ok(Facts::new(Simd::detect()).until(stop));
        let work = |facts: &mut Facts<'_>, block: Block| {
            let solutions = facts.solutions(&block.puzzles);
            Ok(facts.minimal(&block.puzzles, &solutions))
        };
        rows.map(BLOCK, threads, facts, stop, work, |is_minimal| minimal.append_option(is_minimal))?;
        Ok(minimal.finish())
    })?;
    Ok(Arro3Array::from(Arc::new(minimal) as ArrayRef))
}
