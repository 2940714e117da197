//! Reads a file in a ZIP archive, the form in which Kaggle delivers corpora.
//!
//! The archive's directory, at its end, has the offset of the file's data.

use std::{
    fs,
    io::{self, BufReader, Read},
    path::Path,
};

use flate2::{Crc, bufread::DeflateDecoder};
use zip::{CompressionMethod, ZipArchive};

use super::{MemberBytes, choose, damaged};
use crate::{
    error::{Error, Result},
    fs::{CHUNK, Stream},
};

/// Returns the content of a file in an archive: the file with this name, or the only one. `stream` reads the archive from its
/// beginning.
///
/// # Errors
///
/// Returns an error if the name does not identify exactly one file.
pub fn decode<'a>(path: &Path, name: Option<&Path>, stream: Stream<'a>) -> Result<Stream<'a>> {
    let file = BufReader::new(fs::File::open(path).map_err(Error::io(path, "open"))?);
    let mut archive = ZipArchive::new(file).map_err(|error| damaged(path, error))?;
    if archive.has_duplicate_names() {
        return Err(Error::malformed(path, 0, "holds several files with the same name; unpack it"));
    }
    let names: Vec<_> = archive.file_names().map(|name| name.map_or(String::new(), Into::into)).collect();
    let member = archive.by_index_raw(choose(path, &names, name)?).map_err(|error| damaged(path, error))?;
    if member.encrypted() {
        return Err(Error::malformed(path, 0, "is encrypted; unpack it"));
    }
    let begin = member.data_start().ok_or_else(|| damaged(path, "no data"))?;
    let (size, crc, method) = (member.compressed_size(), member.crc32(), member.compression());
    let data = MemberBytes::open(path, stream, begin, size)?;
    let content: Stream<'a> = match method {
        CompressionMethod::Stored => Box::new(data),
        CompressionMethod::Deflated => Box::new(DeflateDecoder::new(BufReader::with_capacity(CHUNK, data))),
        other => return Err(Error::malformed(path, 0, format!("is packed by {other}; unpack it"))),
    };
    Ok(Box::new(Checked { content, crc: Crc::new(), expected: crc }))
}

/// Checks the content against the archive's checksum at the end.
struct Checked<R> {
    content: R,
    crc: Crc,
    expected: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        self.crc.update(&buffer[..read]);
        if read == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
        }
        Ok(read)
    }
}
