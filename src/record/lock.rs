//! `counters.lock.json`: what a run counted, a line a strategy, to be committed and compared with.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{
    LimitsManifest, Manifest, SCHEMA_VERSION, Sample, Status, SummaryRow,
    results::{check_names, read_json},
};
use crate::{
    error::{Error, Result},
    fs::PartFile,
    reader::{Column, Subset},
};

/// The counts of a run, with the conditions under which they must be the same again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// What was run.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The strategies, in the order of the command line.
    pub strategies: Vec<LockedStrategy>,
}

/// What decides the counts of a run, beside its strategies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The input files.
    pub corpora: Vec<LockedFile>,
    /// The column of the puzzle, if it was named.
    pub puzzle_column: Option<Column>,
    /// The column of the corpus' own solution, if it was named.
    pub solution_column: Option<Column>,
    /// The puzzles that were drawn.
    pub sample: Option<Subset>,
    /// What bounded the search of a puzzle.
    pub limits: LimitsManifest,
}

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedFile {
    /// The path as it was given.
    pub path: String,
    /// SHA-256 of the content.
    pub sha256: Option<String>,
    /// Rows that hold a puzzle.
    pub puzzles: u64,
}

/// What a strategy counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedStrategy {
    /// Its name.
    pub strategy: String,
    /// The sums over all puzzles.
    #[serde(flatten)]
    pub counts: Counts,
    /// SHA-256 of its rows, as in the manifest.
    pub digest: String,
}

/// Sums over the rows of a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Counts {
    pub puzzles: u64,
    pub solved: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unsolvable: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub invalid: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stalled: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub node_limit: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub time_limit: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrong: u64,
    pub nodes: u64,
    pub guesses: u64,
    pub backtracks: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Counts {
    /// Puzzles that were answered.
    pub fn answered(&self) -> u64 {
        self.solved + self.unsolvable
    }

    /// Puzzles that were tried, and have no answer.
    pub fn unanswered(&self) -> u64 {
        self.stalled + self.node_limit + self.time_limit + self.wrong
    }

    /// Whether a strategy was run on any puzzle.
    pub fn is_of_something(&self) -> bool {
        self.puzzles > self.invalid
    }

    /// Whether every puzzle has one status.
    fn adds_up(&self) -> bool {
        let Counts { solved, unsolvable, invalid, stalled, node_limit, time_limit, wrong, .. } = *self;
        let statuses = [solved, unsolvable, invalid, stalled, node_limit, time_limit, wrong];
        statuses.iter().map(|&n| u128::from(n)).sum::<u128>() == self.puzzles.into()
    }

    /// Adds a row.
    pub fn add(&mut self, sample: &Sample) {
        self.puzzles += 1;
        *match sample.status {
            Status::Solved => &mut self.solved,
            Status::Unsolvable => &mut self.unsolvable,
            Status::Invalid => &mut self.invalid,
            Status::Stalled => &mut self.stalled,
            Status::NodeLimit => &mut self.node_limit,
            Status::TimeLimit => &mut self.time_limit,
            Status::Wrong => &mut self.wrong,
        } += 1;
        // A file may hold any number.
        for (sum, count) in [
            (&mut self.nodes, sample.nodes),
            (&mut self.guesses, sample.guesses),
            (&mut self.backtracks, sample.backtracks),
        ] {
            *sum = sum.saturating_add(count);
        }
    }
}

impl From<&SummaryRow> for Counts {
    fn from(row: &SummaryRow) -> Counts {
        let &SummaryRow { puzzles, solved, unsolvable, invalid, stalled, node_limit, time_limit, wrong, .. } = row;
        let &SummaryRow { nodes, guesses, backtracks, .. } = row;
        Counts {
            puzzles,
            solved,
            unsolvable,
            invalid,
            stalled,
            node_limit,
            time_limit,
            wrong,
            nodes,
            guesses,
            backtracks,
        }
    }
}

impl Conditions {
    /// Those of a run.
    pub fn of(manifest: &Manifest) -> Conditions {
        let file = |file: &crate::reader::FileSummary| LockedFile {
            path: file.path.clone(),
            sha256: file.sha256.clone(),
            puzzles: file.puzzles,
        };
        Conditions {
            corpora: manifest.corpora.iter().map(file).collect(),
            puzzle_column: manifest.puzzle_column.clone(),
            solution_column: manifest.solution_column.clone(),
            sample: manifest.sample,
            limits: manifest.limits.clone(),
        }
    }
}

impl Lock {
    /// Locks the counts of a run, given strategy by strategy.
    ///
    /// # Errors
    ///
    /// They are not worth it: the run was cut short, an answer was wrong, or a time limit was hit, which is not so on
    /// every machine.
    pub fn of(manifest: &Manifest, counts: &[Counts]) -> Result<Lock> {
        let refuse = |why: &str| Err(Error::NotComparable(format!("no counts to lock: {why}")));
        let sum = |of: fn(&Counts) -> u64| counts.iter().map(of).sum::<u64>();
        if manifest.rounds_complete == 0 {
            return refuse("the run was cut short");
        }
        if !counts.iter().any(Counts::is_of_something) {
            return refuse("there are no puzzles that a strategy was run on");
        }
        if sum(|counts| counts.wrong) > 0 {
            return refuse("an answer is wrong; failures.csv has the reason");
        }
        if sum(|counts| counts.time_limit) > 0 {
            return refuse("a time limit was hit, which is not so on every machine; use --node-limit");
        }
        let strategies = manifest.strategies.iter().zip(counts).map(|(strategy, &counts)| LockedStrategy {
            strategy: strategy.name.clone(),
            counts,
            digest: strategy.digest.clone(),
        });
        let conditions = Conditions::of(manifest);
        Ok(Lock { schema_version: SCHEMA_VERSION, conditions, strategies: strategies.collect() })
    }

    /// Reads a lock file.
    ///
    /// # Errors
    ///
    /// It is not whole, or of another version, or names a strategy twice, or its sums cannot be those of a run.
    pub fn read(path: &Path) -> Result<Lock> {
        let lock: Lock = read_json(path)?;
        check_names(path, lock.strategies.iter().map(|strategy| &*strategy.strategy))?;
        if let Some(LockedStrategy { strategy, .. }) = lock.strategies.iter().find(|own| !own.counts.adds_up()) {
            let reason = format!("the statuses of {strategy} do not add up to its puzzles: changed by hand");
            return Err(Error::malformed(path, 0, reason));
        }
        Ok(lock)
    }

    /// Writes a lock file, which appears when it is complete. A strategy is a line, so that a change of its counts is one,
    /// too.
    pub fn write(&self, path: &Path) -> Result<()> {
        PartFile::create_for_user(path)?.complete(self.text().as_bytes())
    }

    fn text(&self) -> String {
        let Conditions { corpora, puzzle_column, solution_column, sample, limits } = &self.conditions;
        format!(
            "{{\n  \"schema_version\": {},\n  \"corpora\": {},\n  \"puzzle_column\": {},\n  \
             \"solution_column\": {},\n  \"sample\": {},\n  \"limits\": {},\n  \"strategies\": {}\n}}\n",
            self.schema_version,
            lines(corpora),
            json(puzzle_column),
            json(solution_column),
            json(sample),
            json(limits),
            lines(&self.strategies),
        )
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// An array with an item a line.
fn lines(items: &[impl Serialize]) -> String {
    format!("[\n    {}\n  ]", items.iter().map(json).collect::<Vec<_>>().join(",\n    "))
}
