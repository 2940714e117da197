//! The names of the files that this program writes to a results directory. No other file is ever replaced or removed.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::{PART, remove},
    tool,
};
use pass::{REJECTS, external::External};
use serde_json::Value;
use solver::strategy::REGISTRY;

/// The file that makes a directory a results directory; it is written last.
pub const MANIFEST: &str = "manifest.json";
pub const REPORT: &str = "report.html";
pub const JOURNAL: &str = "run.journal";
pub const LOCK: &str = "run.lock";
pub const COMPARISON: [&str; 3] = ["compare.json", "compare.csv", "compare.md"];
pub const PUZZLES: &str = "puzzles.csv";
pub const FAILURES: &str = "failures.csv";
pub const BLOCKS: &str = "blocks.csv";
/// A row for each strategy and depth, of a run that kept profiles.
pub const PROFILE: &str = "profile.csv";
/// A row for each cost and pair of strategies, of a run with several strategies.
pub const CORRELATION: &str = "correlation.csv";
pub const SUMMARY_CSV: &str = "summary.csv";
pub const SUMMARY_JSON: &str = "summary.json";
pub const HISTOGRAMS: &str = "histograms";
pub const LOG: &str = "latency.hlog";
pub const EXPORT: &str = "export";
const FILES: [&str; 9] = [PUZZLES, SUMMARY_CSV, SUMMARY_JSON, CORRELATION, REJECTS, FAILURES, BLOCKS, PROFILE, REPORT];

pub struct OwnFiles {
    path: PathBuf,
    /// The files with their final names, relative to the directory; the manifest is first, and the journal last.
    pub complete: Vec<PathBuf>,
    pub parts: Vec<PathBuf>,
    /// Another file or directory, if there is any.
    pub other: Option<PathBuf>,
}

impl OwnFiles {
    /// Finds the files of a directory; none if there is no such directory. `exports` are the names of files in `export/`.
    pub fn find(path: &Path, exports: &[impl AsRef<str>]) -> Result<OwnFiles> {
        let mut own = OwnFiles { path: path.into(), complete: Vec::new(), parts: Vec::new(), other: None };
        let manifest = read_manifest(path);
        // Files get their final names only while there is a journal or a manifest.
        let has_results = manifest.is_some() || path.join(JOURNAL).is_file();
        let strategies = strategies(manifest.as_ref());
        own.add("", has_results, |name| {
            [MANIFEST, JOURNAL, LOCK].contains(&name) || FILES.contains(&name) || COMPARISON.contains(&name)
        })?;
        own.add(HISTOGRAMS, has_results, |name| {
            // Engines are known only at run time, and the colon of their names becomes a hyphen.
            let is_strategy = |name: &str| strategies.contains(name) || External::is_name(&name.replacen('-', ":", 1));
            name == LOG || name.strip_suffix(".hgrm").is_some_and(is_strategy)
        })?;
        own.add(EXPORT, has_results, |name| exports.iter().any(|export| export.as_ref() == name))?;
        own.complete.sort_by_key(|name| match name.to_str() {
            Some(MANIFEST) => 0,
            Some(JOURNAL) => 2,
            _ => 1,
        });
        Ok(own)
    }

    /// Adds the files of a sub-directory whose final names satisfy `is_own`. Files that have their final names are
    /// added only if `has_results` is true.
    fn add(&mut self, subdirectory: &str, has_results: bool, is_own: impl Fn(&str) -> bool) -> Result<()> {
        let path = self.path.join(subdirectory);
        let entries = match fs::read_dir(&path) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(());
            }
            entries => entries.map_err(Error::io(&path, "read the directory"))?,
        };
        for entry in entries {
            let entry = entry.map_err(Error::io(&path, "read the directory"))?;
            let kind = entry.file_type().map_err(Error::io(entry.path(), "look at"))?;
            let name = entry.file_name();
            let relative = Path::new(subdirectory).join(entry.file_name());
            match name.to_str() {
                // A link to a directory is not one of this program's.
                Some(HISTOGRAMS | EXPORT) if subdirectory.is_empty() && kind.is_dir() => {}
                _ if kind.is_dir() => self.other = Some(entry.path()),
                Some(name) if final_name(name).is_some_and(&is_own) => self.parts.push(relative),
                Some(name) if is_own(name) && (has_results || name == LOCK) => self.complete.push(relative),
                _ => self.other = Some(entry.path()),
            }
        }
        Ok(())
    }

    /// Removes the files with temporary names, then the empty sub-directories.
    pub fn remove_parts(&self) -> Result<()> {
        self.remove(self.parts.iter())
    }

    pub fn has_results(&self) -> bool {
        self.results().next().is_some()
    }

    fn results(&self) -> impl Iterator<Item = &PathBuf> {
        self.complete.iter().filter(|name| ![Path::new(JOURNAL), Path::new(LOCK)].contains(&name.as_path()))
    }

    /// Removes the results of a run, but not its journal.
    pub fn remove_results(&self) -> Result<()> {
        self.remove(self.results())
    }

    /// Removes all files, then the empty sub-directories. The journal goes first, so that partly removed results are
    /// never taken for new ones. The manifest goes last, because it identifies the other files.
    pub fn remove_all(&self) -> Result<()> {
        self.remove(self.parts.iter().chain(self.complete.iter().rev()))
    }

    fn remove<'a>(&self, mut names: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
        names.try_for_each(|name| remove(&self.path.join(name)))?;
        for subdirectory in [HISTOGRAMS, EXPORT] {
            // Fails if the sub-directory holds other files; they stay.
            let _ = fs::remove_dir(self.path.join(subdirectory));
        }
        Ok(())
    }
}

/// Returns the final name of a file with a temporary name: `NAME.part` or `NAME.2.part`.
fn final_name(name: &str) -> Option<&str> {
    let name = name.strip_suffix(PART)?;
    let numbered = name.rsplit_once('.').filter(|(_, number)| number.parse::<u32>().is_ok());
    Some(numbered.map_or(name, |(name, _)| name))
}

/// Returns the manifest if it is one of this program.
pub fn read_manifest(path: &Path) -> Option<Value> {
    let manifest: Value = serde_json::from_slice(&fs::read(path.join(MANIFEST)).ok()?).ok()?;
    (manifest["tool"]["name"] == tool::NAME).then_some(manifest)
}

/// Returns the names of the registered strategies, and of those in a manifest.
fn strategies(manifest: Option<&Value>) -> HashSet<String> {
    let recorded = manifest.and_then(|manifest| manifest["strategies"].as_array()).into_iter().flatten();
    let recorded = recorded.filter_map(|strategy| strategy["name"].as_str());
    REGISTRY.iter().map(|entry| &*entry.name).chain(recorded).map(String::from).collect()
}
