//! The members of a ZIP archive.

use std::io::{self, BufReader, Read};

use flate2::{Crc, bufread::DeflateDecoder};
use zip::{CompressionMethod, read::ZipFile};

use super::stream::{CHUNK, Stream};

pub fn first_member(first: &[u8]) -> Option<&[u8]> {
    let length = first.strip_prefix(b"PK\x03\x04")?.get(22..24)?;
    first.get(30..30 + usize::from(u16::from_le_bytes([length[0], length[1]])))
}

/// Returns true for an archive of NumPy arrays.
pub fn is_npz(first: &[u8]) -> bool {
    first_member(first).is_some_and(|name| name.ends_with(b".npy"))
}

/// Returns the content of a member; `data` is its packed content. The error is a clause about a member that is encrypted,
/// or packed in a way that is not supported.
pub fn unpacked_member<'a, R: Read>(member: &ZipFile<'_, R>, data: Stream<'a>) -> Result<Stream<'a>, String> {
    if member.encrypted() {
        return Err("is encrypted; unpack it".into());
    }
    let content: Stream<'a> = match member.compression() {
        CompressionMethod::Stored => data,
        CompressionMethod::Deflated => Box::new(DeflateDecoder::new(BufReader::with_capacity(CHUNK, data))),
        other => return Err(format!("is packed by {other}; unpack it")),
    };
    Ok(Box::new(Checked { content, crc: Crc::new(), expected: member.crc32() }))
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
