//! Sums over the puzzles of a run: the results of each strategy by itself.

use hdrhistogram::Histogram;
use pass::{Counts, Sample};

use super::{
    LimitsManifest, SCHEMA_VERSION, StrategyManifest, StrategySummary, Summary,
    histograms::{new_histogram, value_within},
    scores::Scores,
    summary::mean,
};
use stats::six_digits;

/// Sums over the puzzles of a run, from which its summary is computed.
pub struct Totals {
    strategies: Vec<StrategyTotals>,
    scores: Scores,
}

#[derive(Clone)]
struct StrategyTotals {
    strategy: StrategyManifest,
    counts: Counts,
    latencies: Histogram<u64>,
    /// Answers that took over an hour, which the histogram does not hold.
    overflow: u64,
    // Sums over the answered puzzles.
    answered_nodes: u128,
    answered_backtracks: u128,
    answered_ns: u128,
    /// The sum over all puzzles that ran.
    spent_ns: u128,
}

impl Totals {
    /// Creates empty sums. Penalties are multiples of the limits.
    pub fn new(strategies: &[StrategyManifest], limits: &LimitsManifest) -> Totals {
        let scores = Scores::new(strategies.len(), limits);
        Totals { strategies: strategies.iter().map(StrategyTotals::new).collect(), scores }
    }

    pub fn add(&mut self, samples: &[Sample]) {
        for (totals, sample) in self.strategies.iter_mut().zip(samples) {
            totals.add(sample);
        }
        self.scores.add(samples);
    }

    /// Returns the summary of the puzzles so far. Speed-ups are over the strategy named `reference`; `None` stands for the
    /// [fastest](Summary::fastest).
    pub fn summary(&self, reference: Option<&str>) -> Summary {
        let strategies = self.strategies.iter().enumerate().map(|(strategy, totals)| {
            let mut summary = totals.summary();
            self.scores.complete(strategy, &mut summary);
            summary
        });
        let mut summary = Summary {
            schema_version: SCHEMA_VERSION,
            reference: None,
            fastest: None,
            strategies: strategies.collect(),
            virtual_best: self.scores.virtual_best(),
        };
        let named = reference.and_then(|name| self.strategies.iter().position(|totals| totals.strategy.name == name));
        let fastest = self.scores.fastest();
        summary.fastest = fastest.map(|fastest| self.strategies[fastest].strategy.name.clone());
        if let Some(reference) = named.or(fastest) {
            self.scores.set_speed_ups(reference, &mut summary.strategies);
            summary.reference = Some(self.strategies[reference].strategy.name.clone());
        }
        summary
    }
}

impl StrategyTotals {
    fn new(strategy: &StrategyManifest) -> StrategyTotals {
        StrategyTotals {
            strategy: strategy.clone(),
            counts: Counts::default(),
            latencies: new_histogram(),
            overflow: 0,
            answered_nodes: 0,
            answered_backtracks: 0,
            answered_ns: 0,
            spent_ns: 0,
        }
    }

    #[inline]
    fn add(&mut self, sample: &Sample) {
        let latency = u128::from(sample.latency_ns);
        self.counts.add(sample);
        self.spent_ns += latency;
        if sample.status.is_answer() {
            self.answered_nodes += u128::from(sample.nodes);
            self.answered_backtracks += u128::from(sample.backtracks);
            self.answered_ns += latency;
            self.overflow += u64::from(self.latencies.record(sample.latency_ns).is_err());
        }
    }

    /// Returns the latency that a share of the puzzles does not exceed. Puzzles without an answer rank last, so a share that
    /// reaches them has no latency.
    fn latency_within(&self, share: f64) -> Option<u64> {
        value_within(&self.latencies, self.counts.run(), share)
    }

    /// Returns what the strategy did by itself.
    fn summary(&self) -> StrategySummary {
        let answered = self.counts.answered();
        let seconds = self.spent_ns as f64 * 1e-9;
        StrategySummary {
            name: self.strategy.name.clone(),
            counts: self.counts,
            latency_mean_ns: mean(self.answered_ns, answered, 1),
            latency_p50_ns: self.latency_within(0.5),
            latency_p90_ns: self.latency_within(0.9),
            latency_p99_ns: self.latency_within(0.99),
            latency_p999_ns: self.latency_within(0.999),
            latency_max_ns: self.latency_within(1.0),
            puzzles_per_second: (self.spent_ns > 0).then(|| six_digits(self.counts.timed() as f64 / seconds)),
            amortised: self.strategy.amortised,
            external: self.strategy.external.clone(),
            answered,
            answered_mean_nodes: mean(self.answered_nodes, answered, 3),
            answered_mean_backtracks: mean(self.answered_backtracks, answered, 3),
            latency_overflow: self.overflow,
            ..StrategySummary::default()
        }
    }
}
