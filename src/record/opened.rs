//! Results that another run may replace while they are read.

use std::path::PathBuf;

use super::{MANIFEST, Manifest, Results, results::read_json};
use crate::error::{Error, Result};

/// Results directories as they were when they were opened. Their files are opened one by one, so that they are those of two runs
/// if one replaces the other in between.
pub struct Opened(Vec<(PathBuf, Manifest)>);

impl Opened {
    /// Remembers what these results are.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a Results>) -> Opened {
        let manifest = |results: &Results| (results.path().to_path_buf(), results.manifest.clone());
        Opened(results.into_iter().map(manifest).collect())
    }

    /// Returns what was read, unless the results were replaced meanwhile.
    ///
    /// # Errors
    ///
    /// Returns the error of `read`, or one that says which results were replaced.
    pub fn unless_replaced<T>(&self, read: Result<T>) -> Result<T> {
        let is_replaced = |(path, before): &&(PathBuf, Manifest)| {
            read_json::<Manifest>(&path.join(MANIFEST)).ok().is_none_or(|now| now != *before)
        };
        match self.0.iter().find(is_replaced) {
            Some((path, _)) => Err(Error::Changed(format!(
                "{}: another run replaced the results while they were read; run the command again",
                path.display()
            ))),
            None => read,
        }
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
        let manifest = fs::read_to_string("results/classics/manifest.json").unwrap();
        copy(MANIFEST, &manifest);
        let results = Results::open(directory.path()).unwrap();
        let opened = Opened::of([&results]);
        assert!(opened.unless_replaced(Ok(())).is_ok());
        copy(MANIFEST, &manifest.replace(&results.manifest.started, "2030-01-01T00:00:00.000Z"));
        for read in [Ok(()), Err(Error::malformed(directory.path(), 0, "changed by hand"))] {
            let error = opened.unless_replaced(read).unwrap_err().to_string();
            assert!(error.ends_with("another run replaced the results while they were read; run the command again"));
        }
    }
}
