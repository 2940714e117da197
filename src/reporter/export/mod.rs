//! `export/`: what a run came to, in the formats of other tools, one file of code for each format.
//!
//! They hold means of what was measured in every round, not of the smallest latencies that the summary has: these tools
//! do statistics of their own, over rounds or over runs.

mod bencher;
mod critcmp;
mod github_action_benchmark;
mod go_bench;
mod hyperfine;

use std::path::Path;

use crate::{
    error::Result,
    fs::PartFile,
    layout::corpus_stem,
    reader::STANDARD_INPUT,
    record::{Directory, Machine, Manifest, Round, Rounds, Summary, SummaryRow},
    stats::{Spread, rounded},
};

/// Names are cut here: with four bytes a character, and a strategy in front, they are under Bencher's 1,024 bytes.
const LONGEST: usize = 200;

/// What the files are made of.
struct Export<'a> {
    /// The name of the results directory.
    baseline: String,
    corpus: String,
    machine: &'a Machine,
    /// In the order of the command line.
    series: Vec<Series<'a>>,
}

/// A strategy on the corpus.
struct Series<'a> {
    /// `strategy/corpus`.
    name: String,
    /// What the summary has of it.
    row: &'a SummaryRow,
    /// The complete rounds, at least one.
    rounds: Vec<Round>,
    /// The mean latency per puzzle of each round.
    latency_ns: Spread,
}

/// Writes the files, if there is a complete round in which something was measured.
pub fn write(directory: &Directory, manifest: &Manifest, summary: &Summary, rounds: &Rounds) -> Result<Vec<PartFile>> {
    let baseline = directory.name().unwrap_or_else(|| manifest.tool.name.clone());
    let export = Export::new(baseline, manifest, summary, rounds);
    // Not every tool takes an empty file.
    if export.series.is_empty() {
        return Ok(Vec::new());
    }
    let hyperfine = hyperfine::results(&export);
    Ok(vec![
        directory.write_json("export/bencher.json", &bencher::benchmarks(&export))?,
        directory.write_json("export/gab-smaller.json", &github_action_benchmark::smaller(&export))?,
        directory.write_json("export/gab-bigger.json", &github_action_benchmark::bigger(&export))?,
        directory.write_json("export/hyperfine.json", &hyperfine)?,
        directory.write("export/hyperfine.csv", &hyperfine::csv(&hyperfine))?,
        directory.write("export/go-bench.txt", go_bench::text(&export).as_bytes())?,
        directory.write_json("export/critcmp.json", &critcmp::baseline(&export))?,
    ])
}

impl<'a> Export<'a> {
    fn new(baseline: String, manifest: &'a Manifest, summary: &'a Summary, rounds: &Rounds) -> Export<'a> {
        let corpus = corpus(manifest.corpora.iter().map(|file| file.path.as_str()));
        let series = summary.strategies.iter().enumerate().filter_map(|(strategy, of_strategy)| {
            let rounds: Vec<Round> = rounds.of(strategy).collect();
            // One that took no time was not run, or panicked at every puzzle: there is nothing to compare.
            let means: Vec<f64> = rounds.iter().filter(|round| round.latency_ns > 0).map(Round::mean_ns).collect();
            let latency_ns = Spread::of(&means).filter(|_| means.len() == rounds.len())?;
            let row = &of_strategy.row;
            Some(Series { name: format!("{}/{corpus}", row.strategy), row, rounds, latency_ns })
        });
        let series = series.collect();
        Export { baseline, corpus, machine: &manifest.machine, series }
    }
}

impl Series<'_> {
    /// Puzzles that the strategy was run on, in each round.
    fn puzzles(&self) -> u64 {
        self.row.puzzles - self.row.invalid
    }

    /// Of these, the ones that it gave no right answer to.
    fn unsolved(&self) -> u64 {
        self.puzzles() - self.row.solved - self.row.unsolvable
    }
}

impl Round {
    /// The mean latency of a puzzle.
    fn mean_ns(&self) -> f64 {
        self.latency_ns as f64 / self.puzzles as f64
    }
}

/// The name of the corpus, the same whichever way and wherever it is stored.
fn corpus<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let name = paths.map(stem).collect::<Vec<_>>().join("+");
    name.replace(char::is_control, "_").trim().chars().take(LONGEST).collect()
}

fn stem(path: &str) -> &str {
    if path == STANDARD_INPUT {
        return "stdin";
    }
    corpus_stem(Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path))
}

/// No clock tells more of a nanosecond.
fn thousandths(value: f64) -> f64 {
    rounded(value, 3)
}

/// How many there are in a second of what takes so many nanoseconds.
fn per_second(nanoseconds: f64) -> f64 {
    thousandths(1e9 / nanoseconds)
}

#[cfg(test)]
mod tests;
