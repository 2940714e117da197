//! Reads a results directory back. Every file is verified: a file that was cut short or changed by hand is an error
//! that names the file and the line.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::ReopenedFile,
};
use hdrhistogram::Histogram;
use pass::external::External;
use serde::Deserialize;
use serde_json::Value;

use super::{
    BlockRow, Correlation, CorrelationCounts, MANIFEST, Manifest, PuzzleRecord, Rounds, Rows, RowsAhead,
    SCHEMA_VERSION, StrategyCells, StrategyProfile, Summary, Totals, blocks,
    directory_names::{BLOCKS, HISTOGRAMS, LOG, PROFILE, PUZZLES},
    find_reference,
    histograms::{self, Interval},
    profile,
};

/// The record of a run as data: everything that tables, exports and reports are rendered from.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub manifest: Manifest,
    pub summary: Summary,
    pub rounds: Rounds,
}

#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    pub manifest: Manifest,
}

impl Results {
    pub fn are_in(path: &Path) -> bool {
        path.join(MANIFEST).is_file()
    }

    /// Opens a results directory. Returns an error if there is no manifest, or if another version of the program wrote
    /// it.
    pub fn open(path: &Path) -> Result<Results> {
        let file = path.join(MANIFEST);
        if path.is_dir() && !file.exists() {
            let reason = "holds no manifest.json: it has no results, or those of a run that did not end";
            return Err(Error::Directory { path: path.into(), reason });
        }
        let manifest: Manifest = read_json(&file)?;
        check_names(&file, manifest.strategies.iter().map(|strategy| &*strategy.name))?;
        Ok(Results { path: path.into(), manifest })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens `puzzles.csv`.
    pub fn rows(&self) -> Result<Rows> {
        Rows::open(&self.path.join(PUZZLES), &self.manifest.strategies)
    }

    /// Opens `puzzles.csv` as a file that is closed between two reads, so that many can be read in turn.
    pub(super) fn rows_in_parts(&self) -> Result<Rows<ReopenedFile>> {
        let path = self.path.join(PUZZLES);
        let file = ReopenedFile::open(&path).map_err(Error::io(&path, "open"))?;
        Rows::begin(&path, &self.manifest.strategies, file)
    }

    /// Begins to read `puzzles.csv` on another thread.
    pub fn rows_ahead(&self) -> Result<RowsAhead> {
        Ok(RowsAhead::begin(self.rows()?))
    }

    /// Reads the latencies of `blocks.csv`, strategy by strategy. Returns an error if the file does not have the digest
    /// of the manifest.
    pub fn cells(&self) -> Result<Vec<StrategyCells>> {
        Ok(blocks::strategy_cells(&self.blocks()?, &self.manifest))
    }

    pub(crate) fn blocks(&self) -> Result<Vec<BlockRow<'static>>> {
        blocks::read(&self.path.join(BLOCKS), &self.manifest)
    }

    /// Reads `profile.csv`: a profile of each strategy. Empty if the run kept no profiles. Returns an error if the file
    /// does not have the digest of the manifest.
    pub fn profile(&self) -> Result<Vec<StrategyProfile>> {
        match &self.manifest.profile_sha256 {
            Some(digest) => profile::read(&self.path.join(PROFILE), digest, &self.manifest.strategies),
            None => Ok(Vec::new()),
        }
    }

    /// Reads the record. The summary is recomputed from `puzzles.csv`, the rounds from `blocks.csv` and the histograms.
    /// Returns an error if a file does not have the digest of the manifest.
    pub fn record(&self) -> Result<Record> {
        Ok(self.record_with(|_| true)?.expect("it is not stopped"))
    }

    /// Reads the record, and calls `on_puzzle` for each puzzle of `puzzles.csv`. Returns `None` as soon as `on_puzzle`
    /// returns false.
    pub fn record_with(&self, on_puzzle: impl FnMut(&PuzzleRecord) -> bool) -> Result<Option<Record>> {
        let Some(summary) = self.summary(on_puzzle)? else { return Ok(None) };
        Ok(Some(Record { manifest: self.manifest.clone(), summary, rounds: self.rounds()? }))
    }

    /// Sets the strategy that speed-ups are over. Returns an error if no strategy of the run has this name.
    pub fn set_reference(&mut self, name: &str) -> Result<()> {
        let names: Vec<&str> = self.manifest.strategies.iter().map(|strategy| strategy.name.as_str()).collect();
        find_reference(name, &names)?;
        self.manifest.reference = Some(name.into());
        Ok(())
    }

    /// Returns the latencies of each strategy in all rounds, as measured.
    pub(crate) fn measured(&self) -> Result<Vec<Histogram<u64>>> {
        let mut sums: Vec<_> = self.manifest.strategies.iter().map(|_| histograms::new_histogram()).collect();
        self.for_each_interval(|interval| {
            sums[interval.strategy].add(interval.histogram).expect("all have the same bounds");
        })?;
        Ok(sums)
    }

