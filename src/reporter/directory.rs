//! A results directory, in which every file appears complete or not at all.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::error::{Error, Result};

/// The file that makes a directory a results directory; it is written last.
pub const MANIFEST: &str = "manifest.json";
/// The files of a run, beside its histograms; everything else is the user's.
const FILES: [&str; 7] =
    [MANIFEST, "puzzles.csv", "summary.csv", "summary.json", "rejects.csv", "failures.csv", "blocks.csv"];

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
        let histograms = path.join("histograms");
        if path.exists() {
            let (empty, all_ours) = look(path, |name| FILES.contains(&name) || name == "histograms")?;
            if !all_ours || (histograms.exists() && !look(&histograms, is_histogram)?.1) {
                return refuse("holds files that are not results of a run; choose another directory with --out");
            }
            if !empty && !force {
                return refuse(
                    "holds results already; choose another directory with --out, or replace them with --force",
                );
            }
        }
        fs::create_dir_all(histograms).map_err(Error::io(path, "create the directory"))?;
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

    /// A whole file, under its temporary name.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PartFile> {
        let mut file = self.file(name)?;
        file.write(content)?;
        Ok(file)
    }

    /// A whole JSON file, under its temporary name.
    pub fn write_json(&self, name: &str, content: &impl serde::Serialize) -> Result<PartFile> {
        let mut json = serde_json::to_vec_pretty(content).expect("plain data");
        json.push(b'\n');
        self.write(name, &json)
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
        for path in [self.path.join("histograms"), self.path.clone()] {
            let _ = remove_files(&path, |name| name.ends_with(PART));
            let _ = fs::remove_dir(path);
        }
    }

    /// Takes away what an earlier run left. The manifest goes first, so that a directory with a manifest is always one
    /// run's.
    fn clear(&self) -> Result<()> {
        for name in FILES {
            match fs::remove_file(self.path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Error::io(self.path.join(name), "remove what an earlier run left")(error));
                }
                _ => {}
            }
        }
        let histograms = self.path.join("histograms");
        remove_files(&histograms, is_histogram).map_err(Error::io(histograms, "remove what an earlier run left"))
    }
}

fn is_histogram(name: &str) -> bool {
    name.ends_with(".hgrm") || name == "latency.hlog"
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

/// The end of a temporary name.
const PART: &str = ".part";

/// The temporary name of a file.
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(PART);
    part.into()
}

/// A file under a temporary name. One that is given up stays there, and with it what it holds.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    out: BufWriter<File>,
}

impl PartFile {
    /// Begins a file.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let part = part_of(&target);
        let file = File::create(&part).map_err(Error::io(&part, "create"))?;
        Ok(PartFile { target, part, out: BufWriter::with_capacity(1 << 16, file) })
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

    /// Gives what there is another name, and goes on with an empty file.
    pub fn start_over(&mut self, name: &Path) -> Result<()> {
        self.flush()?;
        fs::rename(&self.part, name).map_err(Error::io(name, "write"))?;
        let file = File::create(&self.part).map_err(Error::io(&self.part, "create"))?;
        self.out = BufWriter::with_capacity(1 << 16, file);
        Ok(())
    }

    /// Sees to it that everything is with the system.
    pub fn flush(&mut self) -> Result<()> {
        self.out.flush().map_err(|error| self.error(error))
    }

    /// The same for a file of any kind that a user names: what a link points to is replaced, not the link, and a device
    /// or a pipe is written to as it is.
    pub fn create_for_user(path: &Path) -> Result<PartFile> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path).map_err(Error::io(path, "open"))?;
                let out = BufWriter::with_capacity(1 << 16, file);
                Ok(PartFile { target: path.into(), part: path.into(), out })
            }
            Ok(_) => PartFile::create(fs::canonicalize(path).map_err(Error::io(path, "open"))?),
            Err(_) => PartFile::create(path.into()),
        }
    }

    /// Takes the file away.
    pub fn discard(self) {
        // If that fails, an empty file is left; the error that led here is the one to tell.
        if self.part != self.target {
            let _ = fs::remove_file(self.part);
        }
    }

    /// Its temporary name.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Gives the complete file, which was flushed, its name.
    pub fn commit(self) -> Result<()> {
        if self.part == self.target {
            return Ok(());
        }
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target, "write"))
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
    fn files_have_their_names_when_all_are_complete() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false).unwrap();
        let file = directory.write("puzzles.csv", b"a\n").unwrap();
        let manifest = directory.write(MANIFEST, b"{}").unwrap();
        assert_eq!(names(path.path()), ["histograms", "manifest.json.part", "puzzles.csv.part"]);
        directory.publish(vec![file, manifest]).unwrap();
        assert_eq!(names(path.path()), ["histograms", "manifest.json", "puzzles.csv"]);
        assert_eq!(fs::read(path.path().join("puzzles.csv")).unwrap(), b"a\n");
    }

    #[test]
    fn only_results_are_replaced_and_only_when_told() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false).unwrap();
        let old = vec![directory.write("histograms/naive.hgrm", b"").unwrap(), directory.write(MANIFEST, b"").unwrap()];
        directory.publish(old).unwrap();
        assert!(Directory::create(path.path(), false).unwrap_err().to_string().contains("--force"));
        let part = Directory::create(path.path(), true).unwrap().write("histograms/dlx.hgrm", b"").unwrap();
        assert_eq!(
            names(&path.path().join("histograms")),
            ["dlx.hgrm.part", "naive.hgrm"],
            "the old results are there"
        );
        directory.publish(vec![part]).unwrap();
        assert_eq!(names(path.path()), ["histograms"]);
        assert_eq!(names(&path.path().join("histograms")), ["dlx.hgrm"]);
        for stranger in ["histograms/thesis.txt", "thesis.doc"] {
            fs::write(path.path().join(stranger), "").unwrap();
            assert!(Directory::create(path.path(), true).unwrap_err().to_string().contains("not results"));
            fs::remove_file(path.path().join(stranger)).unwrap();
        }
        assert!(Directory::create(path.path(), true).is_ok());
    }
}
