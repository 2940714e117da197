//! Reads the rows of an array as fields of text.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    element::{Element, kind_of, push_number},
    header::Header,
    offset::FirstGrids,
};
use crate::{
    error::{Error, Result},
    layout::column_type::ColumnType,
    numbers::{count, plural},
};

/// Bytes to read at a time, approximately.
const CHUNK: usize = 64 << 10;
/// Rows from which the offset is detected, at most.
const DETECTION_ROWS: usize = 1024;
/// Bytes from which the offset is detected, at most.
const DETECTION_BYTES: usize = 1 << 20;

/// The sides of grids that are read.
const SIDES: std::ops::RangeInclusive<u64> = 4..=64;

pub struct ArrayReader<R> {
    path: PathBuf,
    input: R,
    element: Element,
    /// The side of a grid; `None` if the rows are numbers.
    side: Option<usize>,
    /// What is subtracted from cells.
    offset: i64,
    /// Rows that the header promises.
    rows: u64,
    /// Rows returned so far.
    row: u64,
    /// Some rows that were read.
    buffer: Vec<u8>,
    /// The index in the buffer of the first row that was not returned.
    begin: usize,
    /// Why nothing can be read after the buffer.
    failed: Option<io::Error>,
}

impl<R: Read> ArrayReader<R> {
    /// Reads the header of an array and its first rows; the offset of cells is `offset`, or detected. `path` is the path
    /// for errors. The inner error is a clause about an array that holds neither grids nor numbers, or whose offset is
    /// ambiguous. Returns an error if the array is damaged.
    pub fn open(path: &Path, mut input: R, offset: Option<i64>) -> Result<Result<ArrayReader<R>, String>> {
        let header = Header::read(&mut input).map_err(Error::io(path, "read"))?;
        let header = header.map_err(|reason| Error::malformed(path, 0, reason))?;
        let side = side(&header);
        let (element, side) = match (Element::parse(&header.descr), side) {
            (Some(element), Ok(side)) => (element, side),
            (Some(_), Err(reason)) => return Ok(Err(reason)),
            (None, _) => return Ok(Err(other_element(&header))),
        };
        let mut array = ArrayReader {
            path: path.into(),
            input,
            element,
            side,
            offset: offset.unwrap_or_default(),
            rows: header.shape[0],
            row: 0,
            buffer: Vec::new(),
            begin: 0,
            failed: None,
        };
        if let (Some(side), None) = (side, offset) {
            let detected = array.detect(side)?;
            return Ok(detected.map(|offset| ArrayReader { offset, ..array }));
        }
        Ok(Ok(array))
    }

