//! `canon` and `is_minimal`.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

use arrow_array::{
    ArrayRef, BooleanArray,
    builder::{BooleanBuilder, Int64Builder, LargeStringBuilder},
};
use corpus::reader::Block;
use dataset::{check_canon, facts::Facts};
use grid::{canonical, simd::Simd};
use pass::Threads;
use pyo3::prelude::*;

use crate::{
    arguments::{batch, exception, threads},
    blocks,
    column::Column,
    interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    rows::{CorpusInput, Rows, by_row},
    table::Table,
    values::int64,
};

/// Puzzles in a block of `is_minimal`: enough to keep all lanes busy.
const BLOCK: usize = 1024;
/// Puzzles in a block of `canon`: few, as some take long.
const BLOCK_OF_CANON: usize = 64;

/// Return the canonical form of every puzzle, which is the same for all puzzles that are the same up to symmetry.
///
/// The symmetries are relabelling the values, swapping rows in a band and columns in a stack, swapping bands and stacks,
/// and reflection if boxes are square.
///
/// Args:
///     puzzles: n grids of 4×4, 6×6 or 9×9, or Latin squares of 4×4 or 5×5, or a path.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table of n rows, with nulls for rows that are not puzzles:
///
///     - canonical: written as the puzzles are, with dots for blanks
///     - automorphisms: int64, the number of symmetries that map the puzzle to itself
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if grids of the shape have no canonical form, or the number of threads is out of range.
#[pyfunction]
#[pyo3(signature = (puzzles, *, shape=None, alphabet=None, threads=None))]
pub fn canon<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Table> {
    let puzzles = CorpusInput::named("puzzles", puzzles, notation_override(shape, alphabet))?;
    let threads = self::threads(threads)?;
    let batch = interruptible::run(py, |stop| {
        let rows = puzzles.read(stop)?;
        check_canon(&rows.as_corpus()).map_err(exception)?;
        let alphabet = rows.alphabet();
        let mut grids = LargeStringBuilder::new();
        let mut automorphisms = Int64Builder::new();
        let work = |(): &mut (), block: &Block| block.puzzles.iter().map(|puzzle| canonical(&puzzle.givens)).collect();
        map(&rows, BLOCK_OF_CANON, Threads::new(threads, || ()), stop, work, |form| {
            let form = form.flatten();
            grids.append_option(form.as_ref().map(|form| alphabet.text(&form.grid)));
            automorphisms.append_option(form.map(|form| int64(form.automorphisms)));
        })?;
        let columns: [(&str, ArrayRef); 2] =
            [("canonical", Arc::new(grids.finish())), ("automorphisms", Arc::new(automorphisms.finish()))];
        batch(columns)
    })?;
    Ok(Table::new(batch))
}

/// Return whether every puzzle is minimal: it has exactly one solution, and several without any one of its givens.
///
/// Args:
///     puzzles: n grids, or a path.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     An array of n booleans; null for a row that is not a puzzle.
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if the number of threads is out of range.
#[pyfunction]
#[pyo3(signature = (puzzles, *, shape=None, alphabet=None, threads=None))]
pub fn is_minimal<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Column> {
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
    Ok(Column::new(Arc::new(minimal)))
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
