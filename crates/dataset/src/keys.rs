//! The equality of puzzles, and the keys that represent it.

use corpus::{
    error::{Error, Result},
    reader::Corpus,
};
use grid::{AnyGrid, canonical};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Returns a key of a grid: the first 16 bytes, in big-endian order, of the SHA-256 of its cells as characters, where `0` is a
/// blank and `A` follows `9`. Of candidates, each cell has nine characters, each candidate at its place. The definition will never
/// change.
pub(super) fn key(grid: &AnyGrid) -> u128 {
    match grid.nine() {
        Some(nine) => digest_key(&nine.text(b'0')),
        None => digest_key(grid.to_string().replace('.', "0").as_bytes()),
    }
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
    pub(super) const fn of_givens(self) -> Equality {
        match self {
            Equality::Puzzle | Equality::Solution => Equality::Puzzle,
            Equality::Class | Equality::SolutionClass => Equality::Class,
        }
    }

    /// Checks that the puzzles of a corpus can be compared in this way. Returns [`Error::Usage`] if classes are compared, and the
    /// puzzles are candidates or their shape has no canonical forms.
    pub fn check_corpus(self, corpus: &Corpus) -> Result<()> {
        if !self.is_of_classes() {
            return Ok(());
        }
        corpus.check_givens(&format!("comparing by {}", self.name()))?;
        if corpus.shape().has_canonical_forms() {
            return Ok(());
        }
        let [by, side] = [self.name().to_string(), corpus.shape().side().to_string()];
        Err(Error::Usage(format!(
            "puzzles of {side}×{side} cannot be compared by {by}: isomorphs are recognised in 4×4, 6×6 and 9×9, as \
             larger grids have too many symmetries to try; compare by puzzle or by solution"
        )))
    }
}

/// Returns the key of the isomorphism class of a grid of a shape with canonical forms.
///
/// # Panics
///
/// Panics if the shape has none; [`Equality::check_corpus`] refuses these.
pub fn class_key(grid: &AnyGrid) -> u128 {
    key(&canonical(grid).expect("a shape with canonical forms").grid)
}

#[cfg(test)]
mod tests {
    use grid::Grid;

    use super::*;

    #[test]
    fn the_key_is_the_digest_of_the_digits() {
        // printf '%081d' 0 | sha256sum
        assert_eq!(format!("{:032x}", key(&Grid::EMPTY.into())), "2b85e16040791cd86bdbe5c80556a2e1");
    }
}
