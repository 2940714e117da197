//! An input of a comparison: a results directory, or a lock file with the counts of one.

use std::path::Path;

use corpus::error::Result;
use pass::Counts;

use crate::record::{Lock, PuzzleRecord, Results};

#[derive(Debug)]
pub struct Input {
    pub name: String,
    /// The conditions and the strategies. For a results directory its counts are 0; [`Input::counts`] sums the rows.
    pub lock: Lock,
    /// `None` for a lock file.
    pub results: Option<Results>,
}

impl Input {
    pub fn open(path: &Path) -> Result<Input> {
        let name = path.display().to_string();
        // A lock file may also be a pipe.
        if !path.is_dir() {
            return Ok(Input { name, lock: Lock::read(path)?, results: None });
        }
        let results = Results::open(path)?;
        let unknown = vec![Counts::default(); results.manifest.strategies.len()];
        Ok(Input { name, lock: Lock::unchecked(&results.manifest, &unknown), results: Some(results) })
    }

    pub fn strategies(&self) -> Vec<&str> {
        self.lock.strategies.iter().map(|strategy| &*strategy.strategy).collect()
    }

    /// Returns the counts of each strategy, summed over all puzzles, in the order of the run.
    pub fn counts(&self) -> Result<Vec<Counts>> {
        let mut sums: Vec<Counts> = self.lock.strategies.iter().map(|strategy| strategy.counts).collect();
        let Some(results) = &self.results else { return Ok(sums) };
        let mut rows = results.rows_ahead()?;
        let mut record = PuzzleRecord::default();
        while rows.next(&mut record)? {
            sums.iter_mut().zip(&record.samples).for_each(|(sum, sample)| sum.add(sample));
        }
        Ok(sums)
    }

    pub fn defect(&self) -> Option<&'static str> {
        match &self.results {
            Some(results) if results.manifest.rounds_complete == 0 => {
                Some("the run was interrupted in its first round")
            }
            _ if self.lock.strategies.is_empty() => Some("it has no strategies"),
            _ if self.lock.conditions.corpora.iter().all(|file| file.puzzles == 0) => Some("it has no puzzles"),
            _ => None,
        }
    }
}
