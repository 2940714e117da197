//! The layout `npy`: one array of grids.

use csv::ByteRecord;

use super::{
    array::ArrayReader,
    column::{ArrayBytes, ColumnValues},
    header::MAGIC,
};
use crate::{
    error::{Error, Result},
    layout::{
        column_type::ColumnType,
        definition::{Layout, Reading, Writing},
        line_reader::LineReader,
        row_reader::{RawRow, RowReader},
        row_writer::{Field, RowWriter, field},
        schema::Schema,
        source::Source,
    },
};

/// The registry entry.
pub const NPY: Layout = Layout {
    name: "npy",
    extensions: &["npy"],
    read: Some(Reading {
        about: "a NumPy array of integers, of the shape (N, 81) or (N, 9, 9)",
        detect: |head| head.bytes.starts_with(MAGIC),
        continues: |_, _| false,
        is_text: false,
        open: |source| Ok(Box::new(NpyReader::open(source)?)),
    }),
    write: Some(Writing {
        about: "a NumPy array of the puzzles alone, of the shape (N, 81)",
        blanks: |_| b"0.",
        one_blank: true,
        names_columns: false,
        generic_extension: false,
        needs_puzzle: true,
        independent_rows: false,
        any_shape: false,
        compressible: true,
        open: |schema| Ok(Box::new(NpyWriter::new(schema)?)),
    }),
};

struct NpyReader<'a> {
    array: ArrayReader<LineReader<'a>>,
    /// The cells of the last row.
    cells: Vec<u8>,
    /// The last row as CSV.
    text: Vec<u8>,
}

impl<'a> NpyReader<'a> {
    fn open(source: Source<'a>) -> Result<NpyReader<'a>> {
        let Source { path, lines, offset, .. } = source;
        let array = ArrayReader::open(path, lines, offset)?.and_then(|array| match array.is_of_grids() {
            true => Ok(array),
            false => Err("is an array of numbers; grids are (N, 81) or (N, 9, 9)".into()),
        });
        let array = array.map_err(|reason: String| Error::malformed(path, 0, reason))?;
        Ok(NpyReader { array, cells: Vec::new(), text: Vec::new() })
    }
}

impl RowReader for NpyReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        fields.clear();
        self.cells.clear();
        let Some(row) = self.array.next(&mut self.cells)? else { return Ok(None) };
        fields.push_field(&self.cells);
        Ok(Some(RawRow::assembled(row, fields, &mut self.text)))
    }

    fn bytes(&self) -> u64 {
        self.array.input().consumed()
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(["puzzle"].into_iter().collect())
    }

    fn types(&self) -> Vec<ColumnType> {
        vec![self.array.column_type()]
    }
}

struct NpyWriter {
    puzzle: usize,
    offset: i64,
    /// The puzzles, until all are added.
    values: Option<ColumnValues>,
    /// The file, from then on.
    array: Option<ArrayBytes>,
}

impl NpyWriter {
    fn new(schema: &Schema) -> Result<NpyWriter> {
        Ok(NpyWriter { puzzle: schema.puzzle, offset: 0, values: Some(ColumnValues::new()?), array: None })
    }
}

impl RowWriter for NpyWriter {
    fn set_offset(&mut self, offset: i64) -> bool {
        self.offset = offset;
        true
    }

    fn row(&mut self, fields: &[Field<'_>], _text: &mut Vec<u8>) -> Result<()> {
        let refused = self.values.as_mut().map(|values| values.add(field(fields, self.puzzle))).transpose()?;
        refused.flatten().map_or(Ok(()), |reason| Err(Error::Usage(format!("the puzzle is no array: {reason}"))))
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        if let Some(values) = self.values.take() {
            self.array = Some(values.into_array(self.offset)?);
        }
        self.array.as_mut().map_or(Ok(false), |array| array.push_chunk(text))
    }
}
