//! Bytes → records: one logical CSV row at a time, in bounded memory, whatever the file holds.
//!
//! The `csv` crate parses the fields, but it holds a whole record in memory and, as RFC 4180 wants it, lets a quoted
//! field run over as many lines as it likes: a row of a gigabyte, or one quote too many, would swallow the file. So the
//! rows are framed here first, and the crate only ever sees one that is whole and of a sane length.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memchr2};

/// The most bytes in a record.
pub const MAX_RECORD: usize = 1 << 20;
/// In UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes to ask for at a time.
const CHUNK: usize = 64 << 10;

/// Splits a stream into records.
pub struct Records<R> {
    input: R,
    window: Vec<u8>,
    /// The part of the window that is not yet consumed.
    start: usize,
    end: usize,
    eof: bool,
    /// The line that begins at `start`, from 1.
    line: u64,
    /// Bytes of the stream before `start`.
    consumed: u64,
    /// The beginning of the last row that was too long to be held.
    head: Vec<u8>,
}

/// A row of the file that is neither empty nor a comment.
#[derive(Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its bytes without the line end.
    pub bytes: &'a [u8],
    /// Whether there is a quote in it.
    pub quoted: bool,
    /// What makes it no CSV row, and the byte (from 0) where that was seen.
    pub broken: Option<(&'static str, usize)>,
}

impl<R: Read> Records<R> {
    /// Records of a stream that is at its beginning.
    pub fn new(input: R) -> Records<R> {
        let window = vec![0; 2 * CHUNK];
        Records { input, window, start: 0, end: 0, eof: false, line: 1, consumed: 0, head: Vec::new() }
    }

    /// The stream.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// Bytes of the stream up to the end of the last record.
    pub fn consumed(&self) -> u64 {
        self.consumed
    }

    /// The next record; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        if self.line == 1 && self.start == 0 && self.end == 0 {
            self.skip_byte_order_mark()?;
        }
        loop {
            let Some(length) = self.line_length(0)? else {
                return if self.end == self.start { Ok(None) } else { self.overlong().map(Some) };
            };
            let line = trim_end(&self.window[self.start..self.start + length]);
            if line.first() == Some(&b'#') || line.iter().all(u8::is_ascii_whitespace) || line == BYTE_ORDER_MARK {
                self.consume(length);
                continue;
            }
            // Most rows have neither.
            let special = memchr2(b'"', b'\r', line);
            let quoted = special.is_some_and(|at| memchr(b'"', &line[at..]).is_some());
            let framed = match special {
                _ if quoted => self.close_quotes(length)?,
                Some(at) => Err(("a carriage return without a line feed; convert the line ends", at)),
                None => Ok(length),
            };
            let (length, broken) = match framed {
                Ok(length) => (length, None),
                Err((reason, at)) => (length, Some((reason, at))),
            };
            let (line, start) = (self.line, self.start);
            self.consume(length);
            return Ok(Some(Record { line, bytes: trim_end(&self.window[start..start + length]), quoted, broken }));
        }
    }

    /// The length of the line that begins `offset` bytes into the rest, with its line end; `None` if there is no line
    /// or none that ends within the bound.
    fn line_length(&mut self, offset: usize) -> io::Result<Option<usize>> {
        let mut searched = offset;
        loop {
            let rest = &self.window[self.start..self.end];
            if let Some(at) = memchr(b'\n', &rest[searched..]) {
                let length = searched + at + 1 - offset;
                return Ok((length <= MAX_RECORD).then_some(length));
            }
            searched = rest.len();
            if searched >= MAX_RECORD {
                return Ok(None);
            }
            if !self.fill()? {
                return Ok((searched > offset).then_some(searched - offset));
            }
        }
    }

    /// The length of the record whose first line, of `length` bytes, holds a quote; or why it is none.
    fn close_quotes(&mut self, length: usize) -> io::Result<Result<usize, (&'static str, usize)>> {
        let mut total = length;
        let mut scan = Quotes::default();
        loop {
            match scan.go_on(trim_end(&self.window[self.start..self.start + total])) {
                State::Closed => return Ok(Ok(total)),
                State::Broken(at) => return Ok(Err(("a quoted field goes on after its closing quote", at))),
                State::Open(at) => match self.line_length(total)? {
                    Some(more) if total + more <= MAX_RECORD => total += more,
                    _ => return Ok(Err(("a quote is opened here and never closed", at))),
                },
            }
        }
    }

    /// A line without an end within the bound: its beginning, once all of it is skipped.
    fn overlong(&mut self) -> io::Result<Record<'_>> {
        let line = self.line;
        let rest = &self.window[self.start..self.end];
        self.head = rest[..rest.len().min(256)].to_vec();
        loop {
            let rest = &self.window[self.start..self.end];
            if let Some(at) = memchr(b'\n', rest) {
                self.consume(at + 1);
                break;
            }
            self.consumed += rest.len() as u64;
            self.start = self.end;
            if !self.fill()? {
                break;
            }
        }
        let reason = "the row is longer than 1,048,576 bytes";
        Ok(Record { line, bytes: &self.head, quoted: false, broken: Some((reason, MAX_RECORD)) })
    }

    fn consume(&mut self, length: usize) {
        let lines = memchr_iter(b'\n', &self.window[self.start..self.start + length]).count();
        self.line += lines as u64;
        self.consumed += length as u64;
        self.start += length;
    }

    fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        while self.end < 3 && self.fill()? {}
        if self.window[..self.end].starts_with(BYTE_ORDER_MARK) {
            (self.start, self.consumed) = (3, 3);
        }
        Ok(())
    }

    /// Reads more behind the rest; says whether there was more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.eof {
            return Ok(false);
        }
        if self.window.len() - self.end < CHUNK {
            self.window.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            self.window.resize(self.window.len().max(self.end + CHUNK), 0);
        }
        let read = loop {
            match self.input.read(&mut self.window[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.end += read;
        self.eof = read == 0;
        Ok(read > 0)
    }
}

/// How the quotes of a record stand at its end.
enum State {
    Closed,
    /// The quote at this byte is still open.
    Open(usize),
    /// The field's closing quote at this byte is followed by more than a comma.
    Broken(usize),
}

/// Follows the quotes of a record that may grow by lines. A quote opens a field only as its first byte; inside, two
/// stand for one.
#[derive(Default)]
struct Quotes {
    /// All before this byte was looked at: a field begins here, or an open one goes on.
    at: usize,
    open: Option<usize>,
}

impl Quotes {
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
                    Some(b',') => {
                        self.open = None;
                        self.at += 1;
                    }
                    Some(_) => return State::Broken(self.at - 1),
                    None => return State::Closed,
                }
            } else {
                match memchr(b',', &record[self.at..]) {
                    Some(offset) => self.at += offset + 1,
                    None => return State::Closed,
                }
            }
        }
    }
}

fn trim_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
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
        let mut records = Records::new(Slow(text, chunk));
        let mut all = Vec::new();
        while let Some(record) = records.next().unwrap() {
            all.push((record.line, record.bytes.to_vec(), record.broken.map(|(reason, _)| reason)));
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
