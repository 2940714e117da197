//! A line and a column in a file whose rows are not lines.

use memchr::{memchr_iter, memrchr};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: u64,
    /// From 0.
    pub column: usize,
}

impl Place {
    /// Returns the line and column of a byte of a text that begins here.
    pub fn of(self, text: &[u8], offset: usize) -> Place {
        let breaks = memchr_iter(b'\n', &text[..offset]).count();
        let column = if breaks == 0 { self.column + offset } else { offset - line_begin(text, offset) };
        Place { line: self.line + breaks as u64, column }
    }
}

pub fn line_begin(text: &[u8], offset: usize) -> usize {
    memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1)
}
