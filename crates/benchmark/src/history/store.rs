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
use serde::{Deserialize, de::DeserializeOwned};

use super::{Blessing, Entry, bounded_file::read_bounded, entry::content_digest, puzzle_counts};
use crate::record::{OpenedResults, Results, Revision, SCHEMA_VERSION, is_commit_id};

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
    /// take more than `most` bytes. Returns an error if the run has no counts that may be locked.
    pub fn add(
        &self,
        results: &Results,
        revision: Option<Revision>,
        machine: Option<&str>,
        most: usize,
    ) -> Result<(Entry, Added)> {
        let record = OpenedResults::of([results]).unless_replaced(results.record())?;
        let entry = Entry::of(results, &record, revision, machine)?;
        // The entry is written last, so that it is never without the rows that its digests name.
        let counts = self.directory.join(COUNTS);
        create_directory(&counts)?;
        puzzle_counts::keep(results, &counts, most)?;
        let text = entry.text();
        let name = entry.file_name(&text);
        Ok((entry, self.add_file(RUNS, &name, &text)?))
    }

    pub fn bless(&self, blessing: &Blessing) -> Result<Added> {
        let text = blessing.text();
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
        for (path, text) in self.texts(RUNS)? {
            match parse::<Entry>(&path, text).and_then(Entry::checked) {
                Ok((entry, warnings)) => {
                    stored.entries.push(entry);
                    stored.skipped.extend(warnings.into_iter().map(|reason| format!("{}: {reason}", path.display())));
                }
                Err(reason) => stored.skipped.push(format!("{}: {reason}", path.display())),
            }
        }
        for (path, text) in self.texts(BLESSINGS)? {
            match parse::<Blessing>(&path, text) {
                Ok(blessing) if is_commit_id(&blessing.commit) => stored.blessings.push(blessing),
                Ok(_) => stored.skipped.push(format!("{}: names no commit", path.display())),
                Err(reason) => stored.skipped.push(format!("{}: {reason}", path.display())),
            }
        }
        Ok(stored)
    }

    /// Returns the files of a folder in the order of their names; an error of a file takes the place of its text.
    fn texts(&self, folder: &str) -> Result<Vec<(PathBuf, io::Result<Vec<u8>>)>> {
        let folder = self.directory.join(folder);
        let files = match fs::read_dir(&folder) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(Error::io(&folder, "read")(error)),
        };
        let mut paths = Vec::new();
        for file in files {
            let path = file.map_err(Error::io(&folder, "read"))?.path();
            if path.to_string_lossy().ends_with(".json") {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths.into_iter().map(|path| (path.clone(), read_bounded(&path, MAX_BYTES))).collect())
    }

    pub fn changed_puzzles(&self, before: &str, after: &str) -> Option<puzzle_counts::ChangedPuzzles> {
        puzzle_counts::changed(&self.directory.join(COUNTS), before, after)
    }
}

/// What is read first: a file of a newer version may have other keys.
#[derive(Deserialize)]
struct Version {
    #[serde(default)]
    schema_version: serde_json::Value,
}

/// Parses a file whose name ends with the digest of its content. An error is the reason why the file cannot be used.
fn parse<T: DeserializeOwned>(path: &Path, text: io::Result<Vec<u8>>) -> Result<T, String> {
    let text = text.map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|_| "is not UTF-8")?;
    if text.lines().any(|line| line.starts_with("<<<<<<< ")) {
        return Err("an unresolved merge conflict".into());
    }
    let Version { schema_version } =
        serde_json::from_str(&text).map_err(|error| format!("changed by hand, or cut short: {error}"))?;
    match schema_version {
        version if version == SCHEMA_VERSION => {}
        version if version.as_u64().is_some_and(|version| version > SCHEMA_VERSION.into()) => {
            return Err("written by a newer version of this program".into());
        }
        _ => return Err("has no schema_version that this program reads".into()),
    }
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
    if !name.ends_with(&format!("-{}", content_digest(&text))) {
        return Err("its name has the digest of another content: changed by hand".into());
    }
    serde_json::from_str(&text).map_err(|error| format!("changed by hand: {error}"))
}
