//! `correlation.csv`: whether two strategies agree on which puzzles are hard. A row per cost and pair of strategies, derived from the rows
//! of `puzzles.csv`.

use std::iter;

use corpus::{csv_text::csv_text, error::Result, fs::PartFile};
use pass::Sample;
use stats::{
    rank_correlation::{Agreement, Hardest, PairCounts, bin},
    rounded,
};

use super::{StrategyManifest, directory::Directory, directory_names::CORRELATION};

/// A cost of a search: its column in `puzzles.csv`, and its value.
type Cost = (&'static str, fn(&Sample) -> u64);

pub const GUESSES: &str = "guesses";
pub const LATENCY: &str = "latency_ns";
const COSTS: [Cost; 3] =
    [("nodes", |sample| sample.nodes), (GUESSES, |sample| sample.guesses), (LATENCY, |sample| sample.latency_ns)];

const COLUMNS: [&str; 10] =
    ["cost", "a", "b", "puzzles", "rho", "hardest_a", "hardest_b", "hardest_both", "overlap", "chance"];

/// Puzzles that are counted pair by pair, so that the counts of one pair stay in the processor's cache. Those of all pairs would not.
const BATCH_PUZZLES: usize = 1 << 15;

/// The bin of a puzzle that the strategy did not answer.
const NO_ANSWER: u16 = u16::MAX;

/// The puzzles of a run, counted by the costs of each pair of strategies.
pub struct CorrelationCounts {
    /// For each strategy and cost, the bins of the puzzles that are not counted yet.
    batch: Vec<[Vec<u16>; COSTS.len()]>,
    /// For each pair of strategies and each cost, the puzzles counted so far.
    counts: Vec<[PairCounts; COSTS.len()]>,
}

/// How far two strategies, given by their indices, agree by a cost.
#[derive(Debug)]
pub struct Correlation {
    pub cost: &'static str,
    pub strategies: [usize; 2],
    pub agreement: Agreement,
}

impl CorrelationCounts {
    pub fn new(strategies: usize) -> CorrelationCounts {
        let counts = pairs(strategies).map(|_| Default::default()).collect();
        CorrelationCounts { batch: vec![Default::default(); strategies], counts }
    }

    /// Adds a puzzle, with the sample of each strategy.
    pub fn add(&mut self, samples: &[Sample]) {
        // A single strategy has no pair to count.
        if self.counts.is_empty() {
            return;
        }
        for (sample, bins) in samples.iter().zip(&mut self.batch) {
            let is_answer = sample.status.is_answer();
            for ((_, cost), bins) in COSTS.iter().zip(bins) {
                bins.push(if is_answer { bin(cost(sample)) } else { NO_ANSWER });
            }
        }
        if self.batch[0][0].len() == BATCH_PUZZLES {
            self.count();
        }
    }

    fn count(&mut self) {
        for ([a, b], counts) in pairs(self.batch.len()).zip(&mut self.counts) {
            for ((a, b), counts) in self.batch[a].iter().zip(&self.batch[b]).zip(counts) {
                let answered = a.iter().zip(b).filter(|(a, b)| **a != NO_ANSWER && **b != NO_ANSWER);
                answered.for_each(|(&a, &b)| counts.add(a, b));
            }
        }
        self.batch.iter_mut().flatten().for_each(Vec::clear);
    }

    /// Returns the correlations by cost, then by pair; none of a single strategy.
    pub fn finish(&mut self) -> Vec<Correlation> {
        self.count();
        let mut correlations = Vec::new();
        for (index, (cost, _)) in COSTS.iter().enumerate() {
            for (strategies, counts) in pairs(self.batch.len()).zip(&self.counts) {
                correlations.push(Correlation { cost, strategies, agreement: counts[index].agreement() });
            }
        }
        correlations
    }

    /// Writes the file, if there are several strategies.
    pub fn write(&mut self, strategies: &[StrategyManifest], directory: &Directory) -> Result<Option<PartFile>> {
        let correlations = self.finish();
        if correlations.is_empty() {
            return Ok(None);
        }
        let mut file = directory.file(CORRELATION)?;
        let rows = correlations.iter().map(|correlation| correlation.row(strategies));
        file.write(&csv_text(false, iter::once(COLUMNS.map(String::from)).chain(rows)))?;
        Ok(Some(file))
    }
}

impl Correlation {
    fn row(&self, strategies: &[StrategyManifest]) -> [String; COLUMNS.len()] {
        let Agreement { puzzles, rho, hardest } = self.agreement;
        let [a, b] = self.strategies.map(|strategy| strategies[strategy].name.clone());
        let rho = rho.map_or(String::new(), |rho| decimals(rho, 3));
        let of_hardest = |Hardest { puzzles: [a, b], both }| {
            let overlap = both as f64 / a.min(b) as f64;
            let chance = a.max(b) as f64 / puzzles as f64;
            [a.to_string(), b.to_string(), both.to_string(), decimals(overlap, 3), decimals(chance, 3)]
        };
        let [of_a, of_b, both, overlap, chance] = hardest.map(of_hardest).unwrap_or_default();
        [self.cost.into(), a, b, puzzles.to_string(), rho, of_a, of_b, both, overlap, chance]
    }
}

/// Renders a number with so many digits after the point. A number that is 0 then has no sign.
pub fn decimals(value: f64, digits: usize) -> String {
    let rounded = rounded(value, digits as i32) + 0.0;
    format!("{rounded:.digits$}")
}

/// Returns all pairs of strategies, the lower index first.
fn pairs(strategies: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..strategies).flat_map(move |a| (a + 1..strategies).map(move |b| [a, b]))
}
