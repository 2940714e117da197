//! Rows of a Parquet file, column by column and page by page: what is in memory is some rows as text, and a page of each
//! column.
//!
//! ```text
//! file ─ pages ─► column ─ value ─► rows
//! ```

mod column;
mod pages;
#[cfg(test)]
mod tests;
mod value;

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use parquet::{
    basic::Compression,
    errors::ParquetError,
    file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData},
    schema::types::SchemaDescriptor,
};

use self::column::Column;
use super::{Head, Kind, Layout, RawRow, as_csv, line_reader::Lines};
use crate::error::{Error, Result};

/// The registry's entry.
pub const PARQUET: Kind = Kind {
    name: "parquet",
    about: "Apache Parquet, with columns of texts, numbers or lists",
    detect: |head: &Head<'_>| head.bytes.starts_with(MAGIC),
    open: |head| match head.is_plain_file {
        true => Ok(Box::new(Rows { rows: Parquet::open(head.path)?, text: Vec::new() })),
        false => {
            let reason = "Parquet is read from its end: it cannot come from a pipe, nor be compressed as a whole";
            Err(Error::malformed(head.path, 0, reason))
        }
    },
};

/// The rows as a layout, for which they are CSV.
struct Rows {
    rows: Parquet,
    text: Vec<u8>,
}

impl Layout for Rows {
    fn next<'r>(&'r mut self, _: &'r mut Lines<'_>, fields: &mut csv::ByteRecord) -> Result<Option<RawRow<'r>>> {
        let Some(line) = self.rows.next(fields)? else { return Ok(None) };
        as_csv(fields, &mut self.text);
        Ok(Some(RawRow { line, bytes: &self.text, quoted: true, broken: None }))
    }

    fn names(&self) -> Option<csv::ByteRecord> {
        Some(self.rows.names().iter().map(String::as_str).collect())
    }
}

/// Rows to decode at a time: as text they stay in the processor's cache.
const BATCH: usize = 1024;
/// The first bytes of a Parquet file, and the last.
const MAGIC: &[u8; 4] = b"PAR1";
/// The last bytes of one that is encrypted, or the first ones too.
const ENCRYPTED: &[u8; 4] = b"PARE";
/// Bytes behind the metadata: their length, and the last bytes.
const END: u64 = 8;

/// The rows of a Parquet file as fields of text.
///
/// Strings and bytes are as they are, integers and floating-point numbers have the fewest digits, a null is empty. Lists
/// are JSON without spaces. A field with several parts, such as a struct, is a column for each.
pub struct Parquet {
    path: PathBuf,
    file: Arc<File>,
    metadata: ParquetMetaData,
    names: Vec<String>,
    /// For each column, [`column::lists`].
    lists: Vec<Vec<i16>>,
    /// Row groups that were begun.
    groups: usize,
    /// Those of the row group that was begun last.
    columns: Vec<Column>,
    /// Rows of the row group that were not yet decoded.
    left: u64,
    /// Rows that are decoded, and of these the ones that were handed out.
    decoded: usize,
    handed_out: usize,
    /// Rows that were handed out in all.
    row: u64,
    /// Why there is none behind those that are decoded.
    broken: Option<String>,
}

