//! Files that appear complete or not at all, and compressions.

mod compression;
mod directory;
mod gzip;
mod left_part;
mod log;
mod members;
mod new_directory;
mod part_file;
mod part_name;
mod reader_wait;
mod reopened_file;
mod stream;
mod zip;

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Seek, SeekFrom},
    path::{Path, PathBuf},
};

pub use compression::{COMPRESSIONS, Compression, Decoding, MAGIC};
pub use directory::{create_directory, exchange, sync_directory, sync_parent};
pub use left_part::LeftPart;
pub use log::{Log, LogReader, is_due};
pub use new_directory::NewDirectory;
pub use part_file::{Durability, OutputPosition, PartFile, target_of};
pub use part_name::{PART, has_part, is_at, is_temporary_name};
pub use reader_wait::{current_reader_wait, with_reader};
pub use reopened_file::ReopenedFile;
pub use stream::{CHUNK, CreateEncoder, Decode, Encode, Stream};
pub use zip::{first_member, is_npz, unpacked_member};

use crate::error::{Error, Result};

/// Returns a path with a suffix after its name.
pub fn with_suffix(path: &Path, suffix: impl AsRef<OsStr>) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Removes a file if it exists.
pub fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path, "remove")(error)),
        _ => Ok(()),
    }
}

/// Cuts a file to a length, and seeks to its new end.
fn cut(mut file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(|_| ())
}
