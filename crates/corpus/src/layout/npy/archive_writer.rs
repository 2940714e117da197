//! Writes an archive of arrays, one for each column of grids or integers.

use std::{
    collections::VecDeque,
    io::{self, Write},
};

use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use super::column::{ArrayBytes, ColumnValues, Form};
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

/// Writes the arrays of an archive.
pub struct NpzWriter {
    columns: Vec<Column>,
    offset: i64,
    left_out: Vec<String>,
    written: SharedBytes,
    /// The archive, once all rows are added.
    archive: Option<Archive>,
}

struct Column {
    name: String,
    /// The values; `None` once the column cannot be an array.
    values: Option<ColumnValues>,
}

/// An archive that is being written.
struct Archive {
    zip: ZipWriter<StreamWriter<SharedBytes>>,
    /// The arrays that are not in the archive yet.
    arrays: VecDeque<(String, ArrayBytes)>,
    /// The array that is being written.
    current: Option<ArrayBytes>,
}

impl NpzWriter {
    /// Begins an archive with the columns of `schema`.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many columns.
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
        Ok(NpzWriter { columns, offset: 0, left_out: Vec::new(), written: SharedBytes::default(), archive: None })
    }

    /// Returns the arrays of the columns. Grids that are missing are blank.
    fn arrays(&mut self) -> Result<VecDeque<(String, ArrayBytes)>> {
        let mut arrays = VecDeque::new();
        for Column { name, values } in self.columns.drain(..) {
            let Some(values) = values else { continue };
            let empty = values.empty();
            if values.form() == Form::Unknown && empty > 0 {
                self.left_out.push(format!("{name} (no row has a value)"));
                continue;
            }
            if empty > 0 {
                self.left_out.push(format!("{} in {name} (written as blanks)", plural(empty, "missing grid")));
            }
            arrays.push_back((name, values.into_array(self.offset)?));
        }
        Ok(arrays)
    }
}

impl RowWriter for NpzWriter {
    fn set_offset(&mut self, offset: i64) -> bool {
        self.offset = offset;
        true
    }

    fn row(&mut self, fields: &[Field<'_>], _text: &mut Vec<u8>) -> Result<()> {
        for (index, Column { name, values }) in self.columns.iter_mut().enumerate() {
            let refused = values.as_mut().map(|values| values.add(field(fields, index))).transpose()?;
            if let Some(reason) = refused.flatten() {
                self.left_out.push(format!("{name} ({reason})"));
                *values = None;
            }
        }
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        let mut archive = match self.archive.take() {
            Some(archive) => archive,
            None => {
                let zip = ZipWriter::new_stream(self.written.clone());
                Archive { zip, arrays: self.arrays()?, current: None }
            }
        };
        let has_more = archive.write_chunk()?;
        if has_more {
            self.archive = Some(archive);
        } else {
            archive.zip.finish().map_err(|error| failed(error.into()))?;
        }
        text.append(&mut self.written.bytes());
        Ok(has_more)
    }

    fn left_out(&self) -> Vec<String> {
        self.left_out.clone()
    }
}

impl Archive {
    /// Writes the next bytes; returns false at the end.
    fn write_chunk(&mut self) -> Result<bool> {
        if self.current.is_none() {
            let Some((name, array)) = self.arrays.pop_front() else { return Ok(false) };
            let is_large = array.length() >= u64::from(u32::MAX);
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            let begun = self.zip.start_file(format!("{name}.npy"), options.large_file(is_large));
            begun.map_err(|error| failed(error.into()))?;
            self.current = Some(array);
        }
        if let Some(array) = &mut self.current {
            let mut bytes = Vec::new();
            let has_more = array.push_chunk(&mut bytes)?;
            self.zip.write_all(&bytes).map_err(failed)?;
            self.current.take_if(|_| !has_more);
        }
        Ok(true)
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
