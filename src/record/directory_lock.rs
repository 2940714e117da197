//! Keeps two runs from writing to the same results directory.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

use super::directory_names::LOCK;
use crate::error::{Error, Result};

/// A file in a results directory that is locked as long as a run writes to the directory.
#[derive(Debug)]
pub struct DirectoryLock {
    path: PathBuf,
    file: Option<File>,
}

impl DirectoryLock {
    /// Locks the directory until the lock is dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if another run holds the lock, or the file cannot be created.
    pub fn take(directory: &Path) -> Result<DirectoryLock> {
        let path = directory.join(LOCK);
        // The file may be a link: what it names must not be changed.
        let file = File::options().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(Error::io(&path, "create"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::Directory {
                path: directory.into(),
                reason: "another run writes to it; choose another directory",
            }),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(DirectoryLock { path, file: Some(file) }),
        }
    }
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // An open file cannot be removed on every system. A file that is left behind does no harm.
        drop(self.file.take());
        let _ = fs::remove_file(&self.path);
    }
}
