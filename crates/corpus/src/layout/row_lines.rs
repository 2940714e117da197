//! Grids with a line for each row, which several layouts have in common.

use ::csv::ByteRecord;
use grid::text::{Added, Defect, EndedGrid, GridRows, find_puzzle, words};

use super::row_reader::RawRow;

/// Adds a line to a grid; returns the grid if the line ends it. A puzzle on a single line is returned as malformed.
pub fn add_line(grid: &mut GridRows, line: &[u8], number: u64) -> Option<EndedGrid> {
    match grid.add(line, number) {
        Added::Part => None,
        Added::Text => find_puzzle(line).map(|at| {
            let defect = Defect::new("a whole puzzle in a line, where other puzzles have a line for each row", at);
            EndedGrid { line: number, cells: line.into(), defect: Some(defect), is_remainder: false }
        }),
        Added::Grid(ended) => Some(ended),
    }
}

/// Makes a row of a grid whose fields are in `fields`. `text` gets the row as CSV, or the cells as written if the grid is malformed.
pub fn into_row<'t>(ended: EndedGrid, fields: &ByteRecord, text: &'t mut Vec<u8>) -> RawRow<'t> {
    if ended.defect.is_none() {
        return RawRow::assembled(ended.line, fields, text);
    }
    *text = ended.cells;
    RawRow { line: ended.line, bytes: text, spaces_are_blanks: true, defect: ended.defect }
}

/// Writes a grid of one character a cell, or of numbers with spaces between them.
pub fn push_rows(cells: &[u8], side: usize, text: &mut Vec<u8>) {
    let is_spaced = cells.len() > side * side;
    let cells: Vec<&[u8]> = if is_spaced { words(cells).collect() } else { cells.chunks(1).collect() };
    for row in cells.chunks(side) {
        text.extend(row.join(if is_spaced { &b" "[..] } else { b"" }));
        text.push(b'\n');
    }
}
