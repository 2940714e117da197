//! Puzzles of 9×9 in text that may be anything.

use super::{
    cells::grid,
    grid_rows::{Added, GridRows},
    notation::Notation,
    words::{BRACKETS, SEPARATORS, offset},
};
use crate::{CELLS, Grid, Shape};

/// Cells in a row.
const ROW: usize = 9;
/// Maximum bytes of a text in which a puzzle is looked for.
const MAX_TEXT: usize = 1 << 20;

/// Returns true if a whole field is a grid with separators between its cells or rows.
pub fn is_separated(field: &[u8]) -> bool {
    field.len() >= CELLS + ROW - 1 && grid(field, Notation::default(), false).is_some()
}

/// Returns the index of a whole puzzle in a text that should have none, so that no puzzle is skipped silently.
pub fn find_puzzle(text: &[u8]) -> Option<usize> {
    if text.len() < CELLS || text.len() > MAX_TEXT {
        return None;
    }
    let is_end = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || b"<>=:".contains(byte);
    // A border of 81 characters has no values.
    let found = text
        .split(is_end)
        .find(|word| Grid::parse(word).is_ok_and(|grid| grid.clues() >= ROW))
        .map(|word| offset(text, word));
    found.or_else(|| if is_puzzle(text) { Some(0) } else { puzzle_in_lines(text) })
}

fn is_puzzle(text: &[u8]) -> bool {
    grid(text, Notation::default(), false).is_some_and(|grid| grid.clues() >= ROW)
}

/// Returns the index of the last line of a puzzle with a line for each row.
fn puzzle_in_lines(text: &[u8]) -> Option<usize> {
    let mut rows = GridRows::new(Some(Shape::default()));
    let mut ends_puzzle = |line| match rows.add(line, 1) {
        Added::Grid(ended) => ended.defect.is_none() && is_puzzle(&ended.cells),
        Added::Part | Added::Text => false,
    };
    text.split(|&byte| byte == b'\n').find(|line| ends_puzzle(line)).map(|line| offset(text, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn puzzles_are_found_in_other_text() {
        let find = |text: String| find_puzzle(text.as_bytes());
        assert_eq!(find(format!("1,{PUZZLE},x")), Some(2));
        assert_eq!(find(format!("<game data=\"{PUZZLE}\"")), Some(12));
        assert_eq!(find(PUZZLE.replace("", " ")), Some(0));
        for text in [PUZZLE[1..].into(), format!("{PUZZLE}1"), "-".repeat(81), "some words ".repeat(9)] {
            assert_eq!(find(text.clone()), None, "{text}");
        }
    }
}
