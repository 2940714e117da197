//! The temporary names of a file: `FILE.part`, then `FILE.2.part` and so on.
//!
//! A program locks its `.part` file as long as it runs. A `.part` file without a lock was left by a program that was killed,
//! and is removed by the next program that writes the same file.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use super::file::with_suffix;
use crate::error::{Error, Result};

pub const PART: &str = ".part";

const MAX_NAMES: u32 = 1000;

fn names(path: &Path) -> impl Iterator<Item = PathBuf> {
    let first = with_suffix(path, PART);
    std::iter::once(first).chain((2..=MAX_NAMES).map(|number| with_suffix(path, format!(".{number}{PART}"))))
}

pub fn is_temporary_name(path: &Path, file: &Path) -> bool {
    let suffix = path.as_os_str().as_encoded_bytes().strip_prefix(file.as_os_str().as_encoded_bytes());
    let number = suffix.and_then(|suffix| suffix.strip_suffix(PART.as_bytes()));
    number.is_some_and(|number| number.is_empty() || number[0] == b'.' && number[1..].iter().all(u8::is_ascii_digit))
}

/// Returns true if `FILE.part` exists, whether its program runs or was killed.
pub fn has_part(path: &Path) -> bool {
    names(path).next().is_some_and(|part| part.is_file())
}

/// Removes the parts that killed programs left, then creates and locks a file under the first free temporary name.
pub(super) fn create_part(target: &Path) -> Result<(PathBuf, File)> {
    let mut created = None;
    for part in names(target) {
        let is_taken = remove_left(&part) || fs::symlink_metadata(&part).is_ok();
        match created {
            None => created = create_locked(&part).map_err(Error::io(&part, "create"))?.map(|file| (part, file)),
            // Parts are only looked for up to the next free name.
            Some(_) if !is_taken => break,
            Some(_) => {}
        }
    }
    let taken = || Error::io(target, "find a free temporary name for")(io::ErrorKind::AlreadyExists.into());
    created.ok_or_else(taken)
}

/// Creates and locks a file that does not exist yet, not even as a link. Returns `None` if the name is taken.
fn create_locked(part: &Path) -> io::Result<Option<File>> {
    let file = match File::options().read(true).write(true).create_new(true).open(part) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        opened => opened?,
    };
    // Between creation and lock, another program may have removed the file as if a killed program had left it. Some
    // file systems have no locks.
    let is_locked = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    Ok(Some(file).filter(|file| is_locked && is_at(part, file)))
}

/// Opens and locks a file that an earlier program left. `action` completes "cannot …". Returns an error if the file cannot
/// be opened, or if another program writes to it.
pub(super) fn open_left(path: &Path, action: &'static str) -> Result<File> {
    let file = File::options().read(true).write(true).open(path).map_err(Error::io(path, action))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Error::Directory { path: path.into(), reason: "another command writes to it" })
        }
        // Some file systems have no locks.
        _ => Ok(file),
    }
}

/// Removes a part that no running program has locked; returns true if the part was removed. Does not follow links.
fn remove_left(part: &Path) -> bool {
    if !fs::symlink_metadata(part).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let is_left = |file: &File| file.try_lock().is_ok() && is_at(part, file);
    // The lock is held until the file is removed.
    File::open(part).is_ok_and(|file| is_left(&file) && fs::remove_file(part).is_ok())
}

#[cfg(unix)]
pub fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    matches!((fs::metadata(path).map(identity), file.metadata().map(identity)), (Ok(one), Ok(other)) if one == other)
}

/// Returns true: other systems do not remove an open file.
#[cfg(not(unix))]
pub fn is_at(_: &Path, _: &File) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs that write the same file at once get different parts, and lose none of them.
    #[test]
    fn parts_of_programs_that_begin_at_once_are_their_own() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("f");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let (part, file) = create_part(&target).unwrap();
                        assert!(is_at(&part, &file));
                        fs::remove_file(&part).unwrap();
                    }
                });
            }
        });
    }
}
