//! The first lines of a file, from which its layout is detected.

use super::line_reader::trim_end;

/// Lines that are looked at.
const LINES: usize = 5;

/// The beginning of a file, or of its rest.
pub struct Head<'h> {
    /// Some bytes, with the first lines among them.
    pub bytes: &'h [u8],
}

impl<'h> Head<'h> {
    /// Returns the first lines that are neither empty nor comments, at most five.
    pub fn lines(&self) -> impl Iterator<Item = &'h [u8]> + use<'h> {
        let lines = self.bytes.split(|&byte| byte == b'\n').map(trim_end);
        lines.filter(|line| line.first() != Some(&b'#') && !line.trim_ascii().is_empty()).take(LINES)
    }

    /// Returns the first line that is neither empty nor a comment; an empty line if there is none.
    pub fn first(&self) -> &'h [u8] {
        self.lines().next().unwrap_or_default()
    }
}
