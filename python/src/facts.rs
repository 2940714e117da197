//! `canon` and `is_minimal`.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

use arrow_array::{ArrayRef, BooleanArray, builder::BooleanBuilder};
use corpus::reader::Block;
use dataset::{CanonRow, canon_columns, check_canon, facts::Facts};
use grid::{canonical, simd::Simd};
use pass::Threads;
use pyo3::prelude::*;
use pyo3_arrow::export::Arro3Array;

use crate::{
    arguments::{exception, threads},
    batch::{Batch, batch_of},
    blocks, interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    rows::{CorpusInput, Rows, by_row},
};

/// Puzzles in a block of `is_minimal`: enough to keep all lanes busy.
const BLOCK: usize = 1024;
/// Puzzles in a block of `canon`: few, as some take long.
const BLOCK_OF_CANON: usize = 64;

#[pyfunction]
pub fn canon<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let puzzles = CorpusInput::named("puzzles", puzzles, notation_override(shape, alphabet))?;
    let threads = self::threads(threads)?;
    interruptible::run(py, |stop| {
        let rows = puzzles.read(stop)?;
        check_canon(&rows.as_corpus()).map_err(exception)?;
        let alphabet = rows.alphabet();
        let mut forms = Vec::with_capacity(rows.puzzles.len());
        let work = |(): &mut (), block: &Block| block.puzzles.iter().map(|puzzle| canonical(&puzzle.givens)).collect();
        map(&rows, BLOCK_OF_CANON, Threads::new(threads, || ()), stop, work, |form| {
            let form = form.flatten();
            forms.push(
                form.map(|form| CanonRow { canonical: alphabet.text(&form.grid), automorphisms: form.automorphisms }),
            );
        })?;
        batch_of(canon_columns(), &forms)
    })
}

#[pyfunction]
pub fn is_minimal<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Arro3Array> {
    let puzzles = CorpusInput::named("puzzles", puzzles, notation_override(shape, alphabet))?;
    let threads = self::threads(threads)?;
    let minimal: BooleanArray = interruptible::run(py, |stop| {
        let rows = puzzles.read(stop)?;
        let mut minimal = BooleanBuilder::new();
        let facts = || Facts::new(Simd::detect()).until(stop);
        let work = |facts: &mut Facts<'_>, block: &Block| {
            let solutions = facts.solutions(&block.puzzles);
            facts.minimal(&block.puzzles, &solutions)
        };
        map(&rows, BLOCK, Threads::new(threads, facts), stop, work, |is_minimal| minimal.append_option(is_minimal))?;
        Ok(minimal.finish())
    })?;
    Ok(Arro3Array::from(Arc::new(minimal) as ArrayRef))
}

/// Runs `work` on every block of at most `block` rows, in parallel, and `sink` on the value of each row; `None` if it is not a puzzle.
fn map<W: Send, T: Send>(
    rows: &Rows,
    block: usize,
    threads: corpus::error::Result<Threads<W>>,
    stop: &AtomicBool,
    work: impl Fn(&mut W, &Block) -> Vec<T> + Sync,
    mut sink: impl FnMut(Option<T>),
) -> PyResult<()> {
    let threads = threads.map_err(exception)?;
    let work = |workspace: &mut W, number: u64, range: Range<usize>| {
        let block = rows.block(number, range.clone());
        let values = work(workspace, &block);
        Ok((range, block, values))
    };
    blocks::map(&threads, rows.puzzles.len(), block, stop, work, |(range, block, values)| {
        by_row(range, &block.puzzles, values).for_each(|found| sink(found.map(|(_, value)| value)));
    })
}
