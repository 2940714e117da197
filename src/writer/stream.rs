//! A file or standard output, perhaps compressed.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{
    error::{Error, Result},
    fs::{COMPRESSIONS, Compression, Encode, PartFile},
};

/// The name of standard output in errors.
pub const STANDARD_OUTPUT: &str = "standard output";

/// Writes bytes to a file or standard output, compressed as the name of the file says.
pub struct OutputStream {
    out: Out,
    encoder: Option<Box<dyn Encode>>,
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
        let encoder = match path.and_then(Compression::of_name) {
            Some(compression) => Some(encoder(compression)?),
            None => None,
        };
        let out = path.map(PartFile::create_for_user).transpose()?.map_or(Out::Standard, Out::File);
        Ok(OutputStream { out, encoder })
    }

    /// Writes bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match &mut self.encoder {
            None => self.out.write(bytes),
            Some(encoder) => {
                encoder.write_all(bytes).map_err(failed)?;
                self.out.write(encoder.output())?;
                encoder.output().clear();
                Ok(())
            }
        }
    }

    /// Writes the end of the compressed stream, and flushes the output.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn end(&mut self) -> Result<()> {
        if let Some(encoder) = self.encoder.take() {
            self.out.write(&encoder.finish().map_err(failed)?)?;
        }
        self.flush()
    }

    /// Flushes the output. Bytes that a compressor holds back stay there: their end would depend on the time.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        match &mut self.out {
            Out::File(file) => file.flush(),
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

    /// Leaves the file under its temporary name, and returns it; `None` for standard output.
    pub fn abandon(self) -> Option<PathBuf> {
        match self.out {
            Out::File(file) => Some(file.part().into()),
            Out::Standard => None,
        }
    }
}

impl Out {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Out::File(file) => file.write(bytes),
            Out::Standard => io::stdout().lock().write_all(bytes).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }
}

/// Creates the encoder of a compression.
///
/// # Errors
///
/// Returns [`Error::Usage`] if the compression is only read.
pub(super) fn encoder(compression: &Compression) -> Result<Box<dyn Encode>> {
    let Some(encode) = compression.encode else {
        let written = COMPRESSIONS.iter().filter(|other| other.encode.is_some());
        let written: Vec<_> = written.map(|other| format!(".{}", other.extension)).collect();
        let reason = format!("cannot write .{}; use {}", compression.extension, written.join(" or "));
        return Err(Error::Usage(reason));
    };
    encode().map_err(Error::io(compression.extension, "begin"))
}

fn failed(error: io::Error) -> Error {
    Error::io("the compressed output", "write")(error)
}