impl Parquet {
    /// Opens a file and reads its metadata.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is no Parquet file, is damaged or cut short, or is compressed or encrypted in a way that
    /// is not supported.
    pub fn open(path: &Path) -> Result<Parquet> {
        let mut file = File::open(path).map_err(Error::io(path, "open"))?;
        check_ends(&mut file).map_err(Error::io(path, "read"))?.map_err(|reason| Error::malformed(path, 0, reason))?;
        let damaged = |cause: Cause| Error::malformed(path, 0, cause.told("the file cannot be read"));
        let metadata = guarded(|| ParquetMetaDataReader::new().parse_and_finish(&file)).map_err(damaged)?;
        let length = file.metadata().map_err(Error::io(path, "read"))?.len();
        check(&metadata, length).map_err(damaged)?;
        let schema = metadata.file_metadata().schema_descr();
        Ok(Parquet {
            path: path.into(),
            names: names(schema),
            lists: column::lists(schema.root_schema()),
            file: Arc::new(file),
            metadata,
            groups: 0,
            columns: Vec::new(),
            left: 0,
            decoded: 0,
            handed_out: 0,
            row: 0,
            broken: None,
        })
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The rows of the file, as its metadata say.
    #[cfg(test)]
    pub fn row_count(&self) -> u64 {
        self.metadata.file_metadata().num_rows() as u64
    }

    /// Puts the next row into `fields` and returns its number, from 1; there is none at the end of the file.
    ///
    /// # Errors
    ///
    /// The row cannot be read. Those before it were handed out, and there is none behind it.
    pub fn next(&mut self, fields: &mut csv::ByteRecord) -> Result<Option<u64>> {
        fields.clear();
        while self.handed_out == self.decoded {
            if let Some(reason) = &self.broken {
                return Err(Error::malformed(&self.path, self.row + 1, reason));
            }
            if self.left == 0 && self.groups == self.metadata.num_row_groups() {
                return Ok(None);
            }
            let decoded = if self.left == 0 { self.begin_group() } else { self.decode() };
            if let Err(cause) = decoded {
                self.broken = Some(cause.told("this row and those behind it cannot be read"));
            }
        }
        self.columns.iter().for_each(|column| fields.push_field(column.field(self.handed_out)));
        self.handed_out += 1;
        self.row += 1;
        Ok(Some(self.row))
    }

    fn begin_group(&mut self) -> Result<(), Cause> {
        let group = self.metadata.row_group(self.groups);
        let rows = usize::try_from(group.num_rows()).map_err(ParquetError::from).map_err(Cause::from)?;
        self.columns.clear();
        for ((chunk, lists), name) in group.columns().iter().zip(&self.lists).zip(&self.names) {
            let column = guarded(|| Column::open(&self.file, chunk, lists.clone(), rows));
            self.columns.push(column.map_err(|cause| cause.of(name))?);
        }
        self.groups += 1;
        self.left = rows as u64;
        Ok(())
    }

    /// Decodes the next rows of the row group: as many as all columns have.
    fn decode(&mut self) -> Result<(), Cause> {
        let wanted = self.left.min(BATCH as u64) as usize;
        (self.decoded, self.handed_out) = (0, 0);
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
                failed = Err(cause.of(name));
            }
        }
        self.left -= decoded as u64;
        self.decoded = decoded;
        failed
    }
}

/// Why a file cannot be read.
enum Cause {
    /// Parquet has more to it than is supported.
    Unsupported(String),
    Damaged(String),
}

impl From<ParquetError> for Cause {
    fn from(error: ParquetError) -> Cause {
        match error {
            ParquetError::NYI(what) => Cause::Unsupported(what),
            ParquetError::General(what) | ParquetError::EOF(what) => Cause::Damaged(what),
            other => Cause::Damaged(other.to_string()),
        }
    }
}

impl Cause {
    /// The same, in a column.
    fn of(self, name: &str) -> Cause {
        match self {
            Cause::Unsupported(what) => Cause::Unsupported(format!("column {name:?}: {what}")),
            Cause::Damaged(what) => Cause::Damaged(format!("column {name:?}: {what}")),
        }
    }

    /// What cannot be done, why, and what to do.
    fn told(self, effect: &str) -> String {
        match self {
            Cause::Unsupported(what) => format!("{effect}: {what}. Convert the file to CSV, or to Parquet with zstd"),
            Cause::Damaged(what) => format!("{effect}: {what}. The file is damaged or cut short; fetch it again"),
        }
    }
}

