//! A puzzle per line, with a space, comma or dot between its cells or rows.

use grid::{
    Shape,
    text::{candidates_defect, find_puzzle, is_separated},
};

use super::{
    definition::{Layout, Reading},
    head::Head,
    line_rows::LineRows,
    syntax::Syntax,
};

pub const CELLS: Layout = Layout {
    name: "cells",
    extensions: &[],
    read: Some(Reading {
        about: "a puzzle a line, with a separator between its cells or rows",
        detect,
        // Stricter than `detect`, which accepts a bad line before good ones.
        continues: |line, _| is_puzzle(line),
        open: |source| Ok(Box::new(LineRows::new(source.lines, Syntax::Whole, &[]))),
        ..Reading::TEXT
    }),
    write: None,
};

fn detect(head: &Head<'_>) -> bool {
    let mut before = head.lines().take_while(|line| !is_grid(line));
    head.lines().any(is_grid) && before.all(|line| find_puzzle(line).is_none())
}

fn is_grid(line: &[u8]) -> bool {
    is_puzzle(line) || candidates_defect(line, Shape::default()).is_some()
}

/// Returns true if the whole line is one puzzle, with separators between its cells or rows. A line that has more after the
/// puzzle is in another layout.
fn is_puzzle(line: &[u8]) -> bool {
    line.first() != Some(&b'"') && is_separated(line)
}
