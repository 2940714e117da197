//! Bytes → lines, in bounded memory, whatever the file holds: a line of a gigabyte is skipped, not swallowed.

use std::{
    io::{self, Read},
    sync::Arc,
};

use memchr::{memchr, memchr_iter};

use super::TextProfile;
use crate::error::{Error, Result};

/// The most bytes in a record.
pub const MAX_RECORD: usize = 1 << 20;
/// Why a longer one is rejected.
pub const TOO_LONG: &str = "the row is longer than 1,048,576 bytes";
/// Why a row with the one and not the other is rejected.
pub const LONE_RETURN: &str = "a carriage return without a line feed; convert the line ends";
/// In UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes to ask for at a time.
const CHUNK: usize = 64 << 10;
/// Lines that are enough to tell a layout.
const FIRST: usize = 4;
/// Bytes that are kept of a line that is too long.
const HEAD: usize = 256;

/// Splits a stream into lines.
pub struct Lines<'a> {
    input: Box<dyn Read + 'a>,
    name: Arc<str>,
    window: Vec<u8>,
    /// The part of the window that is not yet consumed.
    start: usize,
    end: usize,
    eof: bool,
    /// What stopped the reading of the first lines, to be told behind them.
    failed: Option<Error>,
    /// The line that begins at `start`, from 1.
    line: u64,
    /// Bytes of the stream before `start`.
    consumed: u64,
    /// The beginning of the last line that was too long to be held.
    head: Vec<u8>,
    texture: TextProfile,
}

/// A line of the file.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes without the line end; only the first of a line that is too long.
    pub bytes: &'a [u8],
    /// Whether it is longer than [`MAX_RECORD`].
    pub overlong: bool,
}

impl<'a> Lines<'a> {
    /// Lines of a stream that is at its beginning; errors call it by this name.
    pub fn new(input: Box<dyn Read + 'a>, name: Arc<str>) -> Lines<'a> {
        let (window, texture) = (vec![0; 2 * CHUNK], TextProfile::default());
        Lines {
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
            texture,
        }
    }

    /// Bytes of the stream up to the end of the last line.
    pub fn consumed(&self) -> u64 {
        self.consumed
    }

    /// What was seen of the lines so far.
    pub fn texture(&self) -> TextProfile {
        self.texture
    }

    /// The first lines of the stream, without a byte order mark, or all there are.
    pub fn begin(&mut self) -> Result<&[u8]> {
        // A pipe may have no more to say for now.
        while self.end < CHUNK && memchr_iter(b'\n', &self.window[..self.end]).count() < FIRST {
            match self.fill() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) if self.end == 0 => return Err(error),
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        if self.rest().starts_with(BYTE_ORDER_MARK) {
            (self.start, self.consumed) = (BYTE_ORDER_MARK.len(), BYTE_ORDER_MARK.len() as u64);
            self.texture.byte_order_mark = true;
        }
        let rest = &mut self.window[self.start..self.end];
        // The line ends of old.
        if memchr(b'\n', rest).is_none() && rest.split_last().is_some_and(|(_, rest)| memchr(b'\r', rest).is_some()) {
            self.texture.carriage_returns = true;
            to_line_feeds(rest);
        }
        Ok(self.rest())
    }

    /// What was read and not yet consumed.
    pub fn rest(&self) -> &[u8] {
        &self.window[self.start..self.end]
    }

    /// The next line, whatever is in it; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>> {
        self.next_until(b'\n')
    }

