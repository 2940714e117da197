//! Compressed files of several members, which are decoded one after the other as one stream.

use std::{
    io::{self, BufRead, Read},
    mem,
};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;

use super::codec::{CHUNK, Stream};

/// The first bytes of a member of bzip2, before the level.
pub(super) const BZIP2: &[u8] = b"BZh";
/// The bytes after the last block of a member of bzip2.
pub(super) const BZIP2_END: &[u8] = &[0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
/// Length of a member of bzip2 without a block: magic bytes, level, end and checksum.
const BZIP2_EMPTY: usize = 14;

/// Decodes the members of a gzip file (RFC 1952). Skips zeros after a member, which pad files on tapes, as gzip(1) does.
pub fn gzip(input: Stream<'_>) -> Stream<'_> {
    Box::new(Members { member: GzDecoder::new(Lookahead::new(input)) })
}

pub fn bzip2(input: Stream<'_>) -> Stream<'_> {
    Box::new(Members { member: BzDecoder::new(Lookahead::new(input)) })
}

struct Members<M> {
    member: M,
}

trait Member<'a>: Read {
    /// Returns the file, positioned after the bytes that are decoded.
    fn file(&mut self) -> &mut Lookahead<'a>;

    /// Begins to decode the member at the current position of the file.
    fn begin_next(&mut self);

    /// Skips bytes between members that have no content.
    fn skip_between(&mut self) -> io::Result<()>;
}

impl<'a, M: Member<'a>> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.member.skip_between()?;
            if self.member.file().peek(1)?.is_empty() {
                return Ok(0);
            }
            self.member.begin_next();
        }
    }
}

impl<'a> Member<'a> for GzDecoder<Lookahead<'a>> {
    fn file(&mut self) -> &mut Lookahead<'a> {
        self.get_mut()
    }

    fn begin_next(&mut self) {
        let file = mem::take(self.get_mut());
        self.reset(file);
    }

    fn skip_between(&mut self) -> io::Result<()> {
        while self.get_mut().peek(1)? == [0] {
            self.get_mut().consume(1);
        }
        Ok(())
    }
}

impl<'a> Member<'a> for BzDecoder<Lookahead<'a>> {
    fn file(&mut self) -> &mut Lookahead<'a> {
        self.get_mut()
    }

    fn begin_next(&mut self) {
        let file = mem::take(self.get_mut());
        *self = BzDecoder::new(file);
    }

    /// Skips empty members: for each of them, a new decoder would clear megabytes of memory.
    fn skip_between(&mut self) -> io::Result<()> {
        while is_empty_bzip2(self.get_mut().peek(BZIP2_EMPTY)?) {
            self.get_mut().consume(BZIP2_EMPTY);
        }
        Ok(())
    }
}

fn is_empty_bzip2(member: &[u8]) -> bool {
    let after_magic = member.strip_prefix(BZIP2).and_then(|rest| rest.split_first());
    after_magic.is_some_and(|(level, rest)| matches!(level, b'1'..=b'9') && is_end_of_bzip2(rest))
}

fn is_end_of_bzip2(rest: &[u8]) -> bool {
    rest.strip_prefix(BZIP2_END) == Some(&[0; 4])
}

/// A buffered stream with a look-ahead of any number of bytes.
struct Lookahead<'a> {
    stream: Stream<'a>,
    buffer: Vec<u8>,
    /// Start of the bytes that are not consumed.
    start: usize,
}

impl<'a> Lookahead<'a> {
    fn new(stream: Stream<'a>) -> Lookahead<'a> {
        Lookahead { stream, buffer: Vec::new(), start: 0 }
    }

    /// Returns the next `length` bytes without consuming them; fewer at the end of the stream.
    fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.start < length && self.fill()? {}
        let rest = &self.buffer[self.start..];
        Ok(&rest[..rest.len().min(length)])
    }

    /// Reads more bytes; returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let begin = self.buffer.len();
        self.buffer.resize(begin + CHUNK, 0);
        let read = self.stream.read(&mut self.buffer[begin..]);
        self.buffer.truncate(begin + *read.as_ref().unwrap_or(&0));
        read.map(|read| read > 0)
    }
}

impl Default for Lookahead<'_> {
    fn default() -> Self {
        Lookahead::new(Box::new(io::empty()))
    }
}

impl BufRead for Lookahead<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.buffer.len() {
            self.fill()?;
        }
        Ok(&self.buffer[self.start..])
    }

    fn consume(&mut self, length: usize) {
        self.start += length;
    }
}

impl Read for Lookahead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write, time::Instant};

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn gzipped(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn bzipped(text: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// Decodes a file that comes in pieces of this length.
    fn decoded(decode: fn(Stream<'_>) -> Stream<'_>, file: &[u8], piece: usize) -> io::Result<String> {
        let empty: Stream<'_> = Box::new(io::empty());
        let pieces = file.chunks(piece).fold(empty, |before, piece| Box::new(before.chain(piece)));
        io::read_to_string(decode(pieces))
    }

    #[test]
    fn zeros_after_a_member_of_gzip_are_skipped() {
        let one = gzipped(b"one");
        let two = gzipped(b"two");
        for zeros in [1, 511, 200_000] {
            let padding = vec![0; zeros];
            for piece in [CHUNK, 1000] {
                let read = |parts: &[&[u8]]| decoded(gzip, &parts.concat(), piece);
                assert_eq!(read(&[&one, &padding]).unwrap(), "one");
                assert_eq!(read(&[&one, &padding, &two, &padding]).unwrap(), "onetwo");
                assert!(read(&[&one, &padding, b"x"]).is_err(), "other bytes are no padding");
                assert!(read(&[&one[..one.len() - 6], &padding]).is_err(), "zeros are no checksum");
            }
        }
    }

    #[test]
    fn empty_members_of_bzip2_are_skipped() {
        let empty = bzipped(b"");
        let text = bzipped(b"text");
        for piece in [1, 5, CHUNK] {
            let read = |parts: &[&[u8]]| decoded(bzip2, &parts.concat(), piece);
            assert_eq!(read(&[&empty, &empty, &text, &empty, &text]).unwrap(), "texttext");
            assert!(read(&[&text, &empty[..13]]).is_err());
            assert!(read(&[&text, &empty, b"BZh9"]).is_err());
        }
        let began = Instant::now();
        assert_eq!(io::read_to_string(bzip2(Box::new(&*empty.repeat(400_000)))).unwrap(), "");
        assert!(began.elapsed().as_secs() < 10);
    }
}
