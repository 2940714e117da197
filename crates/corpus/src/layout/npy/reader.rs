//! Reads the rows of arrays of the same length, each of which is a column.

use std::io::Read;

use csv::ByteRecord;

use super::array::ArrayReader;
use crate::{
    error::{Error, Result},
    layout::{
        column_type::ColumnType,
        line_reader::LineReader,
        row_reader::{RawRow, RowReader, bytes_of_rows},
        source::Source,
    },
};

pub struct ColumnsReader<R> {
    columns: Vec<(String, ArrayReader<R>)>,
    /// Why other arrays are no columns.
    left_out: Vec<String>,
    /// Bytes of the file.
    length: u64,
    row: u64,
    field: Vec<u8>,
    /// The last row as CSV.
    text: Vec<u8>,
}

impl<R: Read> ColumnsReader<R> {
    /// Creates a reader of a file of `length` bytes. `left_out` says why other arrays of the file are no columns.
    pub fn new(columns: Vec<(String, ArrayReader<R>)>, left_out: Vec<String>, length: u64) -> ColumnsReader<R> {
        ColumnsReader { columns, left_out, length, row: 0, field: Vec::new(), text: Vec::new() }
    }
}

impl<R: Read> RowReader for ColumnsReader<R> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        fields.clear();
        let mut next = None;
        for (_, array) in &mut self.columns {
            self.field.clear();
            next = array.next(&mut self.field)?;
            fields.push_field(&self.field);
        }
        let Some(row) = next else { return Ok(None) };
        self.row = row;
        Ok(Some(RawRow::assembled(row, fields, &mut self.text)))
    }

    fn bytes(&self) -> u64 {
        let rows = self.columns.first().map_or(0, |(_, array)| array.rows());
        bytes_of_rows(self.length, self.row, rows)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.columns.iter().map(|(name, _)| name.as_str()).collect())
    }

    fn types(&self) -> Vec<ColumnType> {
        self.columns.iter().map(|(_, array)| array.column_type()).collect()
    }

    fn notes(&self) -> Vec<String> {
        let is_none = self.left_out.is_empty();
        if is_none { Vec::new() } else { vec![format!("left out: {}", self.left_out.join("; "))] }
    }
}

/// Opens an array of grids.
pub fn open(source: Source<'_>) -> Result<ColumnsReader<LineReader<'_>>> {
    let Source { path, lines, offset, .. } = source;
    let array = ArrayReader::open(path, lines, offset)?.and_then(|array| match array.is_of_grids() {
        true => Ok(array),
        false => Err("is an array of numbers; grids are (N, 81) or (N, 9, 9); of a single grid, save a[None]".into()),
    });
    let array = array.map_err(|reason: String| Error::malformed(path, 0, reason))?;
    let length = array.length();
    Ok(ColumnsReader::new(vec![("puzzle".into(), array)], Vec::new(), length))
}
