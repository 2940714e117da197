//! `correlation.csv`: whether two strategies agree on which puzzles are hard. A row per cost and pair of strategies, derived from the rows
//! of `puzzles.csv`.

use corpus::{error::Result, fs::PartFile};
use pass::Sample;
use serde::Serialize;
use stats::{
    rank_correlation::{Agreement, PairCounts, bin},
    rounded,
};

use super::{StrategyManifest, digested_csv, directory::Directory, directory_names::CORRELATION};

/// A cost of a search, and its column in `puzzles.csv`.
struct Cost {
    name: &'static str,
    of: fn(&Sample) -> u64,
}

const COSTS: [Cost; 3] = [
    Cost { name: "nodes", of: |sample| sample.nodes },
    Cost { name: GUESSES, of: |sample| sample.guesses },
    Cost { name: LATENCY, of: |sample| sample.latency_ns },
];
pub const GUESSES: &str = "guesses";
pub const LATENCY: &str = "latency_ns";

/// Puzzles that are added before they are counted. The table of one pair then stays in the processor's cache while all of them are
/// counted; that of another would drive it out.
const BATCH_PUZZLES: usize = 8192;

/// The bin of a puzzle that the strategy did not answer.
const NO_ANSWER: u16 = u16::MAX;

/// Counts the puzzles of a run by the costs of each pair of strategies.
#[derive(Clone, Debug)]
pub struct CorrelationCounts {
    strategies: usize,
    /// For each strategy and cost, the bins of the puzzles that are not counted yet.
    batch: Vec<Vec<u16>>,
    /// For each pair of strategies and each cost.
    counts: Vec<PairCounts>,
}

/// How far two strategies, given by their indices, agree by a cost.
#[derive(Clone, Debug)]
pub struct Correlation {
    pub cost: &'static str,
    pub strategies: [usize; 2],
    pub agreement: Agreement,
}

/// A row of the file. The names of its fields are the columns; FORMAT.md defines them.
#[derive(Serialize)]
struct Row<'a> {
    cost: &'static str,
    a: &'a str,
    b: &'a str,
    puzzles: u64,
    rho: Option<String>,
    hardest_a: Option<u64>,
    hardest_b: Option<u64>,
    hardest_both: Option<u64>,
    overlap: Option<String>,
    chance: Option<String>,
}

impl CorrelationCounts {
    pub fn new(strategies: usize) -> CorrelationCounts {
        let counts = vec![PairCounts::default(); pairs(strategies).count() * COSTS.len()];
        CorrelationCounts { strategies, batch: vec![Vec::new(); strategies * COSTS.len()], counts }
    }

    /// Adds a puzzle, with the sample of each strategy.
    pub fn add(&mut self, samples: &[Sample]) {
        if self.counts.is_empty() {
            return;
        }
        for (sample, bins) in samples.iter().zip(self.batch.chunks_mut(COSTS.len())) {
            let is_answer = sample.status.is_answer();
            for (cost, bins) in COSTS.iter().zip(bins) {
                bins.push(if is_answer { bin((cost.of)(sample)) } else { NO_ANSWER });
            }
        }
        if self.batch[0].len() == BATCH_PUZZLES {
            self.count();
        }
    }

    fn count(&mut self) {
        for ([a, b], counts) in pairs(self.strategies).zip(self.counts.chunks_mut(COSTS.len())) {
            for (cost, counts) in counts.iter_mut().enumerate() {
                let [a, b] = [a, b].map(|strategy| &self.batch[strategy * COSTS.len() + cost]);
                let answered = a.iter().zip(b).filter(|(a, b)| **a != NO_ANSWER && **b != NO_ANSWER);
                answered.for_each(|(&a, &b)| counts.add(a, b));
            }
        }
        self.batch.iter_mut().for_each(Vec::clear);
    }

    /// Returns the correlations by cost, then by pair. Empty for a single strategy.
    pub fn finish(mut self) -> Vec<Correlation> {
        self.count();
        let by_cost = COSTS.iter().enumerate().flat_map(|(index, Cost { name, .. })| {
            let counts = self.counts.iter().skip(index).step_by(COSTS.len());
            pairs(self.strategies).zip(counts).map(|(strategies, counts)| Correlation {
                cost: name,
                strategies,
                agreement: counts.agreement(),
            })
        });
        by_cost.collect()
    }

    /// Writes the file; `None` for a single strategy.
    pub fn write(self, strategies: &[StrategyManifest], directory: &Directory) -> Result<Option<PartFile>> {
        let correlations = self.finish();
        if correlations.is_empty() {
            return Ok(None);
        }
        let rows = correlations.iter().map(|correlation| correlation.row(strategies));
        directory.write(CORRELATION, &digested_csv::text(true, rows)).map(Some)
    }
}

impl Correlation {
    fn row<'a>(&self, strategies: &'a [StrategyManifest]) -> Row<'a> {
        let Agreement { puzzles, rho, hardest } = self.agreement;
        let [a, b] = self.strategies.map(|strategy| &*strategies[strategy].name);
        Row {
            cost: self.cost,
            a,
            b,
            puzzles,
            rho: rho.map(|rho| decimals(rho, 3)),
            hardest_a: hardest.map(|hardest| hardest.puzzles[0]),
            hardest_b: hardest.map(|hardest| hardest.puzzles[1]),
            hardest_both: hardest.map(|hardest| hardest.both),
            overlap: hardest.map(|hardest| decimals(hardest.overlap(), 3)),
            chance: hardest.map(|hardest| decimals(hardest.chance(puzzles), 3)),
        }
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
