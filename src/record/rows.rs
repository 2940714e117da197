//! Reads `puzzles.csv`, puzzle by puzzle, and checks it against the digests of the manifest.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    Sample, StrategyManifest,
    puzzle_row::{self, PuzzleRow},
};
use crate::{
    digest::hex,
    error::{Error, Result},
};

/// The rows of one puzzle, of all strategies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// The puzzle's name as written in the file.
    pub puzzle: String,
    /// Line of the corpus.
    pub line: u64,
    /// Number of givens.
    pub clues: u64,
    /// One sample for each strategy, in the order of the manifest.
    pub samples: Vec<Sample>,
    /// The cells of the puzzle, if the file has them.
    pub givens: Option<String>,
}

/// A reader of `puzzles.csv`.
pub struct Rows {
    path: PathBuf,
    file: BufReader<File>,
    /// Number of the line in `row`, from 1.
    line: u64,
    row: Vec<u8>,
    /// Place of the column of the givens behind the columns that every file has.
    givens: Option<usize>,
    strategies: Vec<StrategyManifest>,
    digests: Vec<Sha256>,
}

impl Rows {
    /// Opens a file with rows of these strategies.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or does not begin with the header.
    pub fn open(path: &Path, strategies: &[StrategyManifest]) -> Result<Rows> {
        let file = File::open(path).map_err(Error::io(path, "open"))?;
        let mut rows = Rows {
            path: path.into(),
            file: BufReader::with_capacity(1 << 16, file),
            line: 0,
            row: Vec::new(),
            givens: None,
            strategies: strategies.to_vec(),
            digests: vec![Sha256::new(); strategies.len()],
        };
        let header = puzzle_row::required_header();
        let has_line = rows.read_line()?;
        let row = String::from_utf8_lossy(&rows.row);
        match row.strip_prefix(&header).filter(|more| more.is_empty() || more.starts_with(',')) {
            Some(more) if has_line => rows.givens = more.split(',').position(|name| name == puzzle_row::GIVENS),
            _ => return Err(rows.malformed(format!("is not the header {header}"))),
        }
        Ok(rows)
    }

    /// Reads the rows of the next puzzle into `record`. Returns false at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if a row is malformed or missing, or, at the end, if the rows of a strategy do not have the
    /// digest of the manifest.
    pub fn next(&mut self, record: &mut PuzzleRecord) -> Result<bool> {
        record.samples.clear();
        for i in 0..self.strategies.len() {
            if !self.read_line()? {
                if i == 0 {
                    return self.check_digests().map(|()| false);
                }
                return Err(self.malformed(format!("the row of {} is missing: cut short", self.strategies[i].name)));
            }
            let row = match PuzzleRow::parse(&self.row) {
                Ok(row) => row,
                Err(reason) => return Err(self.malformed(format!("the row {reason}"))),
            };
            if row.strategy != self.strategies[i].name {
                let reason =
                    format!("a row of {} where a row of {} is expected", row.strategy, self.strategies[i].name);
                return Err(self.malformed(reason));
            }
            if i == 0 {
                (record.line, record.clues) = (row.line, row.clues);
                record.puzzle.clear();
                record.puzzle.push_str(row.puzzle);
                record.givens = self.givens.and_then(|place| row.more.split(',').nth(place)).map(Into::into);
            } else if (row.puzzle, row.line, row.clues) != (&record.puzzle, record.line, record.clues) {
                return Err(self.malformed("not the puzzle of the row before: a row is missing or duplicated".into()));
            }
            self.digests[i].update(row.deterministic);
            self.digests[i].update(b"\n");
            record.samples.push(row.sample);
        }
        Ok(!self.strategies.is_empty())
    }

    /// Returns true if the file has the cells of the puzzles.
    pub fn has_givens(&self) -> bool {
        self.givens.is_some()
    }

    /// Reads the rows of a puzzle that the file must have.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Rows::next`], and an error at the end of the file.
    pub fn expect(&mut self, record: &mut PuzzleRecord) -> Result<()> {
        if self.next(record)? {
            return Ok(());
        }
        Err(self.malformed("a puzzle of blocks.csv is missing".into()))
    }

    /// Checks that the file ends here, and that its rows have the digests of the manifest.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more rows, or others.
    pub fn expect_end(&mut self) -> Result<()> {
        if !self.next(&mut PuzzleRecord::default())? {
            return Ok(());
        }
        Err(self.malformed("a puzzle that blocks.csv does not have".into()))
    }

    /// Reads a line without its end. Returns false at the end of the file.
    fn read_line(&mut self) -> Result<bool> {
        self.row.clear();
        self.line += 1;
        self.file.read_until(b'\n', &mut self.row).map_err(Error::io(&self.path, "read"))?;
        match self.row.pop() {
            None => Ok(false),
            Some(b'\n') => Ok(true),
            Some(_) => Err(self.malformed("the line has no end: cut short".into())),
        }
    }

    fn check_digests(&self) -> Result<()> {
        for (StrategyManifest { name, digest: expected, .. }, digest) in self.strategies.iter().zip(&self.digests) {
            if hex(&digest.clone().finalize()) != *expected {
                let rows = format!("after {} lines", self.line - 1);
                let reason = "do not match the digest in manifest.json: changed by hand, or cut short";
                return Err(Error::malformed(&self.path, 0, format!("the rows of {name} {reason} {rows}")));
            }
        }
        Ok(())
    }

    fn malformed(&self, reason: String) -> Error {
        Error::malformed(&self.path, self.line, reason)
    }
}
