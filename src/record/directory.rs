//! A results directory, in which every file appears complete or not at all.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::directory_lock::DirectoryLock;
use crate::{
    error::{Error, Result},
    fs::{PART, PartFile, create_directory},
};

/// The file that makes a directory a results directory; it is written last.
pub const MANIFEST: &str = "manifest.json";
/// The other files of a run, apart from those in sub-directories.
const FILES: [&str; 6] = ["puzzles.csv", "summary.csv", "summary.json", "rejects.csv", "failures.csv", "blocks.csv"];
/// The files of a comparison with another run.
pub const COMPARISON: [&str; 3] = ["compare.json", "compare.csv", "compare.md"];
const HISTOGRAMS: &str = "histograms";
const EXPORT: &str = "export";

/// A results directory.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    /// Names of the files in `export/`.
    exports: Vec<String>,
    /// Keeps other runs away.
    _lock: Arc<DirectoryLock>,
}

impl Directory {
    /// Creates the directory, or uses an existing one: an empty one, one that an interrupted run left, or with `force` one
    /// with the results of a complete run. `exports` are the names of the files in `export/`.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory holds files that are not results, or the results of a complete run without
    /// `force`, if another run writes to it, or if it cannot be created.
    pub fn create(path: &Path, force: bool, exports: &[&str]) -> Result<Directory> {
        if path.exists() {
            if !holds_only_results(path, exports)? {
                let reason = "holds files that are not results of a run; choose another directory";
                return Err(Error::Directory { path: path.into(), reason });
            }
            if !force && path.join(MANIFEST).exists() && !Directory::is_interrupted(path) {
                return Err(Error::ResultsExist { path: path.into() });
            }
        }
        create_directory(path)?;
        Directory::lock(path, exports)
    }

    /// Creates a new directory, with a number behind its name if the name is taken.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory cannot be created.
    pub fn create_new(path: &Path, exports: &[&str]) -> Result<Directory> {
        if let Some(parent) = path.parent() {
            create_directory(parent)?;
        }
        let numbered = |number: u32| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!("-{number}"));
            PathBuf::from(name)
        };
        for path in std::iter::once(path.into()).chain((2..).map(numbered)) {
            match fs::create_dir(&path) {
                // Another run that starts in the same second may have created it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => {
                    created.map_err(Error::io(&path, "create the directory"))?;
                    return Directory::lock(&path, exports);
                }
            }
        }
        unreachable!("there are more numbers than directories")
    }

    /// Returns true if the directory holds the results of an interrupted run.
    pub fn is_interrupted(path: &Path) -> bool {
        let manifest = fs::read(path.join(MANIFEST)).ok();
        let manifest = manifest.and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
        manifest.is_some_and(|manifest| manifest["interrupted"] == true)
    }

    fn lock(path: &Path, exports: &[&str]) -> Result<Directory> {
        let lock = Arc::new(DirectoryLock::take(path)?);
        Ok(Directory { path: path.into(), exports: exports.iter().map(ToString::to_string).collect(), _lock: lock })
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file; `name` may be in a sub-directory, which is created if it is missing.
    ///
    /// # Errors
    ///
    /// Returns an error if the file or its directory cannot be created.
    pub fn file(&self, name: &str) -> Result<PartFile> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            create_directory(parent)?;
        }
        PartFile::create(path)
    }

    /// Writes a whole file under its temporary name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PartFile> {
        let mut file = self.file(name)?;
        file.write(content)?;
        Ok(file)
    }

    /// Writes a whole JSON file under its temporary name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write_json(&self, name: &str, content: &impl serde::Serialize) -> Result<PartFile> {
        self.write(name, &json_text(content))
    }

    /// Gives the files of a run their names, in this order, once all of them are written; removes the results of an
    /// earlier run just before.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written, renamed or removed.
    pub fn publish(&self, mut files: Vec<PartFile>) -> Result<()> {
        files.iter_mut().try_for_each(PartFile::flush)?;
        self.clear()?;
        files.into_iter().try_for_each(PartFile::commit)
    }

    /// Replaces the files of `export/`; every name begins with `export/`.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written, renamed or removed.
    pub fn replace_exports(&self, files: &[(String, Vec<u8>)]) -> Result<()> {
        let mut files = files.iter().map(|(name, content)| self.write(name, content)).collect::<Result<Vec<_>>>()?;
        files.iter_mut().try_for_each(PartFile::flush)?;
        self.clear_subdirectory(EXPORT)?;
        files.into_iter().try_for_each(PartFile::commit)
    }

    /// Removes the files that a run has begun, and the directory itself if nothing else is in it.
    pub fn discard(&self) {
        // The error that led here is the one to report.
        for path in [self.path.join(HISTOGRAMS), self.path.join(EXPORT), self.path.clone()] {
            let _ = remove_files(&path, |name| name.ends_with(PART));
            let _ = fs::remove_dir(path);
        }
    }

    /// Removes the results of an earlier run. The manifest goes first, so that a directory with a manifest always holds one
    /// run.
    fn clear(&self) -> Result<()> {
        for name in [MANIFEST].iter().chain(&FILES).chain(&COMPARISON) {
            remove(&self.path.join(name), "remove what an earlier run left")?;
        }
        self.clear_subdirectory(HISTOGRAMS)?;
        self.clear_subdirectory(EXPORT)
    }

    fn clear_subdirectory(&self, subdirectory: &str) -> Result<()> {
        let path = self.path.join(subdirectory);
        if path.exists() {
            let removed = remove_files(&path, |name| is_in(subdirectory, name, &self.exports));
            removed.map_err(Error::io(&path, "remove what an earlier run left"))?;
            // It is not removed if it holds files of this run.
            let _ = fs::remove_dir(path);
        }
        Ok(())
    }
}

