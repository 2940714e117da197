//! The values of a column that becomes an array, whose header needs their number first.

use std::{env, io};

use csv::ByteRecord;
use solver::grid::{CELLS, Grid};

use super::header::rendered;
use crate::{
    error::{Error, Result},
    layout::{
        notation::parse_cells,
        spool::{Spool, SpooledRows},
    },
};

/// Bytes of the array to return at a time, approximately.
const CHUNK: usize = 1 << 16;
/// Maximum characters of a value in a message.
const MAX_SHOWN: usize = 20;

/// The values of a column so far, in a temporary file.
pub struct ColumnValues {
    spool: Spool,
    form: Form,
    rows: u64,
    /// Rows without a value.
    empty: u64,
}

/// What the values of a column have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All are missing.
    Unknown,
    Grids,
    Integers,
}

impl ColumnValues {
    /// Begins a column.
    pub fn new() -> Result<ColumnValues> {
        Ok(ColumnValues { spool: Spool::new().map_err(spool_failed)?, form: Form::Unknown, rows: 0, empty: 0 })
    }

    /// Adds the value of the next row; returns a clause if the column cannot be an array.
    pub fn add(&mut self, field: &[u8]) -> Result<Option<String>> {
        self.rows += 1;
        let form = form_of(field);
        self.empty += u64::from(form == Form::Unknown && field.is_empty());
        let is_other = form != Form::Unknown && self.form != Form::Unknown && form != self.form;
        if is_other || (form == Form::Unknown && !field.is_empty()) {
            let text = String::from_utf8_lossy(field);
            let shown: String = text.chars().take(MAX_SHOWN).collect();
            let rest = if shown.len() < text.len() { "…" } else { "" };
            let wanted = match self.form {
                Form::Unknown => "neither 81 cells nor an integer",
                Form::Grids => "no 81 cells",
                Form::Integers => "no integer",
            };
            return Ok(Some(format!("row {} has {:?}, {wanted}", self.rows, shown + rest)));
        }
        if form != Form::Unknown {
            self.form = form;
        }
        if self.form == Form::Integers && self.empty > 0 {
            return Ok(Some(format!("{} of its first rows have no integer", self.empty)));
        }
        self.spool.push(std::iter::once(field)).map_err(spool_failed)?;
        Ok(None)
    }

    /// Returns what the values are.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the number of rows without a value.
    pub fn empty(&self) -> u64 {
        self.empty
    }

    /// Returns the array. A blank is `offset`.
    pub fn into_array(self, offset: i64) -> Result<ArrayBytes> {
        let (descr, shape) = match self.form {
            Form::Integers => ("<i8", vec![self.rows]),
            _ if offset < 0 => ("|i1", vec![self.rows, CELLS as u64]),
            _ => ("|u1", vec![self.rows, CELLS as u64]),
        };
        let header = rendered(descr, &shape);
        let row_bytes = if self.form == Form::Integers { size_of::<i64>() } else { CELLS };
        let length = header.len() as u64 + self.rows * row_bytes as u64;
        let rows = self.spool.into_rows().map_err(spool_failed)?;
        Ok(ArrayBytes { header: Some(header), length, form: self.form, offset, rows })
    }
}

/// The bytes of an array.
pub struct ArrayBytes {
    /// The header, until it is returned.
    header: Option<Vec<u8>>,
    /// Bytes of the whole array.
    length: u64,
    form: Form,
    offset: i64,
    rows: SpooledRows,
}

impl ArrayBytes {
    /// Returns the number of bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends the next bytes; returns false at the end.
    pub fn push_chunk(&mut self, bytes: &mut Vec<u8>) -> Result<bool> {
        bytes.extend(self.header.take().unwrap_or_default());
        let begin = bytes.len();
        let mut fields = ByteRecord::new();
        while bytes.len() - begin < CHUNK {
            if !self.rows.next(1, &mut fields).map_err(spool_failed)? {
                return Ok(false);
            }
            let field = &fields[0];
            match self.form {
                Form::Integers => bytes.extend(integer(field).unwrap_or_default().to_le_bytes()),
                Form::Grids | Form::Unknown => {
                    let grid = parse_cells(field).unwrap_or(Grid::EMPTY);
                    bytes.extend(grid.cells().iter().map(|&digit| (i64::from(digit) + self.offset) as u8));
                }
            }
        }
        Ok(true)
    }
}

fn form_of(field: &[u8]) -> Form {
    // A grid with blanks before a few digits is an integer too.
    if parse_cells(field).is_some() {
        Form::Grids
    } else if integer(field).is_some() {
        Form::Integers
    } else {
        Form::Unknown
    }
}

fn integer(field: &[u8]) -> Option<i64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

fn spool_failed(error: io::Error) -> Error {
    Error::io(env::temp_dir(), "use a temporary file in it")(error)
}
