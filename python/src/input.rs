//! Arguments that hold grids, of any library.

use std::sync::atomic::{AtomicBool, Ordering};

use arrow_schema::{DataType, FieldRef};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyList, PyString, PyTuple},
};
use pyo3_arrow::{ffi::ArrayReader, input::AnyArray};
use solver::grid::Shape;

use crate::{
    arrow_cells::{is_list_of_floats, is_list_of_integers},
    grids::Grids,
    ndarray,
};

/// An argument that holds grids, before it is read.
pub struct Input {
    name: &'static str,
    source: Source,
}

enum Source {
    /// An Arrow array or stream, and what its numbers have in addition to the value.
    Arrow(Box<dyn ArrayReader + Send>, i64),
    Read(Grids),
}

impl Input {
    /// Opens the argument with this name, whose numbers are values. An array has grids of `shape`, if it is given.
    ///
    /// # Errors
    ///
    /// Returns those of [`Input::with_offset`].
    pub fn open(name: &'static str, argument: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<Input> {
        Input::with_offset(name, argument, 0, shape)
    }

    /// Opens the argument with this name, whose numbers are values plus `offset`. An array has grids of `shape`, if it is given.
    ///
    /// # Errors
    ///
    /// Returns a `TypeError` if the argument does not hold grids, and a `ValueError` for an array of another shape.
    pub fn with_offset(
        name: &'static str,
        argument: &Bound<'_, PyAny>,
        offset: i64,
        shape: Option<Shape>,
    ) -> PyResult<Input> {
        let source = if argument.hasattr("__arrow_c_array__")? || argument.hasattr("__arrow_c_stream__")? {
            let reader = argument.extract::<AnyArray>()?.into_reader()?;
            check_type(name, &reader.field())?;
            Source::Arrow(reader, offset)
        } else if let Some(texts) = texts(name, argument)? {
            Source::Read(Grids::of_texts(texts))
        } else {
            Source::Read(Grids::of_cells(ndarray::read(name, argument, offset, shape)?))
        };
        Ok(Input { name, source })
    }

    /// Reads all grids. A stream is read to its end, or until `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read(self, stop: &AtomicBool) -> PyResult<Grids> {
        let (reader, offset) = match self.source {
            Source::Arrow(reader, offset) => (reader, offset),
            Source::Read(grids) => return Ok(grids),
        };
        let mut grids = Grids::default();
        for chunk in reader.take_while(|_| !stop.load(Ordering::Relaxed)) {
            let chunk = chunk.map_err(|error| PyValueError::new_err(format!("{}: {error}", self.name)))?;
            grids.push(&chunk, offset);
        }
        Ok(grids)
    }
}

/// Returns the strings of a list, a tuple or an array of NumPy; `None` if it holds something else.
fn texts(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Option<String>>>> {
    let is_list = argument.is_instance_of::<PyList>() || argument.is_instance_of::<PyTuple>();
    if !is_list {
        let kind = argument.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
        let is_text = kind.is_ok_and(|kind| ["U", "T", "O"].iter().any(|text| kind.eq(text).unwrap_or(false)));
        return if is_text { texts(name, &argument.call_method0("tolist")?) } else { Ok(None) };
    }
    let mut texts = Vec::with_capacity(argument.len()?);
    for (row, item) in argument.try_iter()?.enumerate() {
        let item = item?;
        match item.cast::<PyString>() {
            Ok(text) => texts.push(Some(text.to_str()?.to_string())),
            Err(_) if item.is_none() => texts.push(None),
            // A list of lists of numbers is an array.
            Err(_) if item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>() => return Ok(None),
            Err(_) => {
                let found = item.get_type().name()?;
                return Err(PyTypeError::new_err(format!("{name}: row {row} is {found}, not str or None")));
            }
        }
    }
    Ok(Some(texts))
}

/// Checks that an array has strings or lists of integers, or that a table has a single column of them.
fn check_type(name: &str, field: &FieldRef) -> PyResult<()> {
    let wrong = |reason| Err(PyTypeError::new_err(format!("{name}: {reason}")));
    match field.data_type() {
        // A column without a value has no type.
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => Ok(()),
        DataType::Struct(columns) => match &columns[..] {
            [column] if !matches!(column.data_type(), DataType::Struct(_)) => check_type(name, column),
            columns => {
                let names: Vec<_> = columns.iter().map(|column| column.name().as_str()).collect();
                wrong(format!("a table with {} columns ({}); select one", columns.len(), names.join(", ")))
            }
        },
        list if is_list_of_integers(list) => Ok(()),
        list if is_list_of_floats(list) => {
            wrong("holds floating-point numbers; take the argmax, or cast to integers".into())
        }
        other => wrong(format!("holds {other}, not strings; cast it to strings")),
    }
}
