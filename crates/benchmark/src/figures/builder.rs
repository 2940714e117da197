//! How views are built, and what they have in common.

use std::rc::Rc;

use super::{extremes::NamedPuzzles, figure::View, run::Run};
use crate::record::{PuzzleRecord, Ratings};

/// Pairs are formed of the first strategies only, at most this many, to bound the size of a report.
const MAX_PAIRED_STRATEGIES: usize = 8;

/// A view, built from the rows of a run.
pub trait Builder {
    /// Sets the ratings of the puzzles, if they are known, before the first row is added.
    fn set_ratings(&mut self, _: &Rc<Ratings>) {}
    fn add(&mut self, puzzle: &PuzzleRecord);
    /// Returns the view. Puzzles that it names are added to `puzzles`.
    fn finish(self: Box<Self>, run: &Run, puzzles: &mut NamedPuzzles) -> View;
}

pub type BuilderFn = fn(&[String]) -> Box<dyn Builder>;

/// Returns all pairs of the first strategies, the lower index first.
pub fn pairs(strategies: usize) -> impl Iterator<Item = (usize, usize)> {
    let strategies = strategies.min(MAX_PAIRED_STRATEGIES);
    (0..strategies).flat_map(move |a| (a + 1..strategies).map(move |b| (a, b)))
}
