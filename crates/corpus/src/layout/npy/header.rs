//! The header of an array: a Python dictionary with the type of the elements, their order and the shape.

use std::io::{self, Read};

use super::element::Element;

/// The first bytes of an array.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// Maximum bytes of a header. NumPy itself refuses more than 10,000.
const MAX_HEADER: u32 = 1 << 16;
/// Maximum number of dimensions, as in NumPy.
const MAX_DIMENSIONS: usize = 64;
/// The header is filled with spaces up to a multiple of this length.
const ALIGNMENT: usize = 64;
/// Digits for which NumPy leaves space, so that a header can be rewritten when the array grows.
const LENGTH_DIGITS: usize = 21;

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub element: Element,
    /// True if the first index changes fastest.
    pub is_fortran: bool,
    pub shape: Vec<u64>,
}

impl Header {
    /// Reads the header at the beginning of an array. The inner error is a clause about a malformed header.
    pub fn read(input: &mut impl Read) -> io::Result<Result<Header, String>> {
        match read_text(input) {
            Ok(text) => Ok(text.and_then(|text| Header::parse(&text))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Ok(Err("ends within its header; download or copy the file again".into()))
            }
            Err(error) => Err(error),
        }
    }

    fn parse(text: &str) -> Result<Header, String> {
        Parser { rest: text }.header()
    }
}

/// Reads the text of a header, in any of its three versions.
fn read_text(input: &mut impl Read) -> io::Result<Result<String, String>> {
    let mut begin = [0; MAGIC.len() + 2];
    input.read_exact(&mut begin)?;
    if !begin.starts_with(MAGIC) {
        return Ok(Err("is not a NumPy array".into()));
    }
    let length = match begin[MAGIC.len()] {
        1 => {
            let mut length = [0; 2];
            input.read_exact(&mut length)?;
            u16::from_le_bytes(length).into()
        }
        2 | 3 => {
            let mut length = [0; 4];
            input.read_exact(&mut length)?;
            u32::from_le_bytes(length)
        }
        version => return Ok(Err(format!("has version {version} of the format; versions 1, 2 and 3 are read"))),
    };
    if length > MAX_HEADER {
        return Ok(Err(format!("has a header of {length} bytes; at most {MAX_HEADER} are read")));
    }
    let mut text = vec![0; length as usize];
    input.read_exact(&mut text)?;
    Ok(String::from_utf8(text).map_err(|_| "has a header that is not text".into()))
}

/// Parses a dictionary of Python, as far as a header needs it.
struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn header(&mut self) -> Result<Header, String> {
        let mut element = None;
        let mut is_fortran = None;
        let mut shape = None;
        self.expect('{')?;
        while !self.take('}') {
            let key = self.string()?;
            self.expect(':')?;
            match key {
                "descr" => element = Some(self.element()?),
                "fortran_order" => is_fortran = Some(self.boolean()?),
                "shape" => shape = Some(self.tuple()?),
                other => return Err(format!("has an unknown key {other:?} in its header")),
            }
            if !self.take(',') {
                self.expect('}')?;
                break;
            }
        }
        match (element, is_fortran, shape) {
            (Some(element), Some(is_fortran), Some(shape)) if self.rest.trim().is_empty() => {
                Ok(Header { element, is_fortran, shape })
            }
            _ => Err(malformed()),
        }
    }

    fn element(&mut self) -> Result<Element, String> {
        if self.take('[') {
            return Err("holds records of several fields; save the field with the grids, as in a[\"puzzle\"]".into());
        }
        Element::parse(self.string()?)
    }

    fn boolean(&mut self) -> Result<bool, String> {
        let values = [("True", true), ("False", false)];
        let found = values.into_iter().find(|(word, _)| self.rest.trim_start().starts_with(word));
        let (word, value) = found.ok_or_else(malformed)?;
        self.rest = &self.rest.trim_start()[word.len()..];
        Ok(value)
    }

    fn tuple(&mut self) -> Result<Vec<u64>, String> {
        let mut numbers = Vec::new();
        self.expect('(')?;
        while !self.take(')') {
            numbers.push(self.number()?);
            if numbers.len() > MAX_DIMENSIONS {
                return Err(format!("has more than {MAX_DIMENSIONS} dimensions"));
            }
            if !self.take(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(numbers)
    }

    fn number(&mut self) -> Result<u64, String> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        // Python 2 wrote long integers.
        self.rest = text[end..].strip_prefix('L').unwrap_or(&text[end..]);
        text[..end].parse().map_err(|_| malformed())
    }

    fn string(&mut self) -> Result<&'t str, String> {
        let text = self.rest.trim_start();
        let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote)).ok_or_else(malformed)?;
        let (string, rest) = text[1..].split_once(quote).ok_or_else(malformed)?;
        self.rest = rest;
        Ok(string)
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(malformed()) }
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

