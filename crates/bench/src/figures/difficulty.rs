//! How the cost grows with the difficulty of the puzzles: medians and quartiles by clues, and by the nodes of one strategy.

use std::collections::BTreeMap;

use corpus::{
    numbers,
    pass::{Ending, Sample},
};
use hdrhistogram::Histogram;

use super::{
    Axis, Builder, Curves, Figure, Line, Plot, Table, Unit, View, ZERO,
    cost::{Cost, LATENCY, NODES},
    extremes::NamedPuzzles,
    run::Run,
};
use crate::{
    record::{PuzzleRecord, value_within},
    stats::significant,
};

/// The strategy whose nodes measure the difficulty, if it was run.
const MEASURING_STRATEGY: &str = "dlx";
/// Groups of nodes in each decade.
const GROUPS_PER_DECADE: f64 = 5.0;

const COSTS: [Cost; 2] = [LATENCY, NODES];

/// For each strategy, the puzzles of each group.
type Groups = Vec<BTreeMap<i32, Group>>;

/// The puzzles of a group.
struct Group {
    /// Number of puzzles run.
    puzzles: u64,
    /// The costs of those with an answer.
    costs: [Histogram<u32>; 2],
}

struct Difficulty {
    by_clues: Groups,
    by_nodes: Groups,
    /// Index of the strategy whose nodes measure the difficulty.
    measure: usize,
}

/// Creates the builder of the view.
pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    let groups = || strategies.iter().map(|_| BTreeMap::new()).collect();
    let measure = strategies.iter().position(|name| name == MEASURING_STRATEGY).unwrap_or(0);
    Box::new(Difficulty { by_clues: groups(), by_nodes: groups(), measure })
}

impl Builder for Difficulty {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        add(&mut self.by_clues, puzzle.clues.min(81) as i32, puzzle);
        let measure = &puzzle.samples[self.measure];
        if measure.status.is_answer() {
            add(&mut self.by_nodes, group(measure.nodes), puzzle);
        }
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let measure = format!("nodes of {}", run.strategies.get(self.measure).map_or("", String::as_str));
        let mut figures = Vec::new();
        for (cost, of) in COSTS.iter().enumerate() {
            let figure = draw(run, &self.by_clues, cost, f64::from);
            let x = Axis::linear("clues", Unit::Count, figure.0.x.iter().copied()).with_room(0.02, 0.02);
            figures.push(figure_of(of, "clues", caption_of(run, of, "clues"), x, figure));
            let figure = draw(run, &self.by_nodes, cost, centre);
            let x = Axis::log(&measure, Unit::Count, figure.0.x.iter().copied()).with_room(0.02, 0.02);
            figures.push(figure_of(of, &measure, caption_of(run, of, &measure), x, figure));
        }
        View { name: "difficulty", title: "Cost by difficulty", figures }
    }
}

fn caption_of(run: &Run, of: &Cost, what: &str) -> String {
    format!(
        "The median {} of the puzzles with these {what}; half of the puzzles are within the band. A curve ends where a strategy does not answer half of them.{}",
        of.name,
        of.note(run, &run.indices())
    )
}

fn add(groups: &mut Groups, group: i32, puzzle: &PuzzleRecord) {
    for (groups, sample) in groups.iter_mut().zip(&puzzle.samples).filter(|(_, sample)| is_run(sample)) {
        let group = groups.entry(group).or_insert_with(Group::new);
        group.puzzles += 1;
        for (Cost { of, .. }, histogram) in COSTS.iter().zip(&mut group.costs).filter(|_| sample.status.is_answer()) {
            histogram.record(of(sample).min(u64::MAX / 2)).expect("the histogram grows");
        }
    }
}

fn is_run(sample: &Sample) -> bool {
    sample.status.ending() != Ending::NotRun
}

impl Group {
    fn new() -> Group {
        Group { puzzles: 0, costs: [empty_histogram(), empty_histogram()] }
    }
}

fn empty_histogram() -> Histogram<u32> {
    Histogram::new(2).expect("two digits are valid")
}

/// Returns the group of a number of nodes; 0 nodes are a group of their own.
fn group(nodes: u64) -> i32 {
    if nodes == 0 { i32::MIN } else { (GROUPS_PER_DECADE * (nodes as f64).log10()).floor() as i32 }
}

/// Returns the middle of a group of nodes.
fn centre(group: i32) -> f64 {
    if group == i32::MIN {
        return ZERO;
    }
    significant(10f64.powf((f64::from(group) + 0.5) / GROUPS_PER_DECADE), 3)
}

/// Returns the curves of a cost, and the table behind them.
fn draw(run: &Run, groups: &Groups, cost: usize, x_of: fn(i32) -> f64) -> (Curves, Table) {
    let mut names: Vec<i32> = groups.iter().flat_map(|groups| groups.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let unit = COSTS[cost].unit;
    let value = |strategy: usize, group: i32, q: f64| {
        let group = groups[strategy].get(&group)?;
        value_within(&group.costs[cost], group.puzzles, q).map(|value| COSTS[cost].shown(value))
    };
    let quantiles = |strategy: usize, q: f64| names.iter().map(|&group| value(strategy, group, q)).collect();
    let mut curves = run.curves(|strategy| quantiles(strategy, 0.5));
    for (strategy, curve) in curves.iter_mut().enumerate() {
        curve.band = Some((quantiles(strategy, 0.25), quantiles(strategy, 0.75)));
    }
    let header = ["group", "puzzles"].into_iter().chain(run.strategies.iter().map(String::as_str));
    let table = Table::new(
        header,
        names.iter().map(|&group| {
            let puzzles = groups.first().and_then(|groups| Some(groups.get(&group)?.puzzles)).unwrap_or(0);
            let median = |strategy: usize| value(strategy, group, 0.5).map_or("–".into(), |value| unit.text(value));
            let medians = (0..groups.len()).map(median);
            [Unit::Count.text(x_of(group)), numbers::count(puzzles)].into_iter().chain(medians).collect()
        }),
    );
    (Curves { x: names.iter().map(|&group| x_of(group)).collect(), line: Line::Dots, curves }, table)
}

fn figure_of(cost: &Cost, by: &str, caption: String, x: Axis, (curves, mut table): (Curves, Table)) -> Figure {
    let bands = curves.curves.iter().filter_map(|curve| curve.band.as_ref());
    let values = bands.flat_map(|(low, high)| low.iter().chain(high).flatten().copied());
    table.header[0] = by.into();
    Figure {
        choices: vec![("cost", cost.name.into()), ("by", by.into())],
        caption,
        x,
        y: Axis::log(cost.name, cost.unit, values).with_room(0.03, 0.03),
        plot: Plot::Curves(curves),
        table,
    }
}

#[cfg(test)]
mod tests {
    use corpus::pass::Status;

    use super::*;

    #[test]
    fn a_group_counts_the_puzzles_run() {
        let mut groups: Groups = vec![BTreeMap::new()];
        for (clues, status) in
            [(17, Status::Solved), (17, Status::Stalled), (17, Status::Invalid), (2, Status::Invalid)]
        {
            let puzzle =
                PuzzleRecord { samples: vec![Sample { status, ..Sample::INVALID }], ..PuzzleRecord::default() };
            add(&mut groups, clues, &puzzle);
        }
        let puzzles: Vec<_> = groups[0].iter().map(|(clues, group)| (*clues, group.puzzles)).collect();
        assert_eq!(puzzles, [(17, 2)]);
    }
}
