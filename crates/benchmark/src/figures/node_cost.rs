//! What a node costs: latency against nodes, puzzle by puzzle.

use corpus::numbers;

use super::{Builder, Figure, Guide, Plot, Table, Unit, View, density::Cells, extremes::NamedPuzzles, run::Run};
use crate::record::PuzzleRecord;

/// The lines of a constant time for a node.
const GUIDES: [(f64, &str); 5] = [
    (1.0, "1 ns a node"),
    (10.0, "10 ns a node"),
    (100.0, "100 ns a node"),
    (1e3, "1 µs a node"),
    (1e4, "10 µs a node"),
];

/// The cells of each strategy, and the sums of nodes and nanoseconds of its finished searches.
struct NodeCost(Vec<(Cells, u128, u128)>);

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    Box::new(NodeCost(strategies.iter().map(|_| (Cells::default(), 0, 0)).collect()))
}

impl Builder for NodeCost {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        for ((cells, nodes, ns), sample) in
            self.0.iter_mut().zip(&puzzle.samples).filter(|(_, sample)| sample.status.is_finished())
        {
            cells.add(sample.nodes, sample.latency_ns);
            *nodes += u128::from(sample.nodes);
            *ns += u128::from(sample.latency_ns);
        }
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let rows = run.strategies.iter().zip(&self.0).map(|(name, (cells, nodes, ns))| {
            let per_node = if *nodes == 0 { "–".into() } else { Unit::Nanoseconds.text(*ns as f64 / *nodes as f64) };
            vec![name.clone(), numbers::count(cells.count()), numbers::count(*nodes as u64), per_node]
        });
        let table = Table::new(["strategy", "finished searches", "nodes", "mean time for a node"], rows);
        let figure = |(index, (name, (cells, ..))): (usize, (&String, &(Cells, u128, u128)))| {
            let mut density = cells.density();
            let (x, y) = density.axes(("nodes", Unit::Count), ("latency", Unit::Nanoseconds));
            density.guides = GUIDES.map(|(factor, label)| Guide { factor, label: label.into(), is_main: false }).into();
            Figure {
                choices: vec![("strategy", name.clone())],
                caption: format!(
                    "Each cell is coloured by the number of puzzles; each line is a fixed time for a node. A shift between two versions with the same nodes is a change of the code.{}",
                    run.amortised_note(&[index])
                ),
                x,
                y,
                plot: Plot::Density(density),
                table: table.clone(),
            }
        };
        // The latency of a strategy that solves puzzles together is no sum over the nodes of a puzzle.
        let is_timed = |(index, _): &(usize, _)| !run.record.manifest.strategies[*index].amortised;
        let figures = run.strategies.iter().zip(&self.0).enumerate().filter(is_timed).map(figure).collect();
        View { name: "node-cost", title: "The cost of a node", figures }
    }
}
