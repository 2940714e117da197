//! Writes the record of a run as the run goes.

use std::time::{Duration, Instant, SystemTime};

use super::{
    Directory, MANIFEST, Manifest, Rejected, Rounds, SolvedBlock, StrategyManifest, Summary, blocks, failures,
    histograms, puzzles, rejects, totals,
};
use crate::{
    digest::hex,
    error::Result,
    fs::PartFile,
    strategy::{Entry, Limits},
};

/// Writes a run as it goes.
pub struct Recorder {
    strategies: Vec<Entry>,
    limits: Limits,
    directory: Directory,
    puzzles: puzzles::Puzzles,
    failures: failures::Failures,
    blocks: blocks::Blocks,
    rejects: rejects::Rejects,
    histograms: histograms::Histograms,
    rounds: Rounds,
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
    /// The complete rounds as measured.
    pub rounds: Rounds,
    /// The results directory.
    pub directory: Directory,
    files: Vec<PartFile>,
}

impl Report {
    /// Gives the files of the run their names, the manifest last. Until then, what the directory held before is there.
    pub fn publish(&mut self, manifest: &Manifest, exports: Vec<PartFile>) -> Result<()> {
        let mut files = std::mem::take(&mut self.files);
        files.extend(exports);
        files.push(self.directory.write_json(MANIFEST, manifest)?);
        self.directory.publish(files)
    }
}

impl Recorder {
    /// Begins the files of a run that started at this time.
    pub fn begin(
        directory: Directory,
        strategies: &[Entry],
        limits: Limits,
        started: (Instant, SystemTime),
    ) -> Result<Recorder> {
        Ok(Recorder {
            puzzles: puzzles::Puzzles::begin(&directory, strategies.len())?,
            failures: failures::Failures::begin(&directory)?,
            blocks: blocks::Blocks::begin(&directory)?,
            rejects: rejects::Rejects::begin(&directory)?,
            histograms: histograms::Histograms::begin(strategies, started.1),
            rounds: Rounds::new(strategies.len()),
            totals: totals::Totals::new(strategies, limits),
            directory,
            strategies: strategies.to_vec(),
            limits,
            round: 0,
            started: started.0,
            round_began: started.0.elapsed(),
        })
    }

    /// Writes a block; blocks come in corpus order.
    pub fn block(&mut self, mut solved: SolvedBlock) -> Result<()> {
        let strategies: &[Entry] = &self.strategies;
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
        self.totals = totals::Totals::new(&self.strategies, self.limits);
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
        let named = |(entry, digest): (&Entry, &[u8; 32])| StrategyManifest::new(entry, digest);
        let strategies = self.strategies.iter().zip(&digests).map(named).collect();
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
