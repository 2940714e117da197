//! `counters.lock.json`: the counts of a run, one line per strategy, to be committed and compared with.

use std::{fs, path::Path};

use corpus::{
    error::{Error, Result},
    fs::PartFile,
    reader::{Column, FileSummary, RandomSample, Shard},
};
use grid::text::Notation;
use pass::Counts;
use serde::{Deserialize, Serialize};

use super::{
    LimitsManifest, Manifest, SCHEMA_VERSION,
    lines_json::lines_json,
    results::{check_names, parse_json},
};

/// The counts of a run, and the conditions under which another run must have the same counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The version of the files of a results directory.
    pub schema_version: u32,
    /// The corpora, columns, sample and limits of the run.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The strategies, in the order of the command line.
    pub strategies: Vec<LockedStrategy>,
}

/// The conditions that determine the counts of a run, apart from its strategies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    pub corpora: Vec<LockedFile>,
    pub puzzle_column: Option<Column>,
    pub solution_column: Option<Column>,
    pub sample: Option<RandomSample>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// How the grids are written; left out for givens of 9×9.
    #[serde(default, skip_serializing_if = "Notation::is_default")]
    pub notation: Notation,
    pub limits: LimitsManifest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedFile {
    /// The path as given on the command line.
    pub path: String,
    /// SHA-256 of the content; `None` if the file was not read to its end.
    pub sha256: Option<String>,
    pub puzzles: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedStrategy {
    pub strategy: String,
    #[serde(flatten)]
    pub counts: Counts,
    pub digest: String,
}

impl Conditions {
    pub fn of(manifest: &Manifest) -> Conditions {
        let locked_file = |file: &FileSummary| LockedFile {
            path: file.path.clone(),
            sha256: file.sha256.clone(),
            puzzles: file.puzzles,
        };
        Conditions {
            corpora: manifest.corpora.iter().map(locked_file).collect(),
            puzzle_column: manifest.puzzle_column.clone(),
            solution_column: manifest.solution_column.clone(),
            sample: manifest.sample,
            shard: manifest.shard,
            notation: manifest.notation,
            limits: manifest.limits.clone(),
        }
    }

    /// Returns true if the files of both have the same content.
    pub fn has_same_content(&self, other: &Conditions) -> bool {
        self.corpora.iter().map(|file| &file.sha256).eq(other.corpora.iter().map(|file| &file.sha256))
    }

    /// Returns true if puzzles of both have the same names: with several files, a name contains the path of its file.
    pub fn has_same_names(&self, other: &Conditions) -> bool {
        self.corpora.len() < 2
            || self.corpora.iter().map(|file| &file.path).eq(other.corpora.iter().map(|file| &file.path))
    }
}

impl Lock {
    /// Creates the lock of a run, given the counts of each strategy. Returns an error if the run has no complete round,
    /// ran no strategy, has a wrong answer or none, or hit a time limit, which another machine may not hit.
    pub fn of(manifest: &Manifest, counts: &[Counts]) -> Result<Lock> {
        let has = |of: fn(&Counts) -> u64| counts.iter().any(|counts| of(counts) > 0);
        let obstacles = [
            (manifest.rounds_complete == 0, "the run was cut short"),
            (!has(Counts::run), "no strategy was run on any puzzle"),
            (has(|counts| counts.wrong), "an answer is wrong; failures.csv has the reason"),
            (has(|counts| counts.engine_error), "an engine did not answer"),
            (has(|counts| counts.time_limit), "a time limit was hit, which depends on the machine; use a node limit"),
        ];
        if let Some((_, why)) = obstacles.iter().find(|(is_met, _)| *is_met) {
            return Err(Error::NotComparable(format!("no counts to lock: {why}")));
        }
        let strategies = manifest.strategies.iter().zip(counts).map(|(strategy, &counts)| LockedStrategy {
            strategy: strategy.name.clone(),
            counts,
            digest: strategy.digest.clone(),
        });
        let conditions = Conditions::of(manifest);
        Ok(Lock { schema_version: SCHEMA_VERSION, conditions, strategies: strategies.collect() })
    }

    /// Reads a lock file. Returns an error if the file is malformed, of another version, names a strategy twice, or has
    /// counts that do not add up.
    pub fn read(path: &Path) -> Result<Lock> {
        let text = fs::read_to_string(path).map_err(Error::io(path, "read"))?;
        if !text.trim_start().starts_with(['{', '<']) {
            return Err(Error::malformed(path, 0, "is neither a results directory nor a lock file"));
        }
        let lock: Lock = parse_json(path, &text)?;
        check_names(path, lock.strategies.iter().map(|strategy| &*strategy.strategy))?;
        if let Some(LockedStrategy { strategy, .. }) = lock.strategies.iter().find(|own| !own.counts.adds_up()) {
            let reason = format!("the statuses of {strategy} do not add up to its puzzles: changed by hand");
            return Err(Error::malformed(path, 0, reason));
        }
        Ok(lock)
    }

    /// Writes a lock file, which appears when it is complete. Each strategy is one line, so that a change of its counts is a
    /// change of one line.
    pub fn write(&self, path: &Path) -> Result<()> {
        PartFile::create_for_user(path)?.complete(lines_json(self).as_bytes())
    }
}
