//! The keys by which puzzles of a corpus are equal.

use super::Observer;
use crate::{
    error::Result,
    grid::Grid,
    isomorph,
    reader::{Block, Corpus},
    runner::{PassEnd, Threads},
};

/// When two puzzles are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// When all their cells are.
    Exact,
    /// When they are isomorphic.
    Isomorphic,
}

impl Equality {
    /// Returns a key that equal puzzles share, and no others.
    pub fn key(self, grid: &Grid) -> u128 {
        match self {
            Equality::Exact => isomorph::key(grid),
            Equality::Isomorphic => isomorph::canonical(grid).key(),
        }
    }

    /// Hands every block to `sink`, in corpus order, with a key for each of its puzzles. The keys are found in parallel.
    ///
    /// # Errors
    ///
    /// Returns the first error of `sink`, or an error if a thread cannot be started.
    pub fn keys(
        self,
        corpus: &Corpus,
        threads: usize,
        observer: &mut Observer<'_>,
        mut sink: impl FnMut(&Block, Vec<u128>) -> Result<()>,
    ) -> Result<PassEnd> {
        let work = |(): &mut (), _: usize, block: Block| {
            let keys = block.puzzles.iter().map(|puzzle| self.key(&puzzle.givens)).collect();
            (block, keys)
        };
        Threads::new(threads, || ())?.map(&mut corpus.blocks_until(observer.stop), work, |(block, keys)| {
            sink(&block, keys)?;
            observer.block(&block);
            Ok(())
        })
    }
}