/// Calls into the `parquet` crate, which panics on some files that are damaged: with an index out of bounds, or where it
/// had not expected what it found. What it was working at is not used again, so nothing can be seen of it half-done.
fn guarded<T>(call: impl FnOnce() -> parquet::errors::Result<T>) -> Result<T, Cause> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(Cause::from),
        Err(_) => Err(Cause::Damaged("the content contradicts itself".into())),
    }
}

/// Whether the file begins and ends as a Parquet file does; where not, why it is none.
fn check_ends(file: &mut File) -> std::io::Result<Result<(), String>> {
    let mut first = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    if first != MAGIC && first != ENCRYPTED {
        return Ok(Err("not a Parquet file: it does not begin with PAR1".into()));
    }
    let mut last = [0; MAGIC.len()];
    if file.seek(SeekFrom::End(0))? >= MAGIC.len() as u64 + END {
        file.seek(SeekFrom::End(-(MAGIC.len() as i64)))?;
        file.read_exact(&mut last)?;
    }
    Ok(match &last {
        ENCRYPTED => Err("the file is encrypted, which is not supported".into()),
        MAGIC if first == MAGIC => Ok(()),
        _ => Err("the file is cut short: it does not end with PAR1 as a Parquet file does; fetch it again".into()),
    })
}

/// Checks what the crate relies on, and counts the rows.
fn check(metadata: &ParquetMetaData, length: u64) -> Result<(), Cause> {
    let damaged = |what: &str| Cause::Damaged(what.into());
    let groups = metadata.row_groups();
    let counts = groups.iter().map(|group| u64::try_from(group.num_rows()).ok());
    let rows = counts.reduce(|sum, count| sum?.checked_add(count?)).unwrap_or(Some(0));
    if rows.is_none_or(|rows| u64::try_from(metadata.file_metadata().num_rows()) != Ok(rows)) {
        return Err(damaged("the row groups do not have as many rows as the file"));
    }
    let columns = metadata.file_metadata().schema_descr().num_columns();
    if columns == 0 {
        return Err(damaged("there are no columns"));
    }
    for group in groups {
        if group.num_columns() != columns {
            return Err(damaged("a row group has not the columns of the file"));
        }
        let check = |chunk: &ColumnChunkMetaData| {
            check_chunk(group, chunk, length).map_err(|cause| cause.of(&chunk.column_path().string()))
        };
        group.columns().iter().try_for_each(check)?;
    }
    Ok(())
}

fn check_chunk(group: &RowGroupMetaData, chunk: &ColumnChunkMetaData, length: u64) -> Result<(), Cause> {
    if matches!(chunk.compression(), Compression::BROTLI(_) | Compression::LZO) {
        let what = format!("it is compressed by {:?}, which is not supported", chunk.compression_codec());
        return Err(Cause::Unsupported(what));
    }
    if chunk.file_path().is_some() {
        return Err(Cause::Unsupported("its values are in another file, which is not supported".into()));
    }
    let begin = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let end = begin.checked_add(chunk.compressed_size()).and_then(|end| u64::try_from(end).ok());
    let inside = begin >= 0 && chunk.compressed_size() >= 0 && end.is_some_and(|end| end + END <= length);
    let flat = chunk.column_descr().max_rep_level() == 0;
    let as_many = !flat || chunk.num_values() == group.num_rows();
    match (inside, as_many && chunk.num_values() >= 0) {
        (false, _) => Err(Cause::Damaged("its place is not in the file".into())),
        (_, false) => Err(Cause::Damaged("it has not as many values as there are rows".into())),
        _ => Ok(()),
    }
}

/// A name for each leaf: that of the field, or the path where the field has several leaves.
fn names(schema: &SchemaDescriptor) -> Vec<String> {
    let root = |leaf| schema.get_column_root_idx(leaf);
    let alone = |leaf| (0..schema.num_columns()).filter(|other| root(*other) == root(leaf)).count() == 1;
    let name = |leaf| match alone(leaf) {
        true => schema.get_column_root(leaf).name().to_string(),
        false => schema.column(leaf).path().string(),
    };
    (0..schema.num_columns()).map(name).collect()
}
