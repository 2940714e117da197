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

#[cfg(test)]
mod tests {
    use pass::Status;

    use super::*;
    use crate::record::strategies_named;

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, backtracks: nodes / 2, latency_ns, ..Sample::INVALID }
    }

    /// Three puzzles, worked out by hand: both solve the first, the second hits a limit in one, the third is invalid.
    fn totals() -> Summary {
        let strategies = strategies_named(&["naive", "dlx"]);
        let mut totals = Totals::new(&strategies, &LimitsManifest::default());
        let puzzles = [
            [sample(Status::Solved, 100, 1000), sample(Status::Solved, 10, 500)],
            [sample(Status::NodeLimit, 900, 8000), sample(Status::Solved, 30, 1500)],
            [Sample::INVALID, Sample::INVALID],
        ];
        puzzles.iter().for_each(|samples| totals.add(samples));
        totals.summary(None)
    }

    #[test]
    fn limits_are_counted_and_not_averaged_in() {
        let Summary { strategies, .. } = totals();
        let naive = &strategies[0];
        let dlx = &strategies[1];
        let counts = Counts {
            puzzles: 3,
            solved: 1,
            node_limit: 1,
            invalid: 1,
            nodes: 1000,
            backtracks: 500,
            guesses: 0,
            ..Counts::default()
        };
        assert_eq!(naive.counts, counts);
        assert_eq!(naive.latency_mean_ns, Some(1000.0));
        assert_eq!((naive.answered, naive.answered_mean_nodes), (1, Some(100.0)));
        // Two puzzles were run in 9,000 ns.
        assert_eq!(naive.puzzles_per_second, Some(222_222.0));
        assert_eq!(naive.par2_ns, Some((1000.0 + 2.0 * 8000.0) / 2.0));
        // dlx answered the most, so it is the reference.
        assert_eq!((naive.speedup, dlx.speedup, naive.speedup_puzzles), (Some(0.5), Some(1.0), 1));
        assert_eq!(dlx.latency_mean_ns, Some(1000.0));
        // The puzzle without an answer ranks last.
        assert_eq!((dlx.latency_p50_ns, dlx.latency_max_ns), (Some(500), Some(1500)));
        assert_eq!((naive.latency_p50_ns, naive.latency_p90_ns), (Some(1000), None));
    }

    #[test]
    fn the_largest_numbers_are_added() {
        let mut totals = Totals::new(&strategies_named(&["dlx"]), &LimitsManifest::default());
        let largest = Sample { backtracks: u64::MAX, ..sample(Status::Solved, u64::MAX, u64::MAX) };
        [largest; 3].iter().for_each(|sample| totals.add(&[*sample]));
        let strategy = &totals.summary(None).strategies[0];
        assert_eq!(
            [strategy.counts.nodes, strategy.common_nodes, strategy.common_backtracks, strategy.common_ns],
            [u64::MAX; 4]
        );
        assert_eq!(strategy.answered_mean_nodes, Some(u64::MAX as f64));
    }

    #[test]
    fn without_measurements_the_numbers_are_null() {
        let strategies = strategies_named(&["dlx"]);
        let mut totals = Totals::new(&strategies, &LimitsManifest::default());
        totals.add(&[Sample::INVALID]);
        let json = serde_json::to_string(&totals.summary(None)).unwrap();
        assert!(json.contains(r#""latency_p50_ns":null"#) && json.contains(r#""puzzles_per_second":null"#), "{json}");
    }
}
