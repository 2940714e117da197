//! `export/`: the results of a run in the formats of other tools, one module for each format.
//!
//! The files hold means over all puzzles as measured in each round, not the smallest latencies of the summary: those tools
//! do their own statistics over rounds or runs.

mod bencher;
mod critcmp;
mod github_action_benchmark;
mod go_bench;
mod hyperfine;

use std::path::Path;

use corpus::{layout::without_extensions, reader::STANDARD_INPUT};

use crate::{
    record::{Destination, EXPORT, Machine, Record, Round, SummaryRow, json_text},
    stats::{Spread, rounded},
};

/// Renders the content of a file.
type Render = fn(&Export<'_>) -> Vec<u8>;

/// Every file: its name in `export/`, and the function that renders it.
const EXPORTS: &[(&str, Render)] = &[
    ("bencher.json", |export| json_text(&bencher::benchmarks(export))),
    ("gab-smaller.json", |export| json_text(&github_action_benchmark::smaller(export))),
    ("gab-bigger.json", |export| json_text(&github_action_benchmark::bigger(export))),
    ("hyperfine.json", |export| json_text(&hyperfine::results(export))),
    ("hyperfine.csv", |export| hyperfine::csv(&hyperfine::results(export))),
    ("go-bench.txt", |export| go_bench::text(export).into_bytes()),
    ("critcmp.json", |export| json_text(&critcmp::baseline(export))),
];

/// Longest name of a corpus, in characters: with four bytes a character and a strategy in front, a name has less than
/// Bencher's 1,024 bytes.
const MAX_CORPUS_NAME_CHARS: usize = 200;

/// The data that the files are rendered from.
struct Export<'a> {
    /// The name of the results directory.
    baseline: String,
    corpus: String,
    machine: &'a Machine,
    /// The strategies, in the order of the command line.
    series: Vec<Series<'a>>,
}

/// A strategy on the corpus.
struct Series<'a> {
    /// `strategy/corpus`.
    name: String,
    row: &'a SummaryRow,
    /// The complete rounds, at least one.
    rounds: Vec<Round>,
    /// The mean latency per puzzle of each round.
    latency_ns: Spread,
}

/// Returns the destination with this path, for results with these exports.
pub fn destination(path: &Path) -> Destination {
    Destination::new(path, &names())
}

/// Returns the names of the files in `export/`.
pub fn names() -> Vec<&'static str> {
    EXPORTS.iter().map(|(name, _)| *name).collect()
}

/// Renders all files, each with its path in the results directory `directory`. Returns no files if no round is complete
/// or nothing was measured.
pub fn files(record: &Record, directory: &Path) -> Vec<(String, Vec<u8>)> {
    // `.` and `..` have names only once they are resolved.
    let baseline = name_of(directory).or_else(|| name_of(&directory.canonicalize().ok()?));
    let export = Export::new(baseline.unwrap_or_else(|| record.manifest.tool.name.clone()), record);
    // Not every tool accepts an empty file.
    if export.series.is_empty() {
        return Vec::new();
    }
    EXPORTS.iter().map(|(name, render)| (format!("{EXPORT}/{name}"), render(&export))).collect()
}

fn name_of(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

impl<'a> Export<'a> {
    fn new(baseline: String, record: &'a Record) -> Export<'a> {
        let Record { manifest, summary, rounds } = record;
        let corpus = corpus(manifest.corpora.iter().map(|file| file.path.as_str()));
        let series = summary.strategies.iter().enumerate().filter_map(|(strategy, of_strategy)| {
            let row = &of_strategy.row;
            let rounds: Vec<Round> = rounds.of(strategy).collect();
            // A strategy that took no time did not run, or panicked on every puzzle.
            let measured = rounds.iter().filter(|round| round.latency_ns > 0);
            let means: Vec<f64> = measured.map(|round| mean_ns(round, row)).collect();
            let latency_ns = Spread::of(&means).filter(|_| means.len() == rounds.len())?;
            Some(Series { name: format!("{}/{corpus}", row.strategy), row, rounds, latency_ns })
        });
        let series = series.collect();
        Export { baseline, corpus, machine: &manifest.machine, series }
    }
}

impl Series<'_> {
    /// Returns the number of puzzles that the strategy ran on in each round.
    fn puzzles(&self) -> u64 {
        self.row.counts().run()
    }

    /// Returns the number of these puzzles without a right answer.
    fn unsolved(&self) -> u64 {
        self.puzzles() - self.row.counts().answered()
    }

    /// Returns the mean latency per puzzle of each round.
    fn means_ns(&self) -> impl Iterator<Item = f64> {
        self.rounds.iter().map(|round| mean_ns(round, self.row))
    }
}

/// Returns the mean latency per puzzle of a round.
fn mean_ns(round: &Round, row: &SummaryRow) -> f64 {
    round.latency_ns as f64 / row.counts().timed() as f64
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

/// Returns the rate per second of an event that takes this many nanoseconds.
fn per_second(nanoseconds: f64) -> f64 {
    1e9 / nanoseconds
}

#[cfg(test)]
mod tests;
