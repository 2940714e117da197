//! Writes `failures.csv`: each puzzle that ended as anything but solved, with its text and the reason.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::ReopenedFile,
    reader::Puzzle,
};
use pass::{Sample, Status};

use super::{PuzzleRecord, StrategyManifest, directory_names::FAILURES, puzzle_row::push_name};

pub struct FailureRows {
    path: PathBuf,
    file: BufReader<ReopenedFile>,
    /// The next row, with its line end; empty at the end of the file.
    row: Vec<u8>,
}

impl FailureRows {
    pub fn open(directory: &Path) -> Result<FailureRows> {
        let path = directory.join(FAILURES);
        let file = BufReader::with_capacity(1 << 16, ReopenedFile::open(&path).map_err(Error::io(&path, "open"))?);
        let mut rows = FailureRows { path, file, row: Vec::new() };
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

pub const HEADER: &str = "puzzle,line,strategy,status,detail,text";

/// Appends the rows of a puzzle. `message` returns the error message of an external engine.
pub fn push_rows<'m>(
    rows: &mut Vec<u8>,
    puzzle: &Puzzle,
    strategies: &[StrategyManifest],
    samples: &[Sample],
    message: impl Fn(usize) -> Option<&'m str>,
) {
    for (index, (strategy, sample)) in strategies.iter().zip(samples).enumerate() {
        let detail = match sample.status {
            Status::Solved => continue,
            Status::EngineError | Status::NotTried => quoted(message(index).unwrap_or_default()),
            Status::Invalid => puzzle.givens.conflict().map_or(String::new(), |conflict| conflict.to_string()),
            _ => sample.detail.to_string(),
        };
        push_name(rows, puzzle);
        let rest = format!(",{},{},{},{detail},{}\n", puzzle.line, strategy.name, sample.status, puzzle.givens);
        rows.extend_from_slice(rest.as_bytes());
    }
}

/// Returns the rows of a puzzle that was read from other files; `rows` holds one list per file. Each strategy gets its row of
/// the first file in which it has the status of the record.
pub fn copied_rows(record: &PuzzleRecord, strategies: &[StrategyManifest], rows: &[Vec<Vec<u8>>]) -> Vec<u8> {
    let row = |(strategy, sample): (&StrategyManifest, &Sample)| {
        let begin = format!("{},{},{},{},", record.puzzle, record.line, strategy.name, sample.status);
        rows.iter().flatten().find(|row| row.starts_with(begin.as_bytes()))
    };
    strategies.iter().zip(&record.samples).filter_map(row).flatten().copied().collect()
}
