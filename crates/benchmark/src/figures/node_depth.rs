//! Where the nodes are: the nodes of a search at each depth, of a run with `--profile`.

use corpus::numbers;
use hdrhistogram::Histogram;
use pass::{ProfileFields, Sample};

use super::{
    Axis, Builder, Figure, Interval, Intervals, Plot, Table, Unit, View, ZERO,
    cost::{counter, record},
    extremes::NamedPuzzles,
    run::Run,
};
use crate::record::{DepthNodes, PuzzleRecord, StrategyProfile};

/// Shares are recorded as integers: in thousandths.
const THOUSANDTHS: f64 = 1000.0;

struct NodeDepth(Vec<Turns>);

/// The wrong turns of a strategy's searches before the first solution.
struct Turns {
    /// The number of wrong turns of each search with a solution.
    counts: Histogram<u64>,
    /// The first wrong depth of each search with a wrong turn.
    first_depths: Histogram<u64>,
    /// The share of the largest refuted subtree in the backtracks of each search with a wrong turn, in thousandths.
    largest_shares: Histogram<u64>,
    /// The luck of each search that refuted something and proved that there is one solution, in thousandths.
    luck: Histogram<u64>,
}

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    Box::new(NodeDepth(strategies.iter().map(|_| Turns::new()).collect()))
}

impl Builder for NodeDepth {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        for (turns, sample) in self.0.iter_mut().zip(&puzzle.samples) {
            if let Some(fields) = &sample.profile {
                turns.add(fields, sample);
            }
        }
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let profiled = || run.profiles.iter().zip(&self.0).filter(|(profile, _)| !profile.depths.is_empty());
        let is_proof = run.record.manifest.limits.max_solutions != Some(1);
        let rows = profiled().map(|(profile, turns)| turns.row(&profile.strategy, profile.searches, is_proof));
        let luck = is_proof.then_some("luck");
        let header = ["strategy", "searches", "with a solution", "wrong turns", "first wrong depth", "largest subtree"];
        let table = Table::new(header.into_iter().chain(luck), rows);
        let figures = profiled().map(|(profile, _)| figure(run, profile, table.clone())).collect();
        View { name: "node-depth", title: "Where the nodes are", figures }
    }
}

impl Turns {
    fn new() -> Turns {
        Turns { counts: counter(), first_depths: counter(), largest_shares: counter(), luck: counter() }
    }

    fn add(&mut self, fields: &ProfileFields, sample: &Sample) {
        record(&mut self.counts, fields.wrong_turns.into());
        if fields.wrong_turns > 0 {
            record(&mut self.first_depths, fields.first_wrong_depth.into());
            record_share(&mut self.largest_shares, fields.largest_refuted, fields.first_backtracks);
        }
        // If the search is no proof, its luck is not shown.
        if sample.status.is_answer() && sample.solutions == 1 {
            // The path to the solution assigns every blank, and no path is longer.
            let refuted = sample.backtracks.saturating_sub(sample.max_depth.into());
            record_share(&mut self.luck, fields.first_backtracks, refuted);
        }
    }

    /// Returns the row of the table: numbers of searches, and medians over them.
    fn row(&self, strategy: &str, searches: u64, is_proof: bool) -> Vec<String> {
        let count = |value: f64| Unit::Count.text(value);
        let share = |value: f64| Unit::Share.text(value / THOUSANDTHS);
        let mut row = vec![strategy.into(), numbers::count(searches), numbers::count(self.counts.len())];
        row.extend([median(&self.counts, count), median(&self.first_depths, count)]);
        row.push(median(&self.largest_shares, share));
        row.extend(is_proof.then(|| median(&self.luck, share)));
        row
    }
}

/// Records a share of a whole, if there is a whole. A file may hold any number.
fn record_share(histogram: &mut Histogram<u64>, part: u64, whole: u64) {
    if whole > 0 {
        let share = (part as f64 / whole as f64).min(1.0);
        record(histogram, (THOUSANDTHS * share).round() as u64);
    }
}

fn median(histogram: &Histogram<u64>, text: impl Fn(f64) -> String) -> String {
    if histogram.is_empty() { "–".into() } else { text(histogram.value_at_quantile(0.5) as f64) }
}

fn figure(run: &Run, profile: &StrategyProfile, table: Table) -> Figure {
    let index = run.strategies.iter().position(|name| *name == profile.strategy).expect("it is a strategy of the run");
    let shown = |depth: &DepthNodes, share: f64| (depth.quantile(share) as f64).max(ZERO);
    let row = |(number, depth): (usize, &DepthNodes)| Interval {
        name: number.to_string(),
        colour: run.colour(index),
        value: Some(shown(depth, 0.9)),
        low: Some(shown(depth, 0.5)),
        high: Some(shown(depth, 0.99)),
        unchanged: None,
        label: String::new(),
    };
    let rows: Vec<Interval> = (1..).zip(&profile.depths).map(row).collect();
    let values: Vec<f64> = rows.iter().flat_map(|row| [row.low, row.high]).flatten().collect();
    Figure {
        choices: vec![("strategy", profile.strategy.clone())],
        caption: "The nodes of a search at each depth, which grows downwards: a bar from the median to the 99th percentile of the searches, and a circle at the 90th. The table has the medians of the wrong turns before the first solution, of the depth of the first of them, and of the share of the largest refuted subtree in the backtracks before the solution; the latter two over the searches with a wrong turn.".into(),
        x: Axis::log("nodes", Unit::Count, values).with_room(0.0, 0.03),
        y: Axis::linear("depth", Unit::Count, [1.0, rows.len() as f64]),
        plot: Plot::Intervals(Intervals { rows }),
        table,
    }
}

#[cfg(test)]
mod tests {
    use pass::Status;

    use super::*;

    fn sample(fields: [u64; 4], backtracks: u64, max_depth: u16) -> Sample {
        let profile = ProfileFields {
            first_wrong_depth: fields[0] as u16,
            largest_refuted: fields[1],
            wrong_turns: fields[2] as u16,
            first_backtracks: fields[3],
        };
        Sample {
            status: Status::Solved,
            solutions: 1,
            backtracks,
            max_depth,
            profile: Some(profile),
            ..Sample::INVALID
        }
    }

    #[test]
    fn medians_are_over_the_searches_that_have_the_value() {
        let mut turns = Turns::new();
        for sample in [sample([0, 0, 0, 0], 50, 50), sample([4, 30, 2, 40], 130, 50), sample([9, 10, 1, 10], 60, 50)] {
            turns.add(&sample.profile.unwrap(), &sample);
        }
        assert_eq!(turns.row("dlx", 4, true), ["dlx", "4", "3", "1", "4", "75.0 %", "50.0 %"]);
        assert_eq!(turns.row("dlx", 4, false).len(), 6);
        assert_eq!(Turns::new().row("dlx", 1, true)[2..], ["0", "–", "–", "–", "–"]);
    }

    #[test]
    fn the_largest_numbers_have_a_place() {
        let mut turns = Turns::new();
        let sample = sample([625, u64::MAX, 625, 1], u64::MAX, 0);
        turns.add(&sample.profile.unwrap(), &sample);
        assert_eq!(turns.row("dlx", 1, true)[5], "100 %");
    }
}
