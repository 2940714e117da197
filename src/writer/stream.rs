//! A file or standard output, perhaps compressed.

use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::packer::Packer;
use crate::{
    error::{Error, Result},
    fs::{CHUNK, COMPRESSIONS, Compression, CreateEncoder, Decoding, PartFile},
};

/// The name of standard output in errors.
pub const STANDARD_OUTPUT: &str = "standard output";

/// Writes bytes to a file or standard output, compressed as the name of the file says.
pub struct OutputStream {
    out: Out,
    packer: Option<Packer>,
    /// The file of an interrupted pass, which is compressed again. It stays until the new one has as much.
    interrupted: Option<Interrupted>,
    /// Number of bytes written, before their compression.
    length: u64,
}

/// How far an output file is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputPosition {
    /// The end of its temporary name.
    pub suffix: String,
    /// Number of bytes, before their compression.
    pub length: u64,
}

/// The file of an interrupted pass.
struct Interrupted {
    part: PathBuf,
    /// Number of its bytes, compressed.
    length: u64,
}

enum Out {
    File(PartFile),
    Standard,
}

impl OutputStream {
    /// Creates a file; `None` is standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created, or if its name stands for a compression that cannot be written.
    pub fn create(path: Option<&Path>) -> Result<OutputStream> {
        let packer = path.and_then(Compression::of_name).map(packer).transpose()?;
        let file = path.map(PartFile::create_for_user).transpose()?;
        let out = file.map_or(Out::Standard, |file| Out::File(file.kept()));
        Ok(OutputStream::new(out, packer))
    }

    /// Continues a file that was written up to a position. What comes after the position is cut.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written.
    pub fn resume(path: &Path, position: &OutputPosition) -> Result<OutputStream> {
        let OutputPosition { suffix, length } = position;
        let Some(compression) = Compression::of_name(path) else {
            let out = Out::File(PartFile::reopen_for_user(path, suffix, *length)?);
            return Ok(OutputStream { length: *length, ..OutputStream::new(out, None) });
        };
        // The state of a compressor cannot be saved, so all of it is compressed again.
        let (part, file) = PartFile::read_for_user(path, suffix)?;
        let part_length = file.metadata().map_err(Error::io(&part, "read"))?.len();
        // Until it takes the place of the interrupted file, it is worth nothing: it is not kept.
        let out = Out::File(PartFile::create_for_user(path)?);
        let mut stream = OutputStream::new(out, Some(packer(compression)?));
        let Decoding::Stream(decode) = compression.decoding else { unreachable!("an archive is not written") };
        let mut decoded = decode(Box::new(file)).map_err(Error::io(&part, "read"))?;
        let mut chunk = vec![0; CHUNK];
        while stream.length < *length {
            let most = usize::try_from(length - stream.length).unwrap_or(CHUNK).min(CHUNK);
            decoded.read_exact(&mut chunk[..most]).map_err(Error::io(&part, "read"))?;
            stream.write(chunk[..most].to_vec())?;
        }
        stream.interrupted = Some(Interrupted { part, length: part_length });
        Ok(stream)
    }

