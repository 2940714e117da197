//! Fields separated by commas, tabs, semicolons or bars, with or without a header: RFC 4180 and similar formats.
//!
//! The `csv` crate parses the fields, but it buffers a whole record, and as RFC 4180 demands, a quoted field may span any
//! number of lines: a single stray quote would swallow the rest of the file. Rows are therefore framed here first, and
//! the crate gets only complete rows of bounded length.

use std::io::{self, Read};

use ::csv::ByteRecord;
use grid::text::Defect;
use memchr::{memchr, memchr_iter, memchr2};

use super::{
    definition::{ANY_BLANK, LIST_BLANKS, Layout, Reading, Writing},
    delimiter::{changes_delimiter, delimiter},
    line_reader::{LONE_RETURN, LineReader, MAX_RECORD, trim_end},
    row_reader::{Ahead, RawRow, RowReader},
    row_writer::{Field, RowWriter},
    schema::Schema,
    source::Source,
    syntax::{Syntax, csv_parser, separated_fields},
};
use crate::error::Result;

pub const CSV: Layout = Layout {
    name: "csv",
    extensions: &["csv"],
    read: Some(Reading {
        about: "fields separated by commas (or semicolons or bars), with or without a header",
        detect: |_| true,
        continues: |line, before| [b',', b';', b'|'].into_iter().any(|byte| changes_delimiter(line, before, byte)),
        has_quotes: true,
        open: |source| {
            let delimiter = delimiter(&source.head()).unwrap_or(b',');
            Ok(Box::new(CsvReader::new(source.lines, delimiter)))
        },
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "a header, then every column",
        blanks,
        open: |schema| Ok(Box::new(CsvWriter { delimiter: b',', names: schema.names.clone() })),
        ..Writing::TABLE
    }),
};

pub const TSV: Layout = Layout {
    name: "tsv",
    extensions: &["tsv", "tab"],
    read: Some(Reading {
        about: "fields separated by tabs, with or without a header",
        detect: |head| delimiter(head) == Some(b'\t'),
        continues: |line, before| changes_delimiter(line, before, b'\t'),
        has_quotes: true,
        open: |source| Ok(Box::new(CsvReader::new(source.lines, b'\t'))),
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "the same with tabs",
        blanks,
        open: |schema| Ok(Box::new(CsvWriter { delimiter: b'\t', names: schema.names.clone() })),
        ..Writing::TABLE
    }),
};

/// Returns the blanks of a file. A space is a blank only in quotes, and a single column is read as the layout `lines`, which
/// has none.
fn blanks(schema: &Schema) -> &'static [u8] {
    if schema.names.len() == 1 { LIST_BLANKS } else { ANY_BLANK }
}

pub fn open_separated<'a>(source: Source<'a>, delimiter: u8) -> (&'static Layout, Box<dyn RowReader + 'a>) {
    (layout_of(Some(delimiter)), Box::new(CsvReader::new(source.lines, delimiter)))
}

pub fn layout_of(delimiter: Option<u8>) -> &'static Layout {
    if delimiter == Some(b'\t') { &TSV } else { &CSV }
}

struct CsvReader<'a> {
    lines: LineReader<'a>,
    splitter: Splitter,
    /// The number of columns that a header names; `None` without a header.
    header: Option<usize>,
}

