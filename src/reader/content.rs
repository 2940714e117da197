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
    archive, foreign,
    input::{Input, STANDARD_INPUT},
    unpack::Unpacked,
};
use crate::{
    error::{Error, Result},
    fs::{Compression, Decoding, MAGIC, Stream},
};

/// The content of a corpus file.
pub struct Content<'a> {
    decoded: Stream<'a>,
    input: Rc<RefCell<Input<'a>>>,
    compressed: bool,
}

const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// First bytes that are enough to detect every compression that is not an archive.
const LEAST: usize = 6;
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
        let (path, mut member) = split_member(path);
        let input = Rc::new(RefCell::new(Input::open(&path, stop, digest)?));
        let mut content = Content { decoded: Box::new(Shared(input.clone())), input, compressed: false };
        // An archive is read twice, or from its end.
        let is_file = path != Path::new(STANDARD_INPUT) && path.is_file();
        let mut outer = Vec::new();
        let mut in_archive = false;
        for _ in 0..DEPTH {
            let first = beginning(&mut content.decoded).map_err(|error| match content.compressed {
                true => Error::malformed(&path, 1, damaged(&error)),
                false => Error::io(&path, "read")(error),
            })?;
            if UTF_16.iter().any(|mark| first.starts_with(mark)) {
                return Err(Error::malformed(&path, 1, "is UTF-16; save it as UTF-8"));
            }
            if let Some(refusal) = foreign::refusal(&first) {
                return Err(Error::malformed(&path, 0, refusal));
            }
            let compression = Compression::of_content(&first);
            content.decoded = Box::new(Cursor::new(first).chain(content.decoded));
            let Some(compression) = compression else { break };
            content.decoded = match compression.decoding {
                Decoding::Stream(decode) => {
                    outer.push(decode);
                    // In a pipe, reading ahead would wait for bytes that may come much later.
                    let decoded = if is_file && !content.compressed {
                        Unpacked::begin(content.decoded, decode)
                    } else {
                        decode(content.decoded)
                    };
                    decoded.map_err(Error::io(&path, "read"))?
                }
                Decoding::Zip if is_file && !in_archive && outer.is_empty() => {
                    in_archive = true;
                    archive::zip::decode(&path, member.take().as_deref(), content.decoded)?
                }
                Decoding::Tar if is_file && !in_archive => {
                    in_archive = true;
                    let again: Stream<'_> = Box::new(Input::open(&path, stop, false)?);
                    let scan = outer.iter().try_fold(again, |stream, decode| decode(stream));
                    let scan = scan.map_err(Error::io(&path, "read"))?;
                    archive::tar::decode(&path, member.take().as_deref(), scan, content.decoded)?
                }
                Decoding::Zip | Decoding::Tar => {
                    let reason = "is an archive that cannot be read from a pipe or within a file; unpack it";
                    return Err(Error::malformed(&path, 0, reason));
                }
            };
            content.compressed = true;
        }
        match member {
            None => Ok(content),
            Some(member) => {
                let reason = format!("is not an archive, so there is no {} in it", member.display());
                Err(Error::malformed(&path, 0, reason))
            }
        }
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

/// Returns the first bytes of a stream, from which a compression is detected. They end early with a line of text: a pipe may
/// have no more for now.
fn beginning(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let (mut first, mut length) = (vec![0; MAGIC], 0);
    // A decoder may take a read of no bytes for the end of its stream.
    while length < MAGIC && (length < LEAST || !first[..length].contains(&b'\n')) {
        match stream.read(&mut first[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    first.truncate(length);
    Ok(first)
}

/// Formats the error of a decoder, with advice.
fn damaged(error: &io::Error) -> String {
    // The decoder of zstd has no kinds of errors.
    if error.kind() == io::ErrorKind::OutOfMemory || error.to_string().contains("too much memory") {
        return format!(
            "the decoder needs more than 128 MiB of memory ({error}); compress the file with a lower level"
        );
    }
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
