//! The equality of puzzles, and the keys that represent it.

use grid::{AnyGrid, Grid, Shape, any_shape, simd::Simd};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Observer, facts::Facts, forms::Forms};
use corpus::{
    error::{Error, Result},
    reader::{Block, Corpus},
};
use pass::{PassEnd, Threads};

/// Returns a key of a grid: the first 16 bytes, in big-endian order, of the SHA-256 of its 81 cells as ASCII digits, `0` for a
/// blank. The definition will never change.
pub(super) fn key(grid: &Grid) -> u128 {
    digest_key(&grid.text(b'0'))
}

/// Returns the [key] of a grid of 9×9. That of another shape is made in the same way of its cells as characters, where `A` follows
/// `9`, and that of candidates of nine characters for each cell, each candidate at its place.
pub(super) fn any_key(grid: &AnyGrid) -> u128 {
    grid.nine().map_or_else(|| digest_key(grid.to_string().replace('.', "0").as_bytes()), key)
}

/// Returns the first 16 bytes of the SHA-256 of these bytes, in big-endian order.
pub fn digest_key(bytes: &[u8]) -> u128 {
    Sha256::digest(bytes).iter().take(16).fold(0, |key, &byte| key << 8 | u128::from(byte))
}

/// The condition under which two puzzles are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equality {
    Puzzle,
    Class,
    /// Each has exactly one solution, and these are equal.
    Solution,
    /// Each has exactly one solution, and these are isomorphic.
    SolutionClass,
}

impl Equality {
    pub const ALL: [Equality; 4] = [Equality::Puzzle, Equality::Class, Equality::Solution, Equality::SolutionClass];

    pub const fn name(self) -> &'static str {
        match self {
            Equality::Puzzle => "puzzle",
            Equality::Class => "class",
            Equality::Solution => "solution",
            Equality::SolutionClass => "solution-class",
        }
    }

    /// Returns true if only puzzles with exactly one solution can be equal.
    pub const fn is_of_solutions(self) -> bool {
        matches!(self, Equality::Solution | Equality::SolutionClass)
    }

    const fn is_of_classes(self) -> bool {
        matches!(self, Equality::Class | Equality::SolutionClass)
    }

    /// Returns the condition that puzzles without exactly one solution have to meet instead: the same one, but for the
    /// givens.
    const fn of_givens(self) -> Equality {
        match self {
            Equality::Puzzle | Equality::Solution => Equality::Puzzle,
            Equality::Class | Equality::SolutionClass => Equality::Class,
        }
    }

    /// Checks that puzzles of a shape can be compared in this way.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if classes are compared, and the shape has no canonical forms.
    pub fn check(self, shape: Shape) -> Result<()> {
        if !self.is_of_classes() || any_shape::has_canonical_forms(shape) {
            return Ok(());
        }
        let [by, side] = [self.name().to_string(), shape.side().to_string()];
        Err(Error::Usage(format!(
            "puzzles of {side}×{side} cannot be compared by {by}: isomorphs are recognised in 4×4, 6×6 and 9×9, as \
             larger grids have too many symmetries to try; compare by puzzle or by solution"
        )))
    }

    /// Checks that the puzzles of a corpus can be compared in this way.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Equality::check`], or [`Error::Usage`] if classes are compared of puzzles of candidates.
    pub fn check_corpus(self, corpus: &Corpus) -> Result<()> {
        if self.is_of_classes() {
            corpus.check_givens(&format!("comparing by {}", self.name()))?;
        }
        self.check(corpus.shape())
    }

    /// Hands every block to `sink`, in corpus order, with a key for each of its puzzles. The keys are computed in
    /// parallel.
    pub fn keys(
        self,
        corpus: &Corpus,
        (threads, simd): (usize, Simd),
        observer: &mut Observer<'_>,
        mut sink: impl FnMut(&Block, Vec<u128>) -> Result<()>,
    ) -> Result<PassEnd> {
        self.check_corpus(corpus)?;
        let stop = observer.stop;
        let work = |facts: &mut Facts, _: usize, block: Block| {
            let keys = self.block_keys(facts, &block);
            (block, keys)
        };
        let threads = Threads::new(threads, || Facts::new(simd).until(stop))?;
        let threads = threads.with_progress(observer.searches.clone());
        threads.map(&mut corpus.blocks_until(observer.stop), work, |(block, keys)| {
            sink(&block, keys)?;
            observer.block(&block);
            Ok(())
        })
    }

    /// Returns a key for each puzzle of a block: two puzzles have the same key if and only if they are equal. Of
    /// solutions, only puzzles with exactly one are compared; all others are compared as they are. If the search is
    /// stopped, the list is cut short, and must not be used.
    pub fn block_keys(self, facts: &mut Facts, block: &Block) -> Vec<u128> {
        let forms = Forms::of_block(facts, block, &[self], false);
        let any = |forms: &Forms| forms.key(self).or_else(|| forms.key(self.of_givens()));
        let forms = forms.iter().take_while(|_| !facts.is_stopped());
        forms.map(|forms| any(forms).expect("every puzzle has givens")).collect()
    }
}

/// Returns the key of the isomorphism class of a grid of a shape with canonical forms.
///
/// # Panics
///
/// Panics if the shape has none; [`Equality::check`] refuses these.
pub fn class_key(grid: &AnyGrid) -> u128 {
    any_key(&any_shape::canonical(grid).expect("a shape with canonical forms").grid)
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
