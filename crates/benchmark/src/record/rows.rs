//! Reads `puzzles.csv`, puzzle by puzzle, and checks it against the digests of the manifest.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use corpus::{
    digest::hex,
    error::{Error, Result},
};
use memchr::memchr;
use pass::{ProfileFields, Sample};
use sha2::{Digest, Sha256};

use super::{
    StrategyManifest,
    puzzle_row::{self, ExtraColumns, PuzzleRow},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// The puzzle's name as written in the file.
    pub puzzle: String,
    pub line: u64,
    pub clues: u64,
    /// One sample for each strategy, in the order of the manifest.
    pub samples: Vec<Sample>,
    pub givens: Option<String>,
}

pub struct Rows<R = File> {
    path: PathBuf,
    input: BufReader<R>,
    /// Number of the line in `row`, from 1.
    line: u64,
    row: Vec<u8>,
    /// Index of the column of the givens among the columns after the known ones.
    givens: Option<usize>,
    /// Index of the first column of profiles among them.
    profile: Option<usize>,
    strategies: Vec<StrategyManifest>,
    digests: Vec<Sha256>,
}

impl Rows {
    pub fn open(path: &Path, strategies: &[StrategyManifest]) -> Result<Rows> {
        Rows::begin(path, strategies, File::open(path).map_err(Error::io(path, "open"))?)
    }
}

impl<R: Read> Rows<R> {
    pub fn begin(path: &Path, strategies: &[StrategyManifest], file: R) -> Result<Rows<R>> {
        let mut rows = Rows {
            path: path.into(),
            input: BufReader::with_capacity(1 << 16, file),
            line: 0,
            row: Vec::new(),
            givens: None,
            profile: None,
            strategies: strategies.to_vec(),
            digests: vec![Sha256::new(); strategies.len()],
        };
        rows.read_header()?;
        Ok(rows)
    }

    /// Finds the columns. A later version may have more of them at the end.
    fn read_header(&mut self) -> Result<()> {
        let header = puzzle_row::header(ExtraColumns::NONE);
        let has_line = self.read_line()?;
        let row = String::from_utf8_lossy(&self.row);
        match row.strip_prefix(&header).filter(|more| more.is_empty() || more.starts_with(',')) {
            Some(more) if has_line => {
                let (first_of_profile, _) = ProfileFields::COLUMNS[0];
                self.givens = more.split(',').position(|name| name == puzzle_row::GIVENS);
                self.profile = more.split(',').position(|name| name == first_of_profile);
                Ok(())
            }
            _ => Err(self.malformed(format!("is not the header {header}"))),
        }
    }

    pub fn extra_columns(&self) -> ExtraColumns {
        ExtraColumns { profile: self.profile.is_some(), givens: self.givens.is_some() }
    }

    /// Reads the rows of a puzzle that the file must have. Returns an error at the end of the file.
    pub fn expect(&mut self, record: &mut PuzzleRecord) -> Result<()> {
        if self.next(record)? {
            return Ok(());
        }
        Err(self.malformed("a puzzle of blocks.csv is missing".into()))
    }

    /// Checks that the file ends here, and that its rows have the digests of the manifest. Returns an error if there are more
    /// rows, or others.
    pub fn expect_end(&mut self) -> Result<()> {
        if !self.next(&mut PuzzleRecord::default())? {
            return Ok(());
        }
        Err(self.malformed("a puzzle that blocks.csv does not have".into()))
    }

    /// Reads the rows of the next puzzle into `record`. Returns false at the end of the file. Returns an error at the end of the
    /// file if the rows of a strategy do not have the digest of the manifest.
    pub fn next(&mut self, record: &mut PuzzleRecord) -> Result<bool> {
        record.samples.clear();
        for index in 0..self.strategies.len() {
            if self.read_line()? {
                self.add_row(index, record)?;
            } else if index == 0 {
                self.check_digests()?;
                return Ok(false);
            } else {
                let name = &self.strategies[index].name;
                return Err(self.malformed(format!("the row of {name} is missing: cut short")));
            }
        }
        Ok(!self.strategies.is_empty())
    }

    fn add_row(&mut self, index: usize, record: &mut PuzzleRecord) -> Result<()> {
        let row = match PuzzleRow::parse(&self.row) {
            Ok(row) => row,
            Err(reason) => return Err(self.malformed(format!("the row {reason}"))),
        };
        let name = &self.strategies[index].name;
        if row.strategy != *name {
            return Err(self.malformed(format!("a row of {} where a row of {name} is expected", row.strategy)));
        }
        if index == 0 {
            (record.line, record.clues) = (row.line, row.clues);
            record.puzzle.clear();
            record.puzzle.push_str(row.puzzle);
            record.givens = self.givens.and_then(|index| row.more.split(',').nth(index)).map(Into::into);
        } else if (row.puzzle, row.line, row.clues) != (&record.puzzle, record.line, record.clues) {
            return Err(self.malformed("not the puzzle of the row before: a row is missing or duplicated".into()));
        }
        self.digests[index].update(row.deterministic);
        self.digests[index].update(b"\n");
        let profile = self.profile.map_or(Ok(None), |index| ProfileFields::parse(row.more.split(',').skip(index)));
        let profile = profile.map_err(|reason| self.malformed(format!("the row {reason}")))?;
        record.samples.push(Sample { profile, ..row.sample });
        Ok(())
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

    /// Reads a line without its end. Returns false at the end of the file.
    fn read_line(&mut self) -> Result<bool> {
        self.row.clear();
        self.line += 1;
        // The crate `memchr` finds the end of a short line faster than `read_until`.
        loop {
            let buffer = self.input.fill_buf().map_err(Error::io(&self.path, "read"))?;
            if let Some(end) = memchr(b'\n', buffer) {
                self.row.extend_from_slice(&buffer[..end]);
                self.input.consume(end + 1);
                return Ok(true);
            }
            if buffer.is_empty() {
                return match self.row.is_empty() {
                    true => Ok(false),
                    false => Err(self.malformed("the line has no end: cut short".into())),
                };
            }
            self.row.extend_from_slice(buffer);
            let length = buffer.len();
            self.input.consume(length);
        }
    }

    fn malformed(&self, reason: String) -> Error {
        Error::malformed(&self.path, self.line, reason)
    }
}
