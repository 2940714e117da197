//! The first lines of a file, from which its layout is detected.

use memchr::memchr_iter;

use super::line_reader::{DETECTION_LINES, trim_end};

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
        self.bytes.split(|&byte| byte == b'\n').map(trim_end).filter(|line| !is_skipped(line)).take(LINES)
    }

    /// Returns the lines that are read from every file before its layout is detected. For a pipe, it depends on the
    /// writer whether more are there.
    pub(crate) fn certain_lines(&self) -> impl Iterator<Item = &'h [u8]> + use<'h> {
        self.bytes.split(|&byte| byte == b'\n').take(DETECTION_LINES).map(trim_end)
    }

    /// Returns the first line that is neither empty nor a comment; an empty line if there is none.
    pub fn first(&self) -> &'h [u8] {
        self.lines().next().unwrap_or_default()
    }

    /// Returns the first row: the first line, and the lines into which a quoted field continues.
    pub fn first_row(&self) -> &'h [u8] {
        let lines = || self.bytes.split_inclusive(|&byte| byte == b'\n');
        let begin: usize = lines().take_while(|line| is_skipped(trim_end(line))).map(<[u8]>::len).sum();
        let row = &self.bytes[begin..];
        let ends = memchr_iter(b'\n', row).chain([row.len()]);
        let is_whole = |end: &usize| memchr_iter(b'"', &row[..*end]).count().is_multiple_of(2);
        // A quote that is never closed is none.
        ends.take(LINES).find(is_whole).map_or(self.first(), |end| trim_end(&row[..end]))
    }
}

/// Returns true for an empty line or a comment.
pub fn is_skipped(line: &[u8]) -> bool {
    line.first() == Some(&b'#') || line.trim_ascii().is_empty()
}
