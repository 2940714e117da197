//! The equality of puzzles, and the keys that represent it.

use std::sync::atomic::Ordering;

use solver::{grid::Grid, isomorph};

use super::Observer;
use crate::{
    error::Result,
    pass::{PassEnd, Threads},
    reader::{Block, Corpus},
};

/// The condition under which two puzzles are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// Their cells are equal.
    Exact,
    /// They are isomorphic.
    Isomorphic,
}

impl Equality {
    /// Returns the key of a puzzle: two puzzles have the same key if and only if they are equal.
    pub fn key(self, grid: &Grid) -> u128 {
        match self {
            Equality::Exact => isomorph::key(grid),
            Equality::Isomorphic => isomorph::canonical(grid).key(),
        }
    }

    /// Hands every block to `sink`, in corpus order, with a key for each of its puzzles. The keys are computed in
    /// parallel.
    pub fn keys(
        self,
        corpus: &Corpus,
        threads: usize,
        observer: &mut Observer<'_>,
        mut sink: impl FnMut(&Block, Vec<u128>) -> Result<()>,
    ) -> Result<PassEnd> {
        let stop = observer.stop;
        let work = |(): &mut (), _: usize, block: Block| {
            // After a stop, the keys of the block are not used.
            let puzzles = block.puzzles.iter().take_while(|_| !stop.load(Ordering::Relaxed));
            let keys = puzzles.map(|puzzle| self.key(&puzzle.givens)).collect();
            (block, keys)
        };
        let threads = Threads::new(threads, || ())?.with_progress(observer.searches.clone());
        threads.map(&mut corpus.blocks_until(observer.stop), work, |(block, keys)| {
            sink(&block, keys)?;
            observer.block(&block);
            Ok(())
        })
    }
}
