//! The corpus that is divided among partitions.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use corpus::error::{Error, Result};
use serde::{Deserialize, Deserializer, de};

/// The corpus to divide. The program that divides it writes the plan as JSON.
#[derive(Clone, Debug, Deserialize)]
pub struct Plan {
    /// Start of the job.
    #[serde(deserialize_with = "time")]
    pub started: SystemTime,
    /// The files, in the order of the corpus.
    pub files: Vec<PlannedFile>,
}

/// A file of the corpus.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PlannedFile {
    /// The name of the file, for messages and, in a corpus of several files, for the names of puzzles.
    pub path: String,
    /// Size in bytes.
    #[serde(default)]
    pub bytes: u64,
    /// SHA-256 of the file in hexadecimal, if it is known; without it, results cannot be compared.
    #[serde(default)]
    pub sha256: Option<String>,
    /// Number of lines.
    pub lines: u64,
    /// The first lines, which tell the layout and the columns.
    pub head: Vec<String>,
    /// The lines without a puzzle, as the first and the last line of each range in ascending order; `None` if they are not
    /// known. A random sample needs them.
    #[serde(default)]
    pub without_puzzle: Option<Vec<(u64, u64)>>,
}

impl PlannedFile {
    /// Returns the number of puzzles, if it is known.
    pub fn puzzles(&self) -> Option<u64> {
        let without = self.without_puzzle.as_ref()?.iter();
        Some(self.lines - without.map(|(first, last)| last + 1 - first).sum::<u64>())
    }

    /// Returns true if the ranges of lines without a puzzle are in the file, in ascending order.
    fn has_valid_ranges(&self) -> bool {
        let mut before = 0;
        self.without_puzzle.iter().flatten().all(|&(first, last)| {
            let is_valid = before < first && first <= last && last <= self.lines;
            before = last;
            is_valid
        })
    }
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan names no file.
    pub fn read(path: &Path) -> Result<Plan> {
        let text = fs::read_to_string(path).map_err(Error::io(path, "read"))?;
        let plan: Plan = serde_json::from_str(&text)
            .map_err(|error| Error::malformed(path, error.line() as u64, format!("is not a plan: {error}")))?;
        if plan.files.is_empty() {
            return Err(Error::malformed(path, 0, "names no file of the corpus"));
        }
        if let Some(file) = plan.files.iter().find(|file| !file.has_valid_ranges()) {
            let reason =
                format!("the lines without a puzzle are not ranges of lines of {} in ascending order", file.path);
            return Err(Error::malformed(path, 0, reason));
        }
        Ok(plan)
    }

    /// Returns the names of the files.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().map(|file| file.path.clone().into()).collect()
    }
}

/// Parses a time as in RFC 3339.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SystemTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    humantime::parse_rfc3339(&text)
        .map_err(|_| de::Error::custom(format!("{text:?} is not a time such as 2026-01-02T03:04:05Z")))
}
