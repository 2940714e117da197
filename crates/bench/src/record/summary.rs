//! `summary.csv` and `summary.json`: one row per strategy, derived from the rows of `puzzles.csv`.

use corpus::{error::Result, external::External, fs::PartFile, pass::Counts};
use serde::Serialize;

use super::{
    directory::Directory,
    directory_names::{SUMMARY_CSV, SUMMARY_JSON},
};
use crate::stats::rounded;

/// The version of the files of a results directory, as FORMAT.md defines it.
pub const SCHEMA_VERSION: u32 = 1;

/// The results of all strategies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The strategy that speed-ups are over; `None` if no strategy answered a puzzle.
    pub reference: Option<String>,
    /// The strategy that answered the most puzzles, and of several such strategies the one that is faster in total on the puzzles
    /// that both answered; `None` if no strategy answered a puzzle.
    pub fastest: Option<String>,
    /// The strategies, in the order of the command line.
    pub strategies: Vec<StrategySummary>,
    /// A strategy that is as fast as the fastest on each puzzle.
    pub virtual_best: VirtualBest,
}

/// The results of one strategy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategySummary {
    /// The columns of `summary.csv`.
    #[serde(flatten)]
    pub row: SummaryRow,
    /// The keys that only `summary.json` has.
    #[serde(flatten)]
    pub extras: SummaryExtras,
}

impl StrategySummary {
    /// Returns true if the strategy counts its search: an engine need not.
    pub fn is_counted(&self) -> bool {
        self.extras.external.is_none() || self.row.nodes > 0
    }
}

/// A row of `summary.csv`; FORMAT.md defines the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The strategy's name.
    pub strategy: String,
    /// Number of puzzles.
    pub puzzles: u64,
    /// Puzzles with the status solved.
    pub solved: u64,
    /// Puzzles with the status unsolvable.
    pub unsolvable: u64,
    /// Puzzles with the status invalid.
    pub invalid: u64,
    /// Puzzles with the status stalled.
    pub stalled: u64,
    /// Puzzles with the status node-limit.
    pub node_limit: u64,
    /// Puzzles with the status time-limit.
    pub time_limit: u64,
    /// Puzzles with the status wrong.
    pub wrong: u64,
    /// Sum of the nodes.
    pub nodes: u64,
    /// Sum of the guesses.
    pub guesses: u64,
    /// Sum of the backtracks.
    pub backtracks: u64,
    /// Mean latency of the answered puzzles.
    pub latency_mean_ns: Option<f64>,
    /// Median of the latencies. Puzzles without an answer rank last; `None` if the percentile falls among them.
    pub latency_p50_ns: Option<u64>,
    /// 90th percentile, likewise.
    pub latency_p90_ns: Option<u64>,
    /// 99th percentile, likewise.
    pub latency_p99_ns: Option<u64>,
    /// 99.9th percentile, likewise.
    pub latency_p999_ns: Option<u64>,
    /// Largest latency; `None` if a puzzle has no answer.
    pub latency_max_ns: Option<u64>,
    /// Puzzles run per second of latency: the speed of one core.
    pub puzzles_per_second: Option<f64>,
    /// Mean latency, with twice the limit for a puzzle without an answer.
    pub par2_ns: Option<f64>,
    /// The latency of the reference over this one's, in total over the puzzles that both answered.
    pub speedup: Option<f64>,
    /// Mean latency, with ten times the limit for a puzzle without an answer.
    pub par10_ns: Option<f64>,
    /// Mean nodes, with twice the limit for a puzzle without an answer.
    pub par2_nodes: Option<f64>,
    /// Mean nodes, with ten times the limit for a puzzle without an answer.
    pub par10_nodes: Option<f64>,
    /// `par2_ns` over that of the virtual best.
    pub vbs_gap: Option<f64>,
    /// Puzzles that only this strategy answered.
    pub unique: u64,
    /// Puzzles that this strategy alone answered fastest.
    pub wins: u64,
    /// Puzzles that this strategy and another answered equally fast.
    pub ties: u64,
    /// Geometric mean of the ratios of latency, reference over this one: the speed-up on the typical puzzle.
    pub geomean_speedup: Option<f64>,
    /// Lower end of its 99 % confidence interval.
    pub geomean_low: Option<f64>,
    /// Upper end of its 99 % confidence interval.
    pub geomean_high: Option<f64>,
    /// Puzzles that all strategies answered.
    pub common_puzzles: u64,
    /// Nodes on the common puzzles.
    pub common_nodes: u64,
    /// Backtracks on the common puzzles.
    pub common_backtracks: u64,
    /// Sum of latencies on the common puzzles.
    pub common_ns: u64,
    /// Puzzles with the status engine-error.
    pub engine_error: u64,
}

