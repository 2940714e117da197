//! Arguments that hold grids, of any library.

use std::{
    iter::repeat_n,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arrow_array::{ArrayRef, Int64Array, LargeStringArray};
use arrow_schema::{DataType, Field, FieldRef};
use grid::Shape;
use pyo3::{
    buffer::PyUntypedBuffer,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyFloat, PyInt, PyList, PyString, PyTuple},
};
use pyo3_arrow::{ffi::ArrayReader, input::AnyArray};

use crate::{
    arguments::check_length,
    arrow_cells::{is_list_of_floats, is_list_of_integers, push_numbers},
    grids::{Chunk, Grids, restore_zeros},
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
        if ndarray::has_rows(argument) {
            let numbers = Chunk::Numbers(ndarray::open(name, argument, offset, shape)?);
            return Ok(Input { name, source: Source::Read(Grids::of(numbers)) });
        }
        let source = match arrow_reader(name, argument)? {
            Some(reader) => {
                if name != IDS || !is_id(reader.field().data_type()) {
                    check_type(name, &reader.field())?;
                }
                Source::Arrow(reader, offset)
            }
            None => Source::Read(match read_list(name, argument)? {
                List::Texts(texts) => Grids::of(Chunk::Texts(texts)),
                List::Arrays(arrays) => Grids::of(Chunk::Numbers(ndarray::open(name, &arrays, offset, shape)?)),
            }),
        };
        Ok(Input { name, source })
    }

    /// Returns the number of rows; `None` for a stream.
    pub fn rows(&self) -> Option<usize> {
        match &self.source {
            Source::Arrow(..) => None,
            Source::Read(grids) => Some(grids.len()),
        }
    }

    pub fn read(self, stop: &AtomicBool) -> PyResult<Grids> {
        let (reader, offset) = match self.source {
            Source::Arrow(reader, offset) => (reader, offset),
            Source::Read(grids) => return Ok(grids),
        };
        let mut grids = Grids::default();
        for chunk in chunks(self.name, reader, stop) {
            grids.push(&chunk?, offset).map_err(|reason| wrong_type(self.name, &reason))?;
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
                let texts = ids.texts(0..ids.len()).map(|id| id.map(|id| String::from_utf8_lossy(&id).into_owned()));
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

/// Returns the reader of an Arrow array or stream; `None` if the argument is none, or is a column of Python objects that have no
/// type in Arrow, such as integers of 81 digits.
fn arrow_reader(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Option<Box<dyn ArrayReader + Send>>> {
    if !argument.hasattr("__arrow_c_array__")? && !argument.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    match argument.extract::<AnyArray>() {
        Ok(array) => Ok(Some(array.into_reader()?)),
        Err(_) if argument.hasattr("tolist")? => Ok(None),
        Err(error) => {
            Err(PyTypeError::new_err(format!("{name}: {error}; select the column of grids, or read it as strings")))
        }
    }
}

/// What a list holds.
enum List<'py> {
    Texts(Vec<Option<String>>),
    /// An array of numbers, or lists of them.
    Arrays(Bound<'py, PyAny>),
}

/// Reads a list or another sequence, or an array of NumPy.
fn read_list<'py>(name: &str, argument: &Bound<'py, PyAny>) -> PyResult<List<'py>> {
    let Some(list) = as_list(argument)? else { return Ok(List::Arrays(argument.clone())) };
    let mut texts = Vec::with_capacity(list.len());
    let mut integers = Vec::new();
    for (row, item) in list.iter().enumerate() {
        if let Ok(text) = item.cast::<PyString>() {
            texts.push(Some(text.to_str()?.to_string()));
        } else if is_missing(&item)? {
            texts.push(None);
        } else if name != IDS && item.is_instance_of::<PyInt>() && !item.is_instance_of::<PyBool>() {
            integers.push(row);
            texts.push(Some(item.str()?.to_string()));
        } else if item.hasattr("tolist")? {
            // Arrays and tensors, perhaps on another device.
            let numbers =
                |item: Bound<'py, PyAny>| if item.hasattr("tolist")? { item.call_method0("tolist") } else { Ok(item) };
            let rows = list.iter().map(numbers);
            return Ok(List::Arrays(PyList::new(list.py(), rows.collect::<PyResult<Vec<_>>>()?)?.into_any()));
        } else if is_sequence(&item) {
            return Ok(List::Arrays(list.into_any()));
        } else {
            let found = item.get_type().name()?;
            return Err(wrong_type(name, &format!("row {row} is {found}, not str or None")));
        }
    }
    if !integers.is_empty() {
        restore_zeros(&mut texts, integers).map_err(|reason| wrong_type(name, &reason))?;
    }
    Ok(List::Texts(texts))
}

/// Returns the items of a sequence, or of a column or an array of objects or strings; `None` for any other argument.
fn as_list<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    let kind = argument.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
    let is_of_objects = kind.is_ok_and(|kind| ["U", "T", "O"].iter().any(|text| kind.eq(text).unwrap_or(false)));
    let is_array = argument.hasattr("__array__")? || PyUntypedBuffer::get(argument).is_ok();
    let is_column = argument.hasattr("__arrow_c_stream__")?;
    if is_of_objects || is_column {
        return Ok(Some(argument.call_method0("tolist")?.cast_into()?));
    }
    let has_items = ["__len__", "__getitem__", "__iter__"].iter().all(|name| argument.hasattr(name).unwrap_or(false));
    let is_text_or_map = argument.is_instance_of::<PyString>() || argument.hasattr("keys")?;
    if is_array || is_text_or_map || !has_items {
        return Ok(None);
    }
    // Such as a column of a data set of Hugging Face.
    Ok(Some(argument.py().get_type::<PyList>().call1((argument,))?.cast_into()?))
}

fn wrong_type(name: &str, reason: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: {reason}"))
}

fn is_sequence(item: &Bound<'_, PyAny>) -> bool {
    item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>()
}

/// Returns true for `None`, for the float NaN, and for what pandas has in their place.
fn is_missing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_nan = item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    Ok(item.is_none() || is_nan || item.get_type().name()? == "NAType")
}

/// Checks that an array has strings or lists of integers, or that a table has a single column of them.
fn check_type(name: &str, field: &FieldRef) -> PyResult<()> {
    let wrong = |reason: String| Err(wrong_type(name, &reason));
    match field.data_type() {
        // Grids that became integers.
        integer if integer.is_integer() && name != IDS => Ok(()),
        DataType::Dictionary(_, values) if !values.is_integer() => {
            check_type(name, &Arc::new(Field::new("", (**values).clone(), true)))
        }
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
