//! Fields separated by commas, tabs, semicolons or bars, with or without a header: RFC 4180 and its relatives.
//!
//! The `csv` crate parses the fields, but it holds a whole record in memory and, as RFC 4180 wants it, lets a quoted
//! field run over as many lines as it likes: one quote too many would swallow the file. So the rows are framed here
//! first, and the crate only ever sees one that is whole and of a sane length.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use ::csv::ByteRecord;
use memchr::{memchr, memchr_iter, memchr2};

use super::{
    Head, Kind, Layout, RawRow,
    line_reader::{LONE_RETURN, Lines, MAX_RECORD, trim_end},
    schema::Syntax,
};
use crate::error::Result;

pub const CSV: Kind = Kind {
    name: "csv",
    about: "fields separated by commas (or semicolons or bars), with or without a header",
    detect: |_| true,
    open: |head| Ok(Box::new(Csv::new(delimiter(head).unwrap_or(b',')))),
};

pub const TSV: Kind = Kind {
    name: "tsv",
    about: "fields separated by tabs, with or without a header",
    detect: |head| delimiter(head) == Some(b'\t'),
    open: |_| Ok(Box::new(Csv::new(b'\t'))),
};

/// What may separate fields.
pub const DELIMITERS: [u8; 4] = *b",\t;|";

/// The one that is most often in the first line.
fn delimiter(head: &Head<'_>) -> Option<u8> {
    let line = head.lines().next()?;
    let count = |delimiter: u8| memchr_iter(delimiter, line).count();
    let is_quoted = line.contains(&b'"');
    // Commas within quotes separate nothing.
    let separated = |&delimiter: &u8| count(delimiter) > 0 && (!is_quoted || fields_of(line, delimiter).len() > 1);
    // Of several that are equally frequent, the last is taken.
    DELIMITERS.into_iter().rev().filter(separated).max_by_key(|&delimiter| count(delimiter))
}

/// Rows of fields.
pub struct Csv {
    delimiter: u8,
    parser: ::csv::Reader<Feed>,
}

impl Csv {
    /// Rows whose fields this byte separates.
    pub fn new(delimiter: u8) -> Csv {
        Csv { delimiter, parser: parser(delimiter, Feed::default()) }
    }

    /// The fields of a record.
    fn split(&mut self, record: &[u8], quoted: bool, fields: &mut ByteRecord) {
        if quoted {
            self.parser.get_mut().load(record);
            // Memory cannot fail, and a record that is framed can be parsed.
            let _ = self.parser.read_byte_record(fields);
            return;
        }
        // Nothing to parse, which takes a third of the time.
        fields.clear();
        let mut begin = 0;
        for end in memchr_iter(self.delimiter, record).chain([record.len()]) {
            fields.push_field(&record[begin..end]);
            begin = end + 1;
        }
    }
}

impl Layout for Csv {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        let length = loop {
            match lines.length(0, b'\n')? {
                None if lines.rest().is_empty() => return Ok(None),
                None => {
                    return Ok(Some(lines.overlong(b'\n')?.into()));
                }
                Some(length) if lines.is_row(length) => break length,
                Some(length) => drop(lines.take(length)),
            }
        };
        // Most rows have neither.
        let line = trim_end(&lines.rest()[..length]);
        let special = memchr2(b'"', b'\r', line);
        let quoted = special.is_some_and(|at| memchr(b'"', &line[at..]).is_some());
        let framed = match special {
            _ if quoted => close_quotes(lines, length, self.delimiter)?,
            Some(at) => Err((LONE_RETURN, at)),
            None => Ok(length),
        };
        let (length, broken) = match framed {
            Ok(length) => (length, None),
            Err((reason, at)) => (length, Some((reason.into(), at))),
        };
        let line = lines.take(length);
        if broken.is_none() {
            self.split(line.bytes, quoted, fields);
        }
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, quoted, broken }))
    }

    fn syntax(&self) -> Syntax {
        Syntax::Separated(self.delimiter)
    }
}

