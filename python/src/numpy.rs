//! `to_numpy` and `from_numpy`.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use arrow_array::{ArrayRef, LargeStringArray};
use grid::{
    AnyGrid,
    text::{Notation, NotationOverride},
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyByteArray};
use pyo3_arrow::export::Arro3Array;

use crate::{cells::text, grids::Grids, input::Input, interruptible, notation::find};

#[pyfunction]
pub fn to_numpy<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    shape: &str,
    offset: i64,
    dtype: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let is_square = match shape {
        "flat" => false,
        "square" => true,
        _ => return Err(PyValueError::new_err(format!("shape: {shape:?} is neither \"flat\" nor \"square\""))),
    };
    let puzzles = Input::open("puzzles", puzzles, None)?;
    let numpy = py.import("numpy")?;
    let dtype = numpy.call_method1("dtype", (dtype,))?;
    if offset < 0 && dtype.getattr("kind")?.eq("u")? {
        return Err(PyValueError::new_err(format!("offset: {offset} needs a dtype with a sign, such as \"int8\"")));
    }
    let (cells, grid_shape) = interruptible::run(py, |stop| {
        let grids = puzzles.read(stop)?;
        let notation = find("puzzles", &grids, NotationOverride::default())?;
        Ok((read_cells(&grids, notation, stop)?, notation.shape))
    })?;
    let rows = (cells.len() / grid_shape.cells()) as i64;
    let side = grid_shape.side() as i64;
    let dimensions = if is_square { vec![rows, side, side] } else { vec![rows, side * side] };
    let array = numpy.call_method1("frombuffer", (PyByteArray::new(py, &cells), "uint8"))?;
    let array = array.call_method1("reshape", (dimensions,))?.call_method1("astype", (dtype,))?;
    if offset != 0 { array.call_method1("__iadd__", (offset,)) } else { Ok(array) }
}

fn read_cells(grids: &Grids, notation: Notation, stop: &AtomicBool) -> PyResult<Vec<u8>> {
    let shape = notation.shape;
    let mut cells = Vec::with_capacity(grids.len() * shape.cells());
    let rows = grids.any_grids(0..grids.len(), notation).enumerate();
    for (row, grid) in rows.take_while(|_| !stop.load(Ordering::Relaxed)) {
        let Some(grid) = grid else {
            let side = shape.side();
            let message = format!("puzzles: row {row} is not a grid of side {side}; an array has no place for a null");
            return Err(PyValueError::new_err(message));
        };
        cells.extend(grid.cells());
    }
    Ok(cells)
}

#[pyfunction]
pub fn from_numpy<'py>(py: Python<'py>, array: &Bound<'py, PyAny>, offset: i64, blank: char) -> PyResult<Arro3Array> {
    if !"0.*_-xX?".contains(blank) {
        return Err(PyValueError::new_err(format!("blank: {blank:?} is not one of 0 . * _ - x X ?")));
    }
    let array = Input::with_offset("array", array, offset, None)?;
    let strings: LargeStringArray = interruptible::run(py, |stop| {
        let grids = array.read(stop)?;
        let notation = find("array", &grids, NotationOverride::default())?;
        let string = |grid: Option<AnyGrid>| grid.map(|grid| text(grid.cells(), blank));
        Ok(grids.any_grids(0..grids.len(), notation).map(string).collect())
    })?;
    Ok(Arro3Array::from(Arc::new(strings) as ArrayRef))
}
