//! Writes an array of the puzzles, or an archive with an array for each column of grids or integers.

use std::{
    collections::VecDeque,
    io::{self, Write},
};

use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use super::column::{ColumnValues, Form};
use crate::{
    error::{Error, Result},
    layout::{
        row_writer::{Field, RowWriter, field},
        schema::{Schema, unique_names},
        shared_bytes::SharedBytes,
    },
    numbers::plural,
};

/// Maximum number of arrays: each has a temporary file, part of which is in memory.
const MAX_ARRAYS: usize = 32;

/// Number of bytes from which an array may be too long for the 32-bit sizes of a zip archive.
const MAX_SMALL_ARRAY: u64 = u32::MAX as u64 - 128;

/// Writes the array of the puzzles.
pub struct NpyWriter {
    puzzle: usize,
    offset: i64,
    values: ColumnValues,
}

impl NpyWriter {
    pub fn new(schema: &Schema) -> Result<NpyWriter> {
        Ok(NpyWriter { puzzle: schema.puzzle, offset: 0, values: ColumnValues::new()? })
    }
}

impl RowWriter for NpyWriter {
    fn set_offset(&mut self, offset: i64) -> bool {
        self.offset = offset;
        true
    }

    fn row(&mut self, fields: &[Field<'_>], _text: &mut Vec<u8>) -> Result<()> {
        let refused = self.values.add(field(fields, self.puzzle), self.offset)?;
        refused.map_or(Ok(()), |reason| Err(Error::Usage(format!("the puzzle is no array: {reason}"))))
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        self.values.push_chunk(self.offset, text)
    }
}

/// Writes the arrays of an archive.
pub struct NpzWriter {
    /// The columns whose arrays are not whole in the archive yet.
    columns: VecDeque<Column>,
    offset: i64,
    left_out: Vec<String>,
    /// `None` once the archive is complete.
    zip: Option<ZipWriter<StreamWriter<SharedBytes>>>,
    written: SharedBytes,
}

struct Column {
    name: String,
    /// The values; `None` once the column cannot be an array.
    values: Option<ColumnValues>,
}

impl NpzWriter {
    /// Begins an archive with the columns of `schema`. Returns an error if there are too many columns.
    pub fn new(schema: &Schema) -> Result<NpzWriter> {
        if schema.names.len() > MAX_ARRAYS {
            let columns = plural(schema.names.len() as u64, "column");
            return Err(Error::Usage(format!(
                "{columns}; at most {MAX_ARRAYS} become arrays; choose some with --columns"
            )));
        }
        let safe: Vec<String> = schema.names.iter().map(|name| array_name(name)).collect();
        let names = unique_names(safe.iter().map(String::as_str));
        let column = |name| Ok(Column { name, values: Some(ColumnValues::new()?) });
        let columns = names.into_iter().map(column).collect::<Result<_>>()?;
        let written = SharedBytes::default();
        let zip = Some(ZipWriter::new_stream(written.clone()));
        Ok(NpzWriter { columns, offset: 0, left_out: Vec::new(), zip, written })
    }

    /// Writes the next bytes of the first column; returns false at its end.
    fn write_chunk(&mut self) -> Result<bool> {
        let (Some(Column { name, values: Some(values) }), Some(zip)) = (self.columns.front_mut(), &mut self.zip) else {
            return Ok(false);
        };
        if values.is_whole() {
            let empty = values.empty();
            if values.form() == Form::Unknown && empty > 0 {
                self.left_out.push(format!("{name} (no row has a value)"));
                return Ok(false);
            }
            if empty > 0 {
                self.left_out.push(format!("{} in {name} (written as blanks)", plural(empty, "missing grid")));
            }
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            let is_large = values.length() >= MAX_SMALL_ARRAY;
            zip.start_file(format!("{name}.npy"), options.large_file(is_large))
                .map_err(|error| failed(error.into()))?;
        }
        let mut bytes = Vec::new();
        let has_more = values.push_chunk(self.offset, &mut bytes)?;
        zip.write_all(&bytes).map_err(failed)?;
        Ok(has_more)
    }
}

impl RowWriter for NpzWriter {
    fn set_offset(&mut self, offset: i64) -> bool {
        self.offset = offset;
        true
    }

    fn row(&mut self, fields: &[Field<'_>], _text: &mut Vec<u8>) -> Result<()> {
        for (index, Column { name, values }) in self.columns.iter_mut().enumerate() {
            let refused = values.as_mut().map(|values| values.add(field(fields, index), self.offset)).transpose()?;
            if let Some(reason) = refused.flatten() {
                self.left_out.push(format!("{name} ({reason})"));
                *values = None;
            }
        }
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        if !self.write_chunk()? {
            self.columns.pop_front();
        }
        let is_complete = self.columns.is_empty();
        if let Some(zip) = self.zip.take_if(|_| is_complete) {
            zip.finish().map_err(|error| failed(error.into()))?;
        }
        text.append(&mut self.written.bytes());
        Ok(!is_complete)
    }

    fn left_out(&self) -> Vec<String> {
        self.left_out.clone()
    }
}

/// Returns a column's name as that of a file in an archive.
fn array_name(name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ') { c } else { '_' }).collect();
    if name.trim_matches(['.', ' ']).is_empty() { "column".into() } else { name }
}

fn failed(error: io::Error) -> Error {
    Error::io("the NumPy output", "write")(error)
}
