//! The content of a corpus file, decompressed. Compressions are detected by the first bytes, independently of the file
//! name.

use std::{
    cell::RefCell,
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
    rc::Rc,
    sync::atomic::AtomicBool,
};

use super::{
    archive,
    input::{Input, STANDARD_INPUT},
};
use crate::{
    error::{Error, Result},
    fs::{Compression, MAGIC, Stream},
};

/// The content of a corpus file.
pub struct Content<'a> {
    decoded: Stream<'a>,
    input: Rc<RefCell<Input<'a>>>,
    compressed: bool,
}

const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// Maximum number of nested compressions: a compressed file may be compressed once more, as in an archive.
const DEPTH: usize = 3;

impl<'a> Content<'a> {
    /// Opens a file, standard input, or a file in an archive (`archive.zip/name`), with a digest if requested. Reading
    /// fails once `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if an archive has several files and none is named.
    pub fn open(path: &Path, stop: &'a AtomicBool, digest: bool) -> Result<Content<'a>> {
        let (path, member) = split_member(path);
        let input = Rc::new(RefCell::new(Input::open(&path, stop, digest)?));
        let mut content = Content { decoded: Box::new(Shared(input.clone())), input, compressed: false };
        for depth in 0..DEPTH {
            let mut first = Vec::new();
            let begun = content.decoded.by_ref().take(MAGIC as u64).read_to_end(&mut first);
            begun.map_err(|error| Error::malformed(&path, 1, damaged(&error)))?;
            if UTF_16.iter().any(|mark| first.starts_with(mark)) {
                return Err(Error::malformed(&path, 1, "is UTF-16; save it as UTF-8"));
            }
            let compression = Compression::of_content(&first);
            let begun: Stream<'a> = Box::new(Cursor::new(first).chain(content.decoded));
            let Some(compression) = compression else { return Ok(Content { decoded: begun, ..content }) };
            content.compressed = true;
            content.decoded = match compression.decode {
                Some(decode) => decode(begun).map_err(Error::io(&path, "read"))?,
                None if depth == 0 && path != Path::new(STANDARD_INPUT) => {
                    archive::decode(&path, member.as_deref(), begun)?
                }
                None => {
                    let reason = "is an archive that cannot be read from a pipe or within a file; unpack it";
                    return Err(Error::malformed(&path, 0, reason));
                }
            };
        }
        Ok(content)
    }

    /// Returns the file or standard input that the content is read from.
    pub fn input(&self) -> Rc<RefCell<Input<'a>>> {
        self.input.clone()
    }

    /// Returns true if the file is compressed.
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

/// Formats the error of a decoder, with advice.
fn damaged(error: &io::Error) -> String {
    format!("the file is damaged or cut short ({error}); fetch it again")
}

/// An input that its decoder shares.
struct Shared<'a>(Rc<RefCell<Input<'a>>>);

impl Read for Shared<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

/// Splits the path of a file in an archive into the archive and the name of the file.
fn split_member(path: &Path) -> (PathBuf, Option<PathBuf>) {
    let archive = path.ancestors().skip(1).find(|ancestor| ancestor.is_file());
    match archive.filter(|_| !path.exists()) {
        Some(archive) => (archive.into(), path.strip_prefix(archive).ok().map(Into::into)),
        None => (path.into(), None),
    }
}
