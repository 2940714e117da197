//! `puzzles.csv`, puzzle by puzzle, held against the digests of the manifest.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{Manifest, PUZZLES_HEADER, PuzzleRow, Sample};
use crate::{
    digest::hex,
    error::{Error, Result},
};

/// All strategies' rows of one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// The puzzle's name, as it is written.
    pub puzzle: String,
    /// The line of the corpus.
    pub line: u64,
    /// Givens.
    pub clues: u64,
    /// In the order of the manifest.
    pub samples: Vec<Sample>,
}

/// The rows of a file.
pub struct Rows {
    path: PathBuf,
    file: BufReader<File>,
    /// The line that was read last.
    line: u64,
    row: Vec<u8>,
    strategies: Vec<(String, String)>,
    digests: Vec<Sha256>,
}

impl Rows {
    /// Opens the file of a run.
    pub fn open(path: &Path, manifest: &Manifest) -> Result<Rows> {
        let file = File::open(path).map_err(Error::io(path, "open"))?;
        let of = |strategy: &super::StrategyManifest| (strategy.name.clone(), strategy.digest.clone());
        let mut rows = Rows {
            path: path.into(),
            file: BufReader::with_capacity(1 << 16, file),
            line: 0,
            row: Vec::new(),
            strategies: manifest.strategies.iter().map(of).collect(),
            digests: vec![Sha256::new(); manifest.strategies.len()],
        };
        if !rows.read()? || rows.row != PUZZLES_HEADER.trim_end().as_bytes() {
            return Err(rows.malformed(format!("is not the header {}", PUZZLES_HEADER.trim_end())));
        }
        Ok(rows)
    }

    /// Reads the rows of the next puzzle; says whether there was one.
    ///
    /// # Errors
    ///
    /// A row is not as it was written. At the end, the rows of a strategy are not those of the manifest's digest.
    pub fn next(&mut self, record: &mut PuzzleRecord) -> Result<bool> {
        record.samples.clear();
        for i in 0..self.strategies.len() {
            if !self.read()? {
                if i == 0 {
                    return self.check().map(|()| false);
                }
                return Err(self.malformed(format!("the row of {} is missing: cut short", self.strategies[i].0)));
            }
            let row = match PuzzleRow::parse(&self.row) {
                Ok(row) => row,
                Err(what) => return Err(self.malformed(format!("the row {what}"))),
            };
            if row.strategy != self.strategies[i].0 {
                let what = format!("a row of {} where one of {} should be", row.strategy, self.strategies[i].0);
                return Err(self.malformed(what));
            }
            if i == 0 {
                (record.line, record.clues) = (row.line, row.clues);
                record.puzzle.clear();
                record.puzzle.push_str(row.puzzle);
            } else if (row.puzzle, row.line, row.clues) != (&record.puzzle, record.line, record.clues) {
                return Err(self.malformed("not the puzzle of the row before: a row is missing, or there twice".into()));
            }
            self.digests[i].update(row.counts);
            self.digests[i].update(b"\n");
            record.samples.push(row.sample);
        }
        Ok(!self.strategies.is_empty())
    }

    /// Reads a line, without its end; says whether there was one.
    fn read(&mut self) -> Result<bool> {
        self.row.clear();
        self.line += 1;
        self.file.read_until(b'\n', &mut self.row).map_err(Error::io(&self.path, "read"))?;
        match self.row.pop() {
            None => Ok(false),
            Some(b'\n') => Ok(true),
            Some(_) => Err(self.malformed("the line has no end: cut short".into())),
        }
    }

    fn check(&mut self) -> Result<()> {
        for ((name, expected), digest) in self.strategies.iter().zip(&self.digests) {
            if hex(&digest.clone().finalize()) != *expected {
                let rows = format!("after {} lines", self.line - 1);
                let what = "are not those that manifest.json has the digest of: changed by hand, or cut short";
                return Err(Error::malformed(&self.path, 0, format!("the rows of {name} {what} {rows}")));
            }
        }
        Ok(())
    }

    fn malformed(&self, reason: String) -> Error {
        Error::malformed(&self.path, self.line, reason)
    }
}
