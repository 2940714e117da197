//! A file or standard output, perhaps compressed.

use std::{
    io::{self, Read, Write},
    path::Path,
};

use super::packer::Packer;
use crate::{
    error::{Error, Result},
    fs::{
        CHUNK, COMPRESSIONS, Checksum, Compression, CreateEncoder, Decoding, Durability, LeftPart, OutputPosition,
        PartFile, Stream, with_reader,
    },
};

pub const STANDARD_OUTPUT: &str = "standard output";

/// Writes bytes to a file or standard output, compressed as the name of the file says.
pub struct OutputStream {
    /// The file; `None` is standard output.
    out: Option<PartFile>,
    packer: Option<Packer>,
    /// The file of an interrupted pass, whose text is compressed again into a new file. It stays until the new file has
    /// as much.
    interrupted: Option<Interrupted>,
    /// The checksum of the bytes written, before their compression.
    written: Checksum,
}

struct Interrupted {
    part: LeftPart,
    /// Number of its bytes, compressed.
    length: u64,
}

impl OutputStream {
    /// Creates a file; `None` is standard output. Returns an error if the name stands for a compression that cannot be
    /// written.
    pub fn create(path: Option<&Path>) -> Result<OutputStream> {
        let packer = path.and_then(Compression::of_name).map(packer).transpose()?;
        let file = path.map(PartFile::create_for_user).transpose()?;
        Ok(OutputStream::new(file.map(PartFile::kept), packer))
    }

    /// Continues a file that was written up to a position. What comes after the position is cut.
    pub fn resume(path: &Path, part: LeftPart, position: &OutputPosition) -> Result<OutputStream> {
        let Some(compression) = Compression::of_name(path) else {
            let written = position.content;
            return Ok(OutputStream { written, ..OutputStream::new(Some(part.continued_at(position)?), None) });
        };
        // The state of a compressor cannot be saved, so all text is compressed again.
        let interrupted = Interrupted { length: part.length()?, part };
        // The new file is worth nothing until it replaces the interrupted file, so it is not kept.
        let file = PartFile::create_for_user(path)?;
        let mut stream = OutputStream::new(Some(file), Some(packer(compression)?));
        let mut decoded = content(&interrupted.part, Some(compression))?;
        let mut chunk = vec![0; CHUNK];
        while stream.written.bytes < position.content.bytes {
            let most = usize::try_from(position.content.bytes - stream.written.bytes).unwrap_or(CHUNK).min(CHUNK);
            decoded.read_exact(&mut chunk[..most]).map_err(Error::io(interrupted.part.path(), "read"))?;
            stream.write(chunk[..most].to_vec())?;
        }
        stream.interrupted = Some(interrupted);
        Ok(stream)
    }

    /// Writes everything so far to the disk, as far as the compression lets it go, and returns the position; `None` for
    /// standard output, a device or a pipe, and until the new file has as much as an interrupted file.
    pub fn position(&mut self) -> Result<Option<OutputPosition>> {
        let Some(file) = &mut self.out else { return Ok(None) };
        // The same text is compressed to the same bytes, so a file of this length has as much text.
        if self.interrupted.as_ref().is_some_and(|interrupted| file.length() < interrupted.length) {
            return Ok(None);
        }
        if let Some(Interrupted { part, .. }) = self.interrupted.take() {
            file.replace_part(part.path())?;
        }
        file.position(self.written)
    }

    pub fn write(&mut self, bytes: Vec<u8>) -> Result<()> {
        let checksum = Checksum::of(&bytes);
        self.append(bytes, checksum)
    }

    /// Writes bytes whose checksum is known.
    pub fn append(&mut self, bytes: Vec<u8>, checksum: Checksum) -> Result<()> {
        self.written.append(checksum);
        let Some(packer) = &mut self.packer else { return self.write_out(bytes) };
        let packed = packer.write(bytes).map_err(failed)?;
        self.write_out(packed)
    }

    pub fn end(&mut self) -> Result<()> {
        if let Some(packer) = self.packer.take() {
            self.write_out(packer.finish().map_err(failed)?)?;
        }
        self.begin_flush()?;
        match (&mut self.out, self.interrupted.take()) {
            (Some(file), Some(Interrupted { part, .. })) => file.replace_part(part.path()),
            (Some(file), None) => file.flush(Durability::Process),
            (None, _) => Ok(()),
        }
    }

