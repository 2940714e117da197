//! An input of a comparison: a results directory, or a lock file with the counts of one.

use std::path::Path;

use corpus::error::Result;
use pass::Counts;

use crate::record::{Conditions, Lock, LockedStrategy, PuzzleRecord, Results};

#[derive(Debug)]
pub struct Input {
    pub name: String,
    pub conditions: Conditions,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Results(Box<Results>),
    Lock(Vec<LockedStrategy>),
}

impl Input {
    pub fn open(path: &Path) -> Result<Input> {
        let name = path.display().to_string();
        // A lock file may also be a pipe.
        if !path.is_dir() {
            let Lock { conditions, strategies, .. } = Lock::read(path)?;
            return Ok(Input { name, conditions, source: Source::Lock(strategies) });
        }
        let results = Results::open(path)?;
        Ok(Input { name, conditions: Conditions::of(&results.manifest), source: Source::Results(Box::new(results)) })
    }

    /// Returns the results; `None` for a lock file.
    pub fn results(&self) -> Option<&Results> {
        match &self.source {
            Source::Results(results) => Some(results.as_ref()),
            Source::Lock(_) => None,
        }
    }

    /// Returns the names of the strategies, in the order of the run.
    pub fn strategies(&self) -> Vec<&str> {
        match &self.source {
            Source::Results(results) => results.manifest.strategies.iter().map(|strategy| &*strategy.name).collect(),
            Source::Lock(strategies) => strategies.iter().map(|strategy| &*strategy.strategy).collect(),
        }
    }

    /// Returns the digest of the rows of a strategy, by its index in the run.
    pub fn digest(&self, index: usize) -> &str {
        match &self.source {
            Source::Results(results) => &results.manifest.strategies[index].digest,
            Source::Lock(strategies) => &strategies[index].digest,
        }
    }

    /// Returns the counts of each strategy, summed over all puzzles, in the order of the run.
    pub fn counts(&self) -> Result<Vec<Counts>> {
        let results = match &self.source {
            Source::Results(results) => results,
            Source::Lock(strategies) => return Ok(strategies.iter().map(|strategy| strategy.counts).collect()),
        };
        let mut sums = vec![Counts::default(); results.manifest.strategies.len()];
        let mut rows = results.rows_ahead()?;
        let mut record = PuzzleRecord::default();
        while rows.next(&mut record)? {
            sums.iter_mut().zip(&record.samples).for_each(|(sum, sample)| sum.add(sample));
        }
        Ok(sums)
    }

    pub fn defect(&self) -> Option<&'static str> {
        match &self.source {
            Source::Results(results) if results.manifest.rounds_complete == 0 => {
                Some("the run was interrupted in its first round")
            }
            _ if self.strategies().is_empty() => Some("it has no strategies"),
            _ if self.conditions.corpora.iter().all(|file| file.puzzles == 0) => Some("it has no puzzles"),
            _ => None,
        }
    }
}
