//! Whole lines of a stream that are cut off ahead of their turn, for readers on other threads.

use std::{collections::VecDeque, io, mem, sync::Arc};

use memchr::{memchr_iter, memrchr};

use super::text_profile::TextProfile;

/// Maximum length of a row in bytes.
pub const MAX_RECORD: usize = 1 << 20;

/// Bytes in which lines are counted at once.
const PIECE: usize = 4 << 10;

/// The error of a stream that has no more bytes for now, but may have more later. Only this program makes this error; an
/// error of the system is never taken for it, not even one of the kind `WouldBlock`.
#[derive(Debug, thiserror::Error)]
#[error("no more bytes yet")]
pub struct NothingYet;

impl NothingYet {
    /// Returns true if an error is a `NothingYet`.
    pub fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<NothingYet>())
    }
}

impl From<NothingYet> for io::Error {
    fn from(error: NothingYet) -> io::Error {
        io::Error::new(io::ErrorKind::WouldBlock, error)
    }
}

pub trait LinesAhead {
    /// Returns the number of the next line, from 1.
    fn line(&self) -> u64;

    /// Returns the offset in the stream up to which this reader has begun to read: at least its current position. Lines
    /// before this offset are no longer cut off.
    fn window_end(&self) -> u64;

    /// Cuts off whole lines after those already cut off: at least one, at most `most` and about a megabyte. Returns
    /// them with their number; `None` at the end of the stream, or if a pipe has no more for now. The lines are not
    /// consumed.
    fn cut_ahead(&mut self, most: usize) -> Option<(Arc<Vec<u8>>, usize)>;

    /// Consumes the first `lines` lines that were cut off, after another reader has read them. `seen` is the profile
    /// that the other reader found.
    fn skip(&mut self, lines: usize, seen: &TextProfile);
}

/// The part of a stream that is read and not in the window of its reader.
#[derive(Default)]
pub struct CutLines {
    chunks: VecDeque<Arc<Vec<u8>>>,
    /// The bytes after them.
    rest: Vec<u8>,
    spare: Vec<u8>,
}

impl CutLines {
    pub fn has_lines(&self) -> bool {
        !self.chunks.is_empty()
    }

    pub fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.chunks.iter().map(|chunk| &***chunk).chain([&*self.rest])
    }

    /// Begins with these bytes, if there are no others yet.
    pub fn begin(&mut self, bytes: &[u8]) {
        debug_assert!(self.chunks.is_empty() && self.rest.is_empty());
        self.rest.extend_from_slice(bytes);
    }

    /// Takes the first lines that were cut off, or all bytes after them; `None` if there are none.
    pub fn take(&mut self) -> Option<Arc<Vec<u8>>> {
        self.chunks.pop_front().or_else(|| (!self.rest.is_empty()).then(|| mem::take(&mut self.rest).into()))
    }

    /// Takes the first lines that were cut off, and returns their length. Their buffer is reused.
    pub fn skip(&mut self) -> usize {
        let Some(chunk) = self.chunks.pop_front() else { return 0 };
        let length = chunk.len();
        if let Ok(mut spare) = Arc::try_unwrap(chunk) {
            spare.clear();
            self.spare = spare;
        }
        length
    }

    /// Cuts off whole lines. `read` reads more bytes to the end of a buffer, and returns false if there are none.
    pub fn cut(&mut self, most: usize, mut read: impl FnMut(&mut Vec<u8>) -> bool) -> Option<(Arc<Vec<u8>>, usize)> {
        let mut searched = 0;
        let mut lines = 0;
        let mut length = 0;
        loop {
            for piece in self.rest[searched..].chunks(PIECE) {
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
            if lines == most || searched >= MAX_RECORD || !read(&mut self.rest) {
                break;
            }
        }
        if lines == 0 {
            return None;
        }
        let mut after = mem::take(&mut self.spare);
        after.extend_from_slice(&self.rest[length..]);
        self.rest.truncate(length);
        let chunk = Arc::new(mem::replace(&mut self.rest, after));
        self.chunks.push_back(chunk.clone());
        Some((chunk, lines))
    }
}
