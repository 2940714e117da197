//! `candidates`, `conflicts` and `status` of partial grids: what the rules say of each, as arrays of NumPy.

use std::{cell::RefCell, rc::Rc, sync::atomic::AtomicBool};

use corpus::reader::Block;
use grid::{AnyGrid, Shape, Units, Values};
use pass::{Clock, Options, Pass, Sample, Status, Worker};
use pyo3::prelude::*;

use crate::{
    choice::Choice,
    interruptible,
    numpy::array,
    rows::{CorpusArguments, CorpusInput, Rows},
    solve::options,
};

/// Grids in a block.
const BLOCK: usize = 4096;

#[pyfunction]
pub fn candidates<'py>(py: Python<'py>, grids: CorpusArguments<'py>, booleans: bool) -> PyResult<Bound<'py, PyAny>> {
    let mut candidates = Vec::new();
    let row_bytes = |shape: Shape| shape.cells() * if booleans { shape.side() } else { mask_bytes(shape) };
    let (bytes, shape) = each_grid(py, grids, row_bytes, |units, grid, row| {
        candidates.resize(grid.cells().len(), 0);
        units.set_candidates(grid, &mut candidates);
        match mask_bytes(units.shape) {
            _ if booleans => write_booleans(&candidates, units.shape.side(), row),
            1 => write_masks::<1>(&candidates, row),
            2 => write_masks::<2>(&candidates, row),
            _ => write_masks::<4>(&candidates, row),
        }
    })?;
    let cells = shape.cells();
    match mask_bytes(shape) {
        _ if booleans => array(py, &bytes, "bool", &[cells, shape.side()]),
        1 => array(py, &bytes, "|u1", &[cells]),
        2 => array(py, &bytes, "<u2", &[cells]),
        _ => array(py, &bytes, "<u4", &[cells]),
    }
}

/// Returns the bytes of an integer with a bit for each value: 1, 2 or 4.
fn mask_bytes(shape: Shape) -> usize {
    shape.side().div_ceil(8).next_power_of_two()
}

fn write_masks<const BYTES: usize>(candidates: &[Values], row: &mut [u8]) {
    for (mask, values) in row.as_chunks_mut::<BYTES>().0.iter_mut().zip(candidates) {
        *mask = *values.to_le_bytes().first_chunk().expect("a mask is not larger than values");
    }
}

fn write_booleans(candidates: &[Values], side: usize, row: &mut [u8]) {
    for (cell, values) in row.chunks_exact_mut(side).zip(candidates) {
        cell.iter_mut().enumerate().for_each(|(value, is_candidate)| *is_candidate = (values >> value & 1) as u8);
    }
}

#[pyfunction]
pub fn conflicts<'py>(py: Python<'py>, grids: CorpusArguments<'py>) -> PyResult<Bound<'py, PyAny>> {
    let (bytes, shape) = each_grid(py, grids, Shape::cells, |units, grid, row| {
        units.write_conflicts(grid.cells(), row);
    })?;
    array(py, &bytes, "bool", &[shape.cells()])
}

thread_local! {
    /// The units of the last grids: to list them takes longer than to use them once.
    static UNITS: RefCell<Option<Rc<Units>>> = const { RefCell::new(None) };
}

fn units_of(shape: Shape) -> Rc<Units> {
    UNITS.with_borrow_mut(|last| {
        let known = last.take().filter(|units| units.shape == shape);
        Rc::clone(last.insert(known.unwrap_or_else(|| Rc::new(Units::new(shape)))))
    })
}

/// Returns what `write` writes for each grid, `row_bytes` of the shape each. Returns a `ValueError` for a row that is no grid.
fn each_grid(
    py: Python<'_>,
    grids: CorpusArguments<'_>,
    row_bytes: impl FnOnce(Shape) -> usize + Send,
    mut write: impl FnMut(&Units, &AnyGrid, &mut [u8]) + Send,
) -> PyResult<(Vec<u8>, Shape)> {
    let grids = CorpusInput::named("grids", grids)?;
    interruptible::run_rows(py, grids.rows(), |stop| {
        let rows = grids.read(stop)?;
        let units = units_of(rows.shape());
        let row_bytes = row_bytes(rows.shape());
        let mut bytes = Vec::with_capacity(rows.puzzles.len() * row_bytes);
        rows.puzzles.for_each("grids", rows.notation, stop, |grid| {
            let begin = bytes.len();
            bytes.resize(begin + row_bytes, 0);
            write(&units, grid, &mut bytes[begin..]);
        })?;
        Ok((bytes, rows.shape()))
    })
}

const STATUSES: [&str; 8] =
    ["rejected", "conflict", "unsolvable", "node-limit", "several", "solvable", "solved", "wrong"];

/// Returns the status of each grid as its index in [`STATUSES`], and the statuses.
#[pyfunction]
pub fn status<'py>(
    py: Python<'py>,
    grids: CorpusArguments<'py>,
    several: bool,
    node_limit: Option<i128>,
    threads: Option<i128>,
) -> PyResult<(Bound<'py, PyAny>, [&'static str; 8])> {
    let grids = CorpusInput::named("grids", grids)?;
    let options = options(Some(1 + i128::from(several)), node_limit, threads)?;
    let number = grids.rows();
    let rows = interruptible::run_rows(py, number, |stop| grids.read(stop))?;
    // The search in one large grid may take long.
    let number = number.filter(|_| rows.shape().has_short_searches());
    let indices = interruptible::run_rows(py, number, |stop| find_statuses(&rows, options, stop))?;
    Ok((array(py, &indices, "|u1", &[])?, STATUSES))
}

fn find_statuses(rows: &Rows, options: Options, stop: &AtomicBool) -> PyResult<Vec<u8>> {
    let strategies = Choice::Fastest.of_shape(rows.shape(), options.max_solutions)?;
    let options = Options { strategies, ..options.of_corpus(&rows.as_corpus()) };
    let pass = Pass { round: 0, clock: Clock::start(), stop: stop.into(), progress: None };
    let mut indices = Vec::with_capacity(rows.puzzles.len());
    let work = |worker: &mut Worker<'_>, block: Block| {
        let solved = worker.solve(block, &pass, 0)?;
        let found = solved.block.puzzles.iter().zip(&solved.samples);
        Ok(found.map(|(puzzle, sample)| status_of(&puzzle.givens, sample)).collect())
    };
    rows.map(
        BLOCK,
        options.threads,
        || Worker::new(&options),
        stop,
        work,
        |status: Option<&str>| {
            let status = status.unwrap_or("rejected");
            indices.push(STATUSES.iter().position(|name| *name == status).expect("a status of the list") as u8);
        },
    )?;
    Ok(indices)
}

fn status_of(grid: &AnyGrid, sample: &Sample) -> &'static str {
    match sample.status {
        Status::Solved if grid.clues() == grid.cells().len() => "solved",
        Status::Solved if sample.solutions > 1 => "several",
        Status::Solved => "solvable",
        Status::Unsolvable => "unsolvable",
        Status::Invalid => "conflict",
        // The result of a search that was stopped is dropped.
        Status::NodeLimit | Status::TimeLimit => "node-limit",
        _ => "wrong",
    }
}
