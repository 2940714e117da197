//! The values of a column that becomes an array, whose header needs their number first.

use csv::ByteRecord;
use grid::{CELLS, Grid, text::Notation};

use super::header::rendered;
use crate::{
    error::Result,
    layout::spool::{Spool, SpooledRows, spool_failed},
};

/// Bytes of the array to return at a time, approximately.
const CHUNK: usize = 1 << 16;
/// Maximum characters of a value in a message.
const MAX_SHOWN: usize = 20;

/// The values of a column: first they are added, then the bytes of the array are taken.
pub struct ColumnValues {
    /// The elements of the rows, until all are added.
    added: Option<Spool>,
    /// The elements, from then on.
    taken: Option<SpooledRows>,
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
    pub fn new() -> Result<ColumnValues> {
        let added = Some(Spool::new().map_err(spool_failed)?);
        Ok(ColumnValues { added, taken: None, form: Form::Unknown, rows: 0, empty: 0 })
    }

    /// Adds the value of the next row; returns a clause if the column cannot be an array. A blank is `offset`, and so are all
    /// cells of a grid that is missing.
    pub fn add(&mut self, field: &[u8], offset: i64) -> Result<Option<String>> {
        self.rows += 1;
        let fits = |form: &Form| [*form, self.form].contains(&Form::Unknown) || *form == self.form;
        let Some((form, element)) = element_of(field, offset).filter(|(form, _)| fits(form)) else {
            return Ok(Some(self.refusal(field)));
        };
        self.empty += u64::from(form == Form::Unknown);
        if form != Form::Unknown {
            self.form = form;
        }
        if self.form == Form::Integers && self.empty > 0 {
            return Ok(Some(format!("{} of its first rows have no integer", self.empty)));
        }
        let pushed = self.added.as_mut().map(|spool| spool.push(std::iter::once(&*element)));
        pushed.transpose().map_err(spool_failed).map(|_| None)
    }

    fn refusal(&self, field: &[u8]) -> String {
        let text = String::from_utf8_lossy(field);
        let shown: String = text.chars().take(MAX_SHOWN).collect();
        let rest = if shown.len() < text.len() { "…" } else { "" };
        let wanted = match self.form {
            Form::Unknown => "neither 81 cells nor an integer",
            Form::Grids => "no 81 cells",
            Form::Integers => "no integer",
        };
        format!("row {} has {:?}, {wanted}", self.rows, shown + rest)
    }

    /// Returns what the values are.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the number of rows without a value.
    pub fn empty(&self) -> u64 {
        self.empty
    }

    /// Returns true if no bytes of the array were taken.
    pub fn is_whole(&self) -> bool {
        self.taken.is_none()
    }

    /// Returns the number of bytes of all elements.
    pub fn length(&self) -> u64 {
        self.rows * if self.form == Form::Integers { size_of::<i64>() as u64 } else { CELLS as u64 }
    }

    /// Appends the next bytes of the array; returns false at the end.
    pub fn push_chunk(&mut self, offset: i64, bytes: &mut Vec<u8>) -> Result<bool> {
        if let Some(added) = self.added.take() {
            bytes.extend(self.header(offset));
            self.taken = Some(added.into_rows().map_err(spool_failed)?);
        }
        let Some(elements) = &mut self.taken else { return Ok(false) };
        let begin = bytes.len();
        let mut element = ByteRecord::new();
        while bytes.len() - begin < CHUNK {
            if !elements.next(1, &mut element).map_err(spool_failed)? {
                return Ok(false);
            }
            bytes.extend(&element[0]);
        }
        Ok(true)
    }

    fn header(&self, offset: i64) -> Vec<u8> {
        match self.form {
            Form::Integers => rendered("<i8", &[self.rows]),
            _ if offset < 0 => rendered("|i1", &[self.rows, CELLS as u64]),
            _ => rendered("|u1", &[self.rows, CELLS as u64]),
        }
    }
}

/// Returns what a field is, and the bytes of its element; `None` if it is neither a grid nor an integer, nor empty.
fn element_of(field: &[u8], offset: i64) -> Option<(Form, Vec<u8>)> {
    let elements = |cells: &[u8]| cells.iter().map(|&digit| (i64::from(digit) + offset) as u8).collect();
    if field.is_empty() {
        return Some((Form::Unknown, elements(Grid::EMPTY.cells())));
    }
    // A grid with blanks before a few digits is an integer too.
    if let Ok(grid) = Notation::default().parse(field) {
        return Some((Form::Grids, elements(grid.cells())));
    }
    let integer: i64 = std::str::from_utf8(field).ok()?.parse().ok()?;
    Some((Form::Integers, integer.to_le_bytes().into()))
}