/// The length of the record whose first line, of `length` bytes, holds a quote; or why it is none.
fn close_quotes(
    lines: &mut Lines<'_>,
    length: usize,
    delimiter: u8,
) -> Result<std::result::Result<usize, (&'static str, usize)>> {
    let mut total = length;
    let mut scan = Quotes::new(delimiter);
    loop {
        match scan.go_on(trim_end(&lines.rest()[..total])) {
            State::Closed => return Ok(Ok(total)),
            State::Broken(at) => return Ok(Err(("a quoted field goes on after its closing quote", at))),
            State::Open(at) => match lines.length(total, b'\n')? {
                Some(more) if total + more <= MAX_RECORD => total += more,
                _ => return Ok(Err(("a quote is opened here and never closed", at))),
            },
        }
    }
}

/// How the quotes of a record stand at its end.
enum State {
    Closed,
    /// The quote at this byte is still open.
    Open(usize),
    /// The field's closing quote at this byte is followed by more than a delimiter.
    Broken(usize),
}

/// Follows the quotes of a record that may grow by lines. A quote opens a field only as its first byte; inside, two
/// stand for one.
struct Quotes {
    delimiter: u8,
    /// All before this byte was looked at: a field begins here, or an open one goes on.
    at: usize,
    open: Option<usize>,
}

impl Quotes {
    fn new(delimiter: u8) -> Quotes {
        Quotes { delimiter, at: 0, open: None }
    }

    fn go_on(&mut self, record: &[u8]) -> State {
        loop {
            if self.open.is_none() && record.get(self.at) == Some(&b'"') {
                self.open = Some(self.at);
                self.at += 1;
            }
            if let Some(open) = self.open {
                let Some(offset) = memchr(b'"', &record[self.at..]) else {
                    self.at = record.len();
                    return State::Open(open);
                };
                self.at += offset + 1;
                match record.get(self.at) {
                    Some(b'"') => self.at += 1,
                    Some(&byte) if byte == self.delimiter => {
                        self.open = None;
                        self.at += 1;
                    }
                    Some(_) => return State::Broken(self.at - 1),
                    None => return State::Closed,
                }
            } else {
                match memchr(self.delimiter, &record[self.at..]) {
                    Some(offset) => self.at += offset + 1,
                    None => return State::Closed,
                }
            }
        }
    }
}

/// The fields of a row.
pub fn fields_of(row: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    if !row.contains(&b'"') {
        return row.split(|&byte| byte == delimiter).map(Cow::from).collect();
    }
    let mut record = ByteRecord::new();
    // A row that the layout has split before can be split again.
    let _ = parser(delimiter, row).read_byte_record(&mut record);
    record.iter().map(|field| field.to_vec().into()).collect()
}

fn parser<R: Read>(delimiter: u8, input: R) -> ::csv::Reader<R> {
    ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .terminator(::csv::Terminator::Any(b'\n'))
        .from_reader(input)
}

/// Hands the CSV parser one record at a time.
#[derive(Default)]
struct Feed {
    record: Vec<u8>,
    read: usize,
}

