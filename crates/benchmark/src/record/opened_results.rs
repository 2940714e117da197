//! Detects that another run replaced results while they were read.

use std::{io::ErrorKind, path::PathBuf};

use corpus::error::{Error, Result};

use super::{MANIFEST, Manifest, Results, results::read_json};

/// The manifests of results directories when the directories were opened. The files of a directory are opened one by one: if
/// another run replaces the results in between, the files are from two runs.
pub struct OpenedResults(Vec<(PathBuf, Manifest)>);

impl OpenedResults {
    pub fn of<'a>(results: impl IntoIterator<Item = &'a Results>) -> OpenedResults {
        let manifest = |results: &Results| (results.path().to_path_buf(), results.manifest.clone());
        OpenedResults(results.into_iter().map(manifest).collect())
    }

    /// Returns the result of reading, unless the results were replaced meanwhile. Returns the error of `read`, or an
    /// error that says which results were replaced.
    pub fn unless_replaced<T>(&self, read: Result<T>) -> Result<T> {
        for (path, before) in &self.0 {
            let is_replaced = match read_json::<Manifest>(&path.join(MANIFEST)) {
                Ok(now) => now != *before,
                // The other run may not have put its directory in place yet.
                Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => true,
                Err(error @ Error::Io { .. }) => return read.and(Err(error)),
                Err(_) => true,
            };
            if is_replaced {
                let reason = "another run replaced the results while they were read; run the command again";
                return Err(Error::Changed(format!("{}: {reason}", path.display())));
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn replaced_results_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let copy = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        let manifest = fs::read_to_string("../../results/classics/manifest.json").unwrap();
        copy(MANIFEST, &manifest);
        let results = Results::open(directory.path()).unwrap();
        let opened = OpenedResults::of([&results]);
        assert!(opened.unless_replaced(Ok(())).is_ok());
        copy(MANIFEST, &manifest.replace(&results.manifest.started, "2030-01-01T00:00:00.000Z"));
        for read in [Ok(()), Err(Error::malformed(directory.path(), 0, "changed by hand"))] {
            let error = opened.unless_replaced(read).unwrap_err().to_string();
            assert!(error.ends_with("another run replaced the results while they were read; run the command again"));
        }
    }
}
