//! Writes `failures.csv`: each puzzle that ended as anything but solved, with its text and the reason.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::{PartFile, ReopenedFile},
    reader::Puzzle,
};
use pass::{Detail, Fault, Sample, Status};

use super::{
    PuzzleRecord, StrategyManifest, directory::Directory, directory_names::FAILURES, puzzle_row::push_name,
    round::RoundFile,
};

/// Reads the file.
pub struct FailureRows<R = ReopenedFile> {
    path: PathBuf,
    file: BufReader<R>,
    /// The next row, with its line end; empty at the end of the file.
    row: Vec<u8>,
}

impl FailureRows {
    pub fn open(directory: &Path) -> Result<FailureRows> {
        FailureRows::begin(&directory.join(FAILURES), ReopenedFile::open)
    }
}

impl<R: Read> FailureRows<R> {
    fn begin(path: &Path, open: impl FnOnce(&Path) -> io::Result<R>) -> Result<FailureRows<R>> {
        let file = BufReader::with_capacity(1 << 16, open(path).map_err(Error::io(path, "open"))?);
        let mut rows = FailureRows { path: path.into(), file, row: Vec::new() };
        // The first line is the header.
        rows.advance()?;
        rows.advance()?;
        Ok(rows)
    }

    /// Returns the rows of a puzzle, each with its line end. Puzzles come in the order of the file.
    pub fn of(&mut self, record: &PuzzleRecord) -> Result<Vec<Vec<u8>>> {
        let begin = format!("{},{},", record.puzzle, record.line);
        let mut rows = Vec::new();
        while self.row.starts_with(begin.as_bytes()) {
            rows.push(self.row.clone());
            self.advance()?;
        }
        Ok(rows)
    }

    fn advance(&mut self) -> Result<()> {
        self.row.clear();
        self.file.read_until(b'\n', &mut self.row).map_err(Error::io(&self.path, "read"))?;
        Ok(())
    }
}

fn quoted(message: &str) -> String {
    let line = message.replace(|c: char| c.is_control(), " ");
    if line.contains(['"', ',']) { format!("\"{}\"", line.replace('"', "\"\"")) } else { line }
}

pub struct Failures {
    file: RoundFile,
    previous: Option<FailureRows<File>>,
    name: Vec<u8>,
}

impl Failures {
    pub fn begin(directory: &Directory) -> Result<Failures> {
        let file = RoundFile::begin(directory, FAILURES, "puzzle,line,strategy,status,detail,text".into())?;
        Ok(Failures { file, previous: None, name: Vec::new() })
    }

    pub fn next_round(&mut self) -> Result<()> {
        // On some systems, an open file cannot be removed.
        self.previous = None;
        self.previous = Some(self.file.next_round(|path| FailureRows::begin(path, |path| File::open(path)))?);
        Ok(())
    }

    /// Writes the rows of a puzzle. `message` returns the error message of an external engine.
    pub fn write<'m>(
        &mut self,
        puzzle: &Puzzle,
        strategies: &[StrategyManifest],
        samples: &[Sample],
        message: impl Fn(usize) -> Option<&'m str>,
    ) -> Result<()> {
        let has_rows = self.previous.as_ref().is_some_and(|previous| !previous.row.is_empty());
        if !has_rows && samples.iter().all(|sample| sample.status == Status::Solved) {
            return Ok(());
        }
        self.name.clear();
        push_name(&mut self.name, puzzle);
        self.name.extend_from_slice(format!(",{},", puzzle.line).as_bytes());
        if let Some(previous) = &mut self.previous {
            while previous.row.starts_with(&self.name) {
                previous.advance()?;
            }
        }
        for (index, (strategy, sample)) in strategies.iter().zip(samples).enumerate() {
            let detail = match (sample.status, sample.detail) {
                (Status::Solved, _) => continue,
                (Status::EngineError, _) => quoted(message(index).unwrap_or_default()),
                (Status::Wrong, Detail::None) => Detail::Wrong(Fault::EarlierRound).to_string(),
                (Status::Invalid, _) => puzzle.givens.conflict().map_or(String::new(), |conflict| conflict.to_string()),
                (_, detail) => detail.to_string(),
            };
            self.file.write(&self.name)?;
            let rest = format!("{},{},{detail},{}\n", strategy.name, sample.status, puzzle.givens);
            self.file.write(rest.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the rows of a puzzle that was read from other files; `rows` holds one list per file. Each strategy gets
    /// its row of the first file in which it has the status of the record.
    pub fn copy(
        &mut self,
        record: &PuzzleRecord,
        strategies: &[StrategyManifest],
        rows: &[Vec<Vec<u8>>],
    ) -> Result<()> {
        for (strategy, sample) in strategies.iter().zip(&record.samples) {
            let begin = format!("{},{},{},{},", record.puzzle, record.line, strategy.name, sample.status);
            if let Some(row) = rows.iter().flatten().find(|row| row.starts_with(begin.as_bytes())) {
                self.file.write(row)?;
            }
        }
        Ok(())
    }

    /// Copies the rows of the previous round for the puzzles that an interrupted round did not reach, and returns the
    /// file.
    pub fn finish(mut self) -> Result<PartFile> {
        if let Some(mut previous) = self.previous {
            while !previous.row.is_empty() {
                self.file.write(&previous.row)?;
                previous.advance()?;
            }
        }
        self.file.finish()
    }
}
