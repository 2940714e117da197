//! Checks that a second pass reads the same puzzles as the first, which keeps what it found by the index of the puzzle alone.

use std::hash::{DefaultHasher, Hash, Hasher};

use corpus::{
    error::{Error, Result},
    reader::Block,
};

use crate::row_pass::PassCheck;

pub fn hash_puzzles(block: &Block, hasher: &mut DefaultHasher) {
    block.puzzles.iter().for_each(|puzzle| puzzle.givens.cells().hash(hasher));
}

pub struct SamePuzzles {
    hasher: DefaultHasher,
    expected: u64,
}

impl SamePuzzles {
    /// Expects the puzzles of which the first pass made this hash.
    pub fn new(expected: u64) -> SamePuzzles {
        SamePuzzles { hasher: DefaultHasher::new(), expected }
    }
}

impl PassCheck for SamePuzzles {
    fn block(&mut self, block: &Block) -> Result<()> {
        hash_puzzles(block, &mut self.hasher);
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if self.hasher.finish() != self.expected {
            let reason = "the corpus changed while the command read it twice; run the command again";
            return Err(Error::Changed(reason.into()));
        }
        Ok(())
    }
}
