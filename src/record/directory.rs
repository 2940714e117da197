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
/// The files of a run, beside those in sub-directories and those of its comparison; everything else is the user's.
const FILES: [&str; 7] =
    [MANIFEST, "puzzles.csv", "summary.csv", "summary.json", "rejects.csv", "failures.csv", "blocks.csv"];
/// The files of its comparison with another.
pub const COMPARISON: [&str; 3] = ["compare.json", "compare.csv", "compare.md"];
/// Tells the files of a run from a user's by their names.
type Ours = fn(&str) -> bool;
/// The sub-directories of a run, each with what belongs in it.
const SUBDIRECTORIES: [(&str, Ours); 2] = [("histograms", is_histogram), ("export", |name| EXPORTS.contains(&name))];
/// The files of `export/`.
const EXPORTS: [&str; 7] = [
    "bencher.json",
    "gab-smaller.json",
    "gab-bigger.json",
    "hyperfine.json",
    "hyperfine.csv",
    "go-bench.txt",
    "critcmp.json",
];

/// A results directory.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
}

impl Directory {
    /// Creates the directory, or takes an empty one.
    ///
    /// # Errors
    ///
    /// It holds something. With `force`, results may be in it, and nothing else.
    pub fn create(path: &Path, force: bool) -> Result<Directory> {
        let refuse = |reason| Err(Error::Directory { path: path.into(), reason });
        if path.exists() {
            let is_subdirectory = |name: &str| SUBDIRECTORIES.iter().any(|(subdirectory, _)| *subdirectory == name);
            let (empty, mut all_ours) =
                look(path, |name| FILES.contains(&name) || COMPARISON.contains(&name) || is_subdirectory(name))?;
            for (subdirectory, ours) in SUBDIRECTORIES {
                let subdirectory = path.join(subdirectory);
                all_ours &= !subdirectory.exists() || look(&subdirectory, ours)?.1;
            }
            if !all_ours {
                return refuse("holds files that are not results of a run; choose another directory with --out");
            }
            if !empty && !force {
                return refuse(
                    "holds results already; choose another directory with --out, or replace them with --force",
                );
            }
        }
        fs::create_dir_all(path).map_err(Error::io(path, "create the directory"))?;
        Ok(Directory { path: path.into() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its own name, without those of the directories it is in.
    pub fn name(&self) -> Option<String> {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        // `.` and `..` have a name only when it is known where they lead.
        name(&self.path).or_else(|| name(&fs::canonicalize(&self.path).ok()?))
    }

    /// Begins a file; `name` may be in a sub-directory, which is created where it is missing.
    pub fn file(&self, name: &str) -> Result<PartFile> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::io(parent, "create the directory"))?;
        }
        PartFile::create(path)
    }

    /// A whole file, under its temporary name.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PartFile> {
        let mut file = self.file(name)?;
        file.write(content)?;
        Ok(file)
    }

    /// A whole JSON file, under its temporary name.
    pub fn write_json(&self, name: &str, content: &impl serde::Serialize) -> Result<PartFile> {
        self.write(name, &json_text(content))
    }

    /// Gives the files of a run their names, in this order, once all of them are safe on disk; what an earlier run left
    /// goes just before.
    pub fn publish(&self, mut files: Vec<PartFile>) -> Result<()> {
        files.iter_mut().try_for_each(PartFile::flush)?;
        self.clear()?;
        files.into_iter().try_for_each(PartFile::commit)
    }

    /// Takes away what a run has begun, and the directory itself if there is nothing else in it.
    pub fn discard(&self) {
        // What cannot be taken away stays; the error that led here is the one to tell.
        for path in self.subdirectories().map(|(path, _)| path).chain([self.path.clone()]) {
            let _ = remove_files(&path, |name| name.ends_with(PART));
            let _ = fs::remove_dir(path);
        }
    }

    /// Takes away what an earlier run left. The manifest goes first, so that a directory with a manifest is always one
    /// run's.
    fn clear(&self) -> Result<()> {
        for name in FILES.iter().chain(&COMPARISON) {
            remove(&self.path.join(name), "remove what an earlier run left")?;
        }
        for (path, ours) in self.subdirectories().filter(|(path, _)| path.exists()) {
            remove_files(&path, ours).map_err(Error::io(&path, "remove what an earlier run left"))?;
            // Where this run has no file for it, it is empty; else it stays.
            let _ = fs::remove_dir(path);
        }
        Ok(())
    }

    fn subdirectories(&self) -> impl Iterator<Item = (PathBuf, Ours)> {
        SUBDIRECTORIES.into_iter().map(|(name, ours)| (self.path.join(name), ours))
    }
}

fn is_histogram(name: &str) -> bool {
    name.ends_with(".hgrm") || name == "latency.hlog"
}

/// JSON as it is written: for people, too.
pub fn json_text(content: &impl serde::Serialize) -> Vec<u8> {
    let mut json = serde_json::to_vec_pretty(content).expect("plain data");
    json.push(b'\n');
    json
}

/// Removes a file that may not be there; `action` completes "cannot …".
pub fn remove(path: &Path, action: &'static str) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path, action)(error)),
        _ => Ok(()),
    }
}

/// Removes the files of a directory whose names are such.
fn remove_files(path: &Path, such: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if such(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether a directory has something in it, and whether that is all of a run.
fn look(path: &Path, ours: impl Fn(&str) -> bool) -> Result<(bool, bool)> {
    let (mut empty, mut all_ours) = (true, true);
    for entry in fs::read_dir(path).map_err(Error::io(path, "read the directory"))? {
        let name = entry.map_err(Error::io(path, "read the directory"))?.file_name();
        let name = name.to_string_lossy();
        empty = false;
        all_ours &= ours(&name) || name.ends_with(PART);
    }
    Ok((empty, all_ours))
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
    fn files_have_their_names_when_all_are_complete() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false).unwrap();
        let file = directory.write("puzzles.csv", b"a\n").unwrap();
        let manifest = directory.write(MANIFEST, b"{}").unwrap();
        assert_eq!(names(path.path()), ["manifest.json.part", "puzzles.csv.part"]);
        directory.publish(vec![file, manifest]).unwrap();
        assert_eq!(names(path.path()), ["manifest.json", "puzzles.csv"]);
        assert_eq!(fs::read(path.path().join("puzzles.csv")).unwrap(), b"a\n");
    }

    #[test]
    fn only_results_are_replaced_and_only_when_told() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false).unwrap();
        let old = ["histograms/naive.hgrm", "export/bencher.json", MANIFEST];
        directory.publish(old.map(|name| directory.write(name, b"").unwrap()).into()).unwrap();
        assert!(Directory::create(path.path(), false).unwrap_err().to_string().contains("--force"));
        let part = Directory::create(path.path(), true).unwrap().write("histograms/dlx.hgrm", b"").unwrap();
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
            assert!(Directory::create(path.path(), true).unwrap_err().to_string().contains("not results"));
            fs::remove_file(path.path().join(stranger)).unwrap();
        }
        assert!(Directory::create(path.path(), true).is_ok());
    }

    #[test]
    fn what_was_begun_is_taken_away_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let directory = Directory::create(&path, false).unwrap();
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

    #[test]
    fn a_directory_has_a_name_wherever_one_stands() {
        let name = |path: &str| Directory { path: path.into() }.name();
        assert_eq!(name("results/mine/").as_deref(), Some("mine"));
        let here = std::env::current_dir().unwrap();
        assert_eq!(name(".").as_deref(), here.file_name().and_then(|name| name.to_str()));
        assert_eq!(name("/"), None);
    }
}