/// Returns true if every file in the directory belongs to a run.
fn holds_only_results(path: &Path, exports: &[impl AsRef<str>]) -> Result<bool> {
    let mut only_results =
        all_names(path, |name| is_result(name) || COMPARISON.contains(&name) || [HISTOGRAMS, EXPORT].contains(&name))?;
    for subdirectory in [HISTOGRAMS, EXPORT] {
        let path = path.join(subdirectory);
        only_results &= !path.exists() || all_names(&path, |name| is_in(subdirectory, name, exports))?;
    }
    Ok(only_results)
}

/// Returns true if a run writes a file of this name in this sub-directory.
fn is_in(subdirectory: &str, name: &str, exports: &[impl AsRef<str>]) -> bool {
    match subdirectory {
        HISTOGRAMS => name.ends_with(".hgrm") || name == "latency.hlog",
        _ => exports.iter().any(|export| export.as_ref() == name),
    }
}

fn is_result(name: &str) -> bool {
    name == MANIFEST || FILES.contains(&name)
}

/// Returns indented JSON with a line end.
pub fn json_text(content: &impl serde::Serialize) -> Vec<u8> {
    let mut json = serde_json::to_vec_pretty(content).expect("plain data");
    json.push(b'\n');
    json
}

/// Removes a file if it exists; `action` completes the error message "cannot …".
///
/// # Errors
///
/// Returns an error if the file cannot be removed.
pub fn remove(path: &Path, action: &'static str) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path, action)(error)),
        _ => Ok(()),
    }
}

