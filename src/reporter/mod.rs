//! Stage 3: samples → a results directory. One file for each thing that is written.

mod blocks;
mod directory;
mod export;
mod failures;
mod histograms;
mod machine;
mod manifest;
mod numbers;
mod part_file;
mod percentiles;
mod puzzle_row;
mod puzzles;
mod rejects;
mod round;
mod scores;
mod solutions;
mod summary;
mod table;
mod totals;
mod verdict;

use std::time::{Duration, Instant, SystemTime};

pub use blocks::{BlockRow, CONTROL};
pub use directory::{Directory, MANIFEST};
pub use machine::Machine;
pub use manifest::{LimitsManifest, Manifest, StrategyManifest, Tool};
pub use numbers::{count, plural};
pub use part_file::{PartFile, part_of};
pub(crate) use puzzle_row::HEADER as PUZZLES_HEADER;
pub use puzzle_row::PuzzleRow;
pub use puzzles::puzzle_name;
pub use rejects::{Rejected, Rejects};
pub use solutions::{Format, Output};
pub use summary::{More, Row, SCHEMA_VERSION, StrategySummary, Summary, VirtualBest};
pub use table::comparison;
pub use verdict::{
    Changes, GitHub, annotation, annotations, failure, markdown, report_in, verdict_table, write_comparison,
};

use crate::{
    digest::hex,
    error::Result,
    runner::{Options, Solved},
    strategy::Entry,
};

/// Writes a run as it goes.
pub struct Reporter<'a> {
    options: &'a Options,
    directory: Directory,
    puzzles: puzzles::Puzzles,
    failures: failures::Failures,
    blocks: blocks::Blocks,
    rejects: rejects::Rejects,
    histograms: histograms::Histograms,
    rounds: export::Rounds,
    totals: totals::Totals,
    round: u32,
    started: Instant,
    round_began: Duration,
}

/// What a run came to.
#[derive(Debug)]
pub struct Report {
    /// The strategies.
    pub summary: Summary,
    /// The strategies with the digests of their rows.
    pub strategies: Vec<StrategyManifest>,
    /// SHA-256 of `blocks.csv`, in hexadecimal.
    pub blocks: String,
    /// How many input rows are no puzzles, and the first of them.
    pub rejects: Rejected,
    rounds: export::Rounds,
    directory: Directory,
    files: Vec<PartFile>,
}

impl Report {
    /// Gives the files of the run their names, the manifest last. Until then, what the directory held before is there.
    pub fn publish(&mut self, manifest: &Manifest) -> Result<()> {
        let mut files = std::mem::take(&mut self.files);
        files.extend(export::write(&self.directory, manifest, &self.summary, &self.rounds)?);
        files.push(self.directory.write_json(MANIFEST, manifest)?);
        self.directory.publish(files)
    }
}

impl<'a> Reporter<'a> {
    /// Begins the files of a run that started at this time.
    pub fn begin(directory: Directory, options: &'a Options, started: (Instant, SystemTime)) -> Result<Reporter<'a>> {
        let strategies = &options.strategies;
        Ok(Reporter {
            puzzles: puzzles::Puzzles::begin(&directory, strategies.len())?,
            failures: failures::Failures::begin(&directory)?,
            blocks: blocks::Blocks::begin(&directory)?,
            rejects: rejects::Rejects::begin(&directory)?,
            histograms: histograms::Histograms::begin(strategies, started.1),
            rounds: export::Rounds::new(strategies.len()),
            totals: totals::Totals::new(strategies, options.limits),
            directory,
            options,
            round: 0,
            started: started.0,
            round_began: started.0.elapsed(),
        })
    }

    /// Writes a block; blocks come in corpus order.
    pub fn block(&mut self, mut solved: Solved) -> Result<()> {
        let strategies: &[&'static Entry] = &self.options.strategies;
        self.blocks.write(self.round, &solved, strategies)?;
        // Before the smallest latency of all rounds replaces that of this one.
        self.rounds.add(&solved);
        for (puzzle, samples) in solved.block.puzzles.iter().zip(solved.samples.chunks_mut(strategies.len())) {
            samples.iter().enumerate().for_each(|(strategy, sample)| self.histograms.record(strategy, sample));
            self.puzzles.write(puzzle, strategies, samples)?;
            self.failures.write(puzzle, strategies, samples)?;
            self.totals.add(samples);
        }
        if self.round == 0 {
            self.rejects.write(&solved.block.rejects)?;
        }
        Ok(())
    }

    /// Ends a complete round and begins the next.
    pub fn next_round(&mut self) -> Result<()> {
        self.end_interval(true);
        self.totals = totals::Totals::new(&self.options.strategies, self.options.limits);
        self.puzzles.next_round()?;
        self.failures.next_round()?;
        self.round += 1;
        Ok(())
    }

    /// Ends the last round, which came to the end of the corpus or was cut short.
    pub fn finish(mut self, complete: bool) -> Result<Report> {
        self.end_interval(complete);
        if complete {
            self.puzzles.end_round()?;
        }
        let totals = &mut self.totals;
        self.puzzles.keep_rest(|samples| totals.add(samples))?;
        let summary = self.totals.summary();
        let (puzzles, digests) = self.puzzles.finish()?;
        let (rejected, rejects) = self.rejects.finish();
        let (blocks, blocks_digest) = self.blocks.finish();
        let mut files = vec![puzzles, self.failures.finish()?, blocks, rejected];
        files.extend(self.histograms.write(&self.directory)?);
        files.extend(summary.write(&self.directory)?);
        let named = |(entry, digest): (&&'static Entry, &[u8; 32])| StrategyManifest::new(entry, digest);
        let strategies = self.options.strategies.iter().zip(&digests).map(named).collect();
        let (blocks, rounds) = (hex(&blocks_digest), self.rounds);
        Ok(Report { summary, strategies, blocks, rejects, rounds, directory: self.directory, files })
    }

    fn end_interval(&mut self, complete: bool) {
        if complete {
            self.rounds.end_round(self.histograms.medians());
        }
        let now = self.started.elapsed();
        self.histograms.end_round(self.round_began, now.saturating_sub(self.round_began));
        self.round_began = now;
    }
}
