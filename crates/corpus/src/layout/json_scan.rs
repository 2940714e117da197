//! Finds the ends of JSON values in a text that need not be whole.

use std::iter;

#[derive(Default)]
pub struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Bytes scanned so far.
    at: usize,
}

impl Scan {
    /// Returns the index of the next byte `end` or of the bracket that closes the list or object around the value, whichever
    /// comes first; `None` if the text ends before.
    pub fn end(&mut self, text: &[u8], end: u8) -> Option<usize> {
        while let Some(&byte) = text.get(self.at) {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' if self.depth > 0 => self.depth -= 1,
                b']' | b'}' => return Some(self.at),
                _ if byte == end && self.depth == 0 => return Some(self.at),
                _ => {}
            }
            self.at += 1;
        }
        None
    }
}

/// Returns the members of an object: each key, and the index at which its value begins. `text` is the text behind the opening
/// brace, and need not be whole.
pub fn members(text: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut at = 0;
    iter::from_fn(move || {
        let key = &text[at..];
        let key = &key[..Scan::default().end(key, b':')?];
        let value = &text[at + key.len() + 1..];
        let begin = text.len() - value.trim_ascii_start().len();
        at = Scan::default().end(value, b',').map_or(text.len(), |end| text.len() - value.len() + end + 1);
        Some((key, begin))
    })
}
