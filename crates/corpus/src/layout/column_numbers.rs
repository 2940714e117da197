//! A first line that numbers the columns of a grid, as pandas writes it above a frame: `0,1,2,3,4,5,6,7,8`.

use grid::{
    Shape,
    text::{Notation, row, shape_of_row},
};

use super::line_reader::{LineReader, trim_end};
use crate::error::Result;

/// Bytes that are searched for the end of the grids.
const LOOKAHEAD_BYTES: usize = 1 << 16;

/// Returns the first line if it numbers the columns, from 0 or from 1. Then the rows without all lines like it fill whole
/// grids, and if it counts from 1, it conflicts with the rows of the first grid. If there are more rows than are looked at,
/// the first grid must have a conflict with the line, and none without it. Returns an error if the first line says that
/// the first column numbers the rows.
pub fn column_numbers(lines: &mut LineReader<'_>, shape: Option<Shape>) -> Result<Option<Vec<u8>>> {
    let first = lines_of(lines.rest()).next().unwrap_or_default().to_vec();
    if has_column_of_numbers(&first) {
        let reason = "the first column numbers the rows of a grid; leave it out (in pandas, `to_csv(index=False)`)";
        return Err(lines.malformed(1, reason.into()));
    }
    let Some(shape) = shape.or_else(|| shape_of_row(&first)) else { return Ok(None) };
    let cells = row(&first, shape.side()).unwrap_or_default();
    let begin = (0..=1).find(|begin| count_from(*begin, cells.iter().copied()));
    let Some(begin) = begin.filter(|_| !cells.is_empty()) else { return Ok(None) };
    lines.read_ahead(LOOKAHEAD_BYTES)?;
    let bytes = lines.rest();
    let rows: Vec<&[u8]> = lines_of(bytes).take_while(|line| row(line, shape.side()).is_some()).collect();
    let others: Vec<&[u8]> = rows.iter().copied().filter(|line| *line != first).collect();
    let are_more = bytes.len() >= LOOKAHEAD_BYTES && rows.len() == lines_of(bytes).count();
    let is_header = match are_more {
        true => has_conflict(&rows, shape) && !has_conflict(&others, shape),
        false => {
            let fill_grids = !others.is_empty() && others.len().is_multiple_of(shape.side());
            fill_grids && (begin == 0 || has_conflict(&rows, shape))
        }
    };
    Ok(is_header.then_some(first))
}

fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(trim_end)
}

/// Returns true if the first rows are a grid with a conflict.
fn has_conflict(rows: &[&[u8]], shape: Shape) -> bool {
    let rows = rows.iter().take(shape.side());
    let cells: Vec<&[u8]> = rows.filter_map(|line| row(line, shape.side())).flatten().collect();
    Notation::from(shape).parse(&cells.join(&b' ')).is_ok_and(|grid| grid.has_conflict())
}

/// Returns true for the header of a table whose first column has no name and whose others count from 0.
fn has_column_of_numbers(line: &[u8]) -> bool {
    let mut fields = line.split(|&byte| byte == b',');
    fields.next() == Some(b"") && !line.is_empty() && count_from(0, fields)
}

/// Returns true if fields are the numbers from `begin` on.
pub fn count_from<'f>(begin: usize, fields: impl Iterator<Item = &'f [u8]>) -> bool {
    fields.zip(begin..).all(|(field, number)| field == number.to_string().as_bytes())
}
