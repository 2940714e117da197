//! `failures.csv`: each puzzle that ended as anything but solved, with its text and the reason.

use super::{Detail, Sample, Status, directory::Directory, puzzles::push_name, round::RoundFile};
use crate::{error::Result, fs::PartFile, reader::Puzzle, strategy::Entry};

/// Writes the file.
pub struct Failures {
    file: RoundFile,
    name: Vec<u8>,
    /// The last round's row that was read, and does not belong to a puzzle of this one yet.
    last: Option<Vec<u8>>,
}

impl Failures {
    /// Begins the first round.
    pub fn begin(directory: &Directory) -> Result<Failures> {
        let file = RoundFile::begin(directory, "failures.csv", "puzzle,line,strategy,status,detail,text\n")?;
        Ok(Failures { file, name: Vec::new(), last: None })
    }

    /// Ends a complete round and begins the next.
    pub fn next_round(&mut self) -> Result<()> {
        self.file.next_round()?;
        self.read_last()
    }

    /// Writes the rows of a puzzle.
    pub fn write(&mut self, puzzle: &Puzzle, strategies: &[Entry], samples: &[Sample]) -> Result<()> {
        if self.last.is_none() && samples.iter().all(|sample| sample.status == Status::Solved) {
            return Ok(());
        }
        self.name.clear();
        push_name(&mut self.name, puzzle);
        self.name.extend_from_slice(format!(",{},", puzzle.line).as_bytes());
        while self.last.as_ref().is_some_and(|last| last.starts_with(&self.name)) {
            self.read_last()?;
        }
        for (entry, sample) in strategies.iter().zip(samples).filter(|(_, sample)| sample.status != Status::Solved) {
            let detail = match (sample.status, sample.detail) {
                (Status::Wrong, Detail::None) => Detail::Reason("the answer was wrong in an earlier round"),
                (_, detail) => detail,
            };
            self.file.write(&self.name)?;
            let rest = format!("{},{},{detail},{}\n", entry.name, sample.status, puzzle.givens);
            self.file.write(rest.as_bytes())?;
        }
        Ok(())
    }

    /// Keeps what the last round had of the puzzles that this one, cut short, did not reach.
    pub fn finish(mut self) -> Result<PartFile> {
        while let Some(mut row) = self.last.take() {
            row.push(b'\n');
            self.file.write(&row)?;
            self.read_last()?;
        }
        self.file.finish()
    }

    fn read_last(&mut self) -> Result<()> {
        let mut row = self.last.take().unwrap_or_default();
        self.last = self.file.last_row(&mut row)?.then_some(row);
        Ok(())
    }
}