    /// Flushes the output; another thread may do that. Bytes that a compressor holds back are not forced out: the
    /// compressed bytes would depend on the time.
    pub fn begin_flush(&mut self) -> Result<()> {
        match &mut self.out {
            Some(file) => file.begin_flush(),
            None => with_reader(|| io::stdout().flush()).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    pub fn commit(self) -> Result<()> {
        self.out.map_or(Ok(()), |file| file.commit(Durability::Power))
    }

    /// Returns the temporary name of the file; `None` for standard output, a device or a pipe.
    pub fn part(&self) -> Option<&Path> {
        let file = self.out.as_ref().filter(|file| file.suffix().is_some())?;
        Some(self.interrupted.as_ref().map_or(file.part(), |interrupted| interrupted.part.path()))
    }

    fn new(out: Option<PartFile>, packer: Option<Packer>) -> OutputStream {
        OutputStream { out, packer, interrupted: None, written: Checksum::default() }
    }

    fn write_out(&mut self, bytes: Vec<u8>) -> Result<()> {
        match &mut self.out {
            Some(file) => file.append(bytes),
            None => {
                let written = with_reader(|| io::stdout().lock().write_all(&bytes));
                written.map_err(Error::io(STANDARD_OUTPUT, "write"))
            }
        }
    }
}

/// Returns for each position whether the bytes of a part up to the position are unchanged. `compression` is the compression
/// of the part. Returns an error if the part cannot be read at all.
pub fn intact(part: &LeftPart, compression: Option<&Compression>, positions: &[&OutputPosition]) -> Result<Vec<bool>> {
    let mut ascending: Vec<usize> = (0..positions.len()).collect();
    ascending.sort_by_key(|&index| positions[index].content.bytes);
    let mut content = content(part, compression)?;
    let mut read = Checksum::default();
    let mut intact = vec![false; positions.len()];
    for index in ascending {
        let wanted = positions[index].content;
        // The part may end before this position, perhaps within a compressed frame.
        if read_up_to(&mut content, wanted.bytes, &mut read).is_err() {
            break;
        }
        intact[index] = read == wanted;
    }
    Ok(intact)
}

fn read_up_to(stream: &mut impl Read, end: u64, read: &mut Checksum) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    while read.bytes < end {
        let most = usize::try_from(end - read.bytes).unwrap_or(CHUNK).min(CHUNK);
        stream.read_exact(&mut chunk[..most])?;
        read.append(Checksum::of(&chunk[..most]));
    }
    Ok(())
}

fn content(part: &LeftPart, compression: Option<&Compression>) -> Result<Stream<'static>> {
    let file: Stream<'static> = Box::new(part.reader()?);
    match compression.map(|compression| &compression.decoding) {
        None => Ok(file),
        Some(Decoding::Stream(decode)) => decode(file).map_err(Error::io(part.path(), "read")),
        Some(_) => unreachable!("an archive is not written"),
    }
}

fn packer(compression: &Compression) -> Result<Packer> {
    Packer::begin(encoder_of(compression)?).map_err(Error::io(compression.extension, "begin"))
}

/// Returns the function that creates the encoder of a compression. Returns [`Error::Usage`] if the compression is only
/// read.
pub(super) fn encoder_of(compression: &Compression) -> Result<CreateEncoder> {
    compression.encode.ok_or_else(|| {
        let written = COMPRESSIONS.iter().filter(|other| other.encode.is_some());
        let written: Vec<_> = written.map(|other| format!(".{}", other.extension)).collect();
        Error::Usage(format!("cannot write .{}; use {}", compression.extension, written.join(" or ")))
    })
}

fn failed(error: io::Error) -> Error {
    Error::io("the compressed output", "write")(error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Whenever the program is killed, what an interrupted output has can be read.
    #[test]
    fn an_interrupted_compressed_output_stays_until_another_has_as_much() {
        let directory = tempfile::tempdir().unwrap();
        let mut random = grid::random::SplitMix64(1);
        let text: Vec<u8> = (0..16_000_000).map(|_| b"0123456789"[random.below(10) as usize]).collect();
        for extension in ["gz", "zst"] {
            let path = directory.path().join(format!("text.{extension}"));
            let mut stream = OutputStream::create(Some(&path)).unwrap();
            text[..4_000_000].chunks(100_000).for_each(|bytes| stream.write(bytes.to_vec()).unwrap());
            let position = stream.position().unwrap().unwrap();
            stream.end().unwrap();
            drop(stream);
            let left = || LeftPart::open(&path, &position.suffix).unwrap();
            let compression = Compression::of_name(&path);
            // A second handle: the stream's own holds the lock.
            let is_there = || {
                let part = fs::read(LeftPart::name(&path, &position.suffix)).unwrap();
                let Decoding::Stream(decode) = compression.unwrap().decoding else { unreachable!() };
                let mut read = Vec::new();
                let _ = decode(Box::new(&*part)).unwrap().take(4_000_000).read_to_end(&mut read);
                read == text[..4_000_000]
            };
            assert_eq!(intact(&left(), compression, &[&position]).unwrap(), [true]);
            let mut last = None;
            for end in [4_000_000, 5_000_000, 16_000_000] {
                let mut stream = OutputStream::resume(&path, left(), &position).unwrap();
                assert!(is_there(), "{extension}: resumed");
                text[4_000_000..end].chunks(100_000).for_each(|bytes| stream.write(bytes.to_vec()).unwrap());
                last = stream.position().unwrap();
                assert!(is_there(), "{extension}: {end}");
                drop(stream);
            }
            let last = last.unwrap();
            assert_eq!((&last.suffix, last.content), (&position.suffix, Checksum::of(&text)));
        }
    }
}
