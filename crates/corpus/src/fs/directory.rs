//! Directories for outputs.

use std::{fs, io, path::Path};

use super::file::with_suffix;
use crate::error::{Error, Result};

/// Creates a directory and its parents, unless they exist. Returns [`Error::Directory`] if a file is in the place of one of
/// the directories, and [`Error::Io`] if a directory cannot be created.
pub fn create_directory(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| match path.ancestors().find(|path| path.exists()) {
        Some(file) if !file.is_dir() => Error::Directory { path: file.into(), reason: "is a file, not a directory" },
        _ => Error::io(path, "create the directory")(error),
    })
}

/// Writes the names in a directory to the disk (`fsync`), so that they survive a loss of power. Returns [`Error::Io`] if
/// the disk cannot be written. A file system that has no such operation is no error.
pub fn sync_directory(path: &Path) -> Result<()> {
    sync(path).map_err(Error::io(path, "write the directory"))
}

fn sync(path: &Path) -> io::Result<()> {
    // Other systems do not open a directory as a file.
    if !cfg!(unix) {
        return Ok(());
    }
    match fs::File::open(path).and_then(|directory| directory.sync_all()) {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

/// Writes the name of a file to the disk, by [`sync_directory`].
pub fn sync_parent(path: &Path) -> Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    sync(parent.unwrap_or(Path::new("."))).map_err(Error::io(path, "write the directory of"))
}

/// Exchanges two directories. If the system cannot do so at once, the second gets another name for a moment; if the process
/// is killed then, both survive under other names. Returns [`Error::Io`] if a directory cannot be renamed; then both keep
/// their names.
pub fn exchange(one: &Path, other: &Path) -> Result<()> {
    exchange_at_once(one, other)
        .unwrap_or_else(|| {
            let spare = with_suffix(other, ".old.part");
            fs::rename(other, &spare)?;
            fs::rename(one, other).inspect_err(|_| drop(fs::rename(&spare, other)))?;
            fs::rename(&spare, one)
        })
        .map_err(Error::io(other, "replace"))
}

/// Returns `None` if the system or the file system cannot exchange two names.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange_at_once(one: &Path, other: &Path) -> Option<io::Result<()>> {
    use rustix::{
        fs::{CWD, RenameFlags, renameat_with},
        io::Errno,
    };
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => None,
        exchanged => Some(exchanged.map_err(io::Error::from)),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange_at_once(_: &Path, _: &Path) -> Option<io::Result<()>> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_exchanged() {
        let parent = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| parent.path().join(name));
        for directory in [&one, &other] {
            fs::create_dir(directory).unwrap();
            fs::write(directory.join("name"), directory.file_name().unwrap().to_str().unwrap()).unwrap();
        }
        exchange(&one, &other).unwrap();
        assert_eq!(fs::read(one.join("name")).unwrap(), b"other");
        assert_eq!(fs::read(other.join("name")).unwrap(), b"one");
        assert!(exchange(&one, &parent.path().join("none")).is_err());
        assert!(one.exists());
    }
}
