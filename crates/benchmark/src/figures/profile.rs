//! Performance profiles: for which share of the puzzles a strategy is within a factor of the best.
//!
//! Elizabeth D. Dolan and Jorge J. Moré, "Benchmarking optimization software with performance profiles", Mathematical
//! Programming 91, 2002. With more than two solvers, the profiles of the others depend on which is the best: Nicholas
//! Gould and Jennifer Scott, "A note on performance profiles for benchmarking software", ACM TOMS 43, 2016.

use hdrhistogram::Histogram;
use pass::Sample;

use super::{
    Axis, Builder, Curve, Curves, Figure, Line, Plot, Table, Unit, View, extremes::NamedPuzzles, pairs, run::Run,
};
use crate::record::PuzzleRecord;
use stats::significant;

/// Ratios are recorded as integers: in thousandths.
const THOUSANDTHS: f64 = 1000.0;
const MAX_FACTOR: f64 = 1e6;
const POINTS: i32 = 160;
const FACTORS: [f64; 5] = [1.0, 1.5, 2.0, 10.0, 100.0];

/// The ratios of a group of strategies to the fastest of the group.
struct Profile {
    strategies: Vec<usize>,
    ratios: Vec<Histogram<u64>>,
}

struct Profiles(Vec<Profile>);

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    let all = 0..strategies.len();
    let mut groups = vec![all.collect()];
    if strategies.len() > 2 {
        groups.extend(pairs(strategies.len()).map(|(a, b)| vec![a, b]));
    }
    Box::new(Profiles(groups.into_iter().map(Profile::new).collect()))
}

impl Builder for Profiles {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        self.0.iter_mut().for_each(|profile| profile.add(&puzzle.samples));
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        // A single strategy is always the best.
        let figures = self.0.iter().filter(|_| run.strategies.len() > 1).map(|profile| profile.figure(run));
        View { name: "profile", title: "Performance profile", figures: figures.collect() }
    }
}

impl Profile {
    fn new(strategies: Vec<usize>) -> Profile {
        let ratios = strategies.iter().map(|_| Histogram::new(2).expect("two digits are valid")).collect();
        Profile { strategies, ratios }
    }

    fn add(&mut self, samples: &[Sample]) {
        let answers =
            || self.strategies.iter().map(|&index| &samples[index]).filter(|sample| sample.status.is_answer());
        let Some(best) = answers().map(|sample| sample.latency_ns.max(1)).min() else { return };
        for (&index, ratios) in self.strategies.iter().zip(&mut self.ratios) {
            if samples[index].status.is_answer() {
                let ratio = (samples[index].latency_ns.max(1) as f64 / best as f64).min(MAX_FACTOR);
                ratios.record((THOUSANDTHS * ratio).round() as u64).expect("the histogram grows");
            }
        }
    }

    /// Returns the share of the puzzles run that a strategy answers within a factor of the best.
    fn share(&self, index: usize, factor: f64, puzzles: u64) -> f64 {
        let within = self.ratios[index].count_between(0, (THOUSANDTHS * factor).floor() as u64);
        within as f64 / puzzles.max(1) as f64
    }

    fn figure(&self, run: &Run) -> Figure {
        let puzzles = run.puzzles();
        let largest = self.ratios.iter().map(Histogram::max).max().unwrap_or(0) as f64 / THOUSANDTHS;
        let step = largest.max(2.0).ln() / f64::from(POINTS);
        let x: Vec<f64> = (0..=POINTS).map(|index| significant((step * f64::from(index)).exp(), 4)).collect();
        let share = |index: usize, factor: f64| Some(significant(self.share(index, factor, puzzles), 5));
        let curve = |(index, &strategy): (usize, &usize)| Curve {
            name: run.strategies[strategy].clone(),
            colour: run.colour(strategy),
            // A strategy without an answer has no curve.
            y: x.iter().map(|&factor| share(index, factor).filter(|_| !self.ratios[index].is_empty())).collect(),
            band: None,
        };
        let curves = self.strategies.iter().enumerate().map(curve).collect();
        let names: Vec<&str> = self.strategies.iter().map(|&index| &*run.strategies[index]).collect();
        let is_all = names.len() == run.strategies.len();
        let warning = if names.len() > 2 {
            " The order of those below the best depends on which one is the best, which can mislead: compare them by pairs."
        } else {
            ""
        };
        Figure {
            choices: vec![("strategies", if is_all { "all".into() } else { names.join(" and ") })],
            caption: format!(
                "The share of puzzles for which a strategy is at most this factor slower than the fastest of those shown: higher is better.{warning}{}",
                run.amortised_note(&self.strategies)
            ),
            x: Axis::log("factor to the fastest", Unit::Ratio, x.iter().copied()),
            y: Axis::linear("share of puzzles", Unit::Share, [0.0, 1.0]).with_room(0.0, 0.03),
            plot: Plot::Curves(Curves { x, line: Line::Steps, curves }),
            table: Table::new(
                ["strategy", "fastest", "within 1.5 ×", "within 2 ×", "within 10 ×", "within 100 ×"],
                (0..names.len()).map(|index| {
                    let shares = FACTORS.map(|factor| Unit::Share.text(self.share(index, factor, puzzles)));
                    [names[index].into()].into_iter().chain(shares).collect()
                }),
            ),
        }
    }
}
