//! Grids as arrays of integers of NumPy, or of any library with the buffer protocol or `__array__`.

use std::ops::Range;

use grid::Shape;
use pyo3::{
    buffer::{Element, ElementType, PyBuffer, PyUntypedBuffer},
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyList, PySlice, PyString, PyTuple},
};

use crate::{cells::CellRows, grids::Numbers};

/// The sides of grids whose boxes have two rows or more.
const SIDES: &str = "n = 4, 6, 8, 9, 10, 12, …, 25; boxes of one row need the argument shape, such as \"1x7\"";

/// Returns true for an array of integers with rows.
pub fn has_rows(array: &Bound<'_, PyAny>) -> bool {
    // To ask a list for its buffer makes an exception.
    !array.is_instance_of::<PyList>()
        && PyUntypedBuffer::get(array).is_ok_and(|buffer| {
            let element = ElementType::from_format(buffer.format());
            let is_integer = matches!(element, ElementType::SignedInteger { .. } | ElementType::UnsignedInteger { .. });
            is_integer && buffer.dimensions() > 1
        })
}

/// Opens an array of shape (N, n·n) or (N, n, n), whose numbers are values plus `offset`. If the grids' `shape` is given, n is its side.
/// The numbers are read where they are.
pub fn open(name: &str, array: &Bound<'_, PyAny>, offset: i64, shape: Option<Shape>) -> PyResult<Numbers> {
    let array = if PyUntypedBuffer::get(array).is_ok() { array.clone() } else { as_array(name, array)? };
    let buffer = PyUntypedBuffer::get(&array).map_err(|_| unsupported(name, &array))?;
    let element = ElementType::from_format(buffer.format());
    let wrong = |reason: &str| Err(PyTypeError::new_err(format!("{name}: {reason}")));
    match element {
        ElementType::Float { .. } => {
            return wrong("holds floating-point numbers; take the argmax, or cast to integers");
        }
        ElementType::Bool | ElementType::Unknown => return Err(unsupported(name, &array)),
        _ if buffer.dimensions() < 2 => {
            return wrong("holds numbers, not grids; read the column as text, or pass an array of shape (N, n·n)");
        }
        _ => {}
    }
    let width = width(name, buffer.shape(), shape)?;
    let array = if array.hasattr("__array__")? {
        array.clone()
    } else {
        array.py().import("numpy")?.call_method1("asarray", (&array,))?
    };
    match element {
        ElementType::SignedInteger { bytes: 1 } => numbers::<i8>(&array, width, offset),
        ElementType::SignedInteger { bytes: 2 } => numbers::<i16>(&array, width, offset),
        ElementType::SignedInteger { bytes: 4 } => numbers::<i32>(&array, width, offset),
        ElementType::SignedInteger { .. } => numbers::<i64>(&array, width, offset),
        ElementType::UnsignedInteger { bytes: 1 } => numbers::<u8>(&array, width, offset),
        ElementType::UnsignedInteger { bytes: 2 } => numbers::<u16>(&array, width, offset),
        ElementType::UnsignedInteger { bytes: 4 } => numbers::<u32>(&array, width, offset),
        _ => numbers::<u64>(&array, width, offset),
    }
}

/// Returns an object that has no buffer, such as a tensor or a list of lists, as an array of NumPy.
fn as_array<'py>(name: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_list && !object.hasattr("__array__")? {
        return Err(unsupported(name, object));
    }
    let numpy = object.py().import("numpy")?;
    let as_array = |object: &Bound<'py, PyAny>| numpy.call_method1("asarray", (object,));
    // A tensor may refuse, such as one on another device.
    let of_list = |_| as_array(&object.call_method0("tolist")?);
    as_array(object).or_else(of_list).map_err(|_| unsupported(name, object))
}

fn unsupported(name: &str, object: &Bound<'_, PyAny>) -> PyErr {
    if object.is_instance_of::<PyString>() {
        return PyTypeError::new_err(format!(
            "{name}: str is not an array of grids; pass a list of strings, or pathlib.Path(…) for a file"
        ));
    }
    let found = object.get_type().fully_qualified_name().map_or_else(|_| "this".into(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "{name}: {found} is not an array of grids; pass a Series of Polars or pandas 3, an Arrow array, a list of strings, or \
         an array of integers of shape (N, n·n) or (N, n, n)"
    ))
}

fn width(name: &str, shape: &[usize], of_grids: Option<Shape>) -> PyResult<usize> {
    let width = match *shape {
        [_, width] => Some(width),
        [_, rows, columns] if rows == columns => Some(rows * columns),
        _ => None,
    };
    let is_grid = |width: &usize| of_grids.map_or(Shape::of_cells(*width).is_some(), |shape| shape.cells() == *width);
    width.filter(is_grid).ok_or_else(|| {
        let shape = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let sides = of_grids.map_or(SIDES.to_string(), |shape| format!("n = {}", shape.side()));
        PyValueError::new_err(format!("{name}: the shape is ({shape}), not (N, n·n) or (N, n, n) for {sides}"))
    })
}

fn numbers<T: Element + TryInto<i64>>(array: &Bound<'_, PyAny>, width: usize, offset: i64) -> PyResult<Numbers> {
    // While there is a buffer, the array keeps its size.
    let buffer = PyUntypedBuffer::get(array)?;
    let rows = buffer.item_count() / width;
    let array = array.clone().unbind();
    let read = move |rows: Range<usize>| {
        let mut cells = CellRows::default();
        let numbers: PyResult<Vec<T>> = Python::attach(|py| {
            debug_assert!(rows.end * width <= buffer.item_count());
            let rows = PySlice::new(py, rows.start as isize, rows.end as isize, 1);
            PyBuffer::get(&array.bind(py).get_item(rows)?)?.to_vec(py)
        });
        let numbers = numbers.expect("an array has its rows");
        cells.extend(&numbers, width, offset);
        cells
    };
    Ok(Numbers { rows, read: Box::new(read) })
}
