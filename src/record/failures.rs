//! Writes `failures.csv`: each puzzle that ended as anything but solved, with its text and the reason.

use std::{
    fs::File,
    io::{BufRead, BufReader},
};

use super::{Detail, Sample, Status, StrategyManifest, directory::Directory, puzzle_row::push_name, round::RoundFile};
use crate::{
    error::{Error, Result},
    fs::PartFile,
    reader::Puzzle,
};

/// The file of a run in progress.
pub struct Failures {
    file: RoundFile,
    previous: Option<BufReader<File>>,
    /// The next row of the round before, without its line end.
    row_before: Option<Vec<u8>>,
    name: Vec<u8>,
}

impl Failures {
    /// Begins the first round.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn begin(directory: &Directory) -> Result<Failures> {
        let file = RoundFile::begin(directory, "failures.csv", "puzzle,line,strategy,status,detail,text".into())?;
        Ok(Failures { file, previous: None, row_before: None, name: Vec::new() })
    }

    /// Ends a complete round and begins the next.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written or read.
    pub fn next_round(&mut self) -> Result<()> {
        let open = |path: &std::path::Path| File::open(path).map_err(Error::io(path, "open"));
        self.previous = Some(BufReader::with_capacity(1 << 16, self.file.next_round(open)?));
        // The first line is the header.
        self.read_before()?;
        self.read_before()
    }

    /// Writes the rows of a puzzle.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written or read.
    pub fn write(&mut self, puzzle: &Puzzle, strategies: &[StrategyManifest], samples: &[Sample]) -> Result<()> {
        if self.row_before.is_none() && samples.iter().all(|sample| sample.status == Status::Solved) {
            return Ok(());
        }
        self.name.clear();
        push_name(&mut self.name, puzzle);
        self.name.extend_from_slice(format!(",{},", puzzle.line).as_bytes());
        while self.row_before.as_ref().is_some_and(|row| row.starts_with(&self.name)) {
            self.read_before()?;
        }
        for (strategy, sample) in strategies.iter().zip(samples).filter(|(_, sample)| sample.status != Status::Solved) {
            let detail = match (sample.status, sample.detail) {
                (Status::Wrong, Detail::None) => Detail::Reason("the answer was wrong in an earlier round"),
                (_, detail) => detail,
            };
            self.file.write(&self.name)?;
            let rest = format!("{},{},{detail},{}\n", strategy.name, sample.status, puzzle.givens);
            self.file.write(rest.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the rows of the round before for the puzzles that this round, which was interrupted, did not reach, and
    /// returns the file.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written or read.
    pub fn finish(mut self) -> Result<PartFile> {
        while let Some(mut row) = self.row_before.take() {
            row.push(b'\n');
            self.file.write(&row)?;
            self.read_before()?;
        }
        drop(self.previous);
        self.file.finish()
    }

    /// Reads the next row of the round before.
    fn read_before(&mut self) -> Result<()> {
        let mut row = self.row_before.take().unwrap_or_default();
        row.clear();
        if let Some(previous) = &mut self.previous {
            previous.read_until(b'\n', &mut row).map_err(Error::io("failures.csv", "read"))?;
        }
        self.row_before = row.pop().map(|_| row);
        Ok(())
    }
}
