//! `export/`: the results of a run in the formats of other tools.
//!
//! The files hold means over all puzzles as measured in each round, not the smallest latencies of the summary: those tools
//! do their own statistics over rounds or runs.

mod json;
mod measures;
mod series;

use std::path::Path;

use crate::record::{Destination, EXPORT, Record};
pub(super) use series::corpus;
use series::{Series, series};

/// Renders the content of the file with a name.
type Render = fn(&str, &[Series<'_>]) -> Vec<u8>;

const EXPORTS: &[(&str, Render)] = &[
    ("bencher.json", json::bencher),
    ("gab-smaller.json", json::github_action_benchmark),
    ("gab-bigger.json", json::github_action_benchmark),
];

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

#[cfg(test)]
mod tests;
