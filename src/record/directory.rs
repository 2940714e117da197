//! A results directory, in which every file appears complete or not at all.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    error::{Error, Result},
    fs::{PART, PartFile},
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
}

/// Whether a directory is empty, and whether its files belong to a run. Sub-directories are looked at separately.
struct Content {
    is_empty: bool,
    /// Whether every file belongs to a run.
    is_ours: bool,
}

impl Directory {
    /// Creates the directory, or uses an empty one, or with `force` one with the results of a run. `exports` are the
    /// names of the files in `export/`.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory holds files that are not results, or results without `force`, or cannot be
    /// created.
    pub fn create(path: &Path, force: bool, exports: &[&str]) -> Result<Directory> {
        let directory = Directory { path: path.into(), exports: exports.iter().map(ToString::to_string).collect() };
        if path.exists() {
            let Content { is_empty, mut is_ours } = examine(path, |name| {
                is_result(name) || COMPARISON.contains(&name) || [HISTOGRAMS, EXPORT].contains(&name)
            })?;
            for subdirectory in [HISTOGRAMS, EXPORT] {
                let path = path.join(subdirectory);
                is_ours &= !path.exists() || examine(&path, |name| directory.is_in(subdirectory, name))?.is_ours;
            }
            if !is_ours {
                let reason = "holds files that are not results of a run; choose another directory";
                return Err(Error::Directory { path: path.into(), reason });
            }
            if !is_empty && !force {
                return Err(Error::ResultsExist { path: path.into() });
            }
        }
        fs::create_dir_all(path).map_err(Error::io(path, "create the directory"))?;
        Ok(directory)
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
            fs::create_dir_all(parent).map_err(Error::io(parent, "create the directory"))?;
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
            let removed = remove_files(&path, |name| self.is_in(subdirectory, name));
            removed.map_err(Error::io(&path, "remove what an earlier run left"))?;
            // It is not removed if it holds files of this run.
            let _ = fs::remove_dir(path);
        }
        Ok(())
    }

    /// Returns true if a run writes a file of this name in this sub-directory.
    fn is_in(&self, subdirectory: &str, name: &str) -> bool {
        match subdirectory {
            HISTOGRAMS => name.ends_with(".hgrm") || name == "latency.hlog",
            _ => self.exports.iter().any(|export| export == name),
        }
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

/// Examines the entries of a directory.
fn examine(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<Content> {
    let mut content = Content { is_empty: true, is_ours: true };
    for entry in fs::read_dir(path).map_err(Error::io(path, "read the directory"))? {
        let name = entry.map_err(Error::io(path, "read the directory"))?.file_name();
        let name = name.to_string_lossy();
        content.is_empty = false;
        content.is_ours &= is_ours(&name) || name.ends_with(PART);
    }
    Ok(content)
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
        assert_eq!(names(path.path()), ["manifest.json.part", "puzzles.csv.part"]);
        directory.publish(vec![file, manifest]).unwrap();
        assert_eq!(names(path.path()), ["manifest.json", "puzzles.csv"]);
        assert_eq!(fs::read(path.path().join("puzzles.csv")).unwrap(), b"a\n");
    }

    #[test]
    fn only_results_are_replaced_and_only_with_force() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &["bencher.json"]).unwrap();
        let old = ["histograms/naive.hgrm", "export/bencher.json", MANIFEST];
        directory.publish(old.map(|name| directory.write(name, b"").unwrap()).into()).unwrap();
        assert!(
            Directory::create(path.path(), false, &["bencher.json"]).unwrap_err().to_string().contains("holds results")
        );
        let part =
            Directory::create(path.path(), true, &["bencher.json"]).unwrap().write("histograms/dlx.hgrm", b"").unwrap();
        assert_eq!(
            names(&path.path().join("histograms")),
            ["dlx.hgrm.part", "naive.hgrm"],
            "the old results are there"
        );
        directory.publish(vec![part]).unwrap();
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
