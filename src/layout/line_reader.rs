//! Splits a stream into lines in bounded memory; a line longer than [`MAX_RECORD`] is skipped, not buffered.

use std::{
    io::{self, Read},
    sync::Arc,
};

use memchr::{memchr, memchr_iter, memrchr};

use super::text_profile::TextProfile;
use crate::error::{Error, Result};

/// Maximum length of a row in bytes.
pub const MAX_RECORD: usize = 1 << 20;
/// Reason for rejecting a longer row.
pub const TOO_LONG: &str = "the row is longer than 1,048,576 bytes";
/// Reason for rejecting a row with a carriage return inside.
pub const LONE_RETURN: &str = "a carriage return without a line feed; convert the line ends";
/// The byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes to request in one read.
const CHUNK: usize = 64 << 10;
/// Bytes in which lines are counted at once.
const PIECE: usize = 4 << 10;
/// Lines needed to detect a layout.
const FIRST: usize = 4;
/// Bytes kept of an overlong line.
const HEAD: usize = 256;

/// Splits a stream into lines.
pub struct LineReader<'a> {
    input: Box<dyn Read + 'a>,
    name: Arc<str>,
    window: Vec<u8>,
    /// Start of the unconsumed part of the window.
    start: usize,
    /// End of the unconsumed part of the window.
    end: usize,
    eof: bool,
    /// The error that ended reading ahead, returned once the lines before it are consumed.
    failed: Option<Error>,
    /// Number of the line at `start`, from 1.
    line: u64,
    /// Bytes of the stream before `start`.
    consumed: u64,
    /// The beginning of the last overlong line.
    head: Vec<u8>,
    profile: TextProfile,
}

/// A line of the file.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Line number, from 1.
    pub number: u64,
    /// The line without its end; of an overlong line, its first 256 bytes.
    pub bytes: &'a [u8],
    /// True if the line is longer than [`MAX_RECORD`].
    pub overlong: bool,
}

impl<'a> LineReader<'a> {
    /// Creates a reader at the beginning of a stream; `name` stands for the stream in errors.
    pub fn new(input: Box<dyn Read + 'a>, name: Arc<str>) -> LineReader<'a> {
        LineReader::with_window(input, name, vec![0; 2 * CHUNK])
    }

    /// Creates a reader of whole lines from the middle of a stream; `line` is the number of the first.
    pub fn of_lines(lines: Vec<u8>, line: u64, name: Arc<str>) -> LineReader<'static> {
        let end = lines.len();
        LineReader { end, eof: true, line, ..LineReader::with_window(Box::new(io::empty()), name, lines) }
    }

    fn with_window(input: Box<dyn Read + 'a>, name: Arc<str>, window: Vec<u8>) -> LineReader<'a> {
        LineReader {
            input,
            name,
            window,
            start: 0,
            end: 0,
            eof: false,
            failed: None,
            line: 1,
            consumed: 0,
            head: Vec::new(),
            profile: TextProfile::default(),
        }
    }

    /// Returns the number of bytes of the stream up to the end of the last line taken.
    pub fn consumed(&self) -> u64 {
        self.consumed
    }

    /// Returns the line ends, comments and empty lines so far.
    pub fn profile(&self) -> TextProfile {
        self.profile
    }

    /// Buffers and returns the first lines of the stream, without a byte order mark. Call it before any other method.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing of the stream can be read. An error after the first bytes is returned later, in its
    /// place.
    pub fn begin(&mut self) -> Result<&[u8]> {
        // A pipe may have no more data for now, so do not fill the window.
        let is_short =
            |reader: &Self| reader.end < CHUNK && memchr_iter(b'\n', &reader.window[..reader.end]).count() < FIRST;
        while is_short(self) && self.fill_ahead() {}
        if self.end == 0
            && let Some(error) = self.failed.take()
        {
            return Err(error);
        }
        if self.rest().starts_with(BYTE_ORDER_MARK) {
            (self.start, self.consumed) = (BYTE_ORDER_MARK.len(), BYTE_ORDER_MARK.len() as u64);
            self.profile.byte_order_mark = true;
        }
        let rest = &mut self.window[self.start..self.end];
        // The line ends of classic Mac OS.
        if memchr(b'\n', rest).is_none() && rest.split_last().is_some_and(|(_, rest)| memchr(b'\r', rest).is_some()) {
            self.profile.carriage_returns = true;
            to_line_feeds(rest);
        }
        Ok(self.rest())
    }

    /// Returns the bytes that are buffered and not yet consumed.
    pub fn rest(&self) -> &[u8] {
        &self.window[self.start..self.end]
    }

    /// Returns the next line, including comments and empty lines; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>> {
        self.next_until(b'\n')
    }

