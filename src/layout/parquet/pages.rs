//! Reads the pages of a column, and checks them before they are decoded.
//!
//! The `parquet` crate trusts the numbers in a page: some wrong numbers make it panic, and some make it allocate more memory
//! than the machine has, which ends the process. The checks here find those that can be found cheaply.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use parquet::{
    basic::{Encoding, Type},
    column::page::{Page, PageMetadata, PageReader},
    errors::{ParquetError, Result},
    file::{
        metadata::ColumnChunkMetaData,
        reader::{ChunkReader, Length},
        serialized_reader::SerializedPageReader,
    },
};

/// Unpacked bytes that a page may always have, whatever the size of its column.
const ALWAYS_GRANTED: u64 = 64 << 20;

/// The reason why the pages end too early; `None` if they do not.
pub type Failure = Arc<Mutex<Option<ParquetError>>>;

/// Reads the pages of a column of a row group. They end at the first page that cannot be read, so that the rows before it
/// are still decoded; the error is then in the [`Failure`].
pub struct Pages {
    inner: SerializedPageReader<Source>,
    column: Type,
    /// Kinds of levels before the values of a page: none, one, or both.
    levels: usize,
    /// Values of the column, according to the metadata, in the pages not read yet.
    left: u64,
    has_dictionary: bool,
    failure: Failure,
}

impl Pages {
    /// Opens the pages of a column in a row group of `rows` rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the metadata of the column are wrong.
    pub fn new(file: &Arc<File>, chunk: &ColumnChunkMetaData, rows: usize, failure: Failure) -> Result<Pages> {
        let declared = u64::try_from(chunk.uncompressed_size()).unwrap_or(0);
        let source = Source { file: file.clone(), max_page: declared.max(ALWAYS_GRANTED) };
        let column = chunk.column_descr();
        Ok(Pages {
            inner: SerializedPageReader::new(Arc::new(source), chunk, rows, None)?,
            column: chunk.column_type(),
            levels: usize::from(column.max_def_level() > 0) + usize::from(column.max_rep_level() > 0),
            left: u64::try_from(chunk.num_values())?,
            has_dictionary: false,
            failure,
        })
    }

    fn checked(&mut self) -> Result<Option<Page>> {
        while let Some(page) = self.inner.get_next_page()? {
            self.check(&page)?;
            // The crate takes a page without values for the end.
            if matches!(page, Page::DictionaryPage { .. }) || page.num_values() > 0 {
                return Ok(Some(page));
            }
        }
        Ok(None)
    }

    fn check(&mut self, page: &Page) -> Result<()> {
        let length = page.buffer().len();
        let values = u64::from(page.num_values());
        if let Page::DictionaryPage { .. } = page {
            self.has_dictionary = true;
            let fits = values <= length as u64 && self.column != Type::BOOLEAN;
            return if fits { Ok(()) } else { Err(damaged("a dictionary has more values than bytes")) };
        }
        self.left =
            self.left.checked_sub(values).ok_or_else(|| damaged("the pages have more values than the column"))?;
        let dictionary = matches!(page.encoding(), Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY);
        if dictionary && !self.has_dictionary {
            return Err(damaged("a page needs a dictionary, which is missing"));
        }
        let levels = match page {
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
                *def_levels_byte_len as usize + *rep_levels_byte_len as usize
            }
            _ => 0,
        };
        let data = page.buffer().get(levels..).ok_or_else(cut_levels)?;
        match page.encoding() {
            Encoding::DELTA_LENGTH_BYTE_ARRAY => deltas_end(self.values(page, data)?, values).map(|_| ()),
            Encoding::DELTA_BYTE_ARRAY => {
                let data = self.values(page, data)?;
                deltas_end(&data[deltas_end(data, values)?..], values).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Returns the bytes behind the levels. In the first version of data pages, the length of each kind precedes it.
    fn values<'a>(&self, page: &Page, mut data: &'a [u8]) -> Result<&'a [u8]> {
        let levels = if matches!(page, Page::DataPage { .. }) { self.levels } else { 0 };
        for _ in 0..levels {
            let (length, rest) = data.split_first_chunk().ok_or_else(cut_levels)?;
            data = rest.get(u32::from_le_bytes(*length) as usize..).ok_or_else(cut_levels)?;
        }
        Ok(data)
    }

