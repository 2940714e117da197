//! How engines read and write grids: a line for each, one character a cell.

use grid::{AnyGrid, Shape, character_of, text::Alphabet};

/// Parses a grid of a shape. A blank is a dot, among other characters. `None` if the text is no such grid.
pub fn parse(text: &[u8], shape: Shape) -> Option<AnyGrid> {
    let value = |cell| Alphabet::FromOne.value_of(cell, shape.side());
    AnyGrid::new(shape, text.chunks(1).map(value).collect::<Option<Box<[u8]>>>()?)
}

pub fn is_full(grid: &AnyGrid) -> bool {
    !grid.cells().contains(&0)
}

/// Appends the line of a puzzle, with dots for blanks.
pub fn write_line(puzzle: &AnyGrid, text: &mut Vec<u8>) {
    text.extend_from_slice(puzzle.to_string().as_bytes());
    text.push(b'\n');
}

/// Returns what the characters of a full grid are: "81 digits from 1 to 9".
pub fn characters_of(shape: Shape) -> String {
    let greatest = character_of(shape.side() as u8);
    let what = if shape.side() > 9 { "digits and letters" } else { "digits" };
    format!("{} {what} from 1 to {greatest}", shape.cells())
}
