//! What stands between the cells of a grid.

/// Cells in a row of 9×9.
pub const ROW: usize = 9;
pub const BRACKETS: &[u8] = b"[](){}'\"";
pub const SEPARATORS: &[u8] = b" \t\r\n,;|/";

/// Returns the parts of a text between separators and brackets.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte);
    text.split(is_separator).filter(|word| !word.is_empty())
}

pub fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
