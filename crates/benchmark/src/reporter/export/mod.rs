//! `export/`: the results of a run in the formats of other tools.
//!
//! The files hold means over all puzzles as measured in each round, not the smallest latencies of the summary: those tools
//! do their own statistics over rounds or runs.

mod json;
mod measures;

use std::path::Path;

use corpus::{layout::without_extensions, reader::STANDARD_INPUT};

use crate::record::{Destination, EXPORT, Record, Round, SummaryRow};
use stats::{Spread, rounded};

/// Renders the content of the file with a name.
type Render = fn(&str, &[Series<'_>]) -> Vec<u8>;

const EXPORTS: &[(&str, Render)] = &[
    ("bencher.json", json::bencher),
    ("gab-smaller.json", json::github_action_benchmark),
    ("gab-bigger.json", json::github_action_benchmark),
];

/// Longest name of a corpus, in characters: with four bytes a character and a strategy in front, a name has less than
/// Bencher's 1,024 bytes.
const MAX_CORPUS_NAME_CHARS: usize = 200;

struct Series<'a> {
    name: String,
    row: &'a SummaryRow,
    /// The complete rounds, at least one.
    rounds: Vec<Round>,
    latency_ns: Spread,
}

pub fn destination(path: &Path) -> Destination {
    Destination::new(path, &names())
}

pub fn names() -> Vec<&'static str> {
    EXPORTS.iter().map(|(name, _)| *name).collect()
}

/// Renders all files, each with its path in the results directory. Returns no files if no round is complete or nothing was
/// measured.
pub fn files(record: &Record) -> Vec<(String, Vec<u8>)> {
    let series = series(record);
    // Not every tool accepts an empty file.
    if series.is_empty() {
        return Vec::new();
    }
    EXPORTS.iter().map(|(name, render)| (format!("{EXPORT}/{name}"), render(name, &series))).collect()
}

/// Returns the strategies in the order of the command line.
fn series(record: &Record) -> Vec<Series<'_>> {
    let corpus = corpus(record.manifest.corpora.iter().map(|file| file.path.as_str()));
    let rows = record.summary.strategies.iter().map(|strategy| &strategy.row).enumerate();
    rows.filter_map(|(index, row)| Series::of(row, record.rounds.of(index).collect(), &corpus)).collect()
}

impl<'a> Series<'a> {
    /// Returns the series of a strategy. A strategy that took no time did not run, or panicked on every puzzle.
    fn of(row: &'a SummaryRow, rounds: Vec<Round>, corpus: &str) -> Option<Series<'a>> {
        if rounds.iter().any(|round| round.latency_ns == 0) {
            return None;
        }
        let means: Vec<f64> = means_ns(&rounds, row).collect();
        let latency_ns = Spread::of(&means)?;
        Some(Series { name: format!("{}/{corpus}", row.strategy), row, rounds, latency_ns })
    }

    fn puzzles(&self) -> u64 {
        self.row.counts().run()
    }

    /// Returns the number of these puzzles without a right answer.
    fn unsolved(&self) -> u64 {
        self.puzzles() - self.row.counts().answered()
    }
}

/// Returns the mean latency per puzzle of each round.
fn means_ns(rounds: &[Round], row: &SummaryRow) -> impl Iterator<Item = f64> {
    let timed = row.counts().timed() as f64;
    rounds.iter().map(move |round| round.latency_ns as f64 / timed)
}

/// Returns the name of the corpus, which does not depend on where and how it is stored.
pub(super) fn corpus<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let name = paths.map(stem).collect::<Vec<_>>().join("+");
    name.replace(char::is_control, "_").trim().chars().take(MAX_CORPUS_NAME_CHARS).collect()
}

fn stem(path: &str) -> String {
    if path == STANDARD_INPUT {
        return "stdin".into();
    }
    let stem = without_extensions(Path::new(path));
    stem.file_name().unwrap_or(stem.as_os_str()).to_string_lossy().into_owned()
}

/// Rounds to three decimals: for nanoseconds, more than any clock resolves.
fn thousandths(value: f64) -> f64 {
    rounded(value, 3)
}

#[cfg(test)]
mod tests;