fn malformed() -> String {
    "has a malformed header; save the array again with numpy.save".into()
}

/// Returns the header that NumPy writes for an array in C order. Its length does not depend on the number of rows.
pub fn rendered(descr: &str, shape: &[u64]) -> Vec<u8> {
    let numbers: Vec<_> = shape.iter().map(u64::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let tuple = format!("({}{comma})", numbers.join(", "));
    let space = " ".repeat(LENGTH_DIGITS.saturating_sub(numbers.first().map_or(LENGTH_DIGITS, String::len)));
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {tuple}, }}{space}");
    let begin = [MAGIC, &[1, 0]].concat();
    let unpadded = begin.len() + 2 + text.len() + 1;
    let length = unpadded.next_multiple_of(ALIGNMENT) - begin.len() - 2;
    let bytes = u16::try_from(length).expect("a header of a few dimensions is short").to_le_bytes();
    let padding = " ".repeat(length - text.len() - 1);
    [&begin[..], &bytes, text.as_bytes(), padding.as_bytes(), b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Header, String> {
        Header::read(&mut &*bytes).unwrap()
    }

    fn with_text(version: u8, text: &str) -> Vec<u8> {
        let length = (text.len() as u32).to_le_bytes();
        let length = if version == 1 { &length[..2] } else { &length[..] };
        [MAGIC, &[version, 0], length, text.as_bytes()].concat()
    }

    #[test]
    fn every_version_is_read() {
        let element = Element { size: 8, is_signed: true, is_big_endian: true };
        let wanted = Header { element, is_fortran: true, shape: vec![3, 9, 9] };
        for version in 1..=3 {
            let text = "{'descr': '>i8', 'fortran_order': True, 'shape': (3, 9, 9), }          \n";
            assert_eq!(read(&with_text(version, text)), Ok(wanted.clone()));
        }
        let text = "{\"shape\":(3L,9 ,9),\"fortran_order\":True,\"descr\":\">i8\"}";
        assert_eq!(read(&with_text(1, text)), Ok(wanted));
        let text = "{'descr': '|u1', 'fortran_order': False, 'shape': ()}";
        assert_eq!(read(&with_text(1, text)).unwrap().shape, [0; 0]);
    }

    /// What `numpy.save` of NumPy 2.3 wrote.
    #[test]
    fn written_headers_are_those_of_numpy() {
        let header = rendered("|u1", &[1000, 81]);
        assert_eq!(header.len(), 128);
        let text = b"\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran_order': False, 'shape': (1000, 81), }   ";
        assert!(header.starts_with(text) && header.ends_with(b" \n"));
        assert_eq!(rendered("|u1", &[u64::MAX, 81]).len(), 128);
        assert_eq!(read(&rendered("<i4", &[7])).unwrap().shape, [7]);
    }

    #[test]
    fn malformed_headers_are_errors() {
        for text in [
            "",
            "{",
            "{}",
            "{'descr': '|u1'}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81)",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (3, -81)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': ((3, 81)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999, 81)}",
            "{'descr': '|u1', 'fortran_order': 0, 'shape': (3, 81)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81)} x",
            "{'é",
        ] {
            assert!(read(&with_text(1, text)).unwrap_err().contains("malformed header"), "{text}");
        }
        let nested = format!("{{'descr': {}", "[(".repeat(30_000));
        assert!(read(&with_text(2, &nested)).unwrap_err().contains("records"));
        let many = format!("{{'shape': ({})", "1,".repeat(1000));
        assert!(read(&with_text(1, &many)).unwrap_err().contains("64 dimensions"));
        assert!(read(&with_text(4, "")).unwrap_err().contains("version 4"));
        assert!(read(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{").unwrap_err().contains("4294967295 bytes"));
        assert!(read(&rendered("|u1", &[1])[..50]).unwrap_err().contains("within its header"));
        assert!(read(b"8..........").unwrap_err().contains("not a NumPy array"));
    }
}
