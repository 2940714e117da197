//! Splits a row into its fields.

use std::{borrow::Cow, io::Read, sync::Arc};

use ::csv::ByteRecord;
use memchr::{memchr, memchr_iter};

use super::json_object::JsonObject;

/// Bytes that may separate fields, unless the user names another one.
pub const DELIMITERS: [u8; 4] = *b",\t;|";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Syntax {
    Separated(u8),
    /// White space separates this many fields; the last is the rest of the line.
    Spaced(usize),
    Whole,
    /// The fields are the values of these keys of a JSON object.
    Json(Arc<[String]>),
    /// The row was assembled, as CSV, from several lines or from columns; it has no line of its own in the file.
    Assembled,
}

impl Default for Syntax {
    fn default() -> Syntax {
        Syntax::Separated(b',')
    }
}

impl Syntax {
    pub fn fields<'r>(&self, row: &'r [u8]) -> Vec<Cow<'r, [u8]>> {
        match self {
            Syntax::Separated(delimiter) => separated_fields(row, *delimiter),
            Syntax::Assembled => separated_fields(row, b','),
            Syntax::Spaced(n) => spaced_fields(row, *n).map(Cow::from).collect(),
            Syntax::Whole => vec![row.into()],
            // The row was parsed when it was read, so it parses again.
            Syntax::Json(names) => {
                serde_json::from_slice::<JsonObject>(row).map_or(Vec::new(), |object| object.fields(names).collect())
            }
        }
    }
}

/// Splits a row at a delimiter, with quotes as in RFC 4180.
pub fn separated_fields(row: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    if memchr(b'"', row).is_none() {
        let mut fields = Vec::new();
        let mut begin = 0;
        for end in memchr_iter(delimiter, row) {
            fields.push(Cow::from(&row[begin..end]));
            begin = end + 1;
        }
        fields.push(Cow::from(&row[begin..]));
        return fields;
    }
    let mut record = ByteRecord::new();
    // Reading from memory cannot fail.
    let _ = csv_parser(delimiter, row).read_byte_record(&mut record);
    record.iter().map(|field| field.to_vec().into()).collect()
}

/// Creates a parser of rows without a header and of any number of fields.
pub fn csv_parser<R: Read>(delimiter: u8, input: R) -> ::csv::Reader<R> {
    ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .terminator(::csv::Terminator::Any(b'\n'))
        .from_reader(input)
}

pub const NO_WORD: &[u8] = b"-";

pub fn spaced_fields(line: &[u8], n: usize) -> impl Iterator<Item = &[u8]> {
    words(line, n).map(|word| if word == NO_WORD { b"" } else { word })
}

/// Returns the first `n` words of a line; the last of `n` is the rest of the line.
pub fn words(line: &[u8], n: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = line.trim_ascii();
    let mut left = n;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        left -= 1;
        let end = if left == 0 { None } else { rest.iter().position(u8::is_ascii_whitespace) };
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after.trim_ascii_start();
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_is_the_rest_of_the_line() {
        let split = |line: &str, n| {
            words(line.as_bytes(), n).map(|word| String::from_utf8_lossy(word).into()).collect::<Vec<String>>()
        };
        assert_eq!(split(" a  b\tc d ", 3), ["a", "b", "c d"]);
        assert_eq!(split("a b", 5), ["a", "b"]);
        assert_eq!(split("  ", 1), [""; 0]);
    }
}
