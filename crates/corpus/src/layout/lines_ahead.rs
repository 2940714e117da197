//! Whole lines of a stream that are cut off ahead of their turn, for readers on other threads.

use std::{collections::VecDeque, io, mem, sync::Arc};

use memchr::{memchr_iter, memrchr};

use super::{pieces::Pieces, text_profile::TextProfile};

/// Maximum length of a row in bytes.
pub const MAX_RECORD: usize = 1 << 20;

/// Bytes in which lines are counted at once.
const COUNTED_BYTES: usize = 4 << 10;

/// The most used pieces whose memory is kept: about as many as a few chunks of lines have.
const MAX_SPARE_PIECES: usize = 64;

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
    fn cut_ahead(&mut self, most: usize) -> Option<(Pieces, usize)>;

    /// Consumes the first `lines` lines that were cut off, after another reader has read them. `seen` is the profile
    /// that the other reader found.
    fn skip(&mut self, lines: usize, seen: &TextProfile);
}

/// The part of a stream that is read and not in the window of its reader.
#[derive(Default)]
pub struct CutLines {
    chunks: VecDeque<Pieces>,
    /// The bytes after them.
    rest: Pieces,
    /// The memory of used pieces.
    spare: Vec<Vec<u8>>,
}

impl CutLines {
    pub fn has_lines(&self) -> bool {
        !self.chunks.is_empty()
    }

    pub fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.chunks.iter().chain([&self.rest]).flat_map(Pieces::slices)
    }

    /// Begins with these bytes, if there are no others yet.
    pub fn begin(&mut self, bytes: Pieces) {
        debug_assert!(self.chunks.is_empty() && self.rest.is_empty());
        self.rest = bytes;
    }

    /// Takes the first lines that were cut off, or all bytes after them; `None` if there are none.
    pub fn take(&mut self) -> Option<Arc<Vec<u8>>> {
        let rest = |rest: &mut Pieces| Some(mem::take(rest)).filter(|rest| !rest.is_empty());
        let first = self.chunks.pop_front().or_else(|| rest(&mut self.rest))?;
        Some(first.into_bytes().into())
    }

    /// Takes the first lines that were cut off, and returns their length. Their memory is reused.
    pub fn skip(&mut self) -> usize {
        let Some(chunk) = self.chunks.pop_front() else { return 0 };
        let length = chunk.len();
        self.spare.extend(chunk.into_spare());
        self.spare.truncate(MAX_SPARE_PIECES);
        length
    }

    /// Cuts off whole lines. `read` replaces the content of a piece by the next bytes, and returns false if there are none.
    pub fn cut(&mut self, most: usize, mut read: impl FnMut(&mut Vec<u8>) -> bool) -> Option<(Pieces, usize)> {
        let mut found = FoundLines { most, ..FoundLines::default() };
        self.rest.slices().for_each(|slice| found.search(slice));
        while !found.is_complete() {
            let mut piece = self.spare.pop().unwrap_or_default();
            if !read(&mut piece) {
                break;
            }
            found.search(&piece);
            self.spare.extend(self.rest.push(piece));
        }
        if found.lines == 0 {
            return None;
        }
        let chunk = self.rest.split_off_first(found.length);
        self.chunks.push_back(chunk.clone());
        Some((chunk, found.lines))
    }
}

/// The first lines of a stream, at most `most`.
#[derive(Default)]
struct FoundLines {
    most: usize,
    lines: usize,
    /// Bytes of these lines.
    length: usize,
    /// Bytes in which lines were counted.
    searched: usize,
}

impl FoundLines {
    fn is_complete(&self) -> bool {
        self.lines == self.most || self.searched >= MAX_RECORD
    }

    /// Searches the next bytes of the stream.
    fn search(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(COUNTED_BYTES) {
            let wanted = self.most - self.lines;
            if wanted == 0 {
                return;
            }
            let ends = || memchr_iter(b'\n', part);
            // Counting line ends is faster than finding each.
            let (found, last) = match ends().count() {
                n if n <= wanted => (n, memrchr(b'\n', part)),
                _ => (wanted, ends().nth(wanted - 1)),
            };
            self.lines += found;
            self.length = last.map_or(self.length, |at| self.searched + at + 1);
            self.searched += part.len();
        }
    }
}
