//! `summary.csv` and `summary.json`: one row per strategy, derived from the rows of `puzzles.csv`.

use corpus::{error::Result, fs::PartFile};
use pass::{Counts, external::External};
use serde::Serialize;

use super::{
    directory::Directory,
    directory_names::{SUMMARY_CSV, SUMMARY_JSON},
};
use stats::rounded;

/// The version of the files of a results directory, as FORMAT.md defines it.
pub const SCHEMA_VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The version of the files of a results directory.
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

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategySummary {
    #[serde(flatten)]
    pub row: SummaryRow,
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
    pub par10_ns: Option<f64>,
    pub par2_nodes: Option<f64>,
    pub par10_nodes: Option<f64>,
    pub vbs_gap: Option<f64>,
    pub unique: u64,
    pub wins: u64,
    pub ties: u64,
    pub geomean_speedup: Option<f64>,
    pub geomean_low: Option<f64>,
    pub geomean_high: Option<f64>,
    pub common_puzzles: u64,
    pub common_nodes: u64,
    pub common_backtracks: u64,
    pub common_ns: u64,
    pub engine_error: u64,
}

/// The keys that `summary.json` has beyond the columns of `summary.csv`; FORMAT.md defines them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SummaryExtras {
    pub amortised: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<External>,
    pub answered: u64,
    pub answered_mean_nodes: Option<f64>,
    pub answered_mean_backtracks: Option<f64>,
    pub speedup_puzzles: u64,
    pub latency_overflow: u64,
    pub par_ns_lower_bound: bool,
    pub par_nodes_lower_bound: bool,
}

/// The virtual best strategy: on each puzzle the best of all strategies; FORMAT.md defines the keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    pub answered: u64,
    pub par2_ns: Option<f64>,
    pub par10_ns: Option<f64>,
}

impl SummaryRow {
    /// Creates the row of a strategy with these counts, and nothing else.
    pub fn of_counts(strategy: &str, counts: Counts) -> SummaryRow {
        SummaryRow {
            strategy: strategy.into(),
            puzzles: counts.puzzles,
            solved: counts.solved,
            unsolvable: counts.unsolvable,
            invalid: counts.invalid,
            stalled: counts.stalled,
            node_limit: counts.node_limit,
            time_limit: counts.time_limit,
            wrong: counts.wrong,
            nodes: counts.nodes,
            guesses: counts.guesses,
            backtracks: counts.backtracks,
            engine_error: counts.engine_error,
            ..SummaryRow::default()
        }
    }

    pub fn counts(&self) -> Counts {
        Counts {
            puzzles: self.puzzles,
            solved: self.solved,
            unsolvable: self.unsolvable,
            invalid: self.invalid,
            stalled: self.stalled,
            node_limit: self.node_limit,
            time_limit: self.time_limit,
            wrong: self.wrong,
            nodes: self.nodes,
            guesses: self.guesses,
            backtracks: self.backtracks,
            engine_error: self.engine_error,
        }
    }
}

impl Summary {
    pub fn write(&self, directory: &Directory) -> Result<[PartFile; 2]> {
        let mut csv = directory.file(SUMMARY_CSV)?;
        csv.rows(true, self.strategies.iter().map(|strategy| &strategy.row))?;
        Ok([csv, directory.write_json(SUMMARY_JSON, self)?])
    }

    pub fn measured_anything(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.row.counts().run() > 0)
    }

    pub fn wrong(&self) -> u64 {
        self.strategies.iter().map(|strategy| strategy.row.wrong).sum()
    }
}

/// Returns a mean rounded to `digits` after the point; `None` for `n` = 0.
pub fn mean(sum: u128, n: u64, digits: i32) -> Option<f64> {
    (n > 0).then(|| rounded(sum as f64 / n as f64, digits))
}
