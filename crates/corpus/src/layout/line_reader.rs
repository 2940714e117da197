//! Splits a stream into lines in bounded memory; a line longer than [`MAX_RECORD`] is skipped, not buffered.

use std::{
    io::{self, Read},
    iter, mem,
    path::Path,
    sync::Arc,
};

use memchr::{memchr, memchr_iter};

pub use super::lines_ahead::MAX_RECORD;
use super::{
    lines_ahead::{CutLines, LinesAhead, NothingYet},
    pieces::{Pieces, ReadPiece},
    text_profile::TextProfile,
};
use crate::error::{Error, Result};

pub const TOO_LONG: &str = "the row is longer than 1,048,576 bytes";
pub const LONE_RETURN: &str = "a carriage return without a line feed; convert the line ends";
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes to request in one read.
const CHUNK: usize = 64 << 10;
/// Lines needed to detect a layout.
pub const DETECTION_LINES: usize = 4;
/// Bytes kept of an overlong line.
const HEAD: usize = 256;

pub struct LineReader<'a> {
    input: Box<dyn ReadPiece + 'a>,
    name: Arc<str>,
    /// The lines of a chunk are shared with the reader on another thread.
    window: Arc<Vec<u8>>,
    /// Start of the unconsumed part of the window.
    start: usize,
    /// What was read beyond the window.
    ahead: CutLines,
    eof: bool,
    /// The error that ended reading ahead, returned once the lines before it are consumed.
    failed: Option<io::Error>,
    /// Number of the line at `start`, from 1.
    line: u64,
    /// Bytes of the stream before `start`.
    consumed: u64,
    /// The beginning of the last overlong line.
    head: Vec<u8>,
    profile: TextProfile,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Line number, from 1.
    pub number: u64,
    /// The line without its end; of an overlong line, its first 256 bytes.
    pub bytes: &'a [u8],
    pub overlong: bool,
}

impl<'a> LineReader<'a> {
    /// Creates a reader at the beginning of a stream; `name` stands for the stream in errors.
    pub fn new(input: Box<dyn ReadPiece + 'a>, name: Arc<str>) -> LineReader<'a> {
        LineReader::with_window(input, name, Arc::default())
    }

    /// Creates a reader of whole lines from the middle of a stream; `line` is the number of the first.
    pub(crate) fn of_lines(lines: Arc<Vec<u8>>, line: u64, name: Arc<str>) -> LineReader<'static> {
        LineReader { eof: true, line, ..LineReader::with_window(Box::new(io::empty()), name, lines) }
    }

    fn with_window(input: Box<dyn ReadPiece + 'a>, name: Arc<str>, window: Arc<Vec<u8>>) -> LineReader<'a> {
        LineReader {
            input,
            name,
            window,
            start: 0,
            ahead: CutLines::default(),
            eof: false,
            failed: None,
            line: 1,
            consumed: 0,
            head: Vec::new(),
            profile: TextProfile::default(),
        }
    }

    /// Returns the number of bytes of the stream up to the end of the last line taken.
    pub(crate) fn consumed(&self) -> u64 {
        self.consumed
    }

    /// Returns the line ends, comments and empty lines so far.
    pub fn profile(&self) -> TextProfile {
        self.profile
    }

    /// Buffers and returns the first lines of the stream, without a byte order mark. Call it before any other method.
    /// Returns an error if nothing of the stream can be read. An error after the first bytes is returned later, in its
    /// place.
    pub fn begin(&mut self) -> Result<&[u8]> {
        while !has_head(&self.window) {
            match self.fill() {
                Ok(true) => {}
                Err(error) if self.window.is_empty() => return Err(self.error(error)),
                ended => {
                    self.failed = ended.err();
                    break;
                }
            }
        }
        if self.rest().starts_with(BYTE_ORDER_MARK) {
            (self.start, self.consumed) = (BYTE_ORDER_MARK.len(), BYTE_ORDER_MARK.len() as u64);
            self.profile.byte_order_mark = true;
        }
        let rest = &mut Arc::make_mut(&mut self.window)[self.start..];
        // The line ends of classic Mac OS.
        if memchr(b'\n', rest).is_none() && rest.split_last().is_some_and(|(_, rest)| memchr(b'\r', rest).is_some()) {
            self.profile.carriage_returns = true;
            to_line_feeds(rest);
        }
        Ok(self.rest())
    }

    /// Returns the bytes that are buffered and not yet consumed.
    pub fn rest(&self) -> &[u8] {
        &self.window[self.start..]
    }

    /// Returns the next bytes, at most `most`; fewer if no more are read yet.
    pub(crate) fn peek(&self, most: usize) -> Vec<u8> {
        iter::once(self.rest()).chain(self.ahead.bytes()).flatten().copied().take(most).collect()
    }

    /// Returns the next line, including comments and empty lines; `None` at the end of the stream.
    pub(crate) fn next_line(&mut self) -> Result<Option<Line<'_>>> {
        self.next_until(b'\n')
    }

