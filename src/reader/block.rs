//! Rows → blocks.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, atomic::AtomicBool},
};

use super::{Corpus, FileSummary, Puzzle, Reject, rows::Rows};
use crate::{
    error::{Error, Result},
    layout::Schema,
};

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

/// The most bytes of rows in a block, but for the last row.
const MAX_TEXT: usize = 1 << 20;

/// A run of consecutive puzzles of a corpus, and the rejects among them.
#[derive(Debug, Default)]
pub struct Block {
    /// Place in the corpus, from 0.
    pub index: u64,
    /// Place of its first puzzle among those of the corpus, from 0.
    pub first: u64,
    /// The puzzles, in corpus order.
    pub puzzles: Vec<Puzzle>,
    /// The rows between them that are none.
    pub rejects: Vec<Reject>,
    /// The rows of the puzzles, one behind the other, where [`super::Extras::rows`] asks for them.
    pub text: Vec<u8>,
    /// Bytes of the corpus up to the end of the block.
    pub bytes: u64,
    /// The columns of the first file; without any before the first puzzle.
    pub schema: Arc<Schema>,
}

/// The blocks of a corpus. An error comes after the block with the rows that were read before it, and is the last item.
pub struct Blocks<'a> {
    rows: Rows<'a>,
    wanted: BlockSize,
    /// Puzzles in a block, once that is decided.
    size: Option<usize>,
    /// Blocks that were read ahead, to see how small the corpus is.
    ahead: VecDeque<Block>,
    error: Option<Error>,
    ended: bool,
    next: u64,
    /// Puzzles in the blocks before the next one.
    puzzles: u64,
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
        Blocks { rows, wanted, size, ahead: VecDeque::new(), error: None, ended: false, next: 0, puzzles: 0 }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Block>;

    fn next(&mut self) -> Option<Result<Block>> {
        let size = match self.size {
            Some(size) => size,
            None => self.choose_size(),
        };
        let Some(mut block) = self.ahead.pop_front().or_else(|| self.read(size)) else {
            return self.error.take().map(Err);
        };
        (block.index, block.first) = (self.next, self.puzzles);
        block.schema = self.rows.schema();
        self.next += 1;
        self.puzzles += block.puzzles.len() as u64;
        Some(Ok(block))
    }
}

impl Block {
    /// The row of one of the puzzles, without its line end.
    pub fn row(&self, puzzle: &Puzzle) -> &[u8] {
        &self.text[puzzle.row.clone()]
    }

    fn is_empty(&self) -> bool {
        self.puzzles.is_empty() && self.rejects.is_empty()
    }

    /// Takes the first puzzles out, and all rejects.
    fn cut(&mut self, size: usize) -> Block {
        let rest = self.puzzles.split_off(size.min(self.puzzles.len()));
        let puzzles = mem::replace(&mut self.puzzles, rest);
        let mut text = mem::take(&mut self.text);
        if let (Some(first), Some(last)) = (self.puzzles.first(), puzzles.last()) {
            self.text = text.split_off(last.row.end);
            let begin = first.row.start;
            self.puzzles.iter_mut().for_each(|puzzle| puzzle.row = puzzle.row.start - begin..puzzle.row.end - begin);
        }
        Block { puzzles, text, rejects: mem::take(&mut self.rejects), ..Block::default() }
    }

    fn append(&mut self, mut other: Block) {
        let begin = self.text.len();
        other.puzzles.iter_mut().for_each(|puzzle| puzzle.row = puzzle.row.start + begin..puzzle.row.end + begin);
        self.puzzles.append(&mut other.puzzles);
        self.rejects.append(&mut other.rejects);
        self.text.append(&mut other.text);
        self.bytes = other.bytes;
    }
}

impl<'a> Blocks<'a> {
    /// What ends the reading.
    pub fn stop(&self) -> &'a AtomicBool {
        self.rows.stop()
    }

    /// The most puzzles in a block.
    pub fn most(&self) -> usize {
        match self.wanted {
            BlockSize::Fixed(size) | BlockSize::UpTo(size) => size,
        }
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
                while self.ahead.len() < FEW
                    && let Some(block) = self.read(most)
                {
                    self.ahead.push_back(block);
                }
                if self.ended { self.recut() } else { most }
            }
        };
        *self.size.insert(size)
    }

    /// Cuts a small corpus, which is read as a whole, into equal blocks.
    fn recut(&mut self) -> usize {
        let mut all = Block::default();
        self.ahead.drain(..).for_each(|block| all.append(block));
        let rows = all.puzzles.len() + all.rejects.len();
        let size = rows.div_ceil(FEW).max(1);
        let (puzzles, bytes) = (all.puzzles.len(), all.bytes);
        while !all.is_empty() {
            let mut block = all.cut(size);
            // As if all rows were of one length.
            let done = (puzzles - all.puzzles.len()) as u64;
            block.bytes = if all.is_empty() { bytes } else { bytes * done / puzzles as u64 };
            self.ahead.push_back(block);
        }
        size
    }

    /// The next block of this size; nothing if there is nothing in it.
    fn read(&mut self, size: usize) -> Option<Block> {
        let mut block = Block::default();
        block.puzzles.reserve(size.min(1 << 12));
        let is_full = |block: &Block| {
            block.puzzles.len() >= size || block.rejects.len() >= MAX_REJECTS || block.text.len() >= MAX_TEXT
        };
        while !self.ended && !is_full(&block) {
            let more = self.rows.next(&mut block).unwrap_or_else(|error| {
                self.error = Some(error);
                false
            });
            self.ended = !more;
        }
        block.bytes = self.rows.bytes();
        (!block.is_empty()).then_some(block)
    }
}
