//! Reads a file in a ZIP archive, the form in which Kaggle delivers corpora.
//!
//! The archive's directory, at its end, has the place of the file's data, which are then read as a stream.

use std::{
    fs,
    io::{self, BufReader, Read},
    path::Path,
};

use flate2::{Crc, bufread::DeflateDecoder};
use zip::{CompressionMethod, ZipArchive};

use crate::{
    error::{Error, Result},
    fs::CHUNK,
};

/// Maximum number of file names in an error.
const SHOWN: usize = 8;

/// Returns the content of a file in an archive: the file with this name, or the only one. `stream` reads the archive from its
/// beginning.
///
/// # Errors
///
/// Returns an error if the archive cannot be read, or if the name does not identify exactly one file.
pub fn decode<'a>(path: &Path, name: Option<&Path>, mut stream: Box<dyn Read + 'a>) -> Result<Box<dyn Read + 'a>> {
    let malformed = |reason: String| Error::malformed(path, 0, reason);
    let damaged = |error| malformed(format!("the archive is damaged or cut short ({error}); fetch it again"));
    let file = BufReader::new(fs::File::open(path).map_err(Error::io(path, "open"))?);
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    let place = choose(&archive, name).map_err(malformed)?;
    let member = archive.by_index_raw(place).map_err(damaged)?;
    if member.encrypted() {
        return Err(malformed("is encrypted; unpack it".into()));
    }
    let begin = member.data_start().ok_or_else(|| malformed("the archive is damaged; fetch it again".into()))?;
    let (size, crc, method) = (member.compressed_size(), member.crc32(), member.compression());
    io::copy(&mut stream.by_ref().take(begin), &mut io::sink()).map_err(Error::io(path, "read"))?;
    let data = stream.take(size);
    let content: Box<dyn Read + 'a> = match method {
        CompressionMethod::Stored => Box::new(data),
        CompressionMethod::Deflated => Box::new(DeflateDecoder::new(BufReader::with_capacity(CHUNK, data))),
        other => return Err(malformed(format!("is packed by {other}; unpack it"))),
    };
    Ok(Box::new(Checked { content, crc: Crc::new(), expected: crc }))
}

/// Returns the place of the file in the directory, or the reason why no file can be chosen.
fn choose(archive: &ZipArchive<BufReader<fs::File>>, wanted: Option<&Path>) -> Result<usize, String> {
    let is_data = |name: &str| !name.ends_with('/') && !name.split('/').any(|part| part.starts_with(['.', '_']));
    let names = archive.file_names().map(|name| name.map_or(String::new(), Into::into)).enumerate();
    let (data, hidden): (Vec<_>, Vec<_>) = names.partition(|(_, name)| is_data(name));
    if let Some(wanted) = wanted {
        let found = data.iter().chain(&hidden).find(|(_, name)| Path::new(name) == wanted);
        return found
            .map(|(place, _)| *place)
            .ok_or_else(|| format!("there is no {} in the archive, which holds {}", wanted.display(), list(&data)));
    }
    match &*data {
        [(place, _)] => Ok(*place),
        [] => Err("there is no file in the archive".into()),
        [(_, first), ..] => {
            Err(format!("holds {} files: {}; name one of them, as in ARCHIVE.zip/{first}", data.len(), list(&data)))
        }
    }
}

fn list(files: &[(usize, String)]) -> String {
    let shown: Vec<_> = files.iter().take(SHOWN).map(|(_, name)| name.as_str()).collect();
    shown.join(", ") + if files.len() > SHOWN { ", …" } else { "" }
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
