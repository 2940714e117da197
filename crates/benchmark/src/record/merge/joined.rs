//! Joins the results of runs that did parts of the same work: shards of a corpus, and rounds.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, SystemTime},
};

use corpus::{
    error::{Error, Result},
    fs::{PartFile, ReopenedFile},
};
use hdrhistogram::Histogram;
use pass::{FirstRows, REJECTS, RejectRows, Rejects};

use super::{
    parts::arrange,
    samples::{changed, merge_samples},
};
use crate::record::{
    BlockRow, Directory, Finished, Manifest, PuzzleRecord, Record, Results, Rounds, Rows, Session, StrategyManifest,
    blocks::BlocksFile,
    failures::FailureRows,
    histograms::{Histograms, new_histogram},
    profile::Profile,
    puzzle_tables::PuzzleTables,
    sums::PuzzleSums,
};

/// Joins the results of runs into one record in `directory`, as if one run had done the work of all. Runs of the same
/// part of a corpus are rounds, ordered by their start. Returns `None` if `stop` became true. Returns an error if the
/// results are not parts of the same work, or if a part is missing or occurs twice.
pub fn merge(runs: Vec<Results>, directory: &Directory, stop: &AtomicBool) -> Result<Option<Finished>> {
    let shards = arrange(runs)?.into_iter().map(ShardRuns::open).collect::<Result<Vec<_>>>()?;
    Joined::begin(shards, directory)?.finish(stop)
}

struct ShardRuns {
    runs: Vec<Run>,
    rejects: RejectRows,
    /// The numbers of puzzles and rejects in each block.
    blocks: VecDeque<(u64, u64, u64)>,
}

struct Run {
    rows: Rows<ReopenedFile>,
    failures: FailureRows,
    blocks: Vec<BlockRow<'static>>,
    results: Results,
}

impl ShardRuns {
    fn open(runs: Vec<Results>) -> Result<ShardRuns> {
        let rejects = RejectRows::open(runs[0].path())?;
        let runs = runs.into_iter().map(Run::open).collect::<Result<Vec<_>>>()?;
        let blocks = runs[0].blocks_of_first_round();
        // Filters may divide a corpus differently in every run.
        if let Some(other) = runs.iter().find(|run| run.blocks_of_first_round() != blocks) {
            let path = runs[0].results.path().display();
            let other = other.results.path().display();
            return Err(Error::NotComparable(format!(
                "{other}: the corpus is not divided into the same blocks as in {path}"
            )));
        }
        Ok(ShardRuns { runs, rejects, blocks })
    }
}

impl Run {
    fn open(results: Results) -> Result<Run> {
        Ok(Run {
            rows: results.rows_in_parts()?,
            failures: FailureRows::open(results.path())?,
            blocks: results.blocks()?,
            results,
        })
    }

    fn blocks_of_first_round(&self) -> VecDeque<(u64, u64, u64)> {
        let rows = self.blocks.iter().filter(|row| row.round == 0);
        let mut blocks: Vec<_> = rows.map(|row| (row.block, row.puzzles, row.rejects)).collect();
        // A block has a row for each strategy.
        blocks.dedup();
        blocks.into()
    }
}

struct Joined<'a> {
    directory: &'a Directory,
    shards: Vec<ShardRuns>,
    strategies: Vec<StrategyManifest>,
    started: SystemTime,
    tables: PuzzleTables,
    sums: PuzzleSums,
    rejects: Rejects,
}

