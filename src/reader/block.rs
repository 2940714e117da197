//! Rows → blocks.

use std::{
    collections::VecDeque,
    sync::{Arc, atomic::AtomicBool},
};

use super::{Corpus, FileSummary, Layout, Puzzle, Reject, Row, rows::Rows};
use crate::error::{Error, Result};

/// How many puzzles are in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockSize {
    /// So many.
    Fixed(usize),
    /// So many in a large corpus; a small one is cut into about as many blocks as keep a few cores busy.
    UpTo(usize),
}

impl Default for BlockSize {
    /// Strategies take turns block by block, and turns of 256 puzzles or more are too long for a branch predictor to
    /// learn one strategy's puzzles for the next.
    fn default() -> BlockSize {
        BlockSize::UpTo(512)
    }
}

/// Blocks that a small corpus is cut into.
const FEW: usize = 8;
/// The most rejects in a block, to bound its memory.
const MAX_REJECTS: usize = 256;

/// A run of consecutive puzzles of a corpus, and the rejects among them.
#[derive(Debug)]
pub struct Block {
    /// Place in the corpus, from 0.
    pub index: u64,
    /// The puzzles, in corpus order.
    pub puzzles: Vec<Puzzle>,
    /// The rows between them that are none.
    pub rejects: Vec<Reject>,
    /// Bytes of the corpus up to the end of the block.
    pub bytes: u64,
    /// The columns of the first file; without any before the first puzzle.
    pub layout: Arc<Layout>,
}

/// The blocks of a corpus. An error comes after the block with the rows that were read before it, and is the last item.
pub struct Blocks<'a> {
    rows: Rows<'a>,
    wanted: BlockSize,
    /// Puzzles in a block, once that is decided.
    size: Option<usize>,
    /// Rows that were read ahead, to see how small the corpus is, each with the bytes up to its end.
    ahead: VecDeque<(Row, u64)>,
    error: Option<Error>,
    ended: bool,
    next: u64,
}

impl Corpus {
    /// Opens the files, one after the other, and cuts them into blocks.
    pub fn blocks(&self) -> Blocks<'_> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.blocks_until(&NEVER)
    }

    /// The same until `stop` is set; then reading fails.
    pub fn blocks_until<'a>(&'a self, stop: &'a AtomicBool) -> Blocks<'a> {
        let (rows, wanted, size) = (Rows::new(self, stop), self.block_size, None);
        Blocks { rows, wanted, size, ahead: VecDeque::new(), error: None, ended: false, next: 0 }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Block>;

    fn next(&mut self) -> Option<Result<Block>> {
        let size = match self.size {
            Some(size) => size,
            None => self.choose_size(),
        };
        let (mut puzzles, mut rejects) = (Vec::new(), Vec::new());
        let mut bytes = 0;
        while puzzles.len() < size && rejects.len() < MAX_REJECTS {
            let Some((row, end)) = self.ahead.pop_front().or_else(|| self.read_row()) else { break };
            bytes = end;
            match row {
                Row::Puzzle(puzzle) => puzzles.push(puzzle),
                Row::Reject(reject) => rejects.push(reject),
            }
        }
        if puzzles.is_empty() && rejects.is_empty() {
            return self.error.take().map(Err);
        }
        let index = self.next;
        self.next += 1;
        let layout = self.rows.layout();
        Some(Ok(Block { index, puzzles, rejects, bytes, layout }))
    }
}

impl<'a> Blocks<'a> {
    /// What ends the reading.
    pub fn stop(&self) -> &'a AtomicBool {
        self.rows.stop()
    }

    /// Puzzles in a block, once the first was asked for.
    pub fn size(&self) -> Option<usize> {
        self.size
    }

    /// What was read so far, file by file.
    pub fn files(&self) -> Vec<FileSummary> {
        self.rows.files()
    }

    /// The size of every block: a rule that looks only at the corpus, so that two runs have the same blocks.
    fn choose_size(&mut self) -> usize {
        let size = match self.wanted {
            BlockSize::Fixed(size) => size,
            BlockSize::UpTo(most) => {
                while self.ahead.len() < FEW * most
                    && let Some(row) = self.read_row()
                {
                    self.ahead.push_back(row);
                }
                if self.ended { self.ahead.len().div_ceil(FEW).max(1) } else { most }
            }
        };
        *self.size.insert(size)
    }

    fn read_row(&mut self) -> Option<(Row, u64)> {
        if self.ended {
            return None;
        }
        let row = self.rows.next().unwrap_or_else(|error| {
            self.error = Some(error);
            None
        });
        self.ended = row.is_none();
        row.map(|row| (row, self.rows.bytes()))
    }
}