    /// Reads how far the strategies agree on what is hard.
    pub fn correlations(&self) -> Result<Vec<Correlation>> {
        let mut counts = CorrelationCounts::new(self.manifest.strategies.len());
        self.record_with(|puzzle| {
            counts.add(&puzzle.samples);
            true
        })?;
        Ok(counts.finish())
    }

    fn summary(&self, mut on_puzzle: impl FnMut(&PuzzleRecord) -> bool) -> Result<Option<Summary>> {
        let mut totals = Totals::new(&self.manifest.strategies, &self.manifest.limits);
        let mut rows = self.rows_ahead()?;
        let mut puzzle = PuzzleRecord::default();
        while rows.next(&mut puzzle)? {
            totals.add(&puzzle.samples);
            if !on_puzzle(&puzzle) {
                return Ok(None);
            }
        }
        Ok(Some(totals.summary(self.manifest.reference.as_deref())))
    }

    fn rounds(&self) -> Result<Rounds> {
        let Manifest { strategies, rounds_complete, .. } = &self.manifest;
        let mut rounds = Rounds::default();
        self.blocks()?.iter().for_each(|row| rounds.add(row, strategies));
        rounds.truncate(*rounds_complete);
        let mut latencies = Vec::new();
        self.for_each_interval(|interval| {
            latencies.push(interval.histogram);
            if latencies.len() == strategies.len() {
                // The round after the last complete one is dropped.
                rounds.set_medians(interval.round, &latencies);
                latencies.clear();
            }
        })?;
        Ok(rounds)
    }

    pub(super) fn for_each_interval(&self, mut each: impl FnMut(Interval)) -> Result<()> {
        let path = self.path.join(HISTOGRAMS).join(LOG);
        let log = fs::read(&path).map_err(Error::io(&path, "read"))?;
        let mut intervals = histograms::read_log(&log, &self.manifest.strategies);
        let mut rounds = 0;
        let mut read = |interval: Interval| {
            rounds = rounds.max(interval.round + 1);
            each(interval);
        };
        let malformed = |reason| Error::malformed(&path, 0, reason);
        intervals.try_for_each(|interval| interval.map(&mut read)).map_err(malformed)?;
        let Manifest { rounds_complete, interrupted, strategies, .. } = &self.manifest;
        // An interrupted run also has what it measured of its last round.
        if rounds != rounds_complete + u32::from(*interrupted) && !strategies.is_empty() {
            let reason = format!("has the histograms of {rounds} of {rounds_complete} rounds: changed by hand");
            return Err(malformed(reason));
        }
        Ok(())
    }
}

/// The largest number of strategies of a run, to bound the memory of reading one: each strategy has a histogram.
const MAX_STRATEGIES: usize = 256;

/// The longest name of a strategy: files are named after it.
const MAX_NAME_BYTES: usize = 64;

/// Checks that the names of strategies are unique and not too many, and contain nothing that a terminal or a log would
/// interpret.
pub(crate) fn check_names<'a>(path: &Path, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let malformed = |reason| Err(Error::malformed(path, 0, reason));
    let mut seen = HashSet::new();
    for name in names {
        if seen.len() == MAX_STRATEGIES {
            return malformed(format!("has more than {MAX_STRATEGIES} strategies"));
        }
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if name.is_empty() || name.len() > MAX_NAME_BYTES || !(is_plain || External::is_name(name)) {
            return malformed(format!("{name:?} is not a valid name of a strategy"));
        }
        if !seen.insert(name) {
            return malformed(format!("strategy {name} occurs twice"));
        }
    }
    Ok(())
}

/// Reads a JSON file that has a `schema_version`.
pub(super) fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    parse_json(path, &fs::read_to_string(path).map_err(Error::io(path, "read"))?)
}

/// What is read first. The other keys are passed over.
#[derive(Deserialize)]
struct Version {
    #[serde(default)]
    schema_version: Value,
}

/// Parses the text of a JSON file that has a `schema_version`. Returns an error if the text is not JSON of this version.
pub(crate) fn parse_json<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    if let Some(line) = text.lines().position(|line| line.starts_with("<<<<<<< ")) {
        let reason =
            "an unresolved merge conflict; take the file of either side, or make it again with the merged program";
        return Err(Error::malformed(path, line as u64 + 1, reason));
    }
    // The version comes first: a file of another version may have other keys.
    let Version { schema_version: version } =
        serde_json::from_str(text).map_err(|error| malformed_json(path, error))?;
    if version != SCHEMA_VERSION {
        let is_newer = version.as_u64().is_some_and(|version| version > SCHEMA_VERSION.into());
        let advice = if is_newer { "use the newer program that wrote it" } else { "make it again with this program" };
        let reason = format!("schema version {version}, but this program reads version {SCHEMA_VERSION}: {advice}");
        return Err(Error::NotComparable(format!("{}: {reason}", path.display())));
    }
    serde_json::from_str(text).map_err(|error| malformed_json(path, error))
}

fn malformed_json(path: &Path, error: serde_json::Error) -> Error {
    let reason = error.to_string();
    let reason = reason.rsplit_once(" at line ").map_or(&*reason, |(reason, _)| reason);
    Error::malformed(path, error.line() as u64, format!("changed by hand, or cut short: {reason}"))
}