    /// Returns the next line that is neither empty nor a comment; `None` at the end of the stream.
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
    pub(crate) fn next_until(&mut self, end: u8) -> Result<Option<Line<'_>>> {
        match self.length(0, end)? {
            Some(length) => Ok(Some(self.take(length))),
            None if self.rest().is_empty() => Ok(None),
            None => self.overlong(end).map(Some),
        }
    }

    /// Returns true if the next `length` bytes are neither white space nor a comment, and counts those that are.
    pub fn is_row(&mut self, length: usize) -> bool {
        let is_comment = self.is_comment(length);
        let line = trim_end(&self.window[self.start..self.start + length]);
        let is_empty = line.iter().all(u8::is_ascii_whitespace) || line == BYTE_ORDER_MARK;
        self.profile.comments += u64::from(is_comment);
        self.profile.empty += u64::from(is_empty);
        !is_comment && !is_empty
    }

    /// Returns true if the next `length` bytes begin with `#`, as a comment does.
    pub(crate) fn is_comment(&self, length: usize) -> bool {
        length > 0 && self.rest().starts_with(b"#")
    }

    /// Consumes the next `length` bytes, which [`LineReader::length`] has found.
    pub fn take(&mut self, length: usize) -> Line<'_> {
        let ends = memchr_iter(b'\n', &self.window[self.start..self.start + length]).count();
        self.take_lines(length, ends)
    }

    /// Consumes the next `length` bytes, which are one line.
    pub(crate) fn take_line(&mut self, length: usize) -> Line<'_> {
        self.take_lines(length, 1)
    }

    fn take_lines(&mut self, length: usize, lines: usize) -> Line<'_> {
        let number = self.line;
        let start = self.start;
        self.consume(length, lines);
        Line { number, bytes: trim_end(&self.window[start..start + length]), overlong: false }
    }

    /// Returns the length of the text from `offset` bytes after the current position through the next byte `end`; `None`
    /// if there is no text, or no `end` within [`MAX_RECORD`] bytes.
    pub fn length(&mut self, offset: usize, end: u8) -> Result<Option<usize>> {
        let mut searched = offset;
        loop {
            let rest = self.rest();
            if let Some(at) = memchr(end, &rest[searched..]) {
                let length = searched + at + 1 - offset;
                return Ok((length <= MAX_RECORD).then_some(length));
            }
            searched = rest.len();
            if searched >= MAX_RECORD {
                return Ok(None);
            }
            if !self.fill_window()? {
                return Ok((searched > offset).then_some(searched - offset));
            }
        }
    }

    /// Skips a line longer than [`MAX_RECORD`] and returns its beginning.
    pub(crate) fn overlong(&mut self, end: u8) -> Result<Line<'_>> {
        let number = self.line;
        let rest = self.rest();
        self.head = rest[..rest.len().min(HEAD)].to_vec();
        loop {
            let found = memchr(end, self.rest());
            let length = found.map_or(self.rest().len(), |at| at + 1);
            self.consume(length, memchr_iter(b'\n', &self.rest()[..length]).count());
            if found.is_some() || !self.fill_window()? {
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
    fn fill_window(&mut self) -> Result<bool> {
        self.fill().map_err(|error| self.error(error))
    }

    /// Reads until the rest has so many bytes, or all that there are.
    pub(crate) fn read_ahead(&mut self, bytes: usize) -> Result<()> {
        while self.rest().len() < bytes && self.fill_window()? {}
        Ok(())
    }

    /// Returns the error of a row that makes all rows before it doubtful.
    pub(crate) fn malformed(&self, line: u64, reason: String) -> Error {
        Error::malformed(Path::new(&*self.name), line, reason)
    }

    /// Does the same as [`fill_window`](LineReader::fill_window), but returns the I/O error.
    fn fill(&mut self) -> io::Result<bool> {
        if 2 * self.start >= self.window.len() {
            // Every byte is moved once on average.
            Arc::make_mut(&mut self.window).drain(..self.start);
            self.start = 0;
        }
        let piece = match self.ahead.take() {
            Some(ahead) => ahead,
            None if self.failed.is_some() => return self.failed.take().map_or(Ok(false), Err),
            None => {
                let mut piece = Vec::new();
                read_piece(&mut *self.input, &mut piece, &mut self.eof, &self.profile)?;
                piece.into()
            }
        };
        let is_more = !piece.is_empty();
        if self.window.is_empty() {
            self.window = piece;
        } else {
            Arc::make_mut(&mut self.window).extend_from_slice(&piece);
        }
        Ok(is_more)
    }

    /// Returns the error of a stream that cannot be read after the window.
    fn error(&self, error: io::Error) -> Error {
        let line = self.line + memchr_iter(b'\n', self.rest()).count() as u64;
        Error::io(format!("{}:{line}", self.name), "read on")(error)
    }
}

/// The bytes of a file that has no lines.
impl Read for LineReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest().is_empty() && !self.fill()? {
            return Ok(0);
        }
        let length = self.rest().len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest()[..length]);
        self.start += length;
        self.consumed += length as u64;
        Ok(length)
    }
}

