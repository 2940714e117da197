//! How much faster a strategy is than another, on the puzzles that both answered: in total, and on the typical puzzle.

use corpus::pass::Sample;

use crate::stats::scores::Moments;

/// Sums over the puzzles of every pair of strategies.
pub struct Pairs {
    strategies: usize,
    /// The pairs (0, 1), (0, 2), …, (1, 2), …
    pairs: Vec<Pair>,
    /// The logarithms of the latencies of the current puzzle; `None` for a strategy without an answer.
    logarithms: Vec<Option<f64>>,
}

/// Sums over the puzzles that two strategies answered.
#[derive(Clone, Default)]
struct Pair {
    puzzles: u64,
    first_ns: u128,
    second_ns: u128,
    /// The logarithms of the ratios of latency, first over second.
    ratios: Moments,
}

/// The speed-up of a strategy over another, on the puzzles that both answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpeedUp {
    /// Number of puzzles.
    pub puzzles: u64,
    /// The ratio of the sums of latencies; `None` if there is no such puzzle, or no time was spent.
    pub total: Option<f64>,
    /// The geometric mean of the ratios.
    pub typical: Option<f64>,
    /// The 99 % confidence interval of the geometric mean; `None` for fewer than three puzzles.
    pub interval: Option<(f64, f64)>,
}

impl Pairs {
    /// Creates empty sums.
    pub fn new(strategies: usize) -> Pairs {
        Pairs {
            strategies,
            pairs: vec![Pair::default(); strategies * strategies.saturating_sub(1) / 2],
            logarithms: vec![None; strategies],
        }
    }

    /// Adds the samples of a puzzle, one of each strategy.
    pub fn add(&mut self, samples: &[Sample]) {
        for (logarithm, sample) in self.logarithms.iter_mut().zip(samples) {
            // A latency of 0, below the resolution of a clock, counts as one unit.
            *logarithm = sample.status.is_answer().then(|| (sample.latency_ns.max(1) as f64).ln());
        }
        let mut pairs = self.pairs.iter_mut();
        for (first, sample) in samples.iter().enumerate() {
            for (other, pair) in (first + 1..samples.len()).zip(&mut pairs) {
                if let (Some(one), Some(two)) = (self.logarithms[first], self.logarithms[other]) {
                    pair.puzzles += 1;
                    pair.first_ns += u128::from(sample.latency_ns);
                    pair.second_ns += u128::from(samples[other].latency_ns);
                    pair.ratios.add(one - two);
                }
            }
        }
    }

    /// Returns the speed-up of a strategy over another one.
    pub fn speed_up(&self, of: usize, over: usize) -> SpeedUp {
        if over < of { self.pair(over, of).speed_up() } else { self.pair(of, over).speed_up().inverse() }
    }

    fn pair(&self, first: usize, second: usize) -> &Pair {
        // The pairs of the strategies before `first`, then those of `first`.
        let before = first * (2 * self.strategies - first - 1) / 2;
        &self.pairs[before + second - first - 1]
    }
}

impl Pair {
    /// Returns the speed-up of the second strategy over the first.
    fn speed_up(&self) -> SpeedUp {
        let is_timed = self.first_ns > 0 && self.second_ns > 0;
        let interval = self.ratios.mean().zip(self.ratios.margin());
        SpeedUp {
            puzzles: self.puzzles,
            total: is_timed.then(|| self.first_ns as f64 / self.second_ns as f64),
            typical: self.ratios.mean().map(f64::exp),
            interval: interval.map(|(mean, margin)| ((mean - margin).exp(), (mean + margin).exp())),
        }
    }
}

impl SpeedUp {
    /// Returns the speed-up of the other strategy over this one.
    #[must_use]
    pub fn inverse(self) -> SpeedUp {
        SpeedUp {
            puzzles: self.puzzles,
            total: self.total.map(f64::recip),
            typical: self.typical.map(f64::recip),
            interval: self.interval.map(|(low, high)| (high.recip(), low.recip())),
        }
    }
}
