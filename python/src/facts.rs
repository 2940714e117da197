//! `canon` and `is_minimal`.

use std::sync::{Arc, atomic::AtomicBool};

use arrow_array::{
    ArrayRef, BooleanArray, RecordBatch,
    builder::{BooleanBuilder, LargeStringBuilder, UInt64Builder},
};
use corpus::{dataset::facts::Facts, pass::Threads};
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use pyo3_arrow::{PyArray, PyRecordBatch};
use solver::{grid::Grid, isomorph, simd::Simd};

use crate::{
    arguments::{exception, threads},
    blocks,
    grids::Grids,
    input::Input,
    interruptible,
};

/// Puzzles in a block of `is_minimal`: enough to keep all lanes busy.
const BLOCK: usize = 1024;
/// Puzzles in a block of `canon`: few, as some take long.
const BLOCK_OF_CANON: usize = 64;

/// Return the canonical form of every puzzle, which is the same for all puzzles that are the same up to symmetry.
///
/// The symmetries are relabelling the values, swapping rows in a band and columns in a stack, swapping bands and stacks,
/// and reflection.
///
/// Args:
///     puzzles: n grids of 81 cells.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A record batch of n rows, with nulls for rows that are not puzzles:
///
///     - canonical: 81 characters, with dots for blanks
///     - automorphisms: uint64, the number of symmetries that map the puzzle to itself
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if the number of threads is out of range.
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=None))]
pub fn canon<'py>(py: Python<'py>, puzzles: &Bound<'py, PyAny>, threads: Option<i128>) -> PyResult<Bound<'py, PyAny>> {
    let puzzles = Input::open("puzzles", puzzles)?;
    let threads = self::threads(threads)?;
    let batch = interruptible::run(py, |stop| {
        let mut canonical = LargeStringBuilder::new();
        let mut automorphisms = UInt64Builder::new();
        let form = |grid: Grid| {
            let form = isomorph::canonical(&grid);
            (form.grid.to_string(), form.automorphisms)
        };
        let work = |(): &mut (), grids: &[Option<Grid>]| grids.iter().map(|grid| grid.map(form)).collect();
        map(
            &puzzles.read(stop)?,
            BLOCK_OF_CANON,
            Threads::new(threads, || ()),
            stop,
            work,
            |form: Option<(String, u64)>| {
                canonical.append_option(form.as_ref().map(|(grid, _)| grid));
                automorphisms.append_option(form.map(|(_, automorphisms)| automorphisms));
            },
        )?;
        let columns: [(&str, ArrayRef, bool); 2] = [
            ("canonical", Arc::new(canonical.finish()), true),
            ("automorphisms", Arc::new(automorphisms.finish()), true),
        ];
        RecordBatch::try_from_iter_with_nullable(columns).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    })?;
    PyRecordBatch::new(batch).into_arro3(py)
}

/// Return whether every puzzle is minimal: it has exactly one solution, and several without any one of its givens.
///
/// Args:
///     puzzles: n grids of 81 cells.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     An array of n booleans; null for a row that is not a puzzle.
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if the number of threads is out of range.
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=None))]
pub fn is_minimal<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    threads: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let puzzles = Input::open("puzzles", puzzles)?;
    let threads = self::threads(threads)?;
    let minimal: BooleanArray = interruptible::run(py, |stop| {
        let mut minimal = BooleanBuilder::new();
        let threads = Threads::new(threads, || Facts::new(Simd::detect()));
        map(&puzzles.read(stop)?, BLOCK, threads, stop, are_minimal, |is_minimal| minimal.append_option(is_minimal))?;
        Ok(minimal.finish())
    })?;
    PyArray::from_array_ref(Arc::new(minimal)).into_arro3(py)
}

fn are_minimal(facts: &mut Facts, grids: &[Option<Grid>]) -> Vec<Option<bool>> {
    let puzzles: Vec<Grid> = grids.iter().copied().flatten().collect();
    let solutions = facts.solutions(&puzzles);
    let mut minimal = facts.minimal(&puzzles, &solutions).into_iter();
    grids.iter().map(|grid| grid.and_then(|_| minimal.next())).collect()
}

/// Runs `work` on the grids of every block of rows, in parallel, and `sink` on every value that it returns.
fn map<W: Send, T: Send>(
    puzzles: &Grids,
    block: usize,
    threads: corpus::error::Result<Threads<W>>,
    stop: &AtomicBool,
    work: impl Fn(&mut W, &[Option<Grid>]) -> Vec<T> + Sync,
    mut sink: impl FnMut(T),
) -> PyResult<()> {
    let threads = threads.map_err(exception)?;
    let work = |workspace: &mut W, _: u64, rows| Ok(work(workspace, &puzzles.grids(rows).collect::<Vec<_>>()));
    blocks::map(&threads, puzzles.len(), block, stop, work, |values: Vec<T>| values.into_iter().for_each(&mut sink))
}