impl LinesAhead for LineReader<'_> {
    fn line(&self) -> u64 {
        self.line
    }

    fn window_end(&self) -> u64 {
        self.consumed + self.rest().len() as u64
    }

    fn cut_ahead(&mut self, most: usize) -> Option<(Pieces, usize)> {
        if !self.ahead.has_lines() && !self.rest().is_empty() {
            self.ahead.begin(Pieces::of(mem::take(&mut self.window), mem::take(&mut self.start)));
        }
        self.ahead.cut(most, |piece| {
            if self.failed.is_none() {
                let read = read_piece(&mut *self.input, piece, &mut self.eof, &self.profile);
                self.failed = read.err().filter(|error| !NothingYet::is(error));
            } else {
                piece.clear();
            }
            !piece.is_empty()
        })
    }

    fn skip(&mut self, lines: usize, seen: &TextProfile) {
        self.consumed += self.ahead.skip() as u64;
        self.line += lines as u64;
        self.profile.lf += seen.lf;
        self.profile.crlf += seen.crlf;
        self.profile.comments += seen.comments;
        self.profile.empty += seen.empty;
        self.profile.unterminated = false;
    }
}

/// Reads the next piece; an empty one at the end of the stream.
fn read_piece(input: &mut dyn ReadPiece, piece: &mut Vec<u8>, eof: &mut bool, profile: &TextProfile) -> io::Result<()> {
    piece.clear();
    if !*eof {
        input.read_piece(piece)?;
        *eof = piece.is_empty();
    }
    if profile.carriage_returns {
        to_line_feeds(piece);
    }
    Ok(())
}

fn to_line_feeds(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

#[inline]
pub fn trim_end(line: &[u8]) -> &[u8] {
    match line {
        [line @ .., b'\r', b'\n'] | [line @ .., b'\n' | b'\r'] => line,
        line => line,
    }
}

/// Returns true if the bytes are enough to detect the layout. The first lines are enough, because a pipe may have no
/// more for now. A JSON document needs a chunk, because its first element may have many lines.
fn has_head(bytes: &[u8]) -> bool {
    bytes.len() >= CHUNK || (memchr_iter(b'\n', bytes).count() >= DETECTION_LINES && !may_begin_document(bytes))
}

/// Returns true if a text may be the beginning of a JSON document other than a line with an object.
fn may_begin_document(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
    match text.split_first() {
        None => true,
        Some((b'[', rest)) => {
            let element = rest.trim_ascii_start().first();
            element.is_none_or(|&byte| b"\"[{".contains(&byte) || byte.is_ascii_digit())
        }
        Some((b'{', _)) => {
            !text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end().ends_with(b"}")
        }
        Some(_) => false,
    }
}
