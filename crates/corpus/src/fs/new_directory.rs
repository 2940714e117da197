//! A directory with a temporary name until it is complete.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use super::{
    directory::{create_directory, sync_directory, sync_parent},
    file::with_suffix,
    part_name::PART,
};
use crate::error::{Error, Result};

/// A directory that appears whole: it is `DIRECTORY.part` until it is [committed](NewDirectory::commit), and is removed if it
/// is dropped before.
#[derive(Debug)]
pub struct NewDirectory {
    target: PathBuf,
    part: PathBuf,
    is_committed: bool,
}

impl NewDirectory {
    /// Creates a directory, and its parents. Returns [`Error::Directory`] if there is such a directory already and it is
    /// not empty, or if its temporary name is taken.
    pub fn create(target: &Path) -> Result<NewDirectory> {
        check_absent(target)?;
        let part = with_suffix(target, PART);
        if let Some(parent) = target.parent() {
            create_directory(parent)?;
        }
        match fs::create_dir(&part) {
            Ok(()) => Ok(NewDirectory { target: target.into(), part, is_committed: false }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let reason = "exists: another program is writing it; if none is, remove it";
                Err(Error::Directory { path: part, reason })
            }
            Err(error) => Err(Error::io(&part, "create")(error)),
        }
    }

    /// Returns the path of the directory until it is committed.
    pub fn path(&self) -> &Path {
        &self.part
    }

    pub fn subdirectory(&self, name: &str) -> Result<PathBuf> {
        let path = self.part.join(name);
        fs::create_dir(&path).map_err(Error::io(&path, "create"))?;
        Ok(path)
    }

    /// Gives the directory its name. Its files and subdirectories must be on the disk.
    pub fn commit(mut self) -> Result<()> {
        sync_directory(&self.part)?;
        check_absent(&self.target)?;
        // Not every system replaces an empty directory.
        let _ = fs::remove_dir(&self.target);
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target, "create"))?;
        self.is_committed = true;
        sync_parent(&self.target)
    }
}

impl Drop for NewDirectory {
    fn drop(&mut self) {
        if !self.is_committed {
            let _ = fs::remove_dir_all(&self.part);
        }
    }
}

fn check_absent(path: &Path) -> Result<()> {
    let is_empty = match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => fs::symlink_metadata(path).is_err(),
    };
    if is_empty {
        return Ok(());
    }
    Err(Error::Directory { path: path.into(), reason: "exists already; name another directory, or remove it" })
}
