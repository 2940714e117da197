//! The directory that holds a history. Each run and each blessing is a file that is named by its content and never changed, so that any
//! number of processes may add files, and branches merge without conflicts.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::{PartFile, create_directory},
};
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use super::{
    Blessing, ChangedGroups, Entry, StrategyRun, bounded_file::read_bounded, entry::content_digest, puzzle_counts,
};
use crate::{
    compare::CountChanges,
    record::{OpenedResults, Results, Revision, is_commit_id, lines_json, parse_json},
};

const RUNS: &str = "runs";
const COUNTS: &str = "counts";
const BLESSINGS: &str = "bless";

/// Maximum bytes of the file of a run or a blessing: a run of 256 strategies needs less.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

/// A file that was added, or that was already there with the same content.
#[derive(Debug)]
pub struct Added {
    /// The path in the store.
    pub name: String,
    pub is_new: bool,
}

/// What a store holds.
#[derive(Debug, Default)]
pub struct Stored {
    pub entries: Vec<Entry>,
    pub blessings: Vec<Blessing>,
    /// The files that cannot be used, each with the reason.
    pub skipped: Vec<String>,
}

impl Store {
    pub fn at(directory: PathBuf) -> Store {
        Store { directory }
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Adds the run of a results directory, made at a commit, on a machine that may have a name. The rows of a strategy are kept unless they
    /// take more than `max_bytes`. Returns an error if the run has no counts that may be locked.
    pub fn add(
        &self,
        results: &Results,
        revision: Option<Revision>,
        machine: Option<&str>,
        max_bytes: usize,
    ) -> Result<(Entry, Added)> {
        let record = OpenedResults::of([results]).unless_replaced(results.record())?;
        let entry = Entry::of(results, &record, revision, machine)?;
        // The entry is written last, so that it is never without the rows that its digests name.
        let counts = self.directory.join(COUNTS);
        create_directory(&counts)?;
        puzzle_counts::keep(results, &entry, &counts, max_bytes)?;
        let text = lines_json(&entry);
        let name = entry.file_name(&text);
        Ok((entry, self.add_file(RUNS, &name, &text)?))
    }

    pub fn bless(&self, blessing: &Blessing) -> Result<Added> {
        let text = lines_json(blessing);
        let commit = &blessing.commit[..12];
        self.add_file(BLESSINGS, &format!("{commit}-{}.json", content_digest(&text)), &text)
    }

    fn add_file(&self, folder: &str, name: &str, text: &str) -> Result<Added> {
        let folder_path = self.directory.join(folder);
        create_directory(&folder_path)?;
        let path = folder_path.join(name);
        // A damaged file is replaced; a link is, too, and not its target.
        let is_new = !read_bounded(&path, MAX_BYTES).is_ok_and(|content| content == text.as_bytes());
        if is_new {
            PartFile::create(path)?.complete(text.as_bytes())?;
        }
        Ok(Added { name: format!("{folder}/{name}"), is_new })
    }

    /// Reads all runs and blessings. A file that is damaged, or that a newer version wrote, is skipped.
    pub fn read(&self) -> Result<Stored> {
        let mut stored = Stored::default();
        let entry = |path: &PathBuf| read_file::<Entry>(path).and_then(|entry| entry.checked(path));
        for read in self.files(RUNS)?.par_iter().map(entry).collect::<Vec<_>>() {
            match read {
                Ok((entry, warnings)) => {
                    stored.entries.push(entry);
                    stored.skipped.extend(warnings);
                }
                Err(error) => stored.skipped.push(error.to_string()),
            }
        }
        for path in self.files(BLESSINGS)? {
            match read_file::<Blessing>(&path) {
                Ok(blessing) if is_commit_id(&blessing.commit) => stored.blessings.push(blessing),
                Ok(_) => stored.skipped.push(format!("{}: names no commit", path.display())),
                Err(error) => stored.skipped.push(error.to_string()),
            }
        }
        Ok(stored)
    }

    /// Returns the files of a folder in the order of their names.
    fn files(&self, folder: &str) -> Result<Vec<PathBuf>> {
        let folder = self.directory.join(folder);
        let files = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files.map_err(Error::io(&folder, "read"))?,
        };
        let paths = files.map(|file| Ok(file?.path())).collect::<io::Result<Vec<PathBuf>>>();
        let mut paths = paths.map_err(Error::io(&folder, "read"))?;
        paths.retain(|path| path.to_string_lossy().ends_with(".json"));
        paths.sort();
        Ok(paths)
    }

    /// Compares the counts of two runs of a strategy, as far as the store has their rows.
    pub fn compare_counts(
        &self,
        before: &StrategyRun<'_>,
        after: &StrategyRun<'_>,
    ) -> (CountChanges, Option<ChangedGroups>) {
        puzzle_counts::compare(&self.directory.join(COUNTS), &before.own.locked, &after.own.locked)
    }
}

/// Reads a file whose name ends with the digest of its content.
fn read_file<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = read_bounded(path, MAX_BYTES).map_err(Error::io(path, "read"))?;
    let text = String::from_utf8(text).map_err(|_| Error::malformed(path, 0, "is not UTF-8"))?;
    let content = parse_json(path, &text)?;
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
    if name.ends_with(&format!("-{}", content_digest(&text))) {
        return Ok(content);
    }
    Err(Error::malformed(path, 0, "its name has the digest of another content: changed by hand"))
}
