//! Recognises puzzles among JSON values that need not be whole.

use grid::{
    AnyGrid, Grid, Shape,
    text::{DefectKind, Notation, NotationOverride, was_grid},
};
use serde_json::value::RawValue;

use super::{json_object::value_text, json_scan::elements};

const DETECTED_ELEMENTS: usize = 5;
/// The rows of the smallest grid.
const MIN_ROWS: usize = 4;
/// Maximum bytes of a cell: a number, a digit in quotes, or `null`.
const MAX_CELL_BYTES: usize = 4;

/// Returns true if one of the first elements of a list is an object, a puzzle, or a list of them. `text` is the text behind the
/// opening bracket. A list that is one grid is no list of puzzles.
pub fn is_list_of_puzzles(text: &[u8]) -> bool {
    let is_row = |(element, end): (&[u8], Option<u8>)| {
        let is_list = || element.strip_prefix(b"[").is_some_and(is_list_of_puzzles);
        // A number alone in brackets may also be a line of a list.
        let is_number = || end == Some(b',') && is_number_that_was_puzzle(element);
        // The end of a long object may not be read yet.
        element.starts_with(b"{") || is_puzzle(element) || is_list() || is_number()
    };
    elements(text).take(DETECTED_ELEMENTS).any(is_row) && !is_one_grid(text)
}

/// Returns true for as many rows as each of them has cells. A row of sixteen cells may look like a grid of 4×4.
fn is_one_grid(text: &[u8]) -> bool {
    let rows: Vec<usize> = elements(text).take(Shape::MAX_SIDE + 1).map(|(row, _)| cells(row)).collect();
    rows.len() >= MIN_ROWS && rows.iter().all(|cells| *cells == rows.len())
}

/// Returns the number of cells of a row; 0 for another value.
fn cells(row: &[u8]) -> usize {
    match row.split_first() {
        Some((b'[', cells)) if elements(cells).all(|(cell, _)| cell.len() <= MAX_CELL_BYTES) => elements(cells).count(),
        Some((b'"', cells)) => cells.len() - 1,
        _ => 0,
    }
}

/// Returns true if a value is a puzzle: a string, or a list of cells or rows. A text or list whose grid became a number or has
/// candidates counts too.
pub fn is_puzzle(value: &[u8]) -> bool {
    let Some(text) = text_of(value) else { return false };
    Notation::default().parse(text.as_bytes()).is_err_and(|defect| defect.kind != DefectKind::Other)
        || grid_of(value).is_some()
}

/// Returns the grid of any shape in a string or a list.
pub fn grid_of(value: &[u8]) -> Option<AnyGrid> {
    let text = text_of(value)?;
    Notation::default().parse(text.as_bytes()).ok().or_else(|| Some(NotationOverride::default().parse(&text).ok()?.0))
}

fn text_of(value: &[u8]) -> Option<String> {
    let is_text_or_list = value.starts_with(b"\"") || value.starts_with(b"[");
    let value = serde_json::from_slice::<&RawValue>(value).ok().filter(|_| is_text_or_list)?;
    String::from_utf8(value_text(value).ok()?).ok()
}

/// Returns true if an element is a number that was a grid, or that is a grid without a zero at its beginning.
fn is_number_that_was_puzzle(element: &[u8]) -> bool {
    was_grid(element) || (element.iter().all(u8::is_ascii_digit) && Grid::parse(element).is_ok())
}
