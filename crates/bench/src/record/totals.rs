//! Sums over the puzzles of a run: the results of each strategy by itself.

use corpus::{
    external::External,
    pass::{Counts, Sample, Status},
};
use hdrhistogram::Histogram;
use solver::strategy::Limits;

use super::{
    SCHEMA_VERSION, StrategyManifest, StrategySummary, Summary, SummaryExtras, SummaryRow, histograms::new_histogram,
    scores::Scores, summary::mean,
};
use crate::stats::six_digits;

/// Sums over the puzzles of a run, from which its summary is computed.
pub struct Totals {
    strategies: Vec<StrategyTotals>,
    scores: Scores,
}

#[derive(Clone)]
struct StrategyTotals {
    name: String,
    amortised: bool,
    external: Option<External>,
    counts: Counts,
    /// Nodes and backtracks of the finished searches.
    finished_nodes: u128,
    finished_backtracks: u128,
    latencies: Histogram<u64>,
    /// Finished searches of over an hour, which the histogram does not hold.
    overflow: u64,
    finished_ns: u128,
    spent_ns: u128,
    beside_first: BesideFirst,
}

/// The puzzles that both a strategy and the first strategy answered.
#[derive(Clone, Copy, Default)]
struct BesideFirst {
    puzzles: u64,
    own_ns: u128,
    first_ns: u128,
}

impl Totals {
    /// Creates empty sums. Penalties are multiples of the limits.
    pub fn new(strategies: &[StrategyManifest], limits: Limits) -> Totals {
        let scores = Scores::new(strategies.len(), limits);
        Totals { strategies: strategies.iter().map(StrategyTotals::new).collect(), scores }
    }

    /// Adds the samples of a puzzle, one of each strategy.
    pub fn add(&mut self, samples: &[Sample]) {
        for (totals, sample) in self.strategies.iter_mut().zip(samples) {
            totals.add(sample, &samples[0]);
        }
        self.scores.add(samples);
    }

    /// Returns the summary of the puzzles so far.
    pub fn summary(&self) -> Summary {
        let strategies = self.strategies.iter().enumerate().map(|(strategy, totals)| {
            let mut summary = StrategySummary { row: totals.row(), extras: totals.extras() };
            self.scores.complete(strategy, &mut summary);
            summary
        });
        Summary {
            schema_version: SCHEMA_VERSION,
            strategies: strategies.collect(),
            virtual_best: self.scores.virtual_best(),
        }
    }
}

impl StrategyTotals {
    fn new(strategy: &StrategyManifest) -> StrategyTotals {
        StrategyTotals {
            name: strategy.name.clone(),
            amortised: strategy.amortised,
            external: strategy.external.clone(),
            counts: Counts::default(),
            finished_nodes: 0,
            finished_backtracks: 0,
            latencies: new_histogram(),
            overflow: 0,
            finished_ns: 0,
            spent_ns: 0,
            beside_first: BesideFirst::default(),
        }
    }

    #[inline]
    fn add(&mut self, sample: &Sample, first: &Sample) {
        let latency = u128::from(sample.latency_ns);
        self.counts.add(sample);
        self.spent_ns += latency;
        if sample.status.is_finished() {
            self.finished_nodes += u128::from(sample.nodes);
            self.finished_backtracks += u128::from(sample.backtracks);
            self.finished_ns += latency;
            self.overflow += u64::from(self.latencies.record(sample.latency_ns).is_err());
        }
        if sample.status.is_answer() && first.status.is_answer() {
            self.beside_first.puzzles += 1;
            self.beside_first.own_ns += latency;
            self.beside_first.first_ns += u128::from(first.latency_ns);
        }
    }

    fn finished(&self) -> u64 {
        Status::ALL.into_iter().filter(|status| status.is_finished()).map(|status| self.counts.of(status)).sum()
    }

