//! How much faster a strategy is than another, on the puzzles that both answered: in total, and on the typical puzzle.

use pass::Sample;

use stats::scores::GeometricMean;

pub struct Pairs {
    strategies: usize,
    /// The pairs (0, 1), (0, 2), …, (1, 2), …
    pairs: Vec<Pair>,
}

/// Sums over the puzzles that two strategies answered.
#[derive(Clone, Default)]
struct Pair {
    puzzles: u64,
    first_ns: u128,
    second_ns: u128,
    /// The ratios of latency, first over second.
    ratios: GeometricMean,
}

/// The speed-up of a strategy over another, on the puzzles that both answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpeedUp {
    pub puzzles: u64,
    /// The ratio of the sums of latencies; `None` if there is no such puzzle, or no time was spent.
    pub total: Option<f64>,
    /// The geometric mean of the ratios.
    pub typical: Option<f64>,
    /// The 99 % confidence interval of the geometric mean; `None` for fewer than three puzzles.
    pub interval: Option<(f64, f64)>,
}

impl Pairs {
    pub fn new(strategies: usize) -> Pairs {
        Pairs { strategies, pairs: vec![Pair::default(); strategies * strategies.saturating_sub(1) / 2] }
    }

    pub fn add(&mut self, samples: &[Sample]) {
        let mut pairs = self.pairs.iter_mut();
        for (index, first) in samples.iter().enumerate() {
            for (second, pair) in samples[index + 1..].iter().zip(&mut pairs) {
                if first.status.is_answer() && second.status.is_answer() {
                    pair.add(first.latency_ns, second.latency_ns);
                }
            }
        }
    }

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
    /// Adds the latencies of a puzzle that both strategies answered.
    fn add(&mut self, first_ns: u64, second_ns: u64) {
        self.puzzles += 1;
        self.first_ns += u128::from(first_ns);
        self.second_ns += u128::from(second_ns);
        self.ratios.add(first_ns, second_ns);
    }

    fn speed_up(&self) -> SpeedUp {
        let is_timed = self.first_ns > 0 && self.second_ns > 0;
        SpeedUp {
            puzzles: self.puzzles,
            total: is_timed.then(|| self.first_ns as f64 / self.second_ns as f64),
            typical: self.ratios.mean(),
            interval: self.ratios.interval(),
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
