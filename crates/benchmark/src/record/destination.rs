//! The path at which results are created, replaced, resumed or extended.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::{PART, create_directory, remove, with_suffix},
};

use super::{
    directory::Directory,
    directory_lock::DirectoryLock,
    directory_names::{JOURNAL, OwnFiles},
};

/// Where results go: a path, and the names that files in `export/` may have there. Other files are never replaced.
#[derive(Clone, Debug)]
pub struct Destination {
    pub(super) path: PathBuf,
    exports: Vec<&'static str>,
}

impl Destination {
    /// Returns the destination with this path. `exports` are the names of the files in `export/`.
    pub fn new(path: &Path, exports: &[&'static str]) -> Destination {
        Destination { path: path.into(), exports: exports.into() }
    }

    /// Creates the directory, or uses an existing one. An existing directory must be empty; with `force`, it may hold
    /// an unfinished run or the results of a complete one.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory holds foreign files, if it holds a run and `force` is false, or if another run
    /// writes to it.
    pub fn create(self, force: bool) -> Result<Directory> {
        let path = self.path.as_path();
        let own = self.only_results(path)?;
        if !force && Directory::is_complete(path) {
            return Err(Error::ResultsExist { path: path.into() });
        }
        if !force && Directory::unfinished(path).is_some() {
            return Err(Error::UnfinishedRun { path: path.into() });
        }
        create_directory(path)?;
        let mut locks = vec![DirectoryLock::take(path)?];
        if own.complete.is_empty() {
            own.remove_parts()?;
            return Ok(self.directory_in_place(locks));
        }
        if Directory::is_complete(path) {
            remove(&path.join(JOURNAL))?;
        }
        let work = staging_directory(path)?;
        let left = self.only_results(&work)?;
        create_directory(&work)?;
        locks.push(DirectoryLock::take(&work)?);
        left.remove_all()?;
        Ok(Directory::new(self, work, locks))
    }

    /// Creates a new directory, with a number after its name if the name is taken.
    pub fn create_new(self) -> Result<Directory> {
        if let Some(parent) = self.path.parent() {
            create_directory(parent)?;
        }
        for path in
            std::iter::once(self.path.clone()).chain((2..).map(|number| with_suffix(&self.path, format!("-{number}"))))
        {
            match fs::create_dir(&path) {
                // Another run that starts in the same second may have created it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => {
                    created.map_err(Error::io(&path, "create the directory"))?;
                    return Destination { path, ..self }.in_place();
                }
            }
        }
        unreachable!("there are more numbers than directories")
    }

    /// Opens the directory of an unfinished run, to resume it: the directory itself, or its staging directory if the
    /// run was to replace results.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no unfinished run, or if another run writes to the directory.
    pub fn resume(self) -> Result<Directory> {
        let path = self.path.as_path();
        let unfinished = Directory::unfinished(path).ok_or_else(|| Error::Directory {
            path: path.into(),
            reason: if Directory::is_complete(path) {
                "holds the results of a complete run; there is nothing to resume"
            } else {
                "holds no unfinished run to resume"
            },
        })?;
        let mut locks = vec![DirectoryLock::take(path)?];
        if unfinished != path {
            locks.push(DirectoryLock::take(&unfinished)?);
        }
        self.own_files(&unfinished)?.remove_parts()?;
        Ok(Directory::new(self, unfinished, locks).resumed())
    }

    /// Opens an existing directory, to write further files into it.
    ///
    /// # Errors
    ///
    /// Returns an error if a run writes to the directory.
    pub fn in_place(self) -> Result<Directory> {
        let lock = DirectoryLock::take(&self.path)?;
        Ok(self.directory_in_place(vec![lock]))
    }

    /// Finishes an interrupted publish: moves the results into place, deletes the old ones, then the journal.
    ///
    /// # Errors
    ///
    /// Returns an error if another run writes to the directory.
    pub fn tidy(self) -> Result<()> {
        let path = &self.path.clone();
        let lock = DirectoryLock::take(path)?;
        let directory = staging_directory(path).map(|staging| Directory::new(self, staging, vec![lock]));
        // Complete results with a journal are those of the run that was publishing.
        match directory {
            Ok(directory) if holds_new_results(path) => directory.remove_replaced()?,
            Ok(directory) if holds_new_results(&directory.work) => directory.replace()?,
            _ => {}
        }
        if Directory::is_complete(path) {
            remove(&path.join(JOURNAL))?;
        }
        Ok(())
    }

    fn directory_in_place(self, locks: Vec<DirectoryLock>) -> Directory {
        let work = self.path.clone();
        Directory::new(self, work, locks)
    }

    /// Returns the files of this program in a directory: this one, or its staging directory.
    pub(super) fn own_files(&self, directory: &Path) -> Result<OwnFiles> {
        OwnFiles::find(directory, &self.exports)
    }

    /// Returns the files of this program in a directory. Returns an error if the directory holds foreign files.
    pub(super) fn only_results(&self, directory: &Path) -> Result<OwnFiles> {
        let own = self.own_files(directory)?;
        match own.other {
            None => Ok(own),
            Some(path) => {
                let reason = "is not a file of a run; move it away, or choose another directory for the results";
                Err(Error::Directory { path, reason })
            }
        }
    }
}

fn holds_new_results(path: &Path) -> bool {
    path.join(JOURNAL).is_file() && Directory::is_complete(path)
}

/// Returns the staging directory: new results are written to it while the old ones are in place.
pub fn staging_directory(path: &Path) -> Result<PathBuf> {
    let resolved = fs::canonicalize(path).map_err(Error::io(path, "open"))?;
    if env::current_dir().is_ok_and(|current| current.starts_with(&resolved)) {
        let reason = "is the working directory, so it cannot be replaced; run the command from another directory";
        return Err(Error::Directory { path: path.into(), reason });
    }
    Ok(with_suffix(&resolved, PART))
}
