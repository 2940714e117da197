//! `summary.csv` and `summary.json`: a row per strategy, all of it derived from the rows of `puzzles.csv`.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::{directory::Directory, histograms::new_histogram, part_file::PartFile};
use crate::{
    error::Result,
    sample::{Sample, Status},
    stats::rounded,
    strategy::{Entry, Limits},
};

/// The version of the layout of `summary.json` and `manifest.json`, told in FORMAT.md.
pub const SCHEMA_VERSION: u32 = 1;

/// What a run says of its strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// In the order of the command line.
    pub strategies: Vec<StrategySummary>,
}

/// What a run says of one strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategySummary {
    /// The columns of `summary.csv`.
    #[serde(flatten)]
    pub row: Row,
    /// What only `summary.json` has.
    #[serde(flatten)]
    pub more: More,
}

/// A row of `summary.csv`; FORMAT.md has the definitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Row {
    pub strategy: String,
    pub puzzles: u64,
    pub solved: u64,
    pub unsolvable: u64,
    pub invalid: u64,
    pub stalled: u64,
    pub node_limit: u64,
    pub time_limit: u64,
    pub wrong: u64,
    pub nodes: u64,
    pub guesses: u64,
    pub backtracks: u64,
    pub latency_mean_ns: Option<f64>,
    pub latency_p50_ns: Option<u64>,
    pub latency_p90_ns: Option<u64>,
    pub latency_p99_ns: Option<u64>,
    pub latency_p999_ns: Option<u64>,
    pub latency_max_ns: Option<u64>,
    pub puzzles_per_second: Option<f64>,
    pub par2_ns: Option<f64>,
    pub speedup: Option<f64>,
}

/// What `summary.json` has beyond `summary.csv`; FORMAT.md has the definitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct More {
    pub amortised: bool,
    pub finished: u64,
    pub finished_mean_nodes: Option<f64>,
    pub finished_mean_backtracks: Option<f64>,
    pub speedup_puzzles: u64,
    pub latency_overflow: u64,
}

impl Summary {
    /// Writes both files.
    pub fn write(&self, directory: &Directory) -> Result<[PartFile; 2]> {
        let mut csv = directory.file("summary.csv")?;
        csv.rows(true, self.strategies.iter().map(|strategy| &strategy.row))?;
        Ok([csv, directory.write_json("summary.json", self)?])
    }

    /// Whether a strategy ran at all.
    pub fn measured_anything(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.row.puzzles > strategy.row.invalid)
    }

    /// Wrong answers of all strategies.
    pub fn wrong(&self) -> u64 {
        self.strategies.iter().map(|strategy| strategy.row.wrong).sum()
    }
}

/// Adds up the samples of one round.
pub struct Totals {
    strategies: Vec<Total>,
    limits: Limits,
}

#[derive(Clone)]
struct Total {
    name: &'static str,
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
    par2_ns: u128,
    /// Puzzles that this and the first strategy finished, and what each of the two spent on them.
    common: (u64, u128, u128),
}

impl Totals {
    /// Nothing yet. The time limit is what PAR-2 counts twice.
    pub fn new(strategies: &[&'static Entry], limits: Limits) -> Totals {
        let total = |entry: &&'static Entry| Total {
            name: entry.name,
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
            par2_ns: 0,
            common: (0, 0, 0),
        };
        Totals { strategies: strategies.iter().map(total).collect(), limits }
    }

    /// Adds a strategy's sample of a puzzle; `first` is the first strategy's of the same puzzle.
    pub fn add(&mut self, strategy: usize, sample: &Sample, first: &Sample) {
        let total = &mut self.strategies[strategy];
        let latency = u128::from(sample.latency_ns);
        total.statuses[sample.status as usize] += 1;
        total.nodes += sample.nodes;
        total.guesses += sample.guesses;
        total.backtracks += sample.backtracks;
        total.spent_ns += latency;
        if sample.status.is_finished() {
            total.finished.0 += sample.nodes;
            total.finished.1 += sample.backtracks;
            total.finished_ns += latency;
            total.overflow += u64::from(total.latencies.record(sample.latency_ns).is_err());
        }
        if sample.status.is_answer() && first.status.is_answer() {
            let (puzzles, own, firsts) = total.common;
            total.common = (puzzles + 1, own + latency, firsts + u128::from(first.latency_ns));
        }
        total.par2_ns += match (sample.status.is_answer(), self.limits.time) {
            (true, _) => latency,
            (false, Some(limit)) if sample.status != Status::Invalid => 2 * limit.as_nanos(),
            (false, _) => 2 * latency,
        };
    }

    /// What it comes to.
    pub fn summary(&self) -> Summary {
        let strategies = self.strategies.iter().map(Total::summary).collect();
        Summary { schema_version: SCHEMA_VERSION, strategies }
    }
}

impl Total {
    fn summary(&self) -> StrategySummary {
        let count = |status: Status| self.statuses[status as usize];
        let puzzles = self.statuses.iter().sum::<u64>();
        let run = puzzles - count(Status::Invalid);
        let finished = Status::ALL.into_iter().filter(|status| status.is_finished()).map(count).sum::<u64>();
        let per = |sum: u128, n: u64| (n > 0).then(|| sum as f64 / n as f64);
        let quantile = |q: f64| (!self.latencies.is_empty()).then(|| self.latencies.value_at_quantile(q));
        let (common, own_ns, first_ns) = self.common;
        let row = Row {
            strategy: self.name.into(),
            puzzles,
            solved: count(Status::Solved),
            unsolvable: count(Status::Unsolvable),
            invalid: count(Status::Invalid),
            stalled: count(Status::Stalled),
            node_limit: count(Status::NodeLimit),
            time_limit: count(Status::TimeLimit),
            wrong: count(Status::Wrong),
            nodes: self.nodes,
            guesses: self.guesses,
            backtracks: self.backtracks,
            latency_mean_ns: per(self.finished_ns, finished).map(|mean| rounded(mean, 1)),
            latency_p50_ns: quantile(0.5),
            latency_p90_ns: quantile(0.9),
            latency_p99_ns: quantile(0.99),
            latency_p999_ns: quantile(0.999),
            latency_max_ns: quantile(1.0),
            puzzles_per_second: (self.spent_ns > 0).then(|| rounded(run as f64 / (self.spent_ns as f64 * 1e-9), 1)),
            par2_ns: per(self.par2_ns, run).map(|mean| rounded(mean, 1)),
            speedup: (own_ns > 0).then(|| rounded(first_ns as f64 / own_ns as f64, 4)),
        };
        let more = More {
            finished,
            finished_mean_nodes: per(self.finished.0.into(), finished).map(|mean| rounded(mean, 3)),
            finished_mean_backtracks: per(self.finished.1.into(), finished).map(|mean| rounded(mean, 3)),
            speedup_puzzles: common,
            latency_overflow: self.overflow,
            amortised: self.amortised,
        };
        StrategySummary { row, more }
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
        for samples in &puzzles {
            samples.iter().enumerate().for_each(|(strategy, sample)| totals.add(strategy, sample, &samples[0]));
        }
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
        totals.add(0, &Sample::INVALID, &Sample::INVALID);
        let json = serde_json::to_string(&totals.summary()).unwrap();
        assert!(json.contains(r#""latency_p50_ns":null"#) && json.contains(r#""puzzles_per_second":null"#), "{json}");
    }
}