/// Removes the files of a directory whose names match.
fn remove_files(path: &Path, matches: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if matches(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Returns true if every name in a directory is the name of an incomplete file, or `is_ours` returns true for it.
fn all_names(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<bool> {
    let mut all = true;
    for entry in fs::read_dir(path).map_err(Error::io(path, "read the directory"))? {
        let name = entry.map_err(Error::io(path, "read the directory"))?.file_name();
        let name = name.to_string_lossy();
        all &= is_ours(&name) || name.ends_with(PART);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_renamed_when_all_are_complete() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &["bencher.json"]).unwrap();
        let file = directory.write("puzzles.csv", b"a\n").unwrap();
        let manifest = directory.write(MANIFEST, b"{}").unwrap();
        assert_eq!(names(path.path()), ["manifest.json.part", "puzzles.csv.part", "run.part"]);
        directory.publish(vec![file, manifest]).unwrap();
        drop(directory);
        assert_eq!(names(path.path()), ["manifest.json", "puzzles.csv"]);
        assert_eq!(fs::read(path.path().join("puzzles.csv")).unwrap(), b"a\n");
    }

    #[test]
    fn only_results_are_replaced_and_only_with_force() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &["bencher.json"]).unwrap();
        let old = ["histograms/naive.hgrm", "export/bencher.json", MANIFEST];
        directory.publish(old.map(|name| directory.write(name, b"").unwrap()).into()).unwrap();
        drop(directory);
        assert!(
            Directory::create(path.path(), false, &["bencher.json"]).unwrap_err().to_string().contains("holds results")
        );
        let directory = Directory::create(path.path(), true, &["bencher.json"]).unwrap();
        let part = directory.write("histograms/dlx.hgrm", b"").unwrap();
        assert_eq!(
            names(&path.path().join("histograms")),
            ["dlx.hgrm.part", "naive.hgrm"],
            "the old results are there"
        );
        directory.publish(vec![part]).unwrap();
        drop(directory);
        assert_eq!(names(path.path()), ["histograms"], "a sub-directory without files goes");
        assert_eq!(names(&path.path().join("histograms")), ["dlx.hgrm"]);
        fs::create_dir(path.path().join("export")).unwrap();
        for stranger in ["histograms/thesis.txt", "export/thesis.json", "thesis.doc"] {
            fs::write(path.path().join(stranger), "").unwrap();
            assert!(
                Directory::create(path.path(), true, &["bencher.json"])
                    .unwrap_err()
                    .to_string()
                    .contains("not results")
            );
            fs::remove_file(path.path().join(stranger)).unwrap();
        }
        assert!(Directory::create(path.path(), true, &["bencher.json"]).is_ok());
    }

    #[test]
    fn a_directory_is_used_by_one_run_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let first = Directory::create(&path, false, &[]).unwrap();
        assert!(Directory::create(&path, true, &[]).unwrap_err().to_string().contains("another run writes to it"));
        let second = Directory::create_new(&path, &[]).unwrap();
        assert_eq!((first.path(), second.path()), (&*path, &*parent.path().join("out-2")));
        drop(first);
        assert!(Directory::create(&path, false, &[]).is_ok());
    }

    #[test]
    fn results_of_an_interrupted_run_are_replaced() {
        let path = tempfile::tempdir().unwrap();
        for (manifest, replaced) in
            [(r#"{"interrupted":true}"#, true), (r#"{"interrupted":false}"#, false), ("", false)]
        {
            fs::write(path.path().join(MANIFEST), manifest).unwrap();
            assert_eq!(Directory::create(path.path(), false, &[]).is_ok(), replaced, "{manifest}");
        }
        fs::remove_file(path.path().join(MANIFEST)).unwrap();
        fs::write(path.path().join("puzzles.csv.part"), "").unwrap();
        assert!(Directory::create(path.path(), false, &[]).is_ok(), "what a killed run left");
    }

    #[test]
    fn discard_removes_only_begun_files() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let directory = Directory::create(&path, false, &["bencher.json"]).unwrap();
        let begin = |name| directory.write(name, b"").unwrap();
        let parts = [begin("puzzles.csv"), begin("histograms/dlx.hgrm"), begin("export/bencher.json")];
        fs::write(path.join("export/mine.txt"), "").unwrap();
        directory.discard();
        assert_eq!(names(&path), ["export"]);
        assert_eq!(names(&path.join("export")), ["mine.txt"]);
        fs::remove_file(path.join("export/mine.txt")).unwrap();
        directory.discard();
        assert!(!path.exists());
        drop(parts);
    }
}
