//! Reads a file in a tar archive, which may be compressed. Such an archive has no directory: it is read twice.

use std::{
    io::{self, Read},
    path::Path,
};

use tar::{Archive, Entry, PaxExtensions};

use super::{MemberBytes, choose};
use crate::{
    error::{Error, Result},
    fs::Stream,
};

/// Bytes of a header. The data of an entry are padded to a multiple of this length.
const BLOCK: u64 = 512;
/// Maximum bytes of the entry before a file that has its long name and other properties.
const MAX_PROPERTIES: u64 = 64 << 10;

/// Returns the content of a file in an archive: the file with this name, or the only one. `scan` and `stream` both read the
/// archive from its beginning. Returns an error if the name does not identify exactly one file.
pub fn decode<'a>(path: &Path, name: Option<&Path>, scan: Stream<'_>, stream: Stream<'a>) -> Result<Stream<'a>> {
    let files = files(scan).map_err(|error| Error::damaged_archive(path, error))?;
    let names: Vec<_> = files.iter().map(|file| file.name.clone()).collect();
    let File { begin, size, .. } = files[choose(path, &names, name)?];
    Ok(Box::new(MemberBytes::open(path, stream, begin, size)?))
}

struct File {
    name: String,
    begin: u64,
    size: u64,
}

/// Returns the files of an archive. Entries are read as they are: the library would read a long name of any length into
/// memory.
fn files(archive: Stream<'_>) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    let mut long_name = None;
    let mut archive = Archive::new(ByteCounter { archive, bytes: 0 });
    // Archives may follow one another, as when compressed ones are concatenated.
    archive.set_ignore_zeros(true);
    let mut end = 0;
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        let filled = entry.size().div_ceil(BLOCK).saturating_mul(BLOCK);
        end = entry.raw_file_position().saturating_add(filled);
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() {
            let name = properties(&mut entry)?;
            long_name = Some(name.strip_suffix(b"\0").unwrap_or(&name).to_vec());
        } else if kind.is_pax_local_extensions() {
            long_name = pax_name(&properties(&mut entry)?)?.or(long_name);
        } else if !kind.is_gnu_longlink() && !kind.is_pax_global_extensions() {
            let name = long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
            if kind.is_file() {
                let name = String::from_utf8_lossy(&name);
                let name = name.strip_prefix("./").unwrap_or(&name).to_string();
                files.push(File { name, begin: entry.raw_file_position(), size: entry.size() });
            }
        }
    }
    // The last entry is followed by a block of zeros. Without it, other files may be missing.
    if archive.into_inner().bytes < end.saturating_add(BLOCK) {
        return Err(io::Error::other("the block of zeros at its end is missing"));
    }
    Ok(files)
}

struct ByteCounter<'a> {
    archive: Stream<'a>,
    bytes: u64,
}

impl Read for ByteCounter<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.archive.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Reads the entry before a file.
fn properties(entry: &mut Entry<'_, ByteCounter<'_>>) -> io::Result<Vec<u8>> {
    if entry.size() > MAX_PROPERTIES {
        return Err(io::Error::other("a name has more than 65,536 bytes"));
    }
    let mut content = Vec::new();
    entry.read_to_end(&mut content)?;
    Ok(content)
}

fn pax_name(properties: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut name = None;
    for property in PaxExtensions::new(properties) {
        let property = property?;
        match property.key_bytes() {
            b"path" => name = Some(property.value_bytes().to_vec()),
            b"size" => {
                return Err(io::Error::other("a file has more than 8 GiB, which is not supported in this format"));
            }
            _ => {}
        }
    }
    Ok(name)
}