    /// Returns true if the rows are grids, false if they are numbers.
    pub fn is_of_grids(&self) -> bool {
        self.side.is_some()
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of bytes of all rows.
    pub fn length(&self) -> u64 {
        self.rows.saturating_mul(self.row_bytes() as u64)
    }

    pub fn column_type(&self) -> ColumnType {
        let is_unsigned = self.element.size == 8 && !self.element.is_signed;
        match self.side {
            Some(_) => ColumnType::Text,
            None if is_unsigned => ColumnType::Unsigned,
            None => ColumnType::Integer,
        }
    }

    /// Appends the next row as text; returns its number, from 1, and `None` at the end. Returns an error if the array ends
    /// before the row, or does not end after the last one.
    pub fn next(&mut self, text: &mut Vec<u8>) -> Result<Option<u64>> {
        if self.row == self.rows {
            return self.check_end().map(|()| None);
        }
        if self.begin == self.buffer.len() {
            self.fill((CHUNK / self.row_bytes()).max(1) as u64)?;
        }
        let row = &self.buffer[self.begin..][..self.row_bytes()];
        match self.side {
            Some(_) => self.element.push_grid(row, self.offset, text),
            None => push_number(self.element.value(row), text),
        }
        self.begin += self.row_bytes();
        self.row += 1;
        Ok(Some(self.row))
    }

    fn row_bytes(&self) -> usize {
        self.side.map_or(1, |side| side * side) * self.element.size
    }

    /// Detects the offset from the first rows, which stay in the buffer.
    fn detect(&mut self, side: usize) -> Result<Result<i64, String>> {
        let rows = DETECTION_ROWS.min(DETECTION_BYTES / self.row_bytes());
        self.fill(rows as u64)?;
        let values = self.buffer.chunks_exact(self.element.size).map(|bytes| self.element.value(bytes)).collect();
        Ok(FirstGrids::new(side, values).offset())
    }

    /// Reads the next rows into the buffer, at most `rows`: those before the end of the file, or before an error. The buffer
    /// must be empty.
    fn fill(&mut self, rows: u64) -> Result<()> {
        self.check_failed()?;
        let length = rows.min(self.rows - self.row) * self.row_bytes() as u64;
        self.buffer.clear();
        self.begin = 0;
        self.failed = self.input.by_ref().take(length).read_to_end(&mut self.buffer).err();
        self.buffer.truncate(self.buffer.len() - self.buffer.len() % self.row_bytes());
        if length == 0 || !self.buffer.is_empty() {
            return Ok(());
        }
        self.check_failed()?;
        let reason = format!("ends after {} of {}; is the file cut short?", count(self.row), plural(self.rows, "row"));
        Err(Error::malformed(&self.path, self.row + 1, reason))
    }

    fn check_failed(&mut self) -> Result<()> {
        self.failed.take().map_or(Ok(()), |error| Err(Error::io(&self.path, "read")(error)))
    }

    fn check_end(&mut self) -> Result<()> {
        let mut next = Vec::new();
        let more = self.input.by_ref().take(1).read_to_end(&mut next).map_err(Error::io(&self.path, "read"))?;
        if more == 0 {
            return Ok(());
        }
        let reason = format!("has more bytes than the {} of its header", plural(self.rows, "row"));
        Err(Error::malformed(&self.path, 0, reason))
    }
}

/// Returns the side of the grids of an array; `None` for an array of numbers. The error is a clause with what to do about
/// an array of another shape or order.
fn side(header: &Header) -> Result<Option<usize>, String> {
    let side = match *header.shape {
        [_] => return Ok(None),
        [_, cells] if cells.isqrt().pow(2) == cells => cells.isqrt(),
        [_, rows, columns] if rows == columns => rows,
        _ => 0,
    };
    if !SIDES.contains(&side) {
        return Err(other_shape(&header.shape));
    }
    // One column, or one row, is the same in both orders.
    if header.is_fortran && header.shape.iter().filter(|&&length| length > 1).count() > 1 {
        return Err("is in Fortran order; save numpy.ascontiguousarray(a)".into());
    }
    Ok(Some(side as usize))
}

fn other_shape(shape: &[u64]) -> String {
    let numbers: Vec<_> = shape.iter().map(u64::to_string).collect();
    let advice = expression(shape).map_or(String::new(), |expression| format!("; save {expression}"));
    format!("has the shape ({}); grids are (N, 81) or (N, 9, 9), or of another size{advice}", numbers.join(", "))
}

/// Returns the expression in Python that makes grids of an array of another shape; `None` if that is not known.
fn expression(shape: &[u64]) -> Option<&'static str> {
    let is_square = |cells: u64| SIDES.contains(&cells.isqrt()) && cells.isqrt().pow(2) == cells;
    match *shape {
        [_, n, m, 1] if n == m => Some("a[..., 0]"),
        [_, 1, n, m] if n == m => Some("a[:, 0]"),
        [_, cells, 1] if is_square(cells) => Some("a[..., 0]"),
        // Scores or one-hot cells. Without a class for blanks, these are zeros only.
        [_, n, m, classes] if n == m && classes == n => Some("a.argmax(-1) + a.any(-1)"),
        [_, n, m, classes] if n == m && classes > n => Some("a.argmax(-1)"),
        [_, classes, n, m] if n == m && classes > n => Some("a.argmax(1)"),
        [_, cells, classes] if is_square(cells) && classes == cells.isqrt() => Some("a.argmax(-1) + a.any(-1)"),
        // As many classes as cells are the columns of a larger grid.
        [_, cells, classes] if is_square(cells) && classes > cells.isqrt() && classes != cells => Some("a.argmax(-1)"),
        // A single grid.
        [n, m] if n == m => Some("a[None]"),
        _ => None,
    }
}

/// Returns why elements that are no integers are not read, and what to do.
fn other_element(header: &Header) -> String {
    let expression = expression(&header.shape);
    let scores = expression.filter(|expression| expression.contains("argmax"));
    match kind_of(&header.descr) {
        _ if header.descr.is_empty() => {
            "holds records of several fields; save the field with the grids, as in a[\"puzzle\"]".into()
        }
        'f' => format!("holds floating-point numbers; save {}", scores.unwrap_or("numpy.rint(a).astype('uint8')")),
        'b' | '?' => format!("holds booleans; of one-hot cells, save {}", scores.unwrap_or("a.argmax(-1)")),
        'U' | 'S' | 'a' => "holds texts; write them as lines: numpy.savetxt(\"puzzles.txt\", a, fmt=\"%s\")".into(),
        'O' => "holds Python objects; convert them to integers with astype('uint8')".into(),
        _ => format!("holds elements of the type {:?}; convert them to integers with astype('uint8')", header.descr),
    }
}