impl<'a> Joined<'a> {
    fn begin(shards: Vec<ShardRuns>, directory: &'a Directory) -> Result<Joined<'a>> {
        let first = &shards[0].runs[0];
        let starts = shards.iter().flat_map(|shard| &shard.runs).map(|run| time(&run.results.manifest.started));
        Ok(Joined {
            directory,
            strategies: first.results.manifest.strategies.clone(),
            started: starts.min().unwrap_or(SystemTime::UNIX_EPOCH),
            tables: PuzzleTables::begin(directory, &first.results.manifest, first.rows.extra_columns())?,
            sums: PuzzleSums::new(&first.results.manifest),
            rejects: Rejects::to(directory.file(REJECTS)?)?,
            shards,
        })
    }

    fn finish(mut self, stop: &AtomicBool) -> Result<Option<Finished>> {
        if !self.join_puzzles(stop)? {
            return Ok(None);
        }
        let (blocks, rounds, digest) = self.join_blocks()?;
        let histograms = self.join_histograms(rounds)?;
        let (profile, profile_sha256) = self.join_profiles()?.unzip();
        let manifest = Manifest { profile_sha256, ..self.manifest(digest) };
        let Joined { directory, tables, mut sums, rejects, .. } = self;
        let (mut files, strategies, summary) = tables.finish(directory, manifest.reference.as_deref(), &mut sums)?;
        let (rejects_file, rejected) = rejects.finish();
        files.extend([blocks, rejects_file]);
        files.extend(histograms.0);
        files.extend(profile);
        let record = Record { manifest: Manifest { strategies, ..manifest }, summary, rounds: histograms.1 };
        Ok(Some(Finished::new(record, rejected, FirstRows::default(), directory.clone(), files)))
    }

    /// Copies the rows of all blocks in corpus order, and merges those of the rounds. Returns false if `stop` became true.
    fn join_puzzles(&mut self, stop: &AtomicBool) -> Result<bool> {
        let mut records = Vec::new();
        while let Some(shard) =
            self.shards.iter_mut().filter(|shard| !shard.blocks.is_empty()).min_by_key(|shard| shard.blocks[0].0)
        {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let (_, puzzles, rejects) = shard.blocks.pop_front().expect("the shard has a block");
            self.rejects.write(&shard.rejects.read(rejects)?)?;
            for _ in 0..puzzles {
                let record = next_record(&mut shard.runs, &mut records, &self.strategies)?;
                let failures = shard.runs.iter_mut().map(|run| run.failures.of(&record)).collect::<Result<Vec<_>>>()?;
                self.tables.copy(&record, &failures)?;
                self.sums.add(&record.samples);
            }
        }
        // The digests are checked after the last row.
        self.shards.iter_mut().flat_map(|shard| &mut shard.runs).try_for_each(|run| run.rows.expect_end())?;
        Ok(true)
    }

    /// Copies the rows of `blocks.csv`, with the rounds of each shard counted over its runs.
    fn join_blocks(&self) -> Result<(PartFile, Rounds, String)> {
        let mut rows = Vec::new();
        for shard in &self.shards {
            let mut before = 0;
            for run in &shard.runs {
                let later = self.after_start(run).as_millis() as u64;
                rows.extend(run.blocks.iter().map(|row| BlockRow {
                    round: row.round + before,
                    start_ms: row.start_ms + later,
                    ..row.clone()
                }));
                before += run.results.manifest.rounds_complete;
            }
        }
        // The order of the strategies stays.
        rows.sort_by_key(|row| (row.round, row.block));
        let mut file = BlocksFile::begin(self.directory)?;
        let mut rounds = Rounds::default();
        rows.iter().for_each(|row| rounds.add(row, &self.strategies));
        file.write(&rows)?;
        let (file, digest) = file.finish();
        Ok((file, rounds, digest))
    }

    /// Adds the histograms of all shards, round by round, and sets the medians of the rounds.
    fn join_histograms(&self, mut rounds: Rounds) -> Result<(Vec<PartFile>, Rounds)> {
        // By round: when the first shard began and the last ended, and the sum for each strategy.
        let mut sums: BTreeMap<u32, (Duration, Duration, Vec<Histogram<u64>>)> = BTreeMap::new();
        let empty = || self.strategies.iter().map(|_| new_histogram()).collect();
        for shard in &self.shards {
            let mut before = 0;
            for run in &shard.runs {
                let later = self.after_start(run);
                run.results.for_each_interval(|interval| {
                    let began = interval.began.saturating_add(later);
                    let ended = began.saturating_add(interval.lasted);
                    let sum = sums.entry(before + interval.round).or_insert_with(|| (began, ended, empty()));
                    (sum.0, sum.1) = (sum.0.min(began), sum.1.max(ended));
                    sum.2[interval.strategy] += interval.histogram;
                })?;
                before += run.results.manifest.rounds_complete;
            }
        }
        let mut histograms = Histograms::begin(&self.strategies, self.started);
        for (round, (began, ended, sum)) in sums {
            histograms.add(&sum);
            rounds.set_medians(round, histograms.of_round());
            histograms.end_round(began, ended - began);
        }
        Ok((histograms.write(self.directory)?, rounds))
    }

    /// Adds the profiles of all shards, each from its first run, because all rounds have the same. Returns the file and its
    /// digest, or `None` if the runs kept no profiles.
    fn join_profiles(&self) -> Result<Option<(PartFile, String)>> {
        if self.shards[0].runs[0].results.manifest.profile_sha256.is_none() {
            return Ok(None);
        }
        let mut joined = Profile::new(&self.strategies);
        for shard in &self.shards {
            joined.add_profiles(shard.runs[0].results.profile()?);
        }
        joined.write(self.directory).map(Some)
    }

    fn after_start(&self, run: &Run) -> Duration {
        time(&run.results.manifest.started).duration_since(self.started).unwrap_or_default()
    }

    fn manifest(&self, blocks_sha256: String) -> Manifest {
        let first = &self.shards[0].runs;
        let manifests = || self.shards.iter().flat_map(|shard| &shard.runs).map(|run| &run.results.manifest);
        let rounds: u32 = first.iter().map(|run| run.results.manifest.rounds_complete).sum();
        let mut sessions: Vec<Session> = manifests().flat_map(Manifest::all_sessions).collect();
        sessions.sort_by(|one, other| one.started.cmp(&other.started));
        let finished = manifests().map(|manifest| &manifest.finished).max().cloned().unwrap_or_default();
        let mut revision = first[0].results.manifest.revision.clone();
        let commits: BTreeSet<_> =
            manifests().map(|manifest| manifest.revision.as_ref().map(|of| &of.commit)).collect();
        // Results of several commits are those of no commit.
        revision.iter_mut().for_each(|revision| revision.dirty |= commits.len() > 1);
        let mut options = first[0].results.manifest.options.clone();
        options.insert("--shard".into(), serde_json::Value::Null);
        options.insert("--rounds".into(), rounds.into());
        Manifest {
            command_line: Manifest::this_command_line(),
            shard: None,
            revision,
            blocks_sha256,
            load_per_processor: None,
            rounds,
            rounds_complete: rounds,
            started: humantime::format_rfc3339_millis(self.started).to_string(),
            finished,
            sessions,
            options,
            ..first[0].results.manifest.clone()
        }
    }
}

fn next_record(
    runs: &mut [Run],
    records: &mut Vec<PuzzleRecord>,
    strategies: &[StrategyManifest],
) -> Result<PuzzleRecord> {
    records.resize(runs.len(), PuzzleRecord::default());
    for (run, record) in runs.iter_mut().zip(records.iter_mut()) {
        run.rows.expect(record)?;
    }
    let mut merged = records[0].clone();
    for record in &records[1..] {
        let identity = |record: &PuzzleRecord| (record.puzzle.clone(), record.line, record.clues);
        if identity(record) != identity(&merged) {
            return Err(changed(merged.line, "the puzzle is not the same in all rounds"));
        }
        merge_samples(merged.line, &mut merged.samples, &record.samples, strategies)?;
    }
    Ok(merged)
}

/// Parses a time of a manifest; returns the Unix epoch if the time was changed by hand.
fn time(text: &str) -> SystemTime {
    humantime::parse_rfc3339(text).unwrap_or(SystemTime::UNIX_EPOCH)
}
