//! In which sense a puzzle of one corpus is in another.

use grid::Shape;
use serde::{Serialize, Serializer};

use crate::Equality;
use corpus::{
    error::{Error, Result},
    reader::Corpus,
};

/// In which sense a puzzle of one corpus is in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notion {
    Equal(Equality),
    /// The givens are a part of those of a puzzle of the other corpus, or the other way round, up to isomorphism. Both
    /// puzzles have exactly one solution, and are not isomorphic.
    Superset,
}

impl Notion {
    /// All notions, from the narrowest to the widest, and [`Notion::Superset`].
    pub const ALL: [Notion; 5] = [
        Notion::Equal(Equality::Puzzle),
        Notion::Equal(Equality::Class),
        Notion::Equal(Equality::Solution),
        Notion::Equal(Equality::SolutionClass),
        Notion::Superset,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Notion::Equal(equality) => equality.name(),
            Notion::Superset => "superset",
        }
    }

    /// Checks that the puzzles of a corpus can be compared in this sense. Returns [`Error::Usage`] if they cannot.
    pub fn check(self, corpus: &Corpus) -> Result<()> {
        match self {
            Notion::Equal(equality) => equality.check_corpus(corpus),
            Notion::Superset if corpus.check_shape(self.name(), Shape::has_solution_forms).is_ok() => Ok(()),
            Notion::Superset => Err(Error::Usage("supersets are found in puzzles of givens of 9×9 only".into())),
        }
    }

    /// Returns true if only puzzles with exactly one solution are compared.
    pub const fn is_of_solutions(self) -> bool {
        match self {
            Notion::Equal(equality) => equality.is_of_solutions(),
            Notion::Superset => true,
        }
    }
}

impl Serialize for Notion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
