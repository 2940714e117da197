//! `summary.csv` and `summary.json`: a row per strategy, all of it derived from the rows of `puzzles.csv`.

use serde::{Deserialize, Serialize};

use super::directory::Directory;
use crate::{error::Result, fs::PartFile, stats::rounded};

/// The version of the layout of `summary.json` and `manifest.json`, told in FORMAT.md.
pub const SCHEMA_VERSION: u32 = 1;

/// What a run says of its strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// In the order of the command line.
    pub strategies: Vec<StrategySummary>,
    /// The best of them on each puzzle.
    pub virtual_best: VirtualBest,
}

/// What a run says of one strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategySummary {
    /// The columns of `summary.csv`.
    #[serde(flatten)]
    pub row: SummaryRow,
    /// What only `summary.json` has.
    #[serde(flatten)]
    pub more: More,
}

/// A row of `summary.csv`; FORMAT.md has the definitions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
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
}

/// What `summary.json` has beyond `summary.csv`; FORMAT.md has the definitions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct More {
    pub amortised: bool,
    pub finished: u64,
    pub finished_mean_nodes: Option<f64>,
    pub finished_mean_backtracks: Option<f64>,
    pub speedup_puzzles: u64,
    pub latency_overflow: u64,
    pub par_ns_lower_bound: bool,
    pub par_nodes_lower_bound: bool,
}

/// A strategy that were, on each puzzle, the best of those that took part; FORMAT.md has the definitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct VirtualBest {
    pub answered: u64,
    pub par2_ns: Option<f64>,
    pub par10_ns: Option<f64>,
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

/// A mean with so many digits after the point; of nothing, none.
pub fn mean(sum: u128, n: u64, digits: i32) -> Option<f64> {
    (n > 0).then(|| rounded(sum as f64 / n as f64, digits))
}