    /// The next line that is neither empty nor a comment.
    pub fn next_row(&mut self) -> Result<Option<Line<'_>>> {
        loop {
            let length = match self.length(0, b'\n')? {
                None if self.rest().is_empty() => return Ok(None),
                None => return self.overlong(b'\n').map(Some),
                Some(length) => length,
            };
            if self.is_row(length) {
                return Ok(Some(self.take(length)));
            }
            self.consume(length);
        }
    }

    /// The same for what ends with any other byte; lines are counted all the same.
    pub fn next_until(&mut self, end: u8) -> Result<Option<Line<'_>>> {
        match self.length(0, end)? {
            Some(length) => Ok(Some(self.take(length))),
            None if self.rest().is_empty() => Ok(None),
            None => self.overlong(end).map(Some),
        }
    }

    /// Whether the next `length` bytes hold more than white space or a comment; keeps count of those that do not.
    pub fn is_row(&mut self, length: usize) -> bool {
        let line = trim_end(&self.window[self.start..self.start + length]);
        let is_comment = line.first() == Some(&b'#');
        let is_empty = line.iter().all(u8::is_ascii_whitespace) || line == BYTE_ORDER_MARK;
        self.texture.comments += u64::from(is_comment);
        self.texture.empty += u64::from(is_empty);
        !is_comment && !is_empty
    }

    /// Takes the next `length` bytes, which [`Lines::length`] has found.
    pub fn take(&mut self, length: usize) -> Line<'_> {
        let (number, start) = (self.line, self.start);
        self.consume(length);
        Line { number, bytes: trim_end(&self.window[start..start + length]), overlong: false }
    }

    /// The length of what begins `offset` bytes into the rest and ends with the byte `end`, which is part of it; `None`
    /// if there is nothing or nothing that ends within the bound.
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

    /// A line without an end within the bound: its beginning, once all of it is skipped.
    pub fn overlong(&mut self, end: u8) -> Result<Line<'_>> {
        let number = self.line;
        let rest = self.rest();
        self.head = rest[..rest.len().min(HEAD)].to_vec();
        loop {
            let found = memchr(end, self.rest());
            self.consume(found.map_or(self.rest().len(), |at| at + 1));
            if found.is_some() || !self.fill()? {
                return Ok(Line { number, bytes: &self.head, overlong: true });
            }
        }
    }

    fn consume(&mut self, length: usize) {
        let line = &self.window[self.start..self.start + length];
        self.line += memchr_iter(b'\n', line).count() as u64;
        match line {
            [.., b'\r', b'\n'] => self.texture.crlf += 1,
            [.., b'\n'] => self.texture.lf += 1,
            _ => {}
        }
        self.texture.unterminated = length > 0 && !line.ends_with(b"\n");
        self.consumed += length as u64;
        self.start += length;
    }

    /// Reads more behind the rest; says whether there was more.
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
            self.window.resize(self.window.len().max(self.end + CHUNK), 0);
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
        if self.texture.carriage_returns {
            to_line_feeds(&mut self.window[self.end..self.end + read]);
        }
        self.end += read;
        self.eof = read == 0;
        Ok(read > 0)
    }
}

fn to_line_feeds(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

/// A line without its end.
pub fn trim_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(text: &[u8]) -> TextProfile {
        let mut lines = Lines::new(Box::new(text), "f".into());
        lines.begin().unwrap();
        while lines.next_row().unwrap().is_some() {}
        lines.texture()
    }

    #[test]
    fn line_ends_are_seen_as_they_are() {
        let seen = texture(b"\xef\xbb\xbfa\r\nb\n# c\n\nd");
        let wanted =
            TextProfile { byte_order_mark: true, lf: 3, crlf: 1, unterminated: true, comments: 1, empty: 1, ..seen };
        assert_eq!((seen, seen.carriage_returns), (wanted, false));
        let seen = texture(b"a\rb\r");
        assert_eq!((seen.carriage_returns, seen.lf, seen.unterminated), (true, 2, false));
        // A line that is consumed in parts.
        let long = vec![b'1'; 3 * MAX_RECORD];
        assert!(!texture(&[b"a\n".as_slice(), &long, b"\nb\n"].concat()).unterminated);
        assert!(texture(&[b"a\n".as_slice(), &long].concat()).unterminated);
    }
}
