//! Arguments that hold grids, of any library.

use std::{
    iter::repeat_n,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arrow_array::{ArrayRef, Int64Array, LargeStringArray};
use arrow_schema::{DataType, FieldRef};
use grid::Shape;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyList, PyString, PyTuple},
};
use pyo3_arrow::{ffi::ArrayReader, input::AnyArray};

use crate::{
    arguments::check_length,
    arrow_cells::{is_list_of_floats, is_list_of_integers, push_numbers},
    grids::{Chunk, Grids},
    ndarray,
};

/// The argument that holds strings or integers instead of grids.
pub const IDS: &str = "ids";

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
    pub fn open(name: &'static str, argument: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<Input> {
        Input::with_offset(name, argument, 0, shape)
    }

    /// Opens the argument with this name, whose numbers are values plus `offset`. An array has grids of `shape`, if it
    /// is given. Returns a `TypeError` if the argument does not hold grids, and a `ValueError` for an array of another
    /// shape.
    pub fn with_offset(
        name: &'static str,
        argument: &Bound<'_, PyAny>,
        offset: i64,
        shape: Option<Shape>,
    ) -> PyResult<Input> {
        let source = if argument.hasattr("__arrow_c_array__")? || argument.hasattr("__arrow_c_stream__")? {
            let reader = argument.extract::<AnyArray>()?.into_reader()?;
            if name != IDS || !is_id(reader.field().data_type()) {
                check_type(name, &reader.field())?;
            }
            Source::Arrow(reader, offset)
        } else if let Some(texts) = texts(name, argument)? {
            Source::Read(Grids::of(Chunk::Texts(texts)))
        } else {
            Source::Read(Grids::of(Chunk::Cells(ndarray::read(name, argument, offset, shape)?)))
        };
        Ok(Input { name, source })
    }

    pub fn read(self, stop: &AtomicBool) -> PyResult<Grids> {
        let (reader, offset) = match self.source {
            Source::Arrow(reader, offset) => (reader, offset),
            Source::Read(grids) => return Ok(grids),
        };
        let mut grids = Grids::default();
        for chunk in chunks(self.name, reader, stop) {
            grids.push(&chunk?, offset);
        }
        Ok(grids)
    }

    /// Reads the ids of all puzzles. The column has each of them `times` times.
    pub fn read_ids(self, puzzles: usize, times: usize, stop: &AtomicBool) -> PyResult<ArrayRef> {
        match self.source {
            Source::Arrow(reader, _) if is_id(reader.field().data_type()) => {
                let mut ids = Vec::new();
                for chunk in chunks(self.name, reader, stop) {
                    push_numbers(&chunk?, &mut ids);
                }
                check_length(puzzles, IDS, ids.len())?;
                Ok(Arc::new(ids.into_iter().flat_map(|id| repeat_n(id, times)).collect::<Int64Array>()))
            }
            source => {
                let ids = Input { name: self.name, source }.read(stop)?;
                check_length(puzzles, IDS, ids.len())?;
                let texts = ids.rows(0..ids.len()).map(|id| id.map(|id| String::from_utf8_lossy(&id).into_owned()));
                Ok(Arc::new(texts.flat_map(|id| repeat_n(id, times)).collect::<LargeStringArray>()))
            }
        }
    }
}

/// Returns the arrays of a stream to its end, or until `stop` is set.
fn chunks(
    name: &str,
    reader: Box<dyn ArrayReader + Send>,
    stop: &AtomicBool,
) -> impl Iterator<Item = PyResult<ArrayRef>> {
    let chunks = reader.take_while(|_| !stop.load(Ordering::Relaxed));
    chunks.map(move |chunk| chunk.map_err(|error| PyValueError::new_err(format!("{name}: {error}"))))
}

/// Returns true for integers that are in int64.
fn is_id(data_type: &DataType) -> bool {
    data_type.is_integer() && *data_type != DataType::UInt64
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
