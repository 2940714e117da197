//! Reads the rows of a Parquet file, column by column and page by page. Memory holds some rows as text, and a page of each
//! column.
//!
//! ```text
//! file ─ pages ─► column ─ value ─► rows
//! ```

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

use ::parquet::{errors::ParquetError, file::metadata::ParquetMetaData};
use csv::ByteRecord;

use super::{
    column::{self, Column},
    metadata::{self, Cause, guarded},
    source::Memory,
};
use crate::{
    error::{Error, Result},
    layout::{
        column_type::ColumnType,
        row_reader::{RawRow, RowReader},
    },
};

/// Rows to decode at a time: few enough that their text stays in the processor's cache.
const BATCH: usize = 1024;

/// Bytes of text to decode at a time, of all columns, approximately.
const MAX_TEXT: usize = 16 << 20;

/// The rows of a Parquet file as fields of text.
///
/// Strings and bytes are unchanged, integers and floating-point numbers have the fewest digits, and a null is empty. Lists
/// are JSON without spaces. A field with several parts, such as a struct, has a column for each part.
pub struct ParquetReader {
    path: PathBuf,
    file: Arc<File>,
    memory: Arc<Memory>,
    metadata: ParquetMetaData,
    names: Vec<String>,
    /// The lists of each column, from [`column::lists`].
    lists: Vec<Vec<i16>>,
    /// Row groups begun so far.
    groups: usize,
    /// Bytes of the row groups before the current one.
    bytes_before: u64,
    /// The columns of the current row group.
    columns: Vec<Column>,
    /// Rows of the current row group that are not decoded yet.
    left: u64,
    /// Rows in the current batch.
    decoded: usize,
    /// Rows of the current batch that were returned.
    returned: usize,
    /// Rows returned in all.
    row: u64,
    /// Why the rows after the current batch cannot be read.
    broken: Option<String>,
    /// The last row as CSV.
    text: Vec<u8>,
}

impl ParquetReader {
    /// Reads the metadata of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not a Parquet file, is damaged or cut short, or is compressed or
    /// encrypted in a way that is not supported.
    pub fn open(path: &Path, mut file: File) -> Result<ParquetReader> {
        metadata::check_ends(&mut file)
            .map_err(Error::io(path, "read"))?
            .map_err(|reason| Error::malformed(path, 0, reason))?;
        let failed = |cause: Cause| Error::malformed(path, 0, cause.message("the file cannot be read"));
        let metadata = metadata::read(&file).map_err(failed)?;
        let length = file.metadata().map_err(Error::io(path, "read"))?.len();
        let schema = metadata.file_metadata().schema_descr();
        Ok(ParquetReader {
            path: path.into(),
            names: metadata::names(schema),
            lists: column::lists(schema.root_schema()),
            file: Arc::new(file),
            memory: Arc::new(Memory::new(length)),
            metadata,
            groups: 0,
            bytes_before: 0,
            columns: Vec::new(),
            left: 0,
            decoded: 0,
            returned: 0,
            row: 0,
            broken: None,
            text: Vec::new(),
        })
    }

    /// Puts the next row into `fields` and returns its number, from 1; returns `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the row cannot be read, and again for every call after it.
    pub fn next_row(&mut self, fields: &mut ByteRecord) -> Result<Option<u64>> {
        fields.clear();
        while self.returned == self.decoded {
            if let Some(reason) = &self.broken {
                return Err(Error::malformed(&self.path, self.row + 1, reason));
            }
            if self.left == 0 && self.groups == self.metadata.num_row_groups() {
                return Ok(None);
            }
            let decoded = if self.left == 0 { self.begin_group() } else { self.decode() };
            if let Err(cause) = decoded {
                self.broken = Some(cause.message("this row and those after it cannot be read"));
            }
        }
        self.columns.iter().for_each(|column| fields.push_field(column.field(self.returned)));
        self.returned += 1;
        self.row += 1;
        Ok(Some(self.row))
    }

    fn begin_group(&mut self) -> Result<(), Cause> {
        let group = self.metadata.row_group(self.groups);
        let rows = usize::try_from(group.num_rows()).map_err(ParquetError::from).map_err(Cause::from)?;
        self.columns.clear();
        for ((chunk, lists), name) in group.columns().iter().zip(&self.lists).zip(&self.names) {
            let column = guarded(|| Column::open(&self.file, &self.memory, chunk, lists.clone(), rows));
            self.columns.push(column.map_err(|cause| cause.in_column(name))?);
        }
        if let Some(before) = self.groups.checked_sub(1) {
            self.bytes_before += size(&self.metadata, before);
        }
        self.groups += 1;
        self.left = rows as u64;
        Ok(())
    }

    /// Returns the number of rows to decode: fewer if the dictionaries have long texts, which any number of rows may have. The
    /// dictionaries are read with the first row.
    fn batch(&self) -> usize {
        let rows = self.groups.checked_sub(1).map_or(0, |group| self.metadata.row_group(group).num_rows());
        if u64::try_from(rows) == Ok(self.left) {
            return 1;
        }
        let longest: usize = self.columns.iter().map(Column::longest).sum();
        (MAX_TEXT / longest.max(1)).clamp(1, BATCH)
    }

    /// Decodes the next batch of the row group: as many rows as all columns have.
    fn decode(&mut self) -> Result<(), Cause> {
        let wanted = self.left.min(self.batch() as u64) as usize;
        (self.decoded, self.returned) = (0, 0);
        let mut decoded = wanted;
        let mut failed = Ok(());
        for (column, name) in self.columns.iter_mut().zip(&self.names) {
            let (rows, cause) = match guarded(|| column.read(wanted)) {
                Ok(rows) if rows == wanted => continue,
                Ok(rows) => (rows, column.failure().into()),
                Err(cause) => (0, cause),
            };
            if rows < decoded {
                decoded = rows;
                failed = Err(cause.in_column(name));
            }
        }
        self.left -= decoded as u64;
        self.decoded = decoded;
        failed
    }
}

impl RowReader for ParquetReader {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(line) = self.next_row(fields)? else { return Ok(None) };
        Ok(Some(RawRow::assembled(line, fields, &mut self.text)))
    }

    /// Returns the compressed bytes of the row groups up to the last row, as if all rows of a group had the same size.
    fn bytes(&self) -> u64 {
        let Some(group) = self.groups.checked_sub(1) else { return 0 };
        let rows = u64::try_from(self.metadata.row_group(group).num_rows()).unwrap_or(0);
        let done = rows - self.left - (self.decoded - self.returned) as u64;
        let of_group = u128::from(size(&self.metadata, group)) * u128::from(done) / u128::from(rows.max(1));
        self.bytes_before + of_group as u64
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.names.iter().map(String::as_str).collect())
    }

    fn types(&self) -> Vec<ColumnType> {
        let columns = self.metadata.file_metadata().schema_descr().columns();
        columns.iter().zip(&self.lists).map(|(column, lists)| column::column_type(column, lists.len())).collect()
    }
}

/// Returns the compressed bytes of a row group.
fn size(metadata: &ParquetMetaData, group: usize) -> u64 {
    u64::try_from(metadata.row_group(group).compressed_size()).unwrap_or(0)
}
