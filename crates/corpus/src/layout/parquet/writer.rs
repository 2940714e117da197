//! Writes rows of text as a Parquet file, whose columns have types.
//!
//! The types are needed before the first row group is written, and a type is known for sure only after the last row. Rows
//! with a column of an unknown type are therefore kept in a temporary file first. Types of the first rows alone would be
//! wrong for a later row that does not fit, which could then neither be written nor be left out.

use std::io;

use ::parquet::errors::ParquetError;
use csv::ByteRecord;

use super::{file_writer::FileWriter, found_type::FoundType};
use crate::{
    error::{Error, Result},
    layout::{
        column_type::ColumnType,
        row_writer::{Field, RowWriter, field},
        schema::Schema,
        shared_bytes::SharedBytes,
        spool::{Spool, SpooledRows, spool_failed},
    },
};

/// Bytes of the file to return at a time, approximately.
const CHUNK: usize = 1 << 16;

/// Writes rows to a file in memory, and passes its bytes on as they appear.
pub struct ParquetRowWriter {
    names: Vec<String>,
    types: Vec<ColumnType>,
    /// The rows so far, if some types are not known yet, and the types that are found.
    finding: Option<(Spool, Vec<FoundType>)>,
    /// The file, once the types are known; `None` again after its end.
    file: Option<FileWriter>,
    /// The rows of the temporary file that are not written yet.
    spooled: Option<Box<SpooledRows>>,
    written: SharedBytes,
}

impl ParquetRowWriter {
    /// Begins a file with the columns of `schema`.
    pub fn new(schema: &Schema) -> Result<ParquetRowWriter> {
        let names = schema.names.clone();
        let types: Vec<_> = (0..names.len()).map(|index| schema.column_type(index)).collect();
        let written = SharedBytes::default();
        let (mut finding, mut file) = (None, None);
        if types.contains(&ColumnType::Unknown) {
            finding = Some((Spool::new().map_err(spool_failed)?, vec![FoundType::default(); types.len()]));
        } else {
            file = Some(FileWriter::new(written.clone(), &names, &types).map_err(failed)?);
        }
        Ok(ParquetRowWriter { names, types, finding, file, spooled: None, written })
    }

    /// Writes some of the rows in the temporary file.
    fn copy(&mut self) -> Result<()> {
        let (Some(rows), Some(file)) = (&mut self.spooled, &mut self.file) else { return Ok(()) };
        let mut fields = ByteRecord::new();
        while self.written.bytes().len() < CHUNK {
            if !rows.next(self.names.len(), &mut fields).map_err(spool_failed)? {
                self.spooled = None;
                break;
            }
            file.row(fields.iter()).map_err(failed)?;
        }
        Ok(())
    }
}

impl RowWriter for ParquetRowWriter {
    fn has_types(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        let fields = || (0..self.names.len()).map(|index| field(fields, index));
        if let Some((spool, found)) = &mut self.finding {
            let unknown = found.iter_mut().zip(&self.types).zip(fields());
            let unknown = unknown.filter(|((_, kind), _)| **kind == ColumnType::Unknown);
            unknown.for_each(|((found, _), field)| found.add(field));
            spool.push(fields()).map_err(spool_failed)?;
        } else if let Some(file) = &mut self.file {
            file.row(fields()).map_err(failed)?;
        }
        text.append(&mut self.written.bytes());
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        if let Some((spool, found)) = self.finding.take() {
            let unknown = self.types.iter_mut().zip(found).filter(|(kind, _)| **kind == ColumnType::Unknown);
            unknown.for_each(|(kind, found)| *kind = found.get());
            self.file = Some(FileWriter::new(self.written.clone(), &self.names, &self.types).map_err(failed)?);
            self.spooled = Some(Box::new(spool.into_rows().map_err(spool_failed)?));
        } else if self.spooled.is_some() {
            self.copy()?;
        } else if let Some(file) = self.file.take() {
            file.finish().map_err(failed)?;
        }
        text.append(&mut self.written.bytes());
        Ok(self.file.is_some())
    }
}

fn failed(error: ParquetError) -> Error {
    Error::io("the Parquet output", "write")(io::Error::other(error))
}
