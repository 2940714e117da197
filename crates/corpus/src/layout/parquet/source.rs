//! The bytes of a file, with checks of what the `parquet` crate reads and unpacks.
//!
//! The crate allocates what the header of a page claims. [`Memory`] limits the claims, and thereby the memory that a file
//! can take.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::{
    errors::{ParquetError, Result},
    file::reader::{ChunkReader, Length},
};

use super::page_header::PageHeader;

/// Maximum bytes of an unpacked page. Most programs write pages of a megabyte; some write a column of a row group as one
/// page.
const MAX_PAGE: u64 = 1 << 30;
/// Maximum bytes of the unpacked pages that are held at a time, of all columns.
const MAX_PAGES: u64 = 2 << 30;
/// Maximum ratio of the unpacked pages that are held at a time to the size of the file.
const MAX_RATIO: u64 = 64;
/// Bytes of unpacked pages that every file may have, however small it is.
const MIN_GRANTED_BYTES: u64 = 64 << 20;
/// Bytes that a value in a list may take besides its page: its levels, and its text.
const LIST_VALUE: u64 = 16;
/// Bytes of a dictionary's value besides its page: a pointer to the value in it.
const DICTIONARY_VALUE: u64 = 32;
/// Bytes of a header to read at first, and at most: it may hold the smallest and the largest value of the page.
const HEADER_SIZES: [u64; 2] = [1 << 12, 1 << 20];

/// The memory left for the pages of a file.
pub struct Memory {
    left: Mutex<u64>,
}

impl Memory {
    /// Creates the memory for a file of this length.
    pub fn new(file_length: u64) -> Memory {
        let granted = file_length.saturating_mul(MAX_RATIO).clamp(MIN_GRANTED_BYTES, MAX_PAGES);
        Memory { left: Mutex::new(granted) }
    }

    /// Takes `bytes` in exchange for the bytes taken before.
    fn exchange(&self, before: &mut u64, bytes: u64) -> Result<()> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left += std::mem::take(before);
        *left = left
            .checked_sub(bytes)
            .ok_or_else(|| damaged("its pages take more memory than those of a file of this length should"))?;
        *before = bytes;
        Ok(())
    }
}

/// A file, as the pages of one of its columns are read from it.
pub struct Source {
    file: Arc<File>,
    state: Arc<State>,
}

/// The state of a column.
struct State {
    memory: Arc<Memory>,
    /// True if the values of the column are in lists.
    has_lists: bool,
    /// True if pages are packed by gzip, whose decoder in the crate ignores the length in the header.
    is_gzip: bool,
    page: Mutex<CurrentPage>,
}

#[derive(Default)]
struct CurrentPage {
    header: PageHeader,
    /// Bytes taken of the memory: by the dictionary, and by the page.
    dictionary: u64,
    data: u64,
}

impl Source {
    /// Creates a source for the pages of a column.
    pub fn new(file: &Arc<File>, memory: &Arc<Memory>, has_lists: bool, is_gzip: bool) -> Source {
        let state = State { memory: memory.clone(), has_lists, is_gzip, page: Mutex::default() };
        Source { file: file.clone(), state: Arc::new(state) }
    }
}

impl State {
    /// Checks the header of a page, and takes the memory for the page.
    fn begin_page(&self, header: PageHeader) -> Result<()> {
        if header.unpacked > MAX_PAGE {
            return Err(damaged("a page is larger than 1 GiB"));
        }
        let mut guard = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        let page = &mut *guard;
        page.header = header;
        if header.is_dictionary {
            self.memory.exchange(&mut page.dictionary, header.unpacked + header.values * DICTIONARY_VALUE)
        } else {
            let of_lists = if self.has_lists { header.values * LIST_VALUE } else { 0 };
            self.memory.exchange(&mut page.data, header.unpacked + of_lists)
        }
    }

    /// Checks that the packed bytes of the page are no more than its header says when they are unpacked.
    fn check_length(&self, packed: &[u8]) -> Result<()> {
        let header = self.page.lock().unwrap_or_else(PoisonError::into_inner).header;
        let packed = packed.get(header.plain as usize..).unwrap_or_default();
        if !self.is_gzip || packed.is_empty() {
            return Ok(());
        }
        let most = header.unpacked.saturating_sub(header.plain);
        let unpacked = io::copy(&mut MultiGzDecoder::new(packed).take(most + 1), &mut io::sink())?;
        if unpacked > most { Err(damaged("a page is larger than its header says")) } else { Ok(()) }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        let page = self.page.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Giving memory back cannot fail.
        let _ = self.memory.exchange(&mut page.dictionary, 0).and(self.memory.exchange(&mut page.data, 0));
    }
}

impl Length for Source {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for Source {
    type T = Header;

    fn get_read(&self, start: u64) -> Result<Header> {
        Ok(Header { file: self.file.clone(), start, state: self.state.clone(), bytes: None })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // The crate checks this only after it has allocated the memory.
        if start.checked_add(length as u64).is_none_or(|end| end > self.len()) {
            return Err(damaged("a page continues after the end of the file"));
        }
        let bytes = self.file.get_bytes(start, length)?;
        self.state.check_length(&bytes)?;
        Ok(bytes)
    }
}

/// Reads the header of a page, which is checked when the first byte of it is read: the crate also creates readers that it
/// does not use.
pub struct Header {
    file: Arc<File>,
    start: u64,
    state: Arc<State>,
    bytes: Option<Cursor<Vec<u8>>>,
}

impl Header {
    /// Returns the bytes of the header.
    fn load(&self) -> Result<Vec<u8>> {
        for size in HEADER_SIZES {
            let mut bytes = Vec::new();
            self.file.get_read(self.start)?.take(size).read_to_end(&mut bytes)?;
            if let Some(header) = PageHeader::parse(&bytes) {
                self.state.begin_page(header)?;
                bytes.truncate(header.length);
                return Ok(bytes);
            }
        }
        Err(damaged("the header of a page is malformed"))
    }
}

impl Read for Header {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = match &mut self.bytes {
            Some(bytes) => bytes,
            None => {
                let loaded = self.load().map_err(|error| match error {
                    ParquetError::General(reason) => io::Error::new(io::ErrorKind::InvalidData, reason),
                    error => io::Error::other(error),
                })?;
                self.bytes.insert(Cursor::new(loaded))
            }
        };
        bytes.read(buffer)
    }
}

fn damaged(reason: &str) -> ParquetError {
    ParquetError::General(reason.into())
}
