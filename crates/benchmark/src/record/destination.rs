//! The path of results, and the files of this program there.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::{PART, with_suffix},
};

use super::directory_names::OwnFiles;

/// Where results go: a path, and the names that files in `export/` may have there. Other files are never replaced.
#[derive(Clone, Debug)]
pub struct Destination {
    pub(super) path: PathBuf,
    pub(super) exports: Vec<&'static str>,
}

impl Destination {
    /// Returns the destination with this path. `exports` are the names of the files in `export/`.
    pub fn new(path: &Path, exports: &[&'static str]) -> Destination {
        Destination { path: path.into(), exports: exports.into() }
    }

    /// Returns the files of this program in a directory: that of the results, or its staging directory.
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

/// Returns the staging directory: new results are written to it while the old ones are in place.
pub fn staging_directory(path: &Path) -> Result<PathBuf> {
    let resolved = fs::canonicalize(path).map_err(Error::io(path, "open"))?;
    if env::current_dir().is_ok_and(|current| current.starts_with(&resolved)) {
        let reason = "is the working directory, so it cannot be replaced; run the command from another directory";
        return Err(Error::Directory { path: path.into(), reason });
    }
    Ok(with_suffix(&resolved, PART))
}
