//! Finds the ends of JSON values in a text that need not be whole.

/// Scans JSON for the end of a value.
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

/// Returns the indices at which the values of an object begin that are lists. `members` is the text of the object behind its
/// opening brace.
pub fn lists(members: &[u8]) -> Vec<usize> {
    let mut lists = Vec::new();
    let mut at = 0;
    while let Some(key) = Scan::default().end(&members[at..], b':') {
        at += key + 1;
        let value = &members[at..];
        let begin = value.len() - value.trim_ascii_start().len();
        if value[begin..].starts_with(b"[") {
            lists.push(at + begin);
        }
        let Some(end) = Scan::default().end(value, b',') else { break };
        at += end + 1;
    }
    lists
}
