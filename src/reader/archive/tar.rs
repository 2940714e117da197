//! Reads a file in a tar archive, which may be compressed. Such an archive has no directory: it is read twice.

use std::path::Path;

use tar::Archive;

use super::{choose, damaged, part};
use crate::{error::Result, fs::Stream};

/// Returns the content of a file in an archive: the file with this name, or the only one. `scan` and `stream` both read the
/// archive from its beginning.
///
/// # Errors
///
/// Returns an error if the archive cannot be read, or if the name does not identify exactly one file.
pub fn decode<'a>(path: &Path, name: Option<&Path>, scan: Stream<'_>, stream: Stream<'a>) -> Result<Stream<'a>> {
    let (mut names, mut places) = (Vec::new(), Vec::new());
    for entry in Archive::new(scan).entries().map_err(|error| damaged(path, error))? {
        let entry = entry.map_err(|error| damaged(path, error))?;
        if entry.header().entry_type().is_file() {
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            names.push(name.strip_prefix("./").map_or(name.clone(), Into::into));
            places.push((entry.raw_file_position(), entry.size()));
        }
    }
    let (begin, size) = places[choose(path, &names, name)?];
    Ok(Box::new(part(path, stream, begin, size)?))
}
