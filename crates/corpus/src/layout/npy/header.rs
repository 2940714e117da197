//! The header of an array: a Python dictionary with the type of the elements, their order and the shape.

use std::io::{self, Read};

use serde_json::{Map, Value};

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
    /// The type of the elements, as NumPy writes it; empty for records of several fields.
    pub descr: String,
    /// True if the first index changes fastest.
    pub is_fortran: bool,
    pub shape: Vec<u64>,
}

impl Header {
    /// Reads the header at the beginning of an array. The inner error is a clause about a malformed header.
    pub fn read(input: &mut impl Read) -> io::Result<Result<Header, String>> {
        match read_text(input) {
            Ok(text) => Ok(text.and_then(|text| parse(&text))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Ok(Err("ends within its header; download or copy the file again".into()))
            }
            Err(error) => Err(error),
        }
    }
}

/// Reads the text of a header, in any of its three versions.
fn read_text(input: &mut impl Read) -> io::Result<Result<String, String>> {
    let mut begin = [0; MAGIC.len() + 2];
    input.read_exact(&mut begin)?;
    if !begin.starts_with(MAGIC) {
        return Ok(Err("is not a NumPy array; download or copy the file again".into()));
    }
    let mut length = [0; 4];
    match begin[MAGIC.len()] {
        1 => input.read_exact(&mut length[..2])?,
        2 | 3 => input.read_exact(&mut length)?,
        version => return Ok(Err(format!("has version {version} of the format; versions 1, 2 and 3 are read"))),
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_HEADER {
        return Ok(Err(format!("has a header of {length} bytes; at most {MAX_HEADER} are read")));
    }
    let mut text = vec![0; length as usize];
    input.read_exact(&mut text)?;
    Ok(String::from_utf8(text).map_err(|_| "has a header that is not text".into()))
}

fn parse(text: &str) -> Result<Header, String> {
    let malformed = || "has a malformed header; save the array again with numpy.save".to_string();
    let mut entries: Map<String, Value> = serde_json::from_str(&to_json(text)).map_err(|_| malformed())?;
    let [descr, order, shape] = ["descr", "fortran_order", "shape"].map(|key| entries.remove(key));
    if let Some(other) = entries.keys().next() {
        return Err(format!("has an unknown key {other:?} in its header"));
    }
    let descr = match descr {
        Some(Value::String(descr)) => descr,
        Some(Value::Array(_)) => String::new(),
        _ => return Err(malformed()),
    };
    let is_fortran = order.and_then(|order| order.as_bool()).ok_or_else(malformed)?;
    let shape: Vec<u64> = serde_json::from_value(shape.unwrap_or_default()).map_err(|_| malformed())?;
    if shape.len() > MAX_DIMENSIONS {
        return Err(format!("has more than {MAX_DIMENSIONS} dimensions"));
    }
    Ok(Header { descr, is_fortran, shape })
}

/// Converts a Python dictionary to JSON: replaces quotes, tuples and truth values, and removes trailing commas and the `L` that
/// Python 2 wrote after long integers.
fn to_json(text: &str) -> String {
    let text = text.replace('\'', "\"").replace("L,", ",").replace("L)", ")");
    let lists = without_last_commas(&text.replace('(', "[").replace(')', "]"), ']');
    without_last_commas(&lists, '}').replace("True", "true").replace("False", "false")
}

/// Removes the commas before the brackets `end`.
fn without_last_commas(text: &str, end: char) -> String {
    let parts = text.split(end).map(str::trim_end).map(|part| part.strip_suffix(',').unwrap_or(part));
    parts.collect::<Vec<_>>().join(&end.to_string())
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
        let wanted = Header { descr: ">i8".into(), is_fortran: true, shape: vec![3, 9, 9] };
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
        for text in include_str!("malformed_headers.txt").lines().chain([""]) {
            assert!(read(&with_text(1, text)).unwrap_err().contains("malformed header"), "{text}");
        }
        let nested = format!("{{'descr': {}", "[(".repeat(30_000));
        assert!(read(&with_text(2, &nested)).unwrap_err().contains("malformed header"));
        let records = "{'descr': [('puzzle', '|u1', (81,)), ('id', '<i4')], 'fortran_order': False, 'shape': (3,)}";
        assert!(read(&with_text(1, records)).unwrap().descr.is_empty());
        assert!(read(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{").unwrap_err().contains("4294967295 bytes"));
    }
}
