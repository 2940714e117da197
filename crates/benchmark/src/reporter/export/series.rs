//! What each export has of a strategy.

use std::path::Path;

use corpus::{layout::without_extensions, reader::STANDARD_INPUT};
use stats::{RunValue, Spread, rounded};

use crate::record::{Record, Round, StrategySummary};

/// Longest name of a corpus, in characters: with four bytes a character and a strategy in front, a name has less than
/// Bencher's 1,024 bytes.
pub(super) const MAX_CORPUS_NAME_CHARS: usize = 200;

pub struct Series<'a> {
    pub name: String,
    pub summary: &'a StrategySummary,
    /// The complete rounds, at least one.
    pub rounds: Vec<Round>,
    pub latency_ns: Spread,
    /// The latency relative to the control, for comparisons with other runs; `None` without a control, or with few finished searches.
    pub value: Option<RunValue>,
}

/// Returns the strategies in the order of the command line.
pub fn series(record: &Record) -> Vec<Series<'_>> {
    let corpus = corpus(record.manifest.corpora.iter().map(|file| file.path.as_str()));
    let strategies = record.summary.strategies.iter().enumerate();
    let series = |(index, own)| {
        let series = Series::of(own, record.rounds.of(index).collect(), &corpus)?;
        Some(Series { value: record.rounds.value(index), ..series })
    };
    strategies.filter_map(series).collect()
}

impl<'a> Series<'a> {
    /// Returns the series of a strategy. A strategy that took no time did not run, or panicked on every puzzle.
    pub(super) fn of(summary: &'a StrategySummary, rounds: Vec<Round>, corpus: &str) -> Option<Series<'a>> {
        if rounds.iter().any(|round| round.latency_ns == 0) {
            return None;
        }
        let means: Vec<f64> = means_ns(&rounds, summary).collect();
        let latency_ns = Spread::of(&means)?;
        Some(Series { name: format!("{}/{corpus}", summary.name), summary, rounds, latency_ns, value: None })
    }

    pub fn puzzles(&self) -> u64 {
        self.summary.counts.run()
    }

    /// Returns the number of these puzzles without a right answer.
    pub fn unsolved(&self) -> u64 {
        self.puzzles() - self.summary.counts.answered()
    }
}

/// Returns the mean latency per puzzle of each round.
pub fn means_ns(rounds: &[Round], summary: &StrategySummary) -> impl Iterator<Item = f64> {
    let timed = summary.counts.timed() as f64;
    rounds.iter().map(move |round| round.latency_ns as f64 / timed)
}

/// Returns the name of the corpus, which does not depend on where and how it is stored.
pub fn corpus<'a>(paths: impl Iterator<Item = &'a str>) -> String {
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
pub fn thousandths(value: f64) -> f64 {
    rounded(value, 3)
}
