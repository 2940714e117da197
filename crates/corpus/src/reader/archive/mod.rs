//! Reads a file in an archive.
//!
//! The offset of the file's data in the archive is found first; the data are then read as a stream.

pub mod tar;
pub mod zip;

use std::{
    io::{self, Read},
    path::Path,
};

use crate::{
    error::{Error, Result},
    fs::Stream,
};

const MAX_NAMES_SHOWN: usize = 8;

/// Returns the index of the file to read among the names of the files in the archive `path`: the file with the name
/// `wanted`, or the only one. Hidden files and directories do not count.
///
/// Returns an error with the names if they do not identify exactly one file.
fn choose(path: &Path, names: &[String], wanted: Option<&Path>) -> Result<usize> {
    let data: Vec<_> = (0..names.len()).filter(|index| is_data(&names[*index])).collect();
    let list = || {
        let shown: Vec<_> = data.iter().take(MAX_NAMES_SHOWN).map(|index| &*names[*index]).collect();
        shown.join(", ") + if data.len() > MAX_NAMES_SHOWN { ", …" } else { "" }
    };
    let found = match (wanted, &*data) {
        (Some(wanted), _) => index_of(names, wanted, list),
        (None, [index]) => Ok(*index),
        (None, []) => Err("there is no file in the archive".into()),
        (None, [first, ..]) => {
            let example = path.join(&names[*first]);
            Err(format!("holds {} files: {}; name one of them, as in {}", data.len(), list(), example.display()))
        }
    };
    found.map_err(|reason| Error::malformed(path, 0, reason))
}

fn is_data(name: &str) -> bool {
    !name.ends_with('/') && !name.split('/').any(|part| part.starts_with(['.', '_']))
}

/// Returns the index of the only file with this name. `list` returns the names for an error.
fn index_of(names: &[String], wanted: &Path, list: impl Fn() -> String) -> Result<usize, String> {
    let mut indices = (0..names.len()).filter(|index| Path::new(&names[*index]) == wanted);
    match (indices.next(), indices.next()) {
        (Some(index), None) => Ok(index),
        (Some(_), Some(_)) => Err(format!("holds several files named {}; unpack it", wanted.display())),
        (None, _) => Err(format!("there is no {} in the archive, which holds {}", wanted.display(), list())),
    }
}

/// The bytes of a file in an archive. After these bytes, the rest of the archive is read, too: it may hold a checksum.
struct MemberBytes<'a> {
    archive: Stream<'a>,
    left: u64,
}

impl<'a> MemberBytes<'a> {
    /// Returns the `size` bytes after the first `begin` bytes of an archive.
    fn open(path: &Path, mut archive: Stream<'a>, begin: u64, size: u64) -> Result<MemberBytes<'a>> {
        io::copy(&mut archive.by_ref().take(begin), &mut io::sink()).map_err(Error::io(path, "read"))?;
        Ok(MemberBytes { archive, left: size })
    }
}

impl Read for MemberBytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            io::copy(&mut self.archive, &mut io::sink())?;
            return Ok(0);
        }
        let read = self.archive.by_ref().take(self.left).read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            return Err(io::Error::other("the archive ends within the file"));
        }
        self.left -= read as u64;
        Ok(read)
    }
}
