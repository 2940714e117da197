//! Adds up the samples of one round: what is said of each strategy by itself.

use std::borrow::Cow;

use hdrhistogram::Histogram;

use super::{
    Sample, Status,
    histograms::new_histogram,
    scores::Scores,
    summary::{More, SCHEMA_VERSION, StrategySummary, Summary, SummaryRow, mean},
};
use crate::{
    stats::rounded,
    strategy::{Entry, Limits},
};

/// The sums of one round.
pub struct Totals {
    strategies: Vec<Total>,
    scores: Scores,
}

#[derive(Clone)]
struct Total {
    name: Cow<'static, str>,
    amortised: bool,
    /// By the order of [`Status::ALL`].
    statuses: [u64; Status::ALL.len()],
    nodes: u64,
    guesses: u64,
    backtracks: u64,
    /// Nodes and backtracks of what finished.
    finished: (u64, u64),
    latencies: Histogram<u64>,
    overflow: u64,
    finished_ns: u128,
    spent_ns: u128,
    /// Puzzles that this and the first strategy answered, and what each of the two spent on them.
    with_first: (u64, u128, u128),
}

impl Totals {
    /// Nothing yet.
    pub fn new(strategies: &[Entry], limits: Limits) -> Totals {
        let total = |entry: &Entry| Total {
            name: entry.name.clone(),
            amortised: entry.amortised,
            statuses: [0; Status::ALL.len()],
            nodes: 0,
            guesses: 0,
            backtracks: 0,
            finished: (0, 0),
            latencies: new_histogram(),
            overflow: 0,
            finished_ns: 0,
            spent_ns: 0,
            with_first: (0, 0, 0),
        };
        Totals { strategies: strategies.iter().map(total).collect(), scores: Scores::new(strategies.len(), limits) }
    }

    /// Adds the samples of a puzzle, of each strategy one.
    pub fn add(&mut self, samples: &[Sample]) {
        for (total, sample) in self.strategies.iter_mut().zip(samples) {
            total.add(sample, &samples[0]);
        }
        self.scores.add(samples);
    }

    /// What it comes to.
    pub fn summary(&self) -> Summary {
        let strategies = self.strategies.iter().enumerate().map(|(strategy, total)| {
            let mut summary = StrategySummary { row: total.row(), more: total.more() };
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

impl Total {
    fn add(&mut self, sample: &Sample, first: &Sample) {
        let latency = u128::from(sample.latency_ns);
        self.statuses[sample.status as usize] += 1;
        self.nodes += sample.nodes;
        self.guesses += sample.guesses;
        self.backtracks += sample.backtracks;
        self.spent_ns += latency;
        if sample.status.is_finished() {
            self.finished.0 += sample.nodes;
            self.finished.1 += sample.backtracks;
            self.finished_ns += latency;
            self.overflow += u64::from(self.latencies.record(sample.latency_ns).is_err());
        }
        if sample.status.is_answer() && first.status.is_answer() {
            let (puzzles, own, firsts) = self.with_first;
            self.with_first = (puzzles + 1, own + latency, firsts + u128::from(first.latency_ns));
        }
    }

    fn count(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }

    fn finished(&self) -> u64 {
        Status::ALL.into_iter().filter(|status| status.is_finished()).map(|status| self.count(status)).sum()
    }

    fn row(&self) -> SummaryRow {
        let puzzles = self.statuses.iter().sum::<u64>();
        let run = puzzles - self.count(Status::Invalid);
        let quantile = |q: f64| (!self.latencies.is_empty()).then(|| self.latencies.value_at_quantile(q));
        let (_, own_ns, first_ns) = self.with_first;
        SummaryRow {
            strategy: self.name.to_string(),
            puzzles,
            solved: self.count(Status::Solved),
            unsolvable: self.count(Status::Unsolvable),
            invalid: self.count(Status::Invalid),
            stalled: self.count(Status::Stalled),
            node_limit: self.count(Status::NodeLimit),
            time_limit: self.count(Status::TimeLimit),
            wrong: self.count(Status::Wrong),
            nodes: self.nodes,
            guesses: self.guesses,
            backtracks: self.backtracks,
            latency_mean_ns: mean(self.finished_ns, self.finished(), 1),
            latency_p50_ns: quantile(0.5),
            latency_p90_ns: quantile(0.9),
            latency_p99_ns: quantile(0.99),
            latency_p999_ns: quantile(0.999),
            latency_max_ns: quantile(1.0),
            puzzles_per_second: (self.spent_ns > 0).then(|| rounded(run as f64 / (self.spent_ns as f64 * 1e-9), 1)),
            speedup: (own_ns > 0).then(|| rounded(first_ns as f64 / own_ns as f64, 4)),
            ..SummaryRow::default()
        }
    }

    fn more(&self) -> More {
        let finished = self.finished();
        More {
            finished,
            finished_mean_nodes: mean(self.finished.0.into(), finished, 3),
            finished_mean_backtracks: mean(self.finished.1.into(), finished, 3),
            speedup_puzzles: self.with_first.0,
            latency_overflow: self.overflow,
            amortised: self.amortised,
            ..More::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::strategy;

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, backtracks: nodes / 2, latency_ns, ..Sample::INVALID }
    }

    /// Three puzzles, worked out by hand: both solve the first, the second hits a limit in one, the third is invalid.
    fn totals(time: Option<Duration>) -> Summary {
        let strategies = [strategy::find("naive").unwrap(), strategy::find("dlx").unwrap()];
        let mut totals = Totals::new(&strategies, Limits { time, ..Limits::NONE });
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
        let Summary { strategies, .. } = totals(None);
        let (naive, dlx) = (&strategies[0], &strategies[1]);
        assert_eq!((naive.row.puzzles, naive.row.solved, naive.row.node_limit, naive.row.invalid), (3, 1, 1, 1));
        assert_eq!((naive.row.nodes, naive.row.backtracks), (1000, 500));
        assert_eq!(naive.row.latency_mean_ns, Some(1000.0));
        assert_eq!((naive.more.finished, naive.more.finished_mean_nodes), (1, Some(100.0)));
        // Two puzzles were run in 9,000 ns.
        assert_eq!(naive.row.puzzles_per_second, Some(222222.2));
        assert_eq!(naive.row.par2_ns, Some((1000.0 + 2.0 * 8000.0) / 2.0));
        assert_eq!((naive.row.speedup, dlx.row.speedup, dlx.more.speedup_puzzles), (Some(1.0), Some(2.0), 1));
        assert_eq!(dlx.row.latency_mean_ns, Some(1000.0));
        assert_eq!(dlx.row.latency_p50_ns, Some(500));
    }

    #[test]
    fn a_time_limit_is_what_par2_counts_twice() {
        let naive = &totals(Some(Duration::from_micros(10))).strategies[0];
        assert_eq!(naive.row.par2_ns, Some((1000.0 + 2.0 * 10_000.0) / 2.0));
    }

    #[test]
    fn nothing_measured_is_no_number() {
        let strategies = [strategy::find("dlx").unwrap()];
        let mut totals = Totals::new(&strategies, Limits::NONE);
        totals.add(&[Sample::INVALID]);
        let json = serde_json::to_string(&totals.summary()).unwrap();
        assert!(json.contains(r#""latency_p50_ns":null"#) && json.contains(r#""puzzles_per_second":null"#), "{json}");
    }
}
