//! Arrow arrays of strings, read in place.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, cast::AsArray};
use arrow_schema::{DataType, FieldRef};
use corpus::layout::parse_cells;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use pyo3_arrow::{ffi::ArrayReader, input::AnyArray};
use solver::grid::Grid;

/// An argument that holds strings, before it is read.
pub struct Input {
    name: &'static str,
    reader: Box<dyn ArrayReader + Send>,
}

impl Input {
    /// Opens the argument with this name.
    ///
    /// # Errors
    ///
    /// Returns a `TypeError` if the argument is no Arrow array or stream, or if it does not hold strings.
    pub fn open(name: &'static str, argument: &Bound<'_, PyAny>) -> PyResult<Input> {
        if !argument.hasattr("__arrow_c_array__")? && !argument.hasattr("__arrow_c_stream__")? {
            return Err(PyTypeError::new_err(format!(
                "{name}: {} is not an Arrow array or stream; pass a Series of Polars or pandas 3, or pyarrow.array(…)",
                argument.get_type().fully_qualified_name()?
            )));
        }
        let reader = argument.extract::<AnyArray>()?.into_reader()?;
        check_type(name, &reader.field())?;
        Ok(Input { name, reader })
    }

    /// Reads all strings. A stream is read to its end, or until `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read(self, stop: &AtomicBool) -> PyResult<Strings> {
        let mut strings = Strings::default();
        for chunk in self.reader.take_while(|_| !stop.load(Ordering::Relaxed)) {
            let chunk = chunk.map_err(|error| PyValueError::new_err(format!("{}: {error}", self.name)))?;
            strings.push(&chunk);
        }
        Ok(strings)
    }
}

/// Checks that an array has strings, or that a table has a single column of them.
fn check_type(name: &str, field: &FieldRef) -> PyResult<()> {
    let wrong = |reason| Err(PyTypeError::new_err(format!("{name}: {reason}")));
    match field.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(()),
        DataType::Struct(columns) => match &columns[..] {
            [column] if !matches!(column.data_type(), DataType::Struct(_)) => check_type(name, column),
            columns => {
                let names: Vec<_> = columns.iter().map(|column| column.name().as_str()).collect();
                wrong(format!("a table with {} columns ({}); select one", columns.len(), names.join(", ")))
            }
        },
        other => wrong(format!("holds {other}, not strings; cast it to strings")),
    }
}

/// Strings in the memory of whoever made them.
#[derive(Default)]
pub struct Strings {
    chunks: Vec<Chunk>,
    /// The number of rows up to the end of each chunk.
    ends: Vec<usize>,
}

enum Chunk {
    Short(StringArray),
    Long(LargeStringArray),
    View(StringViewArray),
}

impl Strings {
    fn push(&mut self, array: &ArrayRef) {
        let chunk = match array.data_type() {
            DataType::Utf8 => Chunk::Short(array.as_string().clone()),
            DataType::LargeUtf8 => Chunk::Long(array.as_string().clone()),
            DataType::Utf8View => Chunk::View(array.as_string_view().clone()),
            // The type was checked: this is a table with a single column.
            _ => return self.push(array.as_struct().column(0)),
        };
        self.ends.push(self.len() + array.len());
        self.chunks.push(chunk);
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the strings of some rows; `None` for a null.
    pub fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = Option<&[u8]>> {
        let first = self.ends.partition_point(|&end| end <= rows.start);
        let chunks = self
            .chunks
            .iter()
            .zip(&self.ends)
            .skip(first)
            .take_while(move |(chunk, end)| *end - chunk.len() < rows.end);
        chunks.flat_map(move |(chunk, end)| {
            let begin = end - chunk.len();
            (rows.start.max(begin)..rows.end.min(*end)).map(move |row| chunk.get(row - begin))
        })
    }

    /// Returns the grids of some rows; `None` for a row that is not a puzzle.
    pub fn grids(&self, rows: Range<usize>) -> impl Iterator<Item = Option<Grid>> {
        self.rows(rows).map(|text| text.and_then(parse_cells))
    }
}

impl Chunk {
    fn len(&self) -> usize {
        match self {
            Chunk::Short(array) => array.len(),
            Chunk::Long(array) => array.len(),
            Chunk::View(array) => array.len(),
        }
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Chunk::Short(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Chunk::Long(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Chunk::View(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
        }
    }
}
