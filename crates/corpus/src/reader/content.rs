//! The content of a corpus file, decompressed. Compressions are detected by the first bytes, independently of the file
//! name.

use std::{
    cell::{OnceCell, RefCell, RefMut},
    io::{self, Cursor, Read},
    mem,
    path::{Path, PathBuf},
    rc::Rc,
    sync::atomic::AtomicBool,
};

use super::{
    archive, foreign,
    input::{Input, STANDARD_INPUT},
    kept_inputs::KeptInputs,
    unpack::Unpacked,
};
use crate::{
    error::{Error, Result},
    fs::{Compression, Decode, Decoding, MAGIC, Stream, is_npz},
    layout::{LineReader, NothingYet, ReadPiece, Source},
};

/// The content of a corpus file. After an error, every further read returns the error again.
pub struct Content<'a> {
    decoded: Stream<'a>,
    /// The error of reading the file, which a decoder may hide.
    unreadable: Rc<OnceCell<String>>,
    compressed: bool,
    /// The bytes that were read to detect the last compression, or that there is none.
    beginning: Vec<u8>,
    /// `None` while there may be more content; then `Ok` at the end, or the error that ended reading.
    ended: Option<Result<(), String>>,
}

const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// First bytes that are enough to detect every compression that is not an archive.
const MIN_MAGIC_BYTES: usize = 6;
/// Maximum number of nested compressions: a compressed file may be compressed once more, as in an archive.
const MAX_NESTING: usize = 3;

/// Opens a file as the source of a layout. The arguments are those of [`Content::open`].
pub fn open_source<'a>(
    kept: &KeptInputs,
    name: &'a Path,
    stop: &'a AtomicBool,
    digest: bool,
) -> Result<(Source<'a>, Shared<Content<'a>>, Shared<Input<'a>>)> {
    let (content, input) = Content::open(kept, name, stop, digest)?;
    let file = if content.is_compressed() { None } else { input.get().share().map_err(Error::io(name, "open"))? };
    let content = Shared::new(content);
    let stream: Box<dyn ReadPiece + 'a> =
        if content.get().compressed { Box::new(content.clone()) } else { Box::new(input.clone()) };
    let lines = LineReader::new(stream, name.to_string_lossy().into());
    Ok((Source { path: name, lines, file, offset: None, shape: None }, content, input))
}

impl<'a> Content<'a> {
    /// Opens a file, standard input, or a file in an archive (`archive.zip/name`), with a digest if requested. If a copy of
    /// it is kept, the copy is read. Reading fails once `stop` is set. Returns the content, and the file or standard input
    /// from which the content is read. Returns an error if an archive has several files and none is named.
    pub fn open(
        kept: &KeptInputs,
        name: &Path,
        stop: &'a AtomicBool,
        digest: bool,
    ) -> Result<(Content<'a>, Shared<Input<'a>>)> {
        let source = kept.source(name);
        let (opened, member) = split_member(source);
        let path = if source == name { &opened } else { name };
        let input = Shared::new(kept.open(&opened, stop, digest)?);
        let mut content = Content::decode(&opened, path, member, Box::new(input.clone()), stop)?;
        if !content.compressed {
            input.get().put_back(mem::take(&mut content.beginning));
            content.decoded = Box::new(input.clone());
        }
        Ok((content, input))
    }

    fn decode(
        source: &Path,
        path: &Path,
        member: Option<PathBuf>,
        stream: Stream<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Content<'a>> {
        let unreadable = Rc::new(OnceCell::new());
        let stream = RawStream { stream, unreadable: unreadable.clone() };
        let mut content =
            Content { decoded: Box::new(stream), unreadable, compressed: false, beginning: Vec::new(), ended: None };
        // An archive is read twice, or from its end.
        let is_file = source != Path::new(STANDARD_INPUT) && source.is_file();
        let mut layers = Layers { source, path, member, is_file, stop, outer: Vec::new(), in_archive: false };
        for _ in 0..MAX_NESTING {
            let first = beginning(&mut content.decoded).map_err(|error| content.beginning_error(path, error))?;
            if UTF_16.iter().any(|mark| first.starts_with(mark)) {
                return Err(Error::malformed(path, 1, "is UTF-16; save it as UTF-8"));
            }
            if let Some(refusal) = foreign::refusal(&first) {
                return Err(Error::malformed(path, 0, refusal));
            }
            let compression = Compression::of_content(&first);
            let is_layout = layers.is_npz(&first);
            content.beginning.clone_from(&first);
            content.decoded = Box::new(Cursor::new(first).chain(content.decoded));
            let Some(compression) = compression.filter(|_| !is_layout) else { break };
            content.decoded = layers.decode(content.decoded, &compression.decoding)?;
            content.compressed = true;
        }
        match layers.member {
            None => Ok(content),
            Some(member) => {
                let reason = format!("is not an archive, so there is no {} in it", member.display());
                Err(Error::malformed(path, 0, reason))
            }
        }
    }

    pub fn is_compressed(&self) -> bool {
        self.compressed
    }

