//! Reads a file in a ZIP archive, the form in which Kaggle delivers corpora.
//!
//! The archive's directory, at its end, has the offset of the file's data.

use std::{fs, io::BufReader, path::Path};

use zip::ZipArchive;

use super::{MemberBytes, choose};
use crate::{
    error::{Error, Result},
    fs::{Stream, unpacked_member},
};

/// Returns the content of a file in an archive: the file with this name, or the only one. `stream` reads the archive from
/// its beginning. Returns an error if the name does not identify exactly one file.
pub fn decode<'a>(path: &Path, name: Option<&Path>, stream: Stream<'a>) -> Result<Stream<'a>> {
    let file = BufReader::new(fs::File::open(path).map_err(Error::io(path, "open"))?);
    let mut archive = ZipArchive::new(file).map_err(|error| Error::damaged_archive(path, error))?;
    if archive.has_duplicate_names() {
        return Err(Error::malformed(path, 0, "holds several files with the same name; unpack it"));
    }
    let names: Vec<_> = archive.file_names().map(|name| name.map_or(String::new(), Into::into)).collect();
    let member =
        archive.by_index_raw(choose(path, &names, name)?).map_err(|error| Error::damaged_archive(path, error))?;
    let begin = member.data_start().ok_or_else(|| Error::damaged_archive(path, "no data"))?;
    let data = Box::new(MemberBytes::open(path, stream, begin, member.compressed_size())?);
    unpacked_member(&member, data).map_err(|reason| Error::malformed(path, 0, reason))
}
