//! `summary.csv` and `summary.json`: one row per strategy, derived from the rows of `puzzles.csv`.

use std::iter;

use corpus::{csv_text::csv_text, error::Result, fs::PartFile};
use pass::{Counts, Status, external::External};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{
    directory::Directory,
    directory_names::{SUMMARY_CSV, SUMMARY_JSON},
};
use stats::rounded;

/// The version of the files of a results directory, as FORMAT.md defines it.
pub const SCHEMA_VERSION: u32 = 1;

/// The fewest puzzles over which a speed-up is shown.
pub const MIN_COMPARED_PUZZLES: u64 = 6;

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

/// What a strategy did; FORMAT.md defines the keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StrategySummary {
    #[serde(rename = "strategy")]
    pub name: String,
    #[serde(flatten, serialize_with = "every_count")]
    pub counts: Counts,
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

/// The columns of `summary.csv`, each a key of `summary.json`. Statuses that are not among them come after.
const FIRST_CSV_COLUMNS: &str = "strategy,puzzles,solved,unsolvable,invalid,stalled,node_limit,time_limit,wrong,nodes,guesses,\
    backtracks,latency_mean_ns,latency_p50_ns,latency_p90_ns,latency_p99_ns,latency_p999_ns,latency_max_ns,\
    puzzles_per_second,par2_ns,speedup,par10_ns,par2_nodes,par10_nodes,vbs_gap,unique,wins,ties,geomean_speedup,\
    geomean_low,geomean_high,common_puzzles,common_nodes,common_backtracks,common_ns";

/// Returns the columns of `summary.csv`.
fn csv_columns() -> impl Iterator<Item = String> {
    let is_new = |column: &String| FIRST_CSV_COLUMNS.split(',').all(|first| first != column);
    FIRST_CSV_COLUMNS.split(',').map(String::from).chain(Status::ALL.map(column_of).into_iter().filter(is_new))
}

fn column_of(status: Status) -> String {
    status.name().replace('-', "_")
}

/// Serialises all counts; a lock file leaves out those that are 0.
fn every_count<S: Serializer>(counts: &Counts, serializer: S) -> Result<S::Ok, S::Error> {
    let by_status = Status::ALL.map(|status| (column_of(status), counts.of(status)));
    let sums = [("nodes", counts.nodes), ("guesses", counts.guesses), ("backtracks", counts.backtracks)];
    let sums = sums.map(|(name, count)| (name.to_string(), count));
    let all = [("puzzles".to_string(), counts.puzzles)];
    serializer.collect_map(all.into_iter().chain(by_status).chain(sums))
}

impl StrategySummary {
    /// Returns true if the strategy counts its search: an engine need not.
    pub fn is_counted(&self) -> bool {
        self.external.is_none() || self.counts.nodes > 0
    }

    /// Returns the speed-up over the reference; `None` for a strategy that answers less than half of the puzzles, as it is compared on
    /// the easy ones only, and for one that is compared on very few.
    pub fn shown_speedup(&self) -> Option<f64> {
        let is_compared = self.answered * 2 >= self.counts.run() && self.speedup_puzzles >= MIN_COMPARED_PUZZLES;
        self.speedup.filter(|_| is_compared)
    }

    fn csv_row(&self) -> Vec<String> {
        let keys = serde_json::to_value(self).expect("plain data");
        let text = |column: String| match keys.get(column).expect("a column is a key") {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        csv_columns().map(text).collect()
    }
}

/// The virtual best strategy: on each puzzle the best of all strategies; FORMAT.md defines the keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VirtualBest {
    pub answered: u64,
    pub par2_ns: Option<f64>,
    pub par10_ns: Option<f64>,
}

impl Summary {
    pub fn write(&self, directory: &Directory) -> Result<[PartFile; 2]> {
        let mut csv = directory.file(SUMMARY_CSV)?;
        let header = csv_columns().collect();
        let rows = self.strategies.iter().map(StrategySummary::csv_row);
        csv.write(&csv_text(false, iter::once(header).chain(rows)))?;
        Ok([csv, directory.write_json(SUMMARY_JSON, self)?])
    }

    /// Returns the indices of the strategies from the best to the worst: the fastest, then those that can be compared, the faster ones
    /// first, then the others by the puzzles that they answered.
    pub fn ranking(&self) -> Vec<usize> {
        let key = |index: &usize| {
            let strategy = &self.strategies[*index];
            let is_fastest = self.fastest.as_ref() == Some(&strategy.name);
            (is_fastest, strategy.shown_speedup().unwrap_or(0.0), strategy.answered)
        };
        let mut indices: Vec<usize> = (0..self.strategies.len()).collect();
        indices.sort_by(|one, other| {
            let [one, other] = [key(one), key(other)];
            other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)).then(other.2.cmp(&one.2))
        });
        indices
    }

    pub fn measured_anything(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.counts.run() > 0)
    }

    pub fn wrong(&self) -> u64 {
        self.strategies.iter().map(|strategy| strategy.counts.wrong).sum()
    }
}

/// Returns a mean rounded to `digits` after the point; `None` for `n` = 0.
pub fn mean(sum: u128, n: u64, digits: i32) -> Option<f64> {
    (n > 0).then(|| rounded(sum as f64 / n as f64, digits))
}
