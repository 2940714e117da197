//! The number of puzzles in the first line, then the puzzles in any other layout, as in the code golf of 2019 (question
//! 190727).

use ::csv::ByteRecord;
use grid::{
    CELLS,
    text::{Defect, was_grid},
};

use super::{
    head::Head,
    row_reader::{RawRow, RowReader},
};
use crate::{error::Result, numbers::plural};

/// Returns the number in the first line, if it is one and the second line may be a puzzle.
pub fn declared(head: &Head<'_>) -> Option<u64> {
    let mut lines = head.lines();
    let first = lines.next()?.trim_ascii();
    let second = lines.next()?;
    // Nine digits may be a row of a grid.
    let is_number = first.len() < 9 && first.iter().all(u8::is_ascii_digit);
    let declared = is_number.then(|| std::str::from_utf8(first).ok()?.parse().ok()).flatten()?;
    // A zero is the name that pandas gives to the only column.
    (declared > 0 && (second.len() >= CELLS || was_grid(second))).then_some(declared)
}

/// Rows after a line with their number.
pub struct Counted<'a> {
    rows: Box<dyn RowReader + 'a>,
    declared: u64,
    /// Line of the number, from 1.
    line: u64,
    read: u64,
    reported: bool,
}

impl<'a> Counted<'a> {
    /// Wraps the reader of the rows after `line`, which declares their number.
    pub fn new(rows: Box<dyn RowReader + 'a>, declared: u64, line: u64) -> Counted<'a> {
        Counted { rows, declared, line, read: 0, reported: false }
    }
}

impl RowReader for Counted<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        if let Some(row) = self.rows.next(fields)? {
            self.read += 1;
            return Ok(Some(row));
        }
        if self.reported || self.read == self.declared {
            return Ok(None);
        }
        self.reported = true;
        let reason = format!("the line declares {}, and {} follow", plural(self.declared, "row"), self.read);
        let defect = Some(Defect::new(reason, 0));
        Ok(Some(RawRow { line: self.line, bytes: b"", spaces_are_blanks: false, defect }))
    }

    fn inner(&self) -> Option<&dyn RowReader> {
        Some(&*self.rows)
    }

    fn set_header(&mut self, columns: usize) {
        self.rows.set_header(columns);
    }
}