impl<'a> CsvReader<'a> {
    fn new(lines: LineReader<'a>, delimiter: u8) -> CsvReader<'a> {
        let splitter = Splitter { delimiter, parser: csv_parser(delimiter, Feed::default()) };
        CsvReader { lines, splitter, header: None }
    }

    /// Returns true if the next `length` bytes begin a row although they begin with `#`: below a header, a line with a field
    /// for every column is a row and not a comment.
    fn is_marked_row(&mut self, length: usize) -> Result<bool> {
        let Some(columns) = self.header.filter(|&columns| columns > 1 && self.lines.is_comment(length)) else {
            return Ok(false);
        };
        let delimiter = self.splitter.delimiter;
        let framed = close_quotes(&mut self.lines, length, delimiter)?;
        let has_all = |length| separated_fields(trim_end(&self.lines.rest()[..length]), delimiter).len() == columns;
        Ok(framed.is_ok_and(has_all))
    }
}

struct Splitter {
    delimiter: u8,
    parser: ::csv::Reader<Feed>,
}

impl Splitter {
    fn split(&mut self, row: &[u8], quoted: bool, fields: &mut ByteRecord) {
        if quoted {
            self.parser.get_mut().load(row);
            // Reading from memory cannot fail.
            let _ = self.parser.read_byte_record(fields);
            return;
        }
        // Without quotes, splitting takes a third of the time that parsing takes.
        fields.clear();
        let mut begin = 0;
        for end in memchr_iter(self.delimiter, row).chain([row.len()]) {
            fields.push_field(&row[begin..end]);
            begin = end + 1;
        }
    }
}

impl RowReader for CsvReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let length = loop {
            match self.lines.length(0, b'\n')? {
                None if self.lines.rest().is_empty() => return Ok(None),
                None => {
                    return Ok(Some(self.lines.overlong(b'\n')?.into()));
                }
                Some(length) if self.is_marked_row(length)? || self.lines.is_row(length) => break length,
                Some(length) => drop(self.lines.take_line(length)),
            }
        };
        let lines = &mut self.lines;
        // Most rows have neither quotes nor carriage returns.
        let line = trim_end(&lines.rest()[..length]);
        let special = memchr2(b'"', b'\r', line);
        let quoted = special.is_some_and(|at| memchr(b'"', &line[at..]).is_some());
        let framed = match special {
            _ if quoted => close_quotes(lines, length, self.splitter.delimiter)?,
            Some(at) => Err(Defect::new(LONE_RETURN, at)),
            None => Ok(length),
        };
        let (length, defect) = match framed {
            Ok(length) => (length, None),
            Err(defect) => (length, Some(defect)),
        };
        let line = if quoted { lines.take(length) } else { lines.take_line(length) };
        if defect.is_none() {
            self.splitter.split(line.bytes, quoted, fields);
        }
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, spaces_are_blanks: quoted, defect }))
    }

    fn set_header(&mut self, columns: usize) {
        self.header = Some(columns);
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn ahead(&mut self) -> Option<Ahead<'_>> {
        let delimiter = self.splitter.delimiter;
        let header = self.header;
        let open =
            move |lines| -> Box<dyn RowReader> { Box::new(CsvReader { header, ..CsvReader::new(lines, delimiter) }) };
        Some(Ahead { lines: &mut self.lines, open: Box::new(open) })
    }

    fn syntax(&self) -> Syntax {
        Syntax::Separated(self.splitter.delimiter)
    }
}

/// Returns the length of the row whose first line, of `length` bytes, has a quote, or the defect of its quotes.
fn close_quotes(
    lines: &mut LineReader<'_>,
    length: usize,
    delimiter: u8,
) -> Result<std::result::Result<usize, Defect>> {
    let mut total = length;
    let mut quotes = Quotes::new(delimiter);
    loop {
        match quotes.scan(trim_end(&lines.rest()[..total])) {
            State::Closed => return Ok(Ok(total)),
            State::Broken(at) => {
                return Ok(Err(Defect::new("a quoted field goes on after its closing quote", at)));
            }
            State::Open(at) => match lines.length(total, b'\n')? {
                Some(more) if total + more <= MAX_RECORD => total += more,
                _ => return Ok(Err(Defect::new("a quote is opened here and never closed", at))),
            },
        }
    }
}

enum State {
    Closed,
    /// The quote at this byte is still open.
    Open(usize),
    /// Text other than a delimiter follows the closing quote at this byte.
    Broken(usize),
}

/// Scans the quotes of a row that may grow by lines. A quote opens a field only as its first byte; in a quoted field, two
/// quotes stand for one.
struct Quotes {
    delimiter: u8,
    /// Bytes scanned so far: a field begins here, or the open one continues.
    at: usize,
    open: Option<usize>,
}

impl Quotes {
    fn new(delimiter: u8) -> Quotes {
        Quotes { delimiter, at: 0, open: None }
    }