impl Feed {
    fn load(&mut self, record: &[u8]) {
        self.record.clear();
        self.record.extend_from_slice(record);
        self.record.push(b'\n');
        self.read = 0;
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&self.record[self.read..]).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All records of a text that arrives `chunk` bytes at a time, as (line, bytes, reason).
    fn records(text: &[u8], chunk: usize) -> Vec<(u64, Vec<u8>, Option<&'static str>)> {
        struct Slow<'a>(&'a [u8], usize);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let n = self.1.min(buffer.len()).min(self.0.len());
                buffer[..n].copy_from_slice(&self.0[..n]);
                self.0 = &self.0[n..];
                Ok(n)
            }
        }
        let mut lines = Lines::new(Box::new(Slow(text, chunk)), "f".into());
        lines.begin().unwrap();
        let (mut csv, mut fields, mut all) = (Csv::new(b','), ByteRecord::new(), Vec::new());
        while let Some(record) = csv.next(&mut lines, &mut fields).unwrap() {
            let reason = record.broken.map(|(reason, _)| match reason {
                Cow::Borrowed(reason) => reason,
                Cow::Owned(reason) => panic!("{reason}"),
            });
            all.push((record.line, record.bytes.to_vec(), reason));
        }
        all
    }

    fn plain(line: u64, text: &str) -> (u64, Vec<u8>, Option<&'static str>) {
        (line, text.into(), None)
    }

    #[test]
    fn line_ends_comments_and_the_byte_order_mark_are_not_part_of_records() {
        let text = b"\xef\xbb\xbfa,b\r\n\n# note \"\n  \t\nc\n\"d,e\"\r\nlast";
        for chunk in [1, 2, 7, 1000] {
            let wanted = [plain(1, "a,b"), plain(5, "c"), plain(6, "\"d,e\""), plain(7, "last")];
            assert_eq!(records(text, chunk), wanted, "chunk {chunk}");
        }
        assert_eq!(records(b"", 10), []);
        assert_eq!(records(b"\xef\xbb\xbf", 10), []);
    }

    #[test]
    fn a_quoted_field_may_hold_lines_and_quotes() {
        let text = b"\"1\n2\n\"\"3\",x\nnext\n";
        assert_eq!(records(text, 3), [plain(1, "\"1\n2\n\"\"3\",x"), plain(4, "next")]);
    }

    #[test]
    fn a_broken_quote_costs_its_own_line_only() {
        let open = Some("a quote is opened here and never closed");
        let after = Some("a quoted field goes on after its closing quote");
        assert_eq!(records(b"x,\"1\na\nb\n", 4), [(1, b"x,\"1".to_vec(), open), plain(2, "a"), plain(3, "b")]);
        assert_eq!(records(b"\"a\"b,c\nd\n", 4), [(1, b"\"a\"b,c".to_vec(), after), plain(2, "d")]);
        assert_eq!(records(b"\"a\n\"b\",c\nd\n", 4)[0], (1, b"\"a".to_vec(), after));
        assert_eq!(records(b"a\"b,c\n", 4), [plain(1, "a\"b,c")]);
    }

    /// A scan that began anew at each line took seven seconds for this.
    #[test]
    fn an_open_quote_before_many_lines_is_followed_once() {
        let text = [b"x,\"".as_slice(), &vec![b'\n'; MAX_RECORD / 2], b"end\"\nnext\n"].concat();
        let found = records(&text, 50_000);
        assert!(found.len() == 2 && found[0].1.len() == text.len() - 6 && found[0].2.is_none());
        assert_eq!(found[1].1, b"next");
    }

    #[test]
    fn a_carriage_return_alone_ends_no_line() {
        let reason = Some("a carriage return without a line feed; convert the line ends");
        assert_eq!(records(b"a\rb\nc\n", 4), [(1, b"a\rb".to_vec(), reason), plain(2, "c")]);
    }

    #[test]
    fn an_endless_row_is_skipped_in_bounded_memory() {
        for (length, ending) in [(MAX_RECORD + 1, "\n"), (5 * MAX_RECORD, "\n"), (3 * MAX_RECORD, "")] {
            let text = [b"first\n".as_slice(), &vec![b'1'; length], ending.as_bytes()].concat();
            let text = if ending.is_empty() { text } else { [text, b"after\n".to_vec()].concat() };
            let found = records(&text, 50_000);
            assert_eq!(found[0], plain(1, "first"));
            assert!(found[1].1.len() == 256, "{} bytes are kept", found[1].1.len());
            assert_eq!(found[1].2, Some("the row is longer than 1,048,576 bytes"));
            assert_eq!(found.get(2), (!ending.is_empty()).then(|| plain(3, "after")).as_ref());
        }
    }
}