/// The keys that `summary.json` has beyond the columns of `summary.csv`; FORMAT.md defines them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SummaryExtras {
    /// True if a puzzle's latency is its share of the block's time.
    pub amortised: bool,
    /// The description of an external engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<External>,
    /// Number of answered puzzles.
    pub answered: u64,
    /// Mean nodes of the answered puzzles.
    pub answered_mean_nodes: Option<f64>,
    /// Mean backtracks of the answered puzzles.
    pub answered_mean_backtracks: Option<f64>,
    /// Number of puzzles on which `speedup` is based.
    pub speedup_puzzles: u64,
    /// Answers that took over an hour, whose latencies no percentile has.
    pub latency_overflow: u64,
    /// True if `par2_ns` and `par10_ns` are lower bounds.
    pub par_ns_lower_bound: bool,
    /// True if `par2_nodes` and `par10_nodes` are lower bounds.
    pub par_nodes_lower_bound: bool,
}

/// The virtual best strategy: on each puzzle the best of all strategies; FORMAT.md defines the keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    /// Puzzles that any strategy answered.
    pub answered: u64,
    /// As [`SummaryRow::par2_ns`].
    pub par2_ns: Option<f64>,
    /// As [`SummaryRow::par10_ns`].
    pub par10_ns: Option<f64>,
}

impl SummaryRow {
    /// Creates the row of a strategy with these counts, and nothing else.
    pub fn of_counts(strategy: &str, counts: Counts) -> SummaryRow {
        let Counts {
            puzzles,
            solved,
            unsolvable,
            invalid,
            stalled,
            node_limit,
            time_limit,
            wrong,
            nodes,
            guesses,
            backtracks,
            engine_error,
        } = counts;
        SummaryRow {
            strategy: strategy.into(),
            puzzles,
            solved,
            unsolvable,
            invalid,
            stalled,
            node_limit,
            time_limit,
            wrong,
            nodes,
            guesses,
            backtracks,
            engine_error,
            ..SummaryRow::default()
        }
    }

    /// Returns the counts in the row.
    pub fn counts(&self) -> Counts {
        let &SummaryRow {
            puzzles,
            solved,
            unsolvable,
            invalid,
            stalled,
            node_limit,
            time_limit,
            wrong,
            engine_error,
            ..
        } = self;
        let &SummaryRow { nodes, guesses, backtracks, .. } = self;
        Counts {
            puzzles,
            solved,
            unsolvable,
            invalid,
            stalled,
            node_limit,
            time_limit,
            wrong,
            nodes,
            guesses,
            backtracks,
            engine_error,
        }
    }
}

impl Summary {
    /// Writes both files under temporary names.
    pub fn write(&self, directory: &Directory) -> Result<[PartFile; 2]> {
        let mut csv = directory.file(SUMMARY_CSV)?;
        csv.rows(true, self.strategies.iter().map(|strategy| &strategy.row))?;
        Ok([csv, directory.write_json(SUMMARY_JSON, self)?])
    }

    /// Returns true if any strategy ran on any puzzle.
    pub fn measured_anything(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.row.counts().run() > 0)
    }

    /// Returns the number of wrong answers of all strategies.
    pub fn wrong(&self) -> u64 {
        self.strategies.iter().map(|strategy| strategy.row.wrong).sum()
    }
}

/// Returns a mean rounded to `digits` after the point; `None` for `n` = 0.
pub fn mean(sum: u128, n: u64, digits: i32) -> Option<f64> {
    (n > 0).then(|| rounded(sum as f64 / n as f64, digits))
}
