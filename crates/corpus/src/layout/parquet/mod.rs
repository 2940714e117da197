//! Apache Parquet. Files are read in the order of their row groups, whose offsets are at the end of the file.

mod file_writer;
mod found_type;
mod reader;
#[cfg(test)]
mod tests;
mod value;
mod writer;

use super::definition::{Layout, Reading, Writing};
use crate::error::Error;

/// The registry entry.
pub const PARQUET: Layout = Layout {
    name: "parquet",
    extensions: &["parquet", "pq"],
    read: Some(Reading {
        about: "Apache Parquet, with columns of texts, numbers or lists",
        detect: |head| head.bytes.starts_with(b"PAR1"),
        is_text: false,
        open: |source| match source.file {
            Some(file) => Ok(Box::new(reader::ParquetReader::open(source.path, file)?)),
            None => {
                let reason = "Parquet is read from its end: it cannot come from a pipe, nor be compressed as a whole";
                Err(Error::malformed(source.path, 0, reason))
            }
        },
        is_table: true,
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "Apache Parquet, with columns of texts, numbers or lists",
        independent_rows: false,
        compressible: false,
        open: |schema| Ok(Box::new(writer::ParquetRowWriter::new(schema)?)),
        ..Writing::TABLE
    }),
};
