//! `to_numpy` and `from_numpy`.

use std::{iter, sync::Arc};

use arrow_array::{ArrayRef, LargeStringArray};
use grid::{AnyGrid, text::NotationOverride};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyByteArray};
use pyo3_arrow::export::Arro3Array;

use crate::{cells::text, input::Input, interruptible, notation::find};

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
        let mut cells = Vec::with_capacity(grids.len() * notation.shape.cells());
        grids.for_each("puzzles", notation, stop, |grid| cells.extend_from_slice(grid.cells()))?;
        Ok((cells, notation.shape))
    })?;
    let side = grid_shape.side();
    let dimensions = if is_square { vec![side, side] } else { vec![side * side] };
    let array = array(py, &cells, "uint8", &dimensions)?.call_method1("astype", (dtype,))?;
    if offset != 0 { array.call_method1("__iadd__", (offset,)) } else { Ok(array) }
}

/// Returns an array of rows of these dimensions.
pub fn array<'py>(py: Python<'py>, bytes: &[u8], dtype: &str, row: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))?;
    let dimensions: Vec<i64> = iter::once(-1).chain(row.iter().map(|&length| length as i64)).collect();
    array.call_method1("reshape", (dimensions,))
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
        let string = |grid: Option<AnyGrid>| grid.map(|grid| text(grid.cells(), blank as u8));
        Ok(grids.any_grids(0..grids.len(), notation).map(string).collect())
    })?;
    Ok(Arro3Array::from(Arc::new(strings) as ArrayRef))
}
