//! Reads the rows of a Parquet file one by one, as the `parquet` crate assembles them from batches of each column.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use ::parquet::{
    errors::ParquetError,
    file::{
        metadata::ParquetMetaData,
        reader::{FileReader, SerializedFileReader},
    },
    record::reader::{ReaderIter, TreeBuilder},
    schema::types::{SchemaDescPtr, SchemaDescriptor},
};
use csv::ByteRecord;

use super::value::{Column, columns, without_marks};
use crate::{
    error::{Error, Result},
    layout::{
        column_type::ColumnType,
        row_reader::{RawRow, RowReader, bytes_of_rows},
    },
};

/// Characters of an error of the crate to show: it may quote a value.
const MAX_REASON: usize = 300;

/// The rows of a Parquet file as fields of text.
///
/// Strings and bytes are unchanged, integers and floating-point numbers have the fewest digits, and a null is empty. Lists
/// are JSON without spaces. A field with several parts, such as a struct, has a column for each part.
pub struct ParquetReader {
    path: PathBuf,
    file: SerializedFileReader<File>,
    schema: SchemaDescPtr,
    columns: Vec<Column>,
    /// Row groups begun so far.
    groups: usize,
    /// The rest of the last of them.
    rows: Option<ReaderIter>,
    /// Rows returned so far.
    row: u64,
    /// Why the next row cannot be read.
    broken: Option<String>,
    /// The last row as CSV.
    text: Vec<u8>,
}

impl ParquetReader {
    pub fn open(path: &Path, file: File) -> Result<ParquetReader> {
        if is_cut_short(&file).map_err(Error::io(path, "read"))? {
            let reason = "the file is cut short: it does not end with PAR1 as a Parquet file does; fetch it again";
            return Err(Error::malformed(path, 0, reason));
        }
        let opened = guarded(|| {
            let file = SerializedFileReader::new(file)?;
            check(file.metadata())?;
            let schema = file.metadata().file_metadata().schema_descr();
            let columns = columns(schema);
            let schema = SchemaDescriptor::new(without_marks(&schema.root_schema_ptr())?);
            Ok((file, Arc::new(schema), columns))
        });
        let (file, schema, columns) = opened.map_err(|reason| failure(path, 0, "the file", &reason))?;
        let path = path.into();
        Ok(ParquetReader { path, file, schema, columns, groups: 0, rows: None, row: 0, broken: None, text: Vec::new() })
    }

    /// Reads the next row; returns false at the end of the file.
    fn read(&mut self, fields: &mut ByteRecord) -> Result<bool, ParquetError> {
        loop {
            if let Some(row) = self.rows.as_mut().and_then(Iterator::next) {
                let row = row?.into_columns();
                self.columns.iter().for_each(|column| fields.push_field(column.text(&row).as_bytes()));
                return Ok(true);
            }
            if self.groups == self.file.num_row_groups() {
                return Ok(false);
            }
            let group = self.file.get_row_group(self.groups)?;
            self.rows = Some(TreeBuilder::new().as_iter(self.schema.clone(), &*group)?);
            self.groups += 1;
        }
    }
}

impl RowReader for ParquetReader {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        fields.clear();
        let read = match &self.broken {
            Some(reason) => Err(reason.clone()),
            None => guarded(|| self.read(fields)),
        };
        match read {
            Ok(true) => {
                self.row += 1;
                Ok(Some(RawRow::assembled(self.row, fields, &mut self.text)))
            }
            Ok(false) => Ok(None),
            Err(reason) => {
                let error = failure(&self.path, self.row + 1, "this row and those after it", &reason);
                self.broken = Some(reason);
                Err(error)
            }
        }
    }

    fn bytes(&self) -> u64 {
        let metadata = self.file.metadata();
        let compressed = metadata.row_groups().iter().map(|group| group.compressed_size().cast_unsigned()).sum();
        bytes_of_rows(compressed, self.row, metadata.file_metadata().num_rows().cast_unsigned())
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.columns.iter().map(|column| &*column.name).collect())
    }

    fn types(&self) -> Vec<ColumnType> {
        self.columns.iter().map(|column| column.column_type).collect()
    }
}

fn is_cut_short(mut file: &File) -> io::Result<bool> {
    let mut end = [0; 4];
    if file.seek(SeekFrom::End(0))? >= 12 {
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut end)?;
    }
    // The end of a file whose metadata is encrypted is PARE.
    Ok(!matches!(&end, b"PAR1" | b"PARE"))
}

/// Calls into the `parquet` crate, which panics on some damaged files.
fn guarded<T>(call: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(|error| error.to_string().chars().take(MAX_REASON).collect()),
        Err(_) => Err("its content contradicts itself".into()),
    }
}

/// Checks that no row is missing, and that the crate, which finds columns by their names, can tell them apart.
fn check(metadata: &ParquetMetaData) -> Result<(), ParquetError> {
    let rows: i128 = metadata.row_groups().iter().map(|group| i128::from(group.num_rows())).sum();
    let file = metadata.file_metadata();
    let columns = file.schema_descr().columns();
    let names: HashSet<_> = columns.iter().map(|column| column.path()).collect();
    if rows != file.num_rows().into() || columns.is_empty() {
        return Err(ParquetError::General("the row groups do not have the rows of the file".into()));
    }
    if names.len() < columns.len() {
        return Err(ParquetError::General("two columns have the same name".into()));
    }
    Ok(())
}

fn failure(path: &Path, row: u64, what: &str, reason: &str) -> Error {
    let advice = "If the file is whole, convert it to CSV or to Parquet with zstd; otherwise fetch it again";
    Error::malformed(path, row, format!("{what} cannot be read: {reason}. {advice}"))
}
