//! A results directory, in which every file appears complete or not at all.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::error::{Error, Result};

/// The file that makes a directory a results directory; it is written last.
pub const MANIFEST: &str = "manifest.json";
/// What a run may leave in it; everything else is the user's.
const OURS: [&str; 10] = [
    MANIFEST,
    "puzzles.csv",
    "summary.csv",
    "summary.json",
    "rejects.csv",
    "failures.csv",
    "blocks.csv",
    "histograms",
    "export",
    "report.html",
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
            let mut strangers = false;
            let mut empty = true;
            for entry in fs::read_dir(path).map_err(Error::io(path, "read the directory"))? {
                let name = entry.map_err(Error::io(path, "read the directory"))?.file_name();
                let name = name.to_string_lossy();
                empty = false;
                strangers |= !OURS.contains(&&*name) && !name.ends_with(PART);
            }
            if strangers {
                return refuse("holds files that are not results of a run; choose another directory with --out");
            }
            if !empty && !force {
                return refuse(
                    "holds results already; choose another directory with --out, or replace them with --force",
                );
            }
        }
        fs::create_dir_all(path.join("histograms")).map_err(Error::io(path, "create the directory"))?;
        Ok(Directory { path: path.into() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file; `name` may be in a sub-directory.
    pub fn file(&self, name: &str) -> Result<PartFile> {
        PartFile::create(self.path.join(name))
    }

    /// Writes a whole file.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<()> {
        let mut file = self.file(name)?;
        file.write(content)?;
        file.commit()
    }

    /// Writes a whole JSON file.
    pub fn write_json(&self, name: &str, content: &impl serde::Serialize) -> Result<()> {
        let mut json = serde_json::to_vec_pretty(content).expect("plain data");
        json.push(b'\n');
        self.write(name, &json)
    }

    /// Takes the directory away again, if there is nothing in it.
    pub fn remove_if_empty(&self) {
        // What is not empty stays, and says so by failing.
        let _ = fs::remove_dir(self.path.join("histograms")).and_then(|()| fs::remove_dir(&self.path));
    }

    /// Takes away what an earlier run left and this one does not write. The manifest goes first, so that a directory
    /// with a manifest is always one run's.
    pub fn clear(&self) -> Result<()> {
        for name in OURS {
            let path = self.path.join(name);
            let removed = match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_dir() => clear_files(&path),
                Ok(_) => fs::remove_file(&path),
                Err(_) => Ok(()),
            };
            removed.map_err(Error::io(path, "remove what an earlier run left"))?;
        }
        Ok(())
    }
}

/// Removes the complete files of a directory, and leaves those that are being written.
fn clear_files(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_file() && !path.to_string_lossy().ends_with(PART) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

const PART: &str = ".part";

/// A file under a temporary name.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    out: BufWriter<File>,
    renamed: bool,
}

impl Drop for PartFile {
    /// A file that was given up leaves nothing.
    fn drop(&mut self) {
        if !self.renamed {
            let _ = fs::remove_file(&self.part);
        }
    }
}

impl PartFile {
    fn create(target: PathBuf) -> Result<PartFile> {
        let part = PathBuf::from(format!("{}{PART}", target.display()));
        let file = File::create(&part).map_err(Error::io(&part, "create"))?;
        Ok(PartFile { target, part, out: BufWriter::with_capacity(1 << 16, file), renamed: false })
    }

    /// Adds to the file.
    pub fn write(&mut self, content: &[u8]) -> Result<()> {
        self.out.write_all(content).map_err(|error| self.error(error))
    }

    /// Adds CSV rows to the file.
    pub fn rows<T: serde::Serialize>(&mut self, header: bool, rows: impl IntoIterator<Item = T>) -> Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(header).from_writer(&mut self.out);
        let written = rows.into_iter().try_for_each(|row| csv.serialize(row)).and_then(|()| Ok(csv.flush()?));
        drop(csv);
        written.map_err(|error| self.error(error.into()))
    }

    /// Gives the complete file its name.
    pub fn commit(mut self) -> Result<()> {
        let renamed = self.out.flush().and_then(|()| fs::rename(&self.part, &self.target));
        self.renamed = renamed.is_ok();
        renamed.map_err(Error::io(&self.target, "write"))
    }

    /// Gives what there is another name, and goes on with an empty file.
    pub fn start_over(&mut self, name: &Path) -> Result<()> {
        self.out.flush().and_then(|()| fs::rename(&self.part, name)).map_err(Error::io(name, "write"))?;
        let file = File::create(&self.part).map_err(Error::io(&self.part, "create"))?;
        self.out = BufWriter::with_capacity(1 << 16, file);
        Ok(())
    }

    fn error(&self, error: io::Error) -> Error {
        Error::io(&self.part, "write")(error)
    }
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
    fn a_file_has_its_name_when_it_is_complete() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false).unwrap();
        let mut file = directory.file("puzzles.csv").unwrap();
        file.write(b"a\n").unwrap();
        assert_eq!(names(path.path()), ["histograms", "puzzles.csv.part"]);
        file.commit().unwrap();
        assert_eq!(names(path.path()), ["histograms", "puzzles.csv"]);
        assert_eq!(fs::read(path.path().join("puzzles.csv")).unwrap(), b"a\n");
    }

    #[test]
    fn only_results_are_replaced_and_only_when_told() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false).unwrap();
        directory.write(MANIFEST, b"{}").unwrap();
        directory.write("histograms/naive.hgrm", b"").unwrap();
        assert!(Directory::create(path.path(), false).unwrap_err().to_string().contains("--force"));
        let part = Directory::create(path.path(), true).unwrap().file("histograms/dlx.hgrm").unwrap();
        directory.clear().unwrap();
        part.commit().unwrap();
        assert_eq!(names(path.path()), ["histograms"]);
        assert_eq!(names(&path.path().join("histograms")), ["dlx.hgrm"]);
        fs::write(path.path().join("thesis.doc"), "").unwrap();
        assert!(Directory::create(path.path(), true).unwrap_err().to_string().contains("not results"));
    }
}
