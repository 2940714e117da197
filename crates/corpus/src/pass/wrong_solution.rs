//! A solution of a corpus that does not solve its puzzle.

use std::borrow::Cow;

/// A solution of the corpus that does not solve its puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSolution {
    /// Index of the puzzle in its block.
    pub place: usize,
    /// What is wrong.
    pub reason: Cow<'static, str>,
}
