//! The equality of puzzles, and the keys that represent it.

use std::sync::atomic::Ordering;

use sha2::{Digest, Sha256};
use solver::{grid::Grid, isomorph};

use super::Observer;
use crate::{
    error::Result,
    pass::{PassEnd, Threads},
    reader::{Block, Corpus},
};

/// Returns a key of a grid: the first 16 bytes, in big-endian order, of the SHA-256 of its 81 cells as ASCII digits, `0` for a
/// blank. The definition will never change.
pub(super) fn key(grid: &Grid) -> u128 {
    let digest = Sha256::digest(grid.text(b'0'));
    digest.iter().take(16).fold(0, |key, &byte| key << 8 | u128::from(byte))
}

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
            Equality::Exact => key(grid),
            Equality::Isomorphic => key(&isomorph::canonical(grid).grid),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_the_digest_of_the_digits() {
        // printf '%081d' 0 | sha256sum
        assert_eq!(format!("{:032x}", key(&Grid::EMPTY)), "2b85e16040791cd86bdbe5c80556a2e1");
    }
}
