//! How deep the searches went. Only for scripts/check/edit-lists.

use corpus::numbers;

use super::{Axis, Builder, Curves, Figure, Line, Plot, Table, Unit, View, extremes::NamedPuzzles, run::Run};
use crate::record::PuzzleRecord;

/// The number of searches of each strategy, by their depth.
struct Depth(Vec<Vec<u64>>);

/// Creates the builder of the view.
pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    Box::new(Depth(vec![vec![0; 256]; strategies.len()]))
}

impl Builder for Depth {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        for (searches, sample) in self.0.iter_mut().zip(&puzzle.samples) {
            searches[usize::from(sample.max_depth)] += 1;
        }
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let curves = run.curves(|strategy| self.0[strategy].iter().map(|&count| Some(count as f64)).collect());
        let x: Vec<f64> = (0..256).map(f64::from).collect();
        let row = |(name, searches): (&String, &Vec<u64>)| vec![name.clone(), numbers::count(searches.iter().sum())];
        let figure = Figure {
            choices: Vec::new(),
            caption: "How many searches had this depth, over all puzzles of the corpus.".into(),
            x: Axis::linear("depth", Unit::Count, x.iter().copied()),
            y: Axis::linear("searches", Unit::Count, self.0.iter().flatten().map(|&count| count as f64)),
            plot: Plot::Curves(Curves { x, line: Line::Steps, curves }),
            table: Table::new(["strategy", "searches"], run.strategies.iter().zip(&self.0).map(row)),
        };
        View { name: "depth", title: "Depth", figures: vec![figure] }
    }
}
