//! The number of puzzles in the first line, and then the puzzles in any other layout, as in the code golf of 2019
//! (question 190727).

use ::csv::ByteRecord;

use super::{Head, Layout, RawRow, line_reader::Lines, schema::Syntax};
use crate::{error::Result, grid::CELLS};

/// The number that the first line declares, if it is one and what follows looks like puzzles.
pub fn declared(head: &Head<'_>) -> Option<u64> {
    let mut lines = head.lines();
    let (first, second) = (lines.next()?.trim_ascii(), lines.next()?);
    // Nine digits may be a row of a grid.
    let is_number = first.len() < 9 && first.iter().all(u8::is_ascii_digit);
    let declared = is_number.then(|| std::str::from_utf8(first).ok()?.parse().ok()).flatten()?;
    (second.len() >= CELLS).then_some(declared)
}

/// A layout behind a line with the number of its rows.
pub struct Counted {
    rest: Box<dyn Layout>,
    declared: u64,
    /// Rows so far, once the first line was read.
    rows: Option<u64>,
    /// The line of the number, and whether it was compared.
    line: u64,
    ended: bool,
}

impl Counted {
    /// Rows of which so many are declared.
    pub fn new(rest: Box<dyn Layout>, declared: u64) -> Counted {
        Counted { rest, declared, rows: None, line: 0, ended: false }
    }
}

impl Layout for Counted {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        let rows = match &mut self.rows {
            Some(rows) => rows,
            none => {
                self.line = lines.next_row()?.map_or(0, |line| line.number);
                none.insert(0)
            }
        };
        if let Some(record) = self.rest.next(lines, fields)? {
            *rows += 1;
            return Ok(Some(record));
        }
        if self.ended || *rows == self.declared {
            return Ok(None);
        }
        self.ended = true;
        let reason = format!("the line declares {} rows, and {rows} follow", self.declared);
        Ok(Some(RawRow { line: self.line, broken: Some((reason.into(), 0)), ..RawRow::default() }))
    }

    fn names(&self) -> Option<ByteRecord> {
        self.rest.names()
    }

    fn syntax(&self) -> Syntax {
        self.rest.syntax()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_count_is_a_number_before_puzzles() {
        let cells = ".".repeat(CELLS);
        let declared =
            |text: &str| declared(&Head { path: Path::new("f"), bytes: text.as_bytes(), is_plain_file: false });
        assert_eq!(declared(&format!("# list\n 17 \n{cells}\n")), Some(17));
        assert_eq!(declared(&format!("2\n\n{cells},{cells}\n")), Some(2));
        for text in ["17\n", "17\n123456789\n", &format!("123456789\n{cells}"), &format!("1.5\n{cells}"), &cells] {
            assert_eq!(declared(text), None, "{text}");
        }
    }
}
