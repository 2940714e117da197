//! What earlier runs left, read back: results directories, and lock files of their counts.
//!
//! Nothing in them is believed. A file that was cut short or changed by hand is an error that names the file and the line;
//! it never becomes a verdict.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{MANIFEST, Manifest, Rows, SCHEMA_VERSION, StrategyCells, cells};
use crate::error::{Error, Result};

/// The results of one run.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    /// What was run.
    pub manifest: Manifest,
}

impl Results {
    /// Whether a directory has results of a run in it.
    pub fn are_in(path: &Path) -> bool {
        path.join(MANIFEST).is_file()
    }

    /// Opens a results directory.
    ///
    /// # Errors
    ///
    /// There is no manifest, or it is not whole, or of another version.
    pub fn open(path: &Path) -> Result<Results> {
        let file = path.join(MANIFEST);
        if path.is_dir() && !file.exists() {
            let reason = "holds no manifest.json: no results of a run, or of one that did not end";
            return Err(Error::Directory { path: path.into(), reason });
        }
        let manifest: Manifest = read_json(&file)?;
        check_names(&file, manifest.strategies.iter().map(|strategy| &*strategy.name))?;
        Ok(Results { path: path.into(), manifest })
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rows of `puzzles.csv`, puzzle by puzzle.
    pub fn rows(&self) -> Result<Rows> {
        Rows::open(&self.path.join("puzzles.csv"), &self.manifest)
    }

    /// The latencies of `blocks.csv`, strategy by strategy, beside the control's.
    pub fn cells(&self) -> Result<Vec<StrategyCells>> {
        cells::read(&self.path.join("blocks.csv"), &self.manifest)
    }
}

/// Strategies have names that mean nothing to a terminal or a log, and each another one.
pub(super) fn check_names<'a>(path: &Path, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let mut seen = HashSet::new();
    for name in names {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Err(Error::malformed(path, 0, format!("{name:?} is no name of a strategy")));
        }
        if !seen.insert(name) {
            return Err(Error::malformed(path, 0, format!("strategy {name} is there twice")));
        }
    }
    Ok(())
}

/// Reads a JSON file that has a `schema_version`.
pub(super) fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path, "read"))?;
    let malformed = |error: serde_json::Error| {
        let reason = error.to_string();
        let reason = reason.rsplit_once(" at line ").map_or(&*reason, |(reason, _)| reason);
        Error::malformed(path, error.line() as u64, format!("not as it was written: {reason}"))
    };
    // The version first: what another version holds need not look like what is expected of this one.
    let version = serde_json::from_str::<Value>(&text).map_err(malformed)?["schema_version"].clone();
    if version != SCHEMA_VERSION {
        let reason = format!(
            "{}: schema version {version}, where this program reads version {SCHEMA_VERSION}: make it anew with this program",
            path.display()
        );
        return Err(Error::NotComparable(reason));
    }
    serde_json::from_str(&text).map_err(malformed)
}