    /// Returns the number of bytes of an interrupted file that can be read, before their compression; at most `most`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn readable(path: &Path, suffix: &str, most: u64) -> Result<u64> {
        let (part, file) = PartFile::read_for_user(path, suffix)?;
        let Some(compression) = Compression::of_name(path) else {
            return Ok(file.metadata().map_err(Error::io(part, "read"))?.len().min(most));
        };
        let Decoding::Stream(decode) = compression.decoding else { unreachable!("an archive is not written") };
        let mut decoded = decode(Box::new(file)).map_err(Error::io(&part, "read"))?;
        let (mut chunk, mut readable) = (vec![0; CHUNK], 0);
        // The end of the file is the error of a stream that was cut.
        while readable < most
            && let Ok(read @ 1..) = decoded.read(&mut chunk)
        {
            readable += read as u64;
        }
        Ok(readable.min(most))
    }

    /// Writes everything so far to the disk, as far as the compression lets it go, and returns the position; `None` for
    /// standard output, a device or a pipe, and as long as an interrupted file has more.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn position(&mut self) -> Result<Option<OutputPosition>> {
        let Out::File(file) = &mut self.out else { return Ok(None) };
        // The same text is compressed to the same bytes, so a file of this length has as much text.
        if self.interrupted.as_ref().is_some_and(|interrupted| file.length() < interrupted.length) {
            return Ok(None);
        }
        match self.interrupted.take() {
            Some(Interrupted { part, .. }) => file.replace_part(part)?,
            None => file.sync()?,
        }
        Ok(file.suffix().map(|suffix| OutputPosition { suffix, length: self.length }))
    }

    /// Writes bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn write(&mut self, bytes: Vec<u8>) -> Result<()> {
        self.length += bytes.len() as u64;
        match &mut self.packer {
            None => self.out.write(bytes),
            Some(packer) => self.out.write(packer.write(bytes).map_err(failed)?),
        }
    }

    /// Writes the end of the compressed stream, and flushes the output.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn end(&mut self) -> Result<()> {
        if let Some(packer) = self.packer.take() {
            self.out.write(packer.finish().map_err(failed)?)?;
        }
        self.begin_flush()?;
        match (&mut self.out, self.interrupted.take()) {
            (Out::File(file), Some(Interrupted { part, .. })) => file.replace_part(part),
            (Out::File(file), None) => file.flush(),
            (Out::Standard, _) => Ok(()),
        }
    }

    /// Flushes the output; another thread may do that. Bytes that a compressor holds back stay there: their end would depend
    /// on the time.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn begin_flush(&mut self) -> Result<()> {
        match &mut self.out {
            Out::File(file) => file.begin_flush(),
            Out::Standard => io::stdout().flush().map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be renamed.
    pub fn commit(self) -> Result<()> {
        match self.out {
            Out::File(file) => file.commit(),
            Out::Standard => Ok(()),
        }
    }

    /// Returns the temporary name of the file; `None` for standard output, a device or a pipe.
    pub fn part(&self) -> Option<&Path> {
        match &self.out {
            Out::File(file) if file.suffix().is_some() => {
                Some(self.interrupted.as_ref().map_or(file.part(), |interrupted| &interrupted.part))
            }
            _ => None,
        }
    }

    fn new(out: Out, packer: Option<Packer>) -> OutputStream {
        OutputStream { out, packer, interrupted: None, length: 0 }
    }
}

impl Out {
    fn write(&mut self, bytes: Vec<u8>) -> Result<()> {
        match self {
            Out::File(file) => file.append(bytes),
            Out::Standard => io::stdout().lock().write_all(&bytes).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }
}

/// Begins to compress an output.
fn packer(compression: &Compression) -> Result<Packer> {
    Packer::begin(encoder_of(compression)?).map_err(Error::io(compression.extension, "begin"))
}

/// Returns the function that creates the encoder of a compression.
///
/// # Errors
///
/// Returns [`Error::Usage`] if the compression is only read.
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
    use std::{fs, mem};

    use super::*;

    /// Whenever the program is killed, what an interrupted output has can be read.
    #[test]
    fn an_interrupted_compressed_output_stays_until_another_has_as_much() {
        let directory = tempfile::tempdir().unwrap();
        let mut random = crate::random::SplitMix64(1);
        let text: Vec<u8> = (0..16_000_000).map(|_| b"0123456789"[random.below(10) as usize]).collect();
        for extension in ["gz", "zst"] {
            let path = directory.path().join(format!("text.{extension}"));
            let mut stream = OutputStream::create(Some(&path)).unwrap();
            text[..4_000_000].chunks(100_000).for_each(|bytes| stream.write(bytes.to_vec()).unwrap());
            let position = stream.position().unwrap().unwrap();
            stream.end().unwrap();
            drop(stream);
            let is_there = || OutputStream::readable(&path, &position.suffix, 4_000_000).unwrap() == 4_000_000;
            let mut last = None;
            for end in [4_000_000, 5_000_000, 16_000_000] {
                let mut stream = OutputStream::resume(&path, &position).unwrap();
                assert!(is_there(), "{extension}: resumed");
                text[4_000_000..end].chunks(100_000).for_each(|bytes| stream.write(bytes.to_vec()).unwrap());
                last = stream.position().unwrap();
                assert!(is_there(), "{extension}: {end}");
                // As if the program were killed.
                mem::forget(stream);
            }
            assert_eq!(last, Some(OutputPosition { length: 16_000_000, ..position }));
        }
    }

    #[test]
    fn a_long_compressed_output_is_whole() {
        let directory = tempfile::tempdir().unwrap();
        let text: Vec<u8> = (0..10_000_000u32).map(|i| (i / 7 % 251) as u8).collect();
        for extension in ["gz", "zst"] {
            let path = directory.path().join(format!("text.{extension}"));
            let mut stream = OutputStream::create(Some(&path)).unwrap();
            text.chunks(100_000).for_each(|bytes| stream.write(bytes.to_vec()).unwrap());
            stream.end().unwrap();
            stream.commit().unwrap();
            let Decoding::Stream(decode) = Compression::of_name(&path).unwrap().decoding else { unreachable!() };
            let mut read = Vec::new();
            decode(Box::new(fs::File::open(&path).unwrap())).unwrap().read_to_end(&mut read).unwrap();
            assert!(read == text, "{extension}");
        }
    }
}
