//! A first line that numbers the columns of a grid, as pandas writes it above a frame: `0,1,2,3,4,5,6,7,8`.

use grid::{
    Shape,
    text::{Notation, row, shape_of_row},
};

use super::line_reader::LineReader;
use crate::error::Result;

/// Bytes that are searched for the end of the grids.
const LOOKAHEAD_BYTES: usize = 1 << 16;

/// Skips the first line if it numbers the columns from 0, or from 1 if the first grid has a conflict with this line as its first row. If
/// the end of the grids is known, the line is also skipped only if it is one row too many.
pub fn skip_column_numbers(lines: &mut LineReader<'_>, shape: Option<Shape>) -> Result<()> {
    let first = first_line(lines.rest());
    let Some(shape) = shape.or_else(|| shape_of_row(first)) else { return Ok(()) };
    let Some(begin) = counts_from(first, shape.side()) else { return Ok(()) };
    lines.read_ahead(LOOKAHEAD_BYTES)?;
    let bytes = lines.rest();
    let rows: Vec<_> = bytes.split(|&byte| byte == b'\n').map_while(|line| row(line, shape.side())).collect();
    let is_end_known = bytes.len() < LOOKAHEAD_BYTES;
    let has_conflict = |from: usize| {
        let cells = rows.get(from..from + shape.side()).unwrap_or_default().concat();
        let grid = Notation::from(shape).parse(&cells.join(&b' '));
        grid.is_ok_and(|grid| grid.has_conflict())
    };
    let may_be_header = if is_end_known { rows.len() % shape.side() == 1 } else { begin == 0 || !has_conflict(1) };
    if may_be_header && (begin == 0 || has_conflict(0)) {
        lines.next_line()?;
    }
    Ok(())
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
