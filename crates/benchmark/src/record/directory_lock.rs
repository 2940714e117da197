//! Keeps two runs from writing to the same results directory.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::is_at,
};

use super::directory_names::LOCK;

/// A file in a results directory that is locked while a run writes to the directory.
#[derive(Debug)]
pub struct DirectoryLock {
    path: PathBuf,
    file: Option<File>,
}

impl DirectoryLock {
    /// Locks the directory until the lock is dropped. Returns an error if another run holds the lock.
    pub fn take(directory: &Path) -> Result<DirectoryLock> {
        let path = directory.join(LOCK);
        loop {
            // The file may be a link, whose target must not be changed.
            let file = File::options().write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(Error::io(&path, "create"))?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                let reason = "another run writes to it; choose another directory";
                return Err(Error::Directory { path: directory.into(), reason });
            }
            // Other errors are ignored: some file systems have no locks. Retries if the run that held the lock has just
            // removed the file.
            if is_at(&path, &file) {
                return Ok(DirectoryLock { path, file: Some(file) });
            }
        }
    }
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // Unix removes the file while it is open, so that nobody else can have locked it. Other systems cannot remove
        // an open file. A file that is left behind does no harm.
        if !cfg!(unix) {
            drop(self.file.take());
        }
        let _ = fs::remove_file(&self.path);
    }
}
