//! Reads the pages of a column, and checks them before they are decoded.
//!
//! The `parquet` crate trusts the numbers in a page: some wrong numbers make it panic, and some make it allocate more memory
//! than the machine has, which ends the process. The checks here find those that can be found cheaply.

use std::{
    fs::File,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use parquet::{
    basic::{Compression, Encoding, Type},
    column::page::{Page, PageMetadata, PageReader},
    errors::{ParquetError, Result},
    file::{metadata::ColumnChunkMetaData, serialized_reader::SerializedPageReader},
};

use super::{
    source::{Memory, Source},
    thrift::varint,
};
use crate::layout::line_reader::MAX_RECORD;

/// Maximum bytes that a text may share with the text before it. Each text is decoded as a whole.
const MAX_PREFIX: i64 = 1 << 16;

/// The reason why the pages end too early; `None` if they do not.
pub type Failure = Arc<Mutex<Option<ParquetError>>>;

/// Reads the pages of a column of a row group. They end at the first page that cannot be read, so that the rows before it
/// are still decoded; the error is then in the [`Failure`].
pub struct Pages {
    inner: SerializedPageReader<Source>,
    column: Type,
    /// Least bytes of a value in a dictionary.
    least_size: u64,
    /// Kinds of levels before the values of a page: none, one, or both.
    levels: usize,
    /// Values of the column, according to the metadata, in the pages not read yet.
    left: u64,
    has_dictionary: bool,
    /// Bytes of the longest value in the dictionary.
    longest: Arc<AtomicUsize>,
    failure: Failure,
}

impl Pages {
    /// Opens the pages of a column in a row group of `rows` rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the metadata of the column are wrong.
    pub fn new(
        file: &Arc<File>,
        memory: &Arc<Memory>,
        chunk: &ColumnChunkMetaData,
        rows: usize,
        failure: Failure,
    ) -> Result<Pages> {
        let column = chunk.column_descr();
        let is_gzip = matches!(chunk.compression(), Compression::GZIP(_));
        let source = Source::new(file, memory, column.max_rep_level() > 0, is_gzip);
        Ok(Pages {
            inner: SerializedPageReader::new(Arc::new(source), chunk, rows, None)?,
            column: chunk.column_type(),
            least_size: least_size(chunk.column_type()),
            levels: usize::from(column.max_def_level() > 0) + usize::from(column.max_rep_level() > 0),
            left: u64::try_from(chunk.num_values())?,
            has_dictionary: false,
            longest: Arc::default(),
            failure,
        })
    }

    /// Returns the length of the longest value in the dictionary, which is 0 until the dictionary is read.
    pub fn longest(&self) -> Arc<AtomicUsize> {
        self.longest.clone()
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
            let fits = values <= length as u64 / self.least_size && self.column != Type::BOOLEAN;
            if !fits {
                return Err(damaged("a dictionary has more values than bytes"));
            }
            return self.check_dictionary(page.buffer());
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
                let (prefixes_end, longest) = deltas(data, values)?;
                if longest > MAX_PREFIX {
                    return Err(damaged("texts have more than 65,536 bytes in common"));
                }
                deltas_end(&data[prefixes_end..], values).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Finds the longest text: any number of rows may have it.
    fn check_dictionary(&self, buffer: &[u8]) -> Result<()> {
        let mut longest = 0;
        let mut rest = if self.column == Type::BYTE_ARRAY { buffer } else { &[] };
        while let Some((length, after)) = rest.split_first_chunk() {
            let length = u32::from_le_bytes(*length) as usize;
            longest = longest.max(length);
            rest = after.get(length..).unwrap_or_default();
        }
        if longest > MAX_RECORD {
            return Err(damaged("a text in the dictionary is longer than 1,048,576 bytes"));
        }
        self.longest.store(longest, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the bytes after the levels. In the first version of data pages, the length of each kind precedes it.
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

/// Returns the end of a block of DELTA_BINARY_PACKED.
///
/// # Errors
///
/// Returns an error if the block is cut short or has more than `values` values.
fn deltas_end(data: &[u8], values: u64) -> Result<usize> {
    deltas(data, values).map(|(end, _)| end)
}

/// Returns the end of a block of DELTA_BINARY_PACKED, and the largest of its values.
fn deltas(data: &[u8], values: u64) -> Result<(usize, i64)> {
    delta_end(data, values).ok_or_else(|| damaged("the lengths of the values do not fit into their page"))
}

/// Returns the end of the delta-encoded values and the largest of them; `None` if they are malformed.
fn delta_end(data: &[u8], values: u64) -> Option<(usize, i64)> {
    let (block_size, rest) = varint(data)?;
    let (parts, rest) = varint(rest)?;
    let (total, rest) = varint(rest)?;
    let (first, mut rest) = varint(rest)?;
    let mut value = unzigzag(first);
    let mut largest = value;
    let part_size = block_size.checked_div(parts)?;
    let mut left = total.saturating_sub(1);
    while total <= values && left > 0 {
        let (least, block) = varint(rest)?;
        let (widths, mut block) = block.split_at_checked(usize::try_from(parts).ok()?)?;
        for width in widths {
            if left == 0 {
                break;
            }
            let bytes = u64::from(*width).checked_mul(part_size)? / 8;
            let (part, after) = block.split_at_checked(usize::try_from(bytes).ok()?)?;
            for index in 0..part_size.min(left) {
                value = value.wrapping_add(unzigzag(least)).wrapping_add(bits(part, index, *width));
                largest = largest.max(value);
            }
            block = after;
            left = left.saturating_sub(part_size);
        }
        rest = block;
    }
    (total <= values).then_some((data.len() - rest.len(), largest))
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Returns the number at an index among numbers of `width` bits, the lowest bit first.
fn bits(packed: &[u8], index: u64, width: u8) -> i64 {
    (0..u64::from(width.min(64))).fold(0, |number, at| number | bit_of(packed, index * u64::from(width) + at) << at)
}

fn bit_of(packed: &[u8], at: u64) -> i64 {
    packed.get((at / 8) as usize).map_or(0, |byte| i64::from(byte >> (at % 8) & 1))
}

/// Returns the minimum bytes of a value that is not packed; for a text, the bytes of its length.
fn least_size(column: Type) -> u64 {
    match column {
        Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        Type::BOOLEAN | Type::FIXED_LEN_BYTE_ARRAY => 1,
    }
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
        // 1, then differences of 7 four times.
        assert_eq!(deltas(&block, 5).unwrap(), (block.len() - 4, 29));
    }
}
