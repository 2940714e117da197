//! What a file holds, out of its compression, which its first bytes tell.

use std::{
    io::{self, BufReader, Chain, Cursor, Read},
    path::Path,
    sync::atomic::AtomicBool,
};

use flate2::bufread::MultiGzDecoder;

use super::input::Input;
use crate::error::{Error, Result};

/// The content of a corpus file.
pub enum Content<'a> {
    /// As it is.
    Plain(Begun<'a>),
    /// RFC 1952; members that follow each other are one file.
    Gzip(Box<MultiGzDecoder<BufReader<Begun<'a>>>>),
}

/// An input of which the first bytes were read ahead.
type Begun<'a> = Chain<Cursor<Vec<u8>>, Input<'a>>;

const GZIP: &[u8] = b"\x1f\x8b";

impl<'a> Content<'a> {
    /// Opens a file, or standard input. Reading fails once `stop` is set.
    pub fn open(path: &Path, stop: &'a AtomicBool, digest: bool) -> Result<Content<'a>> {
        let mut input = Input::open(path, stop, digest)?;
        let mut first = Vec::new();
        let length = GZIP.len() as u64;
        input.by_ref().take(length).read_to_end(&mut first).map_err(Error::io(path, "read"))?;
        let is_gzip = first == GZIP;
        let begun = Cursor::new(first).chain(input);
        Ok(match is_gzip {
            true => Content::Gzip(Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, begun)))),
            false => Content::Plain(begun),
        })
    }

    /// The file itself.
    pub fn input(&self) -> &Input<'a> {
        match self {
            Content::Plain(begun) => begun.get_ref().1,
            Content::Gzip(decoder) => decoder.get_ref().get_ref().get_ref().1,
        }
    }

    /// Whether the file is compressed.
    pub fn is_compressed(&self) -> bool {
        !matches!(self, Content::Plain(_))
    }
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Content::Plain(begun) => begun.read(buffer),
            Content::Gzip(decoder) => decoder.read(buffer),
        }
    }
}
