//! NumPy arrays: `.npy`, a file with one array, and `.npz`, a ZIP archive with an array for each column.
//!
//! ```text
//! file ─ header, element ─► array ─ offset ─► reader ─► rows ─► column ─► writer ─► file
//! ```

mod archive;
mod array;
mod column;
mod element;
mod header;
mod offset;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use header::rendered as npy_header;

use super::definition::{Layout, Reading, Writing};
use crate::{error::Error, fs::is_npz};

/// The registry entry of one array of grids.
pub const NPY: Layout = Layout {
    name: "npy",
    extensions: &["npy"],
    read: Some(Reading {
        about: "a NumPy array of integers, of the shape (N, 81) or (N, 9, 9)",
        detect: |head| head.bytes.starts_with(header::MAGIC),
        continues: |_, _| false,
        is_text: false,
        open: |source| Ok(Box::new(reader::open(source)?)),
        has_offset: true,
        is_table: true,
        ..Reading::TEXT
    }),
    write: Some(WRITING),
};

/// The registry entry of arrays of the same length, each of which is a column.
pub const NPZ: Layout = Layout {
    name: "npz",
    extensions: &["npz"],
    read: Some(Reading {
        about: "NumPy arrays of integers of the same length, each a column",
        detect: |head| is_npz(head.bytes),
        continues: |_, _| false,
        is_text: false,
        open: |source| match source.file {
            Some(file) => Ok(Box::new(archive::open(source.path, file, source.offset)?)),
            None => {
                let reason = "an archive of arrays is read from its end: it cannot come from a pipe, nor be compressed as a whole";
                Err(Error::malformed(source.path, 0, reason))
            }
        },
        has_offset: true,
        is_table: true,
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "NumPy arrays of the columns of grids and of integers",
        compressible: false,
        open: |schema| Ok(Box::new(writer::NpzWriter::new(schema)?)),
        ..WRITING
    }),
};

const WRITING: Writing = Writing {
    about: "a NumPy array of the puzzles alone, of the shape (N, 81)",
    independent_rows: false,
    open: |schema| Ok(Box::new(writer::NpyWriter::new(schema)?)),
    ..Writing::GIVENS
};
