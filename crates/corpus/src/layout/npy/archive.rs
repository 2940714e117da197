//! The layout `npz`: arrays of the same length, each of which is a column.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use csv::ByteRecord;
use zip::ZipArchive;

use super::{archive_writer::NpzWriter, array::ArrayReader};
use crate::{
    error::{Error, Result},
    fs::{Stream, is_npz, unpacked_member},
    layout::{
        column_type::ColumnType,
        definition::{Layout, Reading, Writing},
        row_reader::{RawRow, RowReader},
    },
    numbers::{count, plural},
};

/// The registry entry.
pub const NPZ: Layout = Layout {
    name: "npz",
    extensions: &["npz"],
    read: Some(Reading {
        about: "NumPy arrays of integers of the same length, each a column",
        detect: |head| is_npz(head.bytes),
        continues: |_, _| false,
        is_text: false,
        open: |source| match source.file {
            Some(file) => Ok(Box::new(NpzReader::open(source.path, file, source.offset)?)),
            None => {
                let reason = "an archive of arrays is read from its end: it cannot come from a pipe, nor be compressed as a whole";
                Err(Error::malformed(source.path, 0, reason))
            }
        },
    }),
    write: Some(Writing {
        about: "NumPy arrays of the columns of grids and of integers",
        blanks: |_| b"0.",
        one_blank: true,
        names_columns: false,
        generic_extension: false,
        needs_puzzle: true,
        independent_rows: false,
        any_shape: false,
        compressible: false,
        open: |schema| Ok(Box::new(NpzWriter::new(schema)?)),
    }),
};

/// Maximum number of arrays, each of which takes some memory.
const MAX_ARRAYS: usize = 64;

struct NpzReader {
    columns: Vec<Column>,
    /// Why other arrays are no columns.
    left_out: Vec<String>,
    /// Bytes of the file.
    length: u64,
    row: u64,
    /// The last row as CSV.
    text: Vec<u8>,
}

struct Column {
    name: String,
    array: ArrayReader<Stream<'static>>,
    /// The field of the last row.
    field: Vec<u8>,
}

impl NpzReader {
    fn open(path: &Path, file: File, offset: Option<i64>) -> Result<NpzReader> {
        let length = file.metadata().map_err(Error::io(path, "read"))?.len();
        let mut columns = Vec::new();
        let mut left_out = Vec::new();
        for (name, member) in members(path, file)? {
            let location = path.join(format!("{name}.npy"));
            match ArrayReader::open(&location, member, offset)? {
                Ok(array) => columns.push(Column { name, array, field: Vec::new() }),
                Err(reason) => left_out.push(format!("{name} {reason}")),
            }
        }
        let rows = grids_of_one_length(path, &columns, &left_out)?;
        columns.retain(|column| {
            let is_kept = column.array.rows() == rows;
            if !is_kept {
                let numbers = plural(column.array.rows(), "number");
                left_out.push(format!("{} has {numbers} beside {}", column.name, plural(rows, "grid")));
            }
            is_kept
        });
        Ok(NpzReader { columns, left_out, length, row: 0, text: Vec::new() })
    }
}

/// Returns the number of grids in each array of grids.
///
/// # Errors
///
/// Returns an error if there is no such array, or if they have different lengths.
fn grids_of_one_length(path: &Path, columns: &[Column], left_out: &[String]) -> Result<u64> {
    let mut grids = columns.iter().filter(|column| column.array.is_of_grids());
    let Some(first) = grids.next() else {
        let reasons = if left_out.is_empty() { String::new() } else { format!(": {}", left_out.join("; ")) };
        return Err(Error::malformed(path, 0, format!("has no array of grids{reasons}")));
    };
    let rows = first.array.rows();
    match grids.find(|column| column.array.rows() != rows) {
        None => Ok(rows),
        Some(other) => {
            let example = path.join(format!("{}.npy", other.name));
            let reason = format!(
                "has {} in {} but {} in {}; read one of them, as in {}",
                plural(rows, "grid"),
                first.name,
                count(other.array.rows()),
                other.name,
                example.display()
            );
            Err(Error::malformed(path, 0, reason))
        }
    }
}

/// Returns the arrays of an archive, each with its name.
fn members(path: &Path, file: File) -> Result<Vec<(String, Stream<'static>)>> {
    let shared = file.try_clone().map_err(Error::io(path, "read"))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(path, &error))?;
    if archive.has_duplicate_names() {
        return Err(Error::malformed(path, 0, "holds several arrays with the same name"));
    }
    let shared = Arc::new(Mutex::new(shared));
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(|error| damaged(path, &error))?;
        let name = member.name().map_err(|error| damaged(path, &error))?;
        let Some(name) = name.strip_suffix(".npy").map(String::from) else { continue };
        if members.len() == MAX_ARRAYS {
            return Err(Error::malformed(path, 0, format!("holds more than {MAX_ARRAYS} arrays")));
        }
        let begin = member.data_start().ok_or_else(|| damaged(path, &"no data"))?;
        let range = FileRange { file: shared.clone(), at: begin, left: member.compressed_size() };
        let content = unpacked_member(&member, Box::new(range));
        members.push((name, content.map_err(|reason| Error::malformed(path, 0, reason))?));
    }
    Ok(members)
}

fn damaged(path: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::malformed(path, 0, format!("the archive is damaged or cut short ({error}); fetch it again"))
}

/// Reads some bytes of a file that others read too.
struct FileRange {
    file: Arc<Mutex<File>>,
    at: u64,
    left: u64,
}

impl Read for FileRange {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.by_ref().take(self.left).read(buffer)?;
        self.at += read as u64;
        self.left -= read as u64;
        Ok(read)
    }
}

impl RowReader for NpzReader {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        fields.clear();
        let mut next = None;
        for column in &mut self.columns {
            column.field.clear();
            next = column.array.next(&mut column.field)?;
            fields.push_field(&column.field);
        }
        let Some(row) = next else { return Ok(None) };
        self.row = row;
        Ok(Some(RawRow::assembled(row, fields, &mut self.text)))
    }

    /// Returns the bytes up to the last row, as if all rows of the file had the same size.
    fn bytes(&self) -> u64 {
        let rows = self.columns.first().map_or(0, |column| column.array.rows());
        (u128::from(self.length) * u128::from(self.row) / u128::from(rows.max(1))) as u64
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.columns.iter().map(|column| column.name.as_str()).collect())
    }

    fn types(&self) -> Vec<ColumnType> {
        self.columns.iter().map(|column| column.array.column_type()).collect()
    }

    fn left_out(&self) -> &[String] {
        &self.left_out
    }
}
