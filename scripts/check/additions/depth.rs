//! The survival plots under another name. Only for scripts/check/edit-lists.

use super::{Builder, View, extremes::NamedPuzzles, run::Run, survival};
use crate::record::PuzzleRecord;

struct Depth(Box<dyn Builder>);

/// Creates the builder of the view.
pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    Box::new(Depth(survival::builder(strategies)))
}

impl Builder for Depth {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        self.0.add(puzzle);
    }

    fn finish(self: Box<Self>, run: &Run, puzzles: &mut NamedPuzzles) -> View {
        View { name: "depth", title: "Depth", ..self.0.finish(run, puzzles) }
    }
}
