//! The numbers in the header of a page, by which the `parquet` crate allocates memory.

use super::thrift::{Fields, Shape, Thrift};

/// `Statistics` of `parquet.thrift`, which is skipped.
const STATISTICS: Shape = Shape::Struct(&[]);

const DATA_PAGE: Shape = Shape::Struct(&[
    (VALUES, Shape::Integer),
    (2, Shape::Integer),
    (3, Shape::Integer),
    (4, Shape::Integer),
    (5, STATISTICS),
]);

const DICTIONARY_PAGE: Shape = Shape::Struct(&[(VALUES, Shape::Integer), (2, Shape::Integer), (3, Shape::Bool)]);

const DATA_PAGE_V2: Shape = Shape::Struct(&[
    (VALUES, Shape::Integer),
    (2, Shape::Integer),
    (3, Shape::Integer),
    (4, Shape::Integer),
    (DEFINITIONS, Shape::Integer),
    (REPETITIONS, Shape::Integer),
    (COMPRESSED, Shape::Bool),
    (8, STATISTICS),
]);

/// `PageHeader` of `parquet.thrift`.
const HEADER: Fields = &[
    (1, Shape::Integer),
    (UNPACKED, Shape::Integer),
    (PACKED, Shape::Integer),
    (4, Shape::Integer),
    (5, DATA_PAGE),
    (6, Shape::Struct(&[])),
    (DICTIONARY, DICTIONARY_PAGE),
    (V2, DATA_PAGE_V2),
];

const UNPACKED: i16 = 2;
const PACKED: i16 = 3;
const DICTIONARY: i16 = 7;
const V2: i16 = 8;
const VALUES: i16 = 1;
const DEFINITIONS: i16 = 5;
const REPETITIONS: i16 = 6;
const COMPRESSED: i16 = 7;

/// The header of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageHeader {
    /// Bytes of the header.
    pub length: usize,
    /// Bytes of the page.
    pub packed: u64,
    /// Bytes of the page after it is unpacked.
    pub unpacked: u64,
    /// Values of the page, nulls included.
    pub values: u64,
    /// Bytes at the beginning of the page that are not packed.
    pub plain: u64,
    /// True if the page is a dictionary.
    pub is_dictionary: bool,
}

impl PageHeader {
    /// Parses the header at the beginning of some bytes; returns `None` if it is malformed or does not end in them.
    pub fn parse(bytes: &[u8]) -> Option<PageHeader> {
        let mut thrift = Thrift::new(bytes);
        let mut header = PageHeader::default();
        // The `parquet` crate reads 32 bits of each number.
        let mut in_range = true;
        let mut levels = [0; 2];
        let mut is_compressed = true;
        thrift.structure(HEADER, 0, &mut |parent, id, value| {
            let number = u64::try_from(value).ok().filter(|number| *number <= i32::MAX as u64);
            let target = match (parent, id) {
                (0, UNPACKED) => &mut header.unpacked,
                (0, PACKED) => &mut header.packed,
                (V2, DEFINITIONS) => &mut levels[0],
                (V2, REPETITIONS) => &mut levels[1],
                (1.., VALUES) => &mut header.values,
                (V2, COMPRESSED) => return is_compressed = value == 1,
                (0, DICTIONARY) => return header.is_dictionary = true,
                _ => return,
            };
            in_range &= number.is_some();
            *target = number.unwrap_or(0);
        })?;
        header.plain = if is_compressed { levels.iter().sum() } else { header.packed };
        header.length = bytes.len() - thrift.rest().len();
        in_range.then_some(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_of_a_page_are_in_its_header() {
        // A data page of 300 bytes that are 200 when packed, with 7 values.
        let header = [0x15, 0, 0x15, 0xd8, 4, 0x15, 0x90, 3, 0x2c, 0x15, 14, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0];
        let wanted = PageHeader { length: header.len(), packed: 200, unpacked: 300, values: 7, ..Default::default() };
        assert_eq!(PageHeader::parse(&[&header[..], b"more"].concat()), Some(wanted));
        for length in 0..header.len() {
            assert_eq!(PageHeader::parse(&header[..length]), None, "{length}");
        }
        // The number of the second field in the long form, and the field a second time.
        let repeated = [&header[..header.len() - 1], &[0x05, 4, 0x80, 0x80, 8, 0]].concat();
        assert_eq!(PageHeader::parse(&repeated).unwrap().unpacked, 1 << 16);
        assert_eq!(PageHeader::parse(&[0x15, 0, 0x15, 1, 0x15, 0, 0]), None, "negative");
        assert_eq!(PageHeader::parse(&[0x15, 0, 0x15, 0x8a, 0x80, 0x80, 0x80, 0x20, 0x15, 0, 0]), None, "33 bits");
        assert_eq!(PageHeader::parse(&[0x15, 0, 0x18, 0, 0x15, 0, 0]), None, "a text");
    }
}
