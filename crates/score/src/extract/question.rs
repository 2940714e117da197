//! What a text answers.

use grid::text::Notation;

use crate::cells::{UNKNOWN, is_grid};

/// What a text answers.
pub struct Question<'p> {
    pub notation: Notation,
    /// The cells of the puzzle, which are no answer where the text says them again.
    pub puzzle: &'p [u8],
}

impl Question<'_> {
    /// Returns true if cells are a grid that is not the puzzle, and not all blank.
    pub fn may_be_answer(&self, cells: &[u8]) -> bool {
        is_grid(cells, self.notation) && cells != self.puzzle && cells.iter().any(|&cell| cell > 0)
    }

    /// Returns true if cells are as many as a row has, and each is a value or a blank.
    pub fn is_row(&self, cells: &[u8]) -> bool {
        cells.len() == self.notation.shape.side() && !cells.contains(&UNKNOWN)
    }

    /// Returns true if a text has at least as many characters of values and blanks as a grid: prose has fewer.
    pub fn may_have_cells(&self, text: &str) -> bool {
        let has_letters = self.notation.shape.side() > 9;
        let is_symbol = |byte: &u8| byte.is_ascii_digit() || b".*_-xXnN?".contains(byte);
        let symbols = text.bytes().filter(|byte| is_symbol(byte) || has_letters && byte.is_ascii_alphabetic());
        symbols.count() >= self.notation.shape.cells()
    }
}