    /// Returns the next line that is neither empty nor a comment; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub fn next_row(&mut self) -> Result<Option<Line<'_>>> {
        loop {
            let length = match self.length(0, b'\n')? {
                None if self.rest().is_empty() => return Ok(None),
                None => return self.overlong(b'\n').map(Some),
                Some(length) => length,
            };
            if self.is_row(length) {
                return Ok(Some(self.take_line(length)));
            }
            self.consume(length, 1);
        }
    }

    /// Returns the bytes up to the next byte `end`; `None` at the end of the stream. Lines are still counted by line feeds.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub fn next_until(&mut self, end: u8) -> Result<Option<Line<'_>>> {
        match self.length(0, end)? {
            Some(length) => Ok(Some(self.take(length))),
            None if self.rest().is_empty() => Ok(None),
            None => self.overlong(end).map(Some),
        }
    }

    /// Reads more bytes; returns false at the end of the stream. An error is returned later, in its place.
    fn fill_ahead(&mut self) -> bool {
        if self.failed.is_some() {
            return false;
        }
        self.fill().unwrap_or_else(|error| {
            self.failed = Some(error);
            false
        })
    }

    /// Returns true if the next `length` bytes are neither white space nor a comment, and counts those that are.
    pub fn is_row(&mut self, length: usize) -> bool {
        let line = trim_end(&self.window[self.start..self.start + length]);
        let is_comment = line.first() == Some(&b'#');
        let is_empty = line.iter().all(u8::is_ascii_whitespace) || line == BYTE_ORDER_MARK;
        self.profile.comments += u64::from(is_comment);
        self.profile.empty += u64::from(is_empty);
        !is_comment && !is_empty
    }

    /// Consumes the next `length` bytes, which [`LineReader::length`] has found.
    pub fn take(&mut self, length: usize) -> Line<'_> {
        let ends = memchr_iter(b'\n', &self.window[self.start..self.start + length]).count();
        self.take_lines(length, ends)
    }

    /// Consumes the next `length` bytes, which are one line.
    pub fn take_line(&mut self, length: usize) -> Line<'_> {
        self.take_lines(length, 1)
    }

    fn take_lines(&mut self, length: usize, lines: usize) -> Line<'_> {
        let (number, start) = (self.line, self.start);
        self.consume(length, lines);
        Line { number, bytes: trim_end(&self.window[start..start + length]), overlong: false }
    }

    /// Returns the length of the text from `offset` bytes behind the current position through the next byte `end`; `None`
    /// if there is no text, or no `end` within [`MAX_RECORD`] bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub fn length(&mut self, offset: usize, end: u8) -> Result<Option<usize>> {
        let mut searched = offset;
        loop {
            let rest = &self.window[self.start..self.end];
            if let Some(at) = memchr(end, &rest[searched..]) {
                let length = searched + at + 1 - offset;
                return Ok((length <= MAX_RECORD).then_some(length));
            }
            searched = rest.len();
            if searched >= MAX_RECORD {
                return Ok(None);
            }
            if !self.fill()? {
                return Ok((searched > offset).then_some(searched - offset));
            }
        }
    }

    /// Skips a line longer than [`MAX_RECORD`] and returns its beginning.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub fn overlong(&mut self, end: u8) -> Result<Line<'_>> {
        let number = self.line;
        let rest = self.rest();
        self.head = rest[..rest.len().min(HEAD)].to_vec();
        loop {
            let found = memchr(end, self.rest());
            let length = found.map_or(self.rest().len(), |at| at + 1);
            self.consume(length, memchr_iter(b'\n', &self.rest()[..length]).count());
            if found.is_some() || !self.fill()? {
                return Ok(Line { number, bytes: &self.head, overlong: true });
            }
        }
    }

    /// Consumes the next `length` bytes, with so many line ends; the last line of the stream may have none.
    fn consume(&mut self, length: usize, lines: usize) {
        let line = &self.window[self.start..self.start + length];
        self.line += lines as u64;
        match line {
            [.., b'\r', b'\n'] => self.profile.crlf += 1,
            [.., b'\n'] => self.profile.lf += 1,
            _ => {}
        }
        self.profile.unterminated = length > 0 && !line.ends_with(b"\n");
        self.consumed += length as u64;
        self.start += length;
    }

    /// Reads more bytes into the window; returns false at the end of the stream.
    fn fill(&mut self) -> Result<bool> {
        if self.eof {
            return Ok(false);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if self.window.len() - self.end < CHUNK {
            self.window.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            // With half of the window free, every byte is moved once on average.
            self.window.resize(self.window.len().max(2 * self.end.max(CHUNK)), 0);
        }
        let read = loop {
            match self.input.read(&mut self.window[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let line = self.line + memchr_iter(b'\n', self.rest()).count() as u64;
                    return Err(Error::io(format!("{}:{line}", self.name), "read on")(error));
                }
                Ok(read) => break read,
            }
        };
        if self.profile.carriage_returns {
            to_line_feeds(&mut self.window[self.end..self.end + read]);
        }
        self.end += read;
        self.eof = read == 0;
        Ok(read > 0)
    }
}

