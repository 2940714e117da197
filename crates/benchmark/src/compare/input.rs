//! An input of a comparison: a results directory, or a lock file with the counts of one.

use std::path::Path;

use corpus::error::Result;
use pass::Counts;

use crate::record::{Conditions, Lock, PuzzleRecord, Results};

#[derive(Debug)]
pub enum Input {
    Results(Box<Results>),
    Lock(String, Box<Lock>),
}

impl Input {
    pub fn open(path: &Path) -> Result<Input> {
        // A lock file may also be a pipe.
        Ok(match path.is_dir() {
            true => Input::Results(Box::new(Results::open(path)?)),
            false => Input::Lock(path.display().to_string(), Box::new(Lock::read(path)?)),
        })
    }

    pub fn name(&self) -> String {
        match self {
            Input::Results(results) => results.path().display().to_string(),
            Input::Lock(path, _) => path.clone(),
        }
    }

    pub fn results(&self) -> Option<&Results> {
        match self {
            Input::Results(results) => Some(results),
            Input::Lock(..) => None,
        }
    }

    /// Returns the corpora, columns, sample and limits of the run.
    pub fn conditions(&self) -> Conditions {
        match self {
            Input::Results(results) => Conditions::of(&results.manifest),
            Input::Lock(_, lock) => lock.conditions.clone(),
        }
    }

    pub fn strategies(&self) -> Vec<&str> {
        match self {
            Input::Results(results) => results.manifest.strategies.iter().map(|strategy| &*strategy.name).collect(),
            Input::Lock(_, lock) => lock.strategies.iter().map(|strategy| &*strategy.strategy).collect(),
        }
    }

    /// Returns the digest of each strategy's rows, in the order of the run.
    pub fn digests(&self) -> Vec<&str> {
        match self {
            Input::Results(results) => results.manifest.strategies.iter().map(|strategy| &*strategy.digest).collect(),
            Input::Lock(_, lock) => lock.strategies.iter().map(|strategy| &*strategy.digest).collect(),
        }
    }

    /// Returns the counts of each strategy, summed over all puzzles, in the order of the run.
    pub fn counts(&self) -> Result<Vec<Counts>> {
        let results = match self {
            Input::Results(results) => results,
            Input::Lock(_, lock) => return Ok(lock.strategies.iter().map(|strategy| strategy.counts).collect()),
        };
        let mut rows = results.rows_ahead()?;
        let mut record = PuzzleRecord::default();
        let mut sums = vec![Counts::default(); results.manifest.strategies.len()];
        while rows.next(&mut record)? {
            sums.iter_mut().zip(&record.samples).for_each(|(sum, sample)| sum.add(sample));
        }
        Ok(sums)
    }

    pub fn defect(&self) -> Option<&'static str> {
        match self {
            Input::Results(results) if results.manifest.rounds_complete == 0 => {
                Some("the run was interrupted in its first round")
            }
            _ if self.strategies().is_empty() => Some("it has no strategies"),
            _ if self.conditions().corpora.iter().all(|file| file.puzzles == 0) => Some("it has no puzzles"),
            _ => None,
        }
    }
}