    fn row(&self) -> SummaryRow {
        let quantile = |q: f64| (!self.latencies.is_empty()).then(|| self.latencies.value_at_quantile(q));
        let (timed, seconds) = (self.counts.timed(), self.spent_ns as f64 * 1e-9);
        let BesideFirst { own_ns, first_ns, .. } = self.beside_first;
        SummaryRow {
            latency_mean_ns: mean(self.finished_ns, self.finished(), 1),
            latency_p50_ns: quantile(0.5),
            latency_p90_ns: quantile(0.9),
            latency_p99_ns: quantile(0.99),
            latency_p999_ns: quantile(0.999),
            latency_max_ns: quantile(1.0),
            puzzles_per_second: (self.spent_ns > 0).then(|| six_digits(timed as f64 / seconds)),
            speedup: (own_ns > 0).then(|| six_digits(first_ns as f64 / own_ns as f64)),
            ..SummaryRow::of_counts(&self.name, self.counts)
        }
    }

    fn extras(&self) -> SummaryExtras {
        let finished = self.finished();
        SummaryExtras {
            finished,
            finished_mean_nodes: mean(self.finished_nodes, finished, 3),
            finished_mean_backtracks: mean(self.finished_backtracks, finished, 3),
            speedup_puzzles: self.beside_first.puzzles,
            latency_overflow: self.overflow,
            amortised: self.amortised,
            external: self.external.clone(),
            ..SummaryExtras::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::strategies_named;

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, backtracks: nodes / 2, latency_ns, ..Sample::INVALID }
    }

    /// Three puzzles, worked out by hand: both solve the first, the second hits a limit in one, the third is invalid.
    fn totals() -> Summary {
        let strategies = strategies_named(&["naive", "dlx"]);
        let mut totals = Totals::new(&strategies, Limits::NONE);
        let puzzles = [
            [sample(Status::Solved, 100, 1000), sample(Status::Solved, 10, 500)],
            [sample(Status::NodeLimit, 900, 8000), sample(Status::Solved, 30, 1500)],
            [Sample::INVALID, Sample::INVALID],
        ];
        puzzles.iter().for_each(|samples| totals.add(samples));
        totals.summary()
    }

    #[test]
    fn limits_are_counted_and_not_averaged_in() {
        let Summary { strategies, .. } = totals();
        let (naive, dlx) = (&strategies[0], &strategies[1]);
        assert_eq!((naive.row.puzzles, naive.row.solved, naive.row.node_limit, naive.row.invalid), (3, 1, 1, 1));
        assert_eq!((naive.row.nodes, naive.row.backtracks), (1000, 500));
        assert_eq!(naive.row.latency_mean_ns, Some(1000.0));
        assert_eq!((naive.extras.finished, naive.extras.finished_mean_nodes), (1, Some(100.0)));
        // Two puzzles were run in 9,000 ns.
        assert_eq!(naive.row.puzzles_per_second, Some(222_222.0));
        assert_eq!(naive.row.par2_ns, Some((1000.0 + 2.0 * 8000.0) / 2.0));
        assert_eq!((naive.row.speedup, dlx.row.speedup, dlx.extras.speedup_puzzles), (Some(1.0), Some(2.0), 1));
        assert_eq!(dlx.row.latency_mean_ns, Some(1000.0));
        assert_eq!(dlx.row.latency_p50_ns, Some(500));
    }

    /// A file may hold any number.
    #[test]
    fn the_largest_numbers_are_added() {
        let mut totals = Totals::new(&strategies_named(&["dlx"]), Limits::NONE);
        let largest = Sample { backtracks: u64::MAX, ..sample(Status::Solved, u64::MAX, u64::MAX) };
        [largest; 3].iter().for_each(|sample| totals.add(&[*sample]));
        let StrategySummary { row, extras } = &totals.summary().strategies[0];
        assert_eq!([row.nodes, row.common_nodes, row.common_backtracks, row.common_ns], [u64::MAX; 4]);
        assert_eq!(extras.finished_mean_nodes, Some(u64::MAX as f64));
    }

    #[test]
    fn without_measurements_the_numbers_are_null() {
        let strategies = strategies_named(&["dlx"]);
        let mut totals = Totals::new(&strategies, Limits::NONE);
        totals.add(&[Sample::INVALID]);
        let json = serde_json::to_string(&totals.summary()).unwrap();
        assert!(json.contains(r#""latency_p50_ns":null"#) && json.contains(r#""puzzles_per_second":null"#), "{json}");
    }
}
