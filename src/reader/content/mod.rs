//! What a file holds, out of its compression, which its first bytes tell, whatever its name is.

mod zip;

use std::{
    cell::RefCell,
    io::{self, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    rc::Rc,
    sync::atomic::AtomicBool,
};

use bzip2::read::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::{STANDARD_INPUT, input::Input};
use crate::error::{Error, Result};

/// The content of a corpus file.
pub struct Content<'a> {
    decoded: Stream<'a>,
    file: Rc<RefCell<Input<'a>>>,
    /// Whether the file is compressed.
    compressed: bool,
}

type Stream<'a> = Box<dyn Read + 'a>;

/// A compression: the first bytes that tell it, and its decoder.
struct Compression {
    magic: &'static [u8],
    decode: for<'a> fn(Stream<'a>) -> io::Result<Stream<'a>>,
}

const COMPRESSIONS: [Compression; 4] = [
    // RFC 1952; members that follow each other are one file, and so it is with the others.
    Compression {
        magic: b"\x1f\x8b",
        decode: |input| Ok(Box::new(MultiGzDecoder::new(BufReader::with_capacity(CHUNK, input)))),
    },
    // RFC 8878.
    Compression { magic: b"\x28\xb5\x2f\xfd", decode: |input| Ok(Box::new(zstd::Decoder::new(input)?)) },
    Compression {
        magic: b"BZh",
        decode: |input| Ok(Box::new(MultiBzDecoder::new(BufReader::with_capacity(CHUNK, input)))),
    },
    Compression {
        magic: b"\xfd7zXZ\0",
        decode: |input| Ok(Box::new(XzReader::new(BufReader::with_capacity(CHUNK, input), true))),
    },
];
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// The most first bytes that tell.
const MAGIC: usize = 6;
/// A compressed file may be compressed once more, as in an archive.
const DEPTH: usize = 3;
const CHUNK: usize = 64 << 10;

impl<'a> Content<'a> {
    /// Opens a file, standard input, or a file in an archive (`archive.zip/name`). Reading fails once `stop` is set.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it is an archive of which it is not clear which file is meant.
    pub fn open(path: &Path, stop: &'a AtomicBool, digest: bool) -> Result<Content<'a>> {
        let (path, member) = in_archive(path);
        let file = Rc::new(RefCell::new(Input::open(&path, stop, digest)?));
        let mut content = Content { decoded: Box::new(Shared(file.clone())), file, compressed: false };
        for depth in 0..DEPTH {
            let mut first = Vec::new();
            let begun = content.decoded.by_ref().take(MAGIC as u64).read_to_end(&mut first);
            begun.map_err(|error| Error::malformed(&path, 1, damaged(&error)))?;
            let is = |magic: &&[u8]| first.starts_with(magic);
            let is_zip = ZIP.iter().any(is);
            if UTF_16.iter().any(is) {
                return Err(Error::malformed(&path, 1, "is UTF-16; save it as UTF-8"));
            }
            let compression = COMPRESSIONS.iter().find(|compression| is(&compression.magic));
            let begun: Stream<'a> = Box::new(Cursor::new(first).chain(content.decoded));
            content.compressed |= is_zip || compression.is_some();
            content.decoded = match compression {
                Some(compression) => (compression.decode)(begun).map_err(Error::io(&path, "read"))?,
                None if is_zip && depth == 0 && path != Path::new(STANDARD_INPUT) => {
                    zip::decode(&path, member.as_deref(), begun)?
                }
                None if is_zip => {
                    let reason = "is an archive that cannot be read from a pipe or within a file; unpack it";
                    return Err(Error::malformed(&path, 0, reason));
                }
                None => return Ok(Content { decoded: begun, ..content }),
            };
        }
        Ok(content)
    }

    /// The file itself.
    pub fn file(&self) -> Rc<RefCell<Input<'a>>> {
        self.file.clone()
    }

    /// Whether the file is compressed.
    pub fn is_compressed(&self) -> bool {
        self.compressed
    }
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoded.read(buffer);
        read.map_err(|error| if self.compressed { io::Error::new(error.kind(), damaged(&error)) } else { error })
    }
}

/// What a decoder says, and what may be done.
fn damaged(error: &io::Error) -> String {
    format!("the file is damaged or cut short ({error}); fetch it again")
}

/// The file, with the reader that decodes it.
struct Shared<'a>(Rc<RefCell<Input<'a>>>);

impl Read for Shared<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

/// Where a path goes on behind a file, that is an archive, and the rest is the name of a file in it.
fn in_archive(path: &Path) -> (PathBuf, Option<PathBuf>) {
    let archive = path.ancestors().skip(1).find(|ancestor| ancestor.is_file());
    match archive.filter(|_| !path.exists()) {
        Some(archive) => (archive.into(), path.strip_prefix(archive).ok().map(Into::into)),
        None => (path.into(), None),
    }
}