    fn scan(&mut self, row: &[u8]) -> State {
        loop {
            if self.open.is_none() && row.get(self.at) == Some(&b'"') {
                self.open = Some(self.at);
                self.at += 1;
            }
            if let Some(open) = self.open {
                let Some(offset) = memchr(b'"', &row[self.at..]) else {
                    self.at = row.len();
                    return State::Open(open);
                };
                self.at += offset + 1;
                match row.get(self.at) {
                    Some(b'"') => self.at += 1,
                    Some(&byte) if byte == self.delimiter => {
                        self.open = None;
                        self.at += 1;
                    }
                    Some(_) => return State::Broken(self.at - 1),
                    None => return State::Closed,
                }
            } else {
                match memchr(self.delimiter, &row[self.at..]) {
                    Some(offset) => self.at += offset + 1,
                    None => return State::Closed,
                }
            }
        }
    }
}

#[derive(Default)]
struct Feed {
    row: Vec<u8>,
    read: usize,
}

impl Feed {
    fn load(&mut self, row: &[u8]) {
        self.row.clear();
        self.row.extend_from_slice(row);
        self.row.push(b'\n');
        self.read = 0;
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&self.row[self.read..]).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

struct CsvWriter {
    delimiter: u8,
    names: Vec<String>,
}

impl RowWriter for CsvWriter {
    fn begin(&mut self, text: &mut Vec<u8>) {
        Schema::push_csv_header(text, self.delimiter, &self.names);
        text.push(b'\n');
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        let missing = self.names.len().saturating_sub(fields.len());
        Schema::push_csv(text, self.delimiter, fields.iter().map(|field| &**field));
        text.extend(std::iter::repeat_n(self.delimiter, missing));
        text.push(b'\n');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::ReadPiece;

    /// Reads all rows of a text that arrives `chunk` bytes at a time, as (line, bytes, reason of the defect).
    fn rows(text: &[u8], chunk: usize) -> Vec<(u64, Vec<u8>, Option<String>)> {
        struct Slow<'a>(&'a [u8], usize);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let n = self.1.min(buffer.len()).min(self.0.len());
                buffer[..n].copy_from_slice(&self.0[..n]);
                self.0 = &self.0[n..];
                Ok(n)
            }
        }
        impl ReadPiece for Slow<'_> {}
        let mut lines = LineReader::new(Box::new(Slow(text, chunk)), "f".into());
        lines.begin().unwrap();
        let mut csv = CsvReader::new(lines, b',');
        let mut fields = ByteRecord::new();
        let mut all = Vec::new();
        while let Some(row) = csv.next(&mut fields).unwrap() {
            all.push((row.line, row.bytes.to_vec(), row.defect.map(|defect| defect.reason.into_owned())));
        }
        all
    }

    fn plain(line: u64, text: &str) -> (u64, Vec<u8>, Option<String>) {
        (line, text.into(), None)
    }

    #[test]
    fn line_ends_comments_and_the_byte_order_mark_are_not_part_of_rows() {
        let text = b"\xef\xbb\xbfa,b\r\n\n# note \"\n  \t\nc\n\"d,e\"\r\nlast";
        for chunk in [1, 2, 7, 1000] {
            let wanted = [plain(1, "a,b"), plain(5, "c"), plain(6, "\"d,e\""), plain(7, "last")];
            assert_eq!(rows(text, chunk), wanted, "chunk {chunk}");
        }
        assert_eq!(rows(b"", 10), []);
        assert_eq!(rows(b"\xef\xbb\xbf", 10), []);
    }

    /// A scan that began anew at each line took seven seconds for this.
    #[test]
    fn an_open_quote_before_many_lines_is_followed_once() {
        let text = [b"x,\"".as_slice(), &vec![b'\n'; MAX_RECORD / 2], b"end\"\nnext\n"].concat();
        let found = rows(&text, 50_000);
        assert!(found.len() == 2 && found[0].1.len() == text.len() - 6 && found[0].2.is_none());
        assert_eq!(found[1].1, b"next");
    }
}
