//! Grids as rows of numbers.

use std::ops::RangeInclusive;

use grid::Shape;
use score::cells::UNKNOWN;

use crate::batch::int64;

/// The number that frameworks put in place of labels that do not count.
const PADDING: i64 = -100;
/// The values of all shapes, and the blank.
const VALUES: RangeInclusive<i64> = 0..=Shape::MAX_SIDE as i64;
/// Stands for [`PADDING`] in a row that has labels too.
const MASKED: u8 = UNKNOWN - 1;
/// The most cells of a grid whose values are single digits.
const MOST_DIGITS: usize = 81;
/// Stands for a number that is neither a value nor a blank: a character that no notation has.
const UNKNOWN_CELL: u8 = b'!';

/// Rows of cells: values, 0 for a blank, and [`UNKNOWN`] for any other number.
#[derive(Default)]
pub struct CellRows {
    cells: Vec<u8>,
    rows: Vec<CellRow>,
}

struct CellRow {
    /// The end of its cells; they begin where those of the row before end.
    end: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Grid,
    Null,
    /// All numbers are [`PADDING`].
    Padding,
}

impl CellRows {
    /// Adds a row of numbers, each a value plus `offset`; `None` is a blank.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = Option<i64>>, offset: i64) {
        let begin = self.cells.len();
        self.cells.extend(numbers.into_iter().map(|number| number.map_or(0, |number| cell(number, offset))));
        let row = &self.cells[begin..];
        let is_padding = !row.is_empty() && row.iter().all(|&cell| cell == MASKED);
        self.rows.push(CellRow { end: self.cells.len(), kind: if is_padding { Kind::Padding } else { Kind::Grid } });
    }

    /// Adds rows of `width` numbers, each a value plus `offset`.
    pub fn extend<T: Copy + TryInto<i64>>(&mut self, numbers: &[T], width: usize, offset: i64) {
        let values = VALUES.start().saturating_add(offset)..=VALUES.end().saturating_add(offset);
        self.cells.reserve(numbers.len());
        for row in numbers.chunks(width) {
            if !values.contains(&PADDING) && row.iter().all(|&number| values.contains(&int64(number))) {
                // Nearly all rows: the loop is vectorised.
                self.cells.extend(row.iter().map(|&number| int64(number).wrapping_sub(offset) as u8));
                self.rows.push(CellRow { end: self.cells.len(), kind: Kind::Grid });
            } else {
                self.push(row.iter().map(|&number| Some(int64(number))), offset);
            }
        }
    }

    pub fn push_null(&mut self) {
        self.rows.push(CellRow { end: self.cells.len(), kind: Kind::Null });
    }

    /// Returns true if all numbers of a row stand for labels that do not count.
    pub fn is_padding(&self, row: usize) -> bool {
        self.rows[row].kind == Kind::Padding
    }

    pub fn cells(&self, row: usize) -> Option<&[u8]> {
        let begin = row.checked_sub(1).map_or(0, |before| self.rows[before].end);
        let CellRow { end, kind } = self.rows[row];
        (kind == Kind::Grid).then(|| &self.cells[begin..end])
    }

    /// Returns which labels of a row do not count; `None` if all do.
    pub fn mask(&self, row: usize) -> Option<Vec<bool>> {
        let cells = self.cells(row).filter(|cells| cells.contains(&MASKED))?;
        Some(cells.iter().map(|&cell| cell == MASKED).collect())
    }

    pub fn text(&self, row: usize) -> Option<String> {
        self.cells(row).map(|cells| text(cells, b'0'))
    }
}

fn cell(number: i64, offset: i64) -> u8 {
    match number.saturating_sub(offset) {
        _ if number == PADDING => MASKED,
        value if VALUES.contains(&value) => value as u8,
        _ => UNKNOWN,
    }
}

/// Returns cells as text: digits, or where values may have two digits, a list in JSON with 0 for a blank. The
/// character of a blank is ASCII.
pub fn text(cells: &[u8], blank: u8) -> String {
    let digit = |&cell: &u8| match cell {
        0 => blank,
        1..=9 => b'0' + cell,
        _ => UNKNOWN_CELL,
    };
    if cells.len() <= MOST_DIGITS {
        return String::from_utf8(cells.iter().map(digit).collect()).expect("cells are ASCII");
    }
    let numbers: Vec<String> = cells.iter().map(u8::to_string).collect();
    format!("[{}]", numbers.join(","))
}
