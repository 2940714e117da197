//! One side of a comparison: results, or a lock file of their counts.

use std::path::Path;

use crate::{
    error::Result,
    record::{Conditions, Counts, Lock, Results},
};

/// One side of a comparison.
#[derive(Debug)]
pub enum Side {
    /// A results directory.
    Results(Box<Results>),
    /// The counts of one, under the path of the file.
    Lock(String, Box<Lock>),
}

impl Side {
    /// Opens a results directory, or a lock file.
    pub fn open(path: &Path) -> Result<Side> {
        // A lock file may come through a pipe, too.
        Ok(match path.is_dir() {
            true => Side::Results(Box::new(Results::open(path)?)),
            false => Side::Lock(path.display().to_string(), Box::new(Lock::read(path)?)),
        })
    }

    /// The path.
    pub fn name(&self) -> String {
        match self {
            Side::Results(results) => results.path().display().to_string(),
            Side::Lock(path, _) => path.clone(),
        }
    }

    /// The results, if this side has more than their counts.
    pub fn results(&self) -> Option<&Results> {
        match self {
            Side::Results(results) => Some(results),
            Side::Lock(..) => None,
        }
    }

    /// What was run.
    pub fn conditions(&self) -> Conditions {
        match self {
            Side::Results(results) => Conditions::of(&results.manifest),
            Side::Lock(_, lock) => lock.conditions.clone(),
        }
    }

    /// The strategies' names.
    pub fn strategies(&self) -> Vec<&str> {
        match self {
            Side::Results(results) => results.manifest.strategies.iter().map(|strategy| &*strategy.name).collect(),
            Side::Lock(_, lock) => lock.strategies.iter().map(|strategy| &*strategy.strategy).collect(),
        }
    }

    /// The digest of each strategy's rows.
    pub fn digests(&self) -> Vec<&str> {
        match self {
            Side::Results(results) => results.manifest.strategies.iter().map(|strategy| &*strategy.digest).collect(),
            Side::Lock(_, lock) => lock.strategies.iter().map(|strategy| &*strategy.digest).collect(),
        }
    }

    /// The counts that a lock file has; those of results are in their rows.
    pub fn locked_counts(&self) -> Option<Vec<Counts>> {
        match self {
            Side::Results(_) => None,
            Side::Lock(_, lock) => Some(lock.strategies.iter().map(|strategy| strategy.counts).collect()),
        }
    }

    /// Why this side is nothing to compare with.
    pub fn defect(&self) -> Option<&'static str> {
        match self {
            Side::Results(results) if results.manifest.rounds_complete == 0 => {
                Some("the run was cut short in its first round")
            }
            _ if self.strategies().is_empty() => Some("there is no strategy in it"),
            _ if self.conditions().corpora.iter().all(|file| file.puzzles == 0) => Some("there is no puzzle in it"),
            _ => None,
        }
    }
}
