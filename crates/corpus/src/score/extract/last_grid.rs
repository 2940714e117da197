//! The last grid in a text.

use solver::grid::Shape;

use super::Rule;
use crate::score::cells::{UNKNOWN, is_border, parse};

pub const LAST_GRID: Rule = Rule {
    name: "last-grid",
    about: "the last word or line, or the last lines, with as many cells as a grid",
    extract: last_grid,
};

fn last_grid(text: &str, shape: Shape) -> Option<&str> {
    let mut rows: Vec<&str> = Vec::new();
    for line in text.lines().rev() {
        let words = line.split_whitespace().rev().map(|word| word.trim_matches(|mark: char| !mark.is_ascii_digit()));
        if let Some(word) = { words }.find(|word| word.len() >= shape.cells() && has_cells(word, shape, shape.cells()))
        {
            return Some(word);
        }
        if has_cells(line, shape, shape.cells()) {
            return Some(line);
        }
        // Between rows, there may be borders and empty lines.
        if line.trim().is_empty() || is_border(line, true, shape) {
            continue;
        }
        match has_cells(line, shape, shape.side()) {
            true => rows.push(line),
            false => rows.clear(),
        }
        if rows.len() == shape.side() {
            let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
            return Some(&text[offset(rows[rows.len() - 1])..offset(rows[0]) + rows[0].len()]);
        }
    }
    None
}

/// Returns true if a text is this many cells, and not all of them blank.
fn has_cells(text: &str, shape: Shape, cells: usize) -> bool {
    let found = parse(text, shape);
    found.len() == cells && !found.contains(&UNKNOWN) && found.iter().any(|&cell| cell > 0)
}