/// The lines of a stream behind the current position.
pub trait LinesAhead {
    /// Returns the number of the next line, from 1.
    fn line(&self) -> u64;

    /// Copies whole lines that begin `offset` bytes behind the current position, at least one, at most `most` and about a
    /// megabyte, and returns them with their number. There is none at the end of the stream. The lines are not consumed.
    fn copy_ahead(&mut self, offset: usize, most: usize) -> (Vec<u8>, usize);

    /// Consumes lines that another reader has read: their bytes, their number, and what that reader has seen.
    fn skip(&mut self, bytes: usize, lines: usize, seen: &TextProfile);
}

impl LinesAhead for LineReader<'_> {
    fn line(&self) -> u64 {
        self.line
    }

    fn copy_ahead(&mut self, offset: usize, most: usize) -> (Vec<u8>, usize) {
        let (mut searched, mut lines, mut length) = (0, 0, 0);
        loop {
            let rest = &self.window[self.start + offset..self.end];
            for piece in rest[searched..].chunks(PIECE) {
                let ends = || memchr_iter(b'\n', piece);
                // Counting is faster than finding.
                let (found, last) = match ends().count() {
                    n if n <= most - lines => (n, memrchr(b'\n', piece)),
                    _ => (most - lines, ends().nth(most - lines - 1)),
                };
                (lines, length) = (lines + found, last.map_or(length, |at| searched + at + 1));
                searched += piece.len();
                if lines == most {
                    break;
                }
            }
            if lines == most || searched >= MAX_RECORD || !self.fill_ahead() {
                return (self.window[self.start + offset..][..length].to_vec(), lines);
            }
        }
    }

    fn skip(&mut self, bytes: usize, lines: usize, seen: &TextProfile) {
        self.start += bytes;
        self.consumed += bytes as u64;
        self.line += lines as u64;
        self.profile.lf += seen.lf;
        self.profile.crlf += seen.crlf;
        self.profile.comments += seen.comments;
        self.profile.empty += seen.empty;
        self.profile.unterminated = false;
    }
}

fn to_line_feeds(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

/// Returns a line without its line end.
pub fn trim_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(text: &[u8]) -> TextProfile {
        let mut lines = LineReader::new(Box::new(text), "f".into());
        lines.begin().unwrap();
        while lines.next_row().unwrap().is_some() {}
        lines.profile()
    }

    #[test]
    fn line_ends_are_counted_by_kind() {
        let seen = profile(b"\xef\xbb\xbfa\r\nb\n# c\n\nd");
        let wanted =
            TextProfile { byte_order_mark: true, lf: 3, crlf: 1, unterminated: true, comments: 1, empty: 1, ..seen };
        assert_eq!((seen, seen.carriage_returns), (wanted, false));
        let seen = profile(b"a\rb\r");
        assert_eq!((seen.carriage_returns, seen.lf, seen.unterminated), (true, 2, false));
        // An overlong line is consumed in parts.
        let long = vec![b'1'; 3 * MAX_RECORD];
        assert!(!profile(&[b"a\n".as_slice(), &long, b"\nb\n"].concat()).unterminated);
        assert!(profile(&[b"a\n".as_slice(), &long].concat()).unterminated);
    }
}