    fn fail(&self, error: ParquetError) {
        self.failure.lock().expect("nothing panics while it is held").get_or_insert(error);
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        if self.failure.lock().expect("nothing panics while it is held").is_some() {
            return Ok(None);
        }
        self.checked().or_else(|error| {
            self.fail(error);
            Ok(None)
        })
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.inner.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.inner.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.inner.at_record_boundary().or_else(|error| {
            self.fail(error);
            // The list at the end of this page may continue in the damaged page.
            Ok(false)
        })
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// The file, with checks of the ranges that the crate reads.
struct Source {
    file: Arc<File>,
    /// Maximum bytes of an unpacked page.
    max_page: u64,
}

impl Length for Source {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for Source {
    type T = Header;

    fn get_read(&self, start: u64) -> Result<Header> {
        let inner = self.file.get_read(start)?;
        Ok(Header { inner, max_page: self.max_page, seen: false })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // The crate checks this only after it has allocated the memory.
        if start.checked_add(length as u64).is_none_or(|end| end > self.len()) {
            return Err(damaged("a page continues after the end of the file"));
        }
        self.file.get_bytes(start, length)
    }
}

/// Reads a page from its header on, which has the size to allocate.
struct Header {
    inner: BufReader<File>,
    max_page: u64,
    seen: bool,
}

impl Read for Header {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.seen {
            self.seen = true;
            let size = unpacked_size(self.inner.fill_buf()?);
            if size.is_some_and(|size| size > self.max_page) {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a page is larger than its column"));
            }
        }
        self.inner.read(buffer)
    }
}

/// Returns the second field of a page header in Thrift's compact protocol, whose first two fields are 32-bit integers with
/// the numbers 1 and 2. Returns `None` for any other header, which the crate rejects.
fn unpacked_size(header: &[u8]) -> Option<u64> {
    const NEXT_FIELD_I32: u8 = 0x15;
    let (first, rest) = header.split_first()?;
    let (_, rest) = varint(rest)?;
    let (second, rest) = rest.split_first()?;
    let (zigzag, _) = varint(rest)?;
    (*first == NEXT_FIELD_I32 && *second == NEXT_FIELD_I32 && zigzag % 2 == 0).then_some(zigzag / 2)
}

/// Returns the end of a block of DELTA_BINARY_PACKED.
///
/// # Errors
///
/// Returns an error if the block is cut short or has more than `values` values.
fn deltas_end(data: &[u8], values: u64) -> Result<usize> {
    let end = || -> Option<usize> {
        let (block_size, rest) = varint(data)?;
        let (parts, rest) = varint(rest)?;
        let (total, rest) = varint(rest)?;
        let (_, mut rest) = varint(rest)?;
        let part_size = block_size.checked_div(parts)?;
        let mut left = total.saturating_sub(1);
        while total <= values && left > 0 {
            let (_, block) = varint(rest)?;
            let (widths, mut block) = block.split_at_checked(usize::try_from(parts).ok()?)?;
            for width in widths {
                if left == 0 {
                    break;
                }
                let bytes = u64::from(*width).checked_mul(part_size)? / 8;
                block = block.get(usize::try_from(bytes).ok()?..)?;
                left = left.saturating_sub(part_size);
            }
            rest = block;
        }
        (total <= values).then_some(data.len() - rest.len())
    };
    end().ok_or_else(|| damaged("the lengths of the values do not fit into their page"))
}

/// Returns a number in groups of seven bits, the lowest first, and the bytes behind it.
fn varint(data: &[u8]) -> Option<(u64, &[u8])> {
    let length = data.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = data.split_at(length);
    Some((number.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f)), rest))
}

fn cut_levels() -> ParquetError {
    damaged("a page ends within its levels")
}

fn damaged(reason: &str) -> ParquetError {
    ParquetError::General(reason.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_deltas_is_walked_to_its_end() {
        // Blocks of 128 in 4 parts, 5 values from 1; then the least difference, a width of 3 bits for the first part, and
        // no bytes for the other parts, which have no values.
        let block = [&[0x80, 0x01, 4, 5, 2, 0, 3, 0, 9, 9][..], &[0xff; 12], b"next"].concat();
        assert_eq!(deltas_end(&block, 5).unwrap(), block.len() - 4);
        assert!(deltas_end(&block, 4).is_err(), "more values than the page has");
        assert!(deltas_end(&block[..block.len() - 5], 5).is_err(), "cut short");
        assert!(deltas_end(&[0x80, 0x01, 0, 5, 2, 0], 5).is_err(), "no parts");
        assert!(deltas_end(&[0xff; 100], u64::MAX).is_err());
        assert_eq!(deltas_end(&[0x80, 0x01, 4, 1, 2, 7], 5).unwrap(), 5);
    }

    #[test]
    fn the_size_of_a_page_is_in_its_header() {
        // A data page of 300 bytes that are 200 when packed.
        let header = [0x15, 0x00, 0x15, 0xd8, 0x04, 0x15, 0x90, 0x03, 0x00];
        assert_eq!(unpacked_size(&header), Some(300));
        assert_eq!(unpacked_size(&header[..4]), None);
        assert_eq!(unpacked_size(&[0x15, 0x00, 0x15, 0x01]), None, "negative");
        let mut read = [0];
        let mut seen = |max_page| {
            let mut file = tempfile::tempfile().unwrap();
            io::Write::write_all(&mut file, &header).unwrap();
            io::Seek::rewind(&mut file).unwrap();
            Header { inner: BufReader::new(file), max_page, seen: false }.read(&mut read).map(|_| read[0])
        };
        assert_eq!(seen(300).unwrap(), 0x15);
        assert!(seen(299).is_err());
    }
}
