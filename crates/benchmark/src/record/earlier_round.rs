//! The rows of `puzzles.csv` that the previous round wrote. The solving threads merge the samples of their blocks with
//! these rows.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use corpus::error::{Error, Result};
use pass::{Sample, SolvedBlock};

use super::{
    PuzzleRecord, StrategyManifest,
    merge::{changed, merge_samples},
    puzzle_row::{ExtraColumns, header, push_puzzle, push_read_puzzle},
    rows::Records,
};

/// The offset and the length in bytes of the rows of each block, by the index of the block.
pub type BlockOffsets = BTreeMap<u64, (u64, usize)>;

/// The file of the previous round.
pub struct EarlierRound {
    path: PathBuf,
    file: Mutex<File>,
    offsets: BlockOffsets,
    pub(super) strategies: Vec<StrategyManifest>,
    pub(super) extra: ExtraColumns,
}

impl EarlierRound {
    pub fn open(
        path: &Path,
        offsets: BlockOffsets,
        strategies: Vec<StrategyManifest>,
        extra: ExtraColumns,
    ) -> Result<EarlierRound> {
        let file = Mutex::new(File::open(path).map_err(Error::io(path, "open"))?);
        Ok(EarlierRound { path: path.into(), file, offsets, strategies, extra })
    }

    pub fn offsets(&self) -> &BlockOffsets {
        &self.offsets
    }

    /// Returns the samples of a block, merged with those of the previous rounds. Returns an error if the corpus or a strategy's
    /// counters changed since the previous round.
    pub fn merge(&self, solved: &SolvedBlock) -> Result<Vec<Sample>> {
        let mut records = self.records(solved.block.index)?;
        let mut before = PuzzleRecord::default();
        let mut head = Vec::new();
        let mut head_before = Vec::new();
        let mut merged = Vec::with_capacity(solved.samples.len());
        for (puzzle, samples) in solved.block.puzzles.iter().zip(solved.samples.chunks(self.strategies.len())) {
            if !records.next(&self.strategies, &mut before)? {
                return Err(changed(puzzle.line, "the corpus has more puzzles than in the round before"));
            }
            head.clear();
            push_puzzle(&mut head, puzzle);
            head_before.clear();
            push_read_puzzle(&mut head_before, &before.puzzle, before.line, before.clues);
            if head != head_before {
                return Err(changed(puzzle.line, "the corpus has changed since the round before"));
            }
            merged.extend(merge_samples(&before, samples, &self.strategies)?);
        }
        match records.next(&self.strategies, &mut before)? {
            true => Err(fewer_puzzles()),
            false => Ok(merged),
        }
    }

    pub fn for_each(&self, block: u64, mut each: impl FnMut(&PuzzleRecord) -> Result<()>) -> Result<()> {
        let mut records = self.records(block)?;
        let mut record = PuzzleRecord::default();
        while records.next(&self.strategies, &mut record)? {
            each(&record)?;
        }
        Ok(())
    }

    /// Reads the rows of a block; none if the previous round did not have the block.
    fn records(&self, block: u64) -> Result<Records<io::Cursor<Vec<u8>>>> {
        let (start, length) = self.offsets.get(&block).copied().unwrap_or_default();
        let mut text = format!("{}\n", header(self.extra)).into_bytes();
        let rows = text.len();
        text.resize(rows + length, 0);
        let mut read = || {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(&mut text[rows..])
        };
        read().map_err(Error::io(&self.path, "read"))?;
        Records::begin(&self.path, io::Cursor::new(text))
    }
}

pub fn fewer_puzzles() -> Error {
    Error::Changed("the corpus has fewer puzzles than in the round before".into())
}
