//! A first line that numbers the columns of a grid, as pandas writes it above a frame: `0,1,2,3,4,5,6,7,8`.

use grid::{
    Shape,
    text::{Notation, row, shape_of_row},
};

use super::line_reader::LineReader;
use crate::error::Result;

/// Bytes that are searched for the end of the grids.
const LOOKAHEAD_BYTES: usize = 1 << 16;

/// Returns the first line if it numbers the columns. It counts from 0; or from 1, and the first grid has a conflict with it. Without all
/// lines like it, the rows fill whole grids; or if there are more rows than are looked at, the first grid has a conflict only with it.
///
/// # Errors
///
/// Returns an error if the first line says that the first column numbers the rows.
pub fn column_numbers(lines: &mut LineReader<'_>, shape: Option<Shape>) -> Result<Option<Vec<u8>>> {
    let first = first_line(lines.rest());
    if has_column_of_numbers(first) {
        let reason = "the first column numbers the rows of a grid; leave it out (in pandas, `to_csv(index=False)`)";
        return Err(lines.malformed(1, reason.into()));
    }
    let Some(shape) = shape.or_else(|| shape_of_row(first)) else { return Ok(None) };
    let Some(begin) = counts_from(first, shape.side()) else { return Ok(None) };
    let first = first.to_vec();
    lines.read_ahead(LOOKAHEAD_BYTES)?;
    let bytes = lines.rest();
    let are_more = |rows: usize| bytes.len() >= LOOKAHEAD_BYTES && rows == bytes.split(|&byte| byte == b'\n').count();
    let rows: Vec<&[u8]> =
        bytes.split(|&byte| byte == b'\n').take_while(|line| row(line, shape.side()).is_some()).collect();
    let has_conflict = |from: usize| {
        let cells = rows.iter().filter(|line| from == 0 || ***line != *first).take(shape.side());
        let cells: Vec<_> = cells.filter_map(|line| row(line, shape.side())).flatten().collect();
        Notation::from(shape).parse(&cells.join(&b' ')).is_ok_and(|grid| grid.has_conflict())
    };
    let others = rows.iter().filter(|line| **line != first).count();
    let is_header = match are_more(rows.len()) {
        true => has_conflict(0) && !has_conflict(1),
        false => others.is_multiple_of(shape.side()) && others > 0 && (begin == 0 || has_conflict(0)),
    };
    Ok(is_header.then_some(first))
}

/// Returns true for the header of a table whose first column has no name and whose others count from 0.
fn has_column_of_numbers(line: &[u8]) -> bool {
    let mut fields = line.split(|&byte| byte == b',');
    let is_numbered = fields.next() == Some(b"") && line.len() > 1;
    is_numbered && fields.zip(0..).all(|(field, number): (_, usize)| field == number.to_string().as_bytes())
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// Returns 0 or 1 if the cells of a row are the numbers from 0 or from 1 on.
fn counts_from(line: &[u8], side: usize) -> Option<usize> {
    let cells = row(line, side)?;
    let is_number = |cell: &[u8], number: usize| cell == number.to_string().as_bytes();
    (0..=1).find(|begin| cells.iter().zip(*begin..).all(|(cell, number)| is_number(cell, number)))
}