    /// Reads a compressed file to its end, where its checksum is. Returns an error if the file is damaged.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.compressed {
            io::copy(self, &mut io::sink())?;
        }
        Ok(())
    }

    fn beginning_error(&self, path: &Path, error: io::Error) -> Error {
        match self.compressed && self.unreadable.get().is_none() {
            true => Error::malformed(path, 1, damaged(&error)),
            false => Error::io(path, "read")(error),
        }
    }

    /// Reads the next bytes; the error distinguishes damage from a failure of the system.
    fn read_decoded(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoded.read(buffer);
        match (self.unreadable.get(), read) {
            // A decoder may take the error for the end of the file.
            (Some(reason), Ok(0) | Err(_)) => Err(io::Error::other(reason.clone())),
            (None, Err(error)) if self.compressed && !NothingYet::is(&error) => Err(io::Error::other(damaged(&error))),
            (_, read) => read,
        }
    }
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.ended {
            Some(Ok(())) => return Ok(0),
            Some(Err(reason)) => return Err(io::Error::other(reason.clone())),
            None if buffer.is_empty() => return Ok(0),
            None => {}
        }
        let read = self.read_decoded(buffer);
        match &read {
            Ok(0) => self.ended = Some(Ok(())),
            Err(error) if !NothingYet::is(error) => self.ended = Some(Err(error.to_string())),
            _ => {}
        }
        read
    }
}

impl ReadPiece for Content<'_> {}

struct Layers<'p> {
    source: &'p Path,
    path: &'p Path,
    /// The file in the archive, until the archive is found.
    member: Option<PathBuf>,
    is_file: bool,
    stop: &'p AtomicBool,
    /// The compressions from the outermost on, as far as they are found.
    outer: Vec<Decode>,
    in_archive: bool,
}

impl Layers<'_> {
    /// Returns true for an archive of arrays, which is a layout of its own unless one of the arrays is named.
    fn is_npz(&self, first: &[u8]) -> bool {
        self.is_file && self.outer.is_empty() && !self.in_archive && self.member.is_none() && is_npz(first)
    }

    fn decode<'s>(&mut self, stream: Stream<'s>, decoding: &Decoding) -> Result<Stream<'s>> {
        let path = self.path;
        let is_outermost = self.outer.is_empty() && !self.in_archive;
        match *decoding {
            Decoding::Stream(decode) => {
                self.outer.push(decode);
                // In a pipe, reading ahead would wait for bytes that may come much later.
                let reads_ahead = self.is_file && is_outermost;
                let decoded = if reads_ahead { Unpacked::begin(stream, decode) } else { decode(stream) };
                decoded.map_err(Error::io(path, "read"))
            }
            Decoding::Zip if self.is_file && is_outermost => {
                self.in_archive = true;
                archive::zip::decode(path, self.member.take().as_deref(), stream)
            }
            Decoding::Tar if self.is_file && !self.in_archive => {
                self.in_archive = true;
                let again = RawStream {
                    stream: Box::new(Input::open(self.source, self.stop, false)?),
                    unreadable: Rc::default(),
                };
                let again: Stream<'_> = Box::new(again);
                let scan = self.outer.iter().try_fold(again, |stream, decode| decode(stream));
                let scan = scan.map_err(Error::io(path, "read"))?;
                archive::tar::decode(path, self.member.take().as_deref(), scan, stream)
            }
            Decoding::Zip | Decoding::Tar => {
                let reason = "is an archive that cannot be read from a pipe or within a file; unpack it";
                Err(Error::malformed(path, 0, reason))
            }
        }
    }
}

/// The stream of a file. Its errors have the kind `Other`, because decoders take some kinds for the end of the file.
struct RawStream<'a> {
    stream: Stream<'a>,
    unreadable: Rc<OnceCell<String>>,
}

impl Read for RawStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if !NothingYet::is(&error) => {
                    let reason = self.unreadable.get_or_init(|| error.to_string());
                    return Err(io::Error::other(reason.clone()));
                }
                read => return read,
            }
        }
    }
}

/// Returns the first bytes of a stream, from which a compression is detected. Stops early after a line of text, because
/// a pipe may have no more for now.
fn beginning(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut first = vec![0; MAGIC];
    let mut length = 0;
    // A decoder may take a read of no bytes for the end of its stream.
    while length < MAGIC && (length < MIN_MAGIC_BYTES || !first[..length].contains(&b'\n')) {
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

fn damaged(error: &io::Error) -> String {
    // The decoder of zstd has no kinds of errors.
    if error.kind() == io::ErrorKind::OutOfMemory || error.to_string().contains("too much memory") {
        return format!(
            "the decoder needs more than 128 MiB of memory ({error}); compress the file with a lower level"
        );
    }
    format!("the file is damaged or cut short ({error}); fetch it again")
}

/// A stream with several readers.
pub struct Shared<R>(Rc<RefCell<R>>);

impl<R> Shared<R> {
    pub fn new(stream: R) -> Shared<R> {
        Shared(Rc::new(RefCell::new(stream)))
    }

    /// Borrows the stream. Panics if another reader has borrowed it.
    pub fn get(&self) -> RefMut<'_, R> {
        self.0.borrow_mut()
    }
}

impl<R> Clone for Shared<R> {
    fn clone(&self) -> Shared<R> {
        Shared(self.0.clone())
    }
}

impl<R: ReadPiece> ReadPiece for Shared<R> {
    fn read_piece(&mut self, piece: &mut Vec<u8>) -> io::Result<()> {
        self.get().read_piece(piece)
    }
}

impl<R: Read> Read for Shared<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.get().read(buffer)
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

#[cfg(test)]
mod tests;
