//! Finds the parts of JSON values in a text that need not be whole.

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

/// Returns the elements of a list, each with the byte behind it: a comma or the closing bracket; none if the text ends there.
/// `text` is the text behind the opening bracket.
pub fn elements(text: &[u8]) -> impl Iterator<Item = (&[u8], Option<u8>)> {
    let mut rest = Some(text);
    iter::from_fn(move || {
        let text = rest.take()?;
        let end = Scan::default().end(text, b',');
        rest = end.filter(|&end| text[end] == b',').map(|end| &text[end + 1..]);
        Some((text[..end.unwrap_or(text.len())].trim_ascii(), end.map(|end| text[end])))
    })
}

/// Returns the members of an object, each key with its value. `text` is the text behind the opening brace.
pub fn members(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    elements(text).filter_map(|(member, _)| {
        let colon = Scan::default().end(member, b':')?;
        Some((&member[..colon], member[colon + 1..].trim_ascii()))
    })
}
