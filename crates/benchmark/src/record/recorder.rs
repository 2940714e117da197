//! Writes the record of a run as the run goes.

use std::{path::PathBuf, sync::Arc, time::Duration};

use corpus::{error::Result, fs::PartFile, reader::FileSummary};
use pass::{self, Clock, FirstRows, REJECTS, Rejected, Rejects};

use super::{
    Directory, EarlierRound, Journal, MANIFEST, Manifest, Record, RenderedBlock, Rounds, Session, StrategyManifest,
    Totals, blocks::BlocksFile, corpus_form::FormDetector, failures::Failures, histograms::Histograms,
    profile::Profile, puzzles::Puzzles,
};
use stats::bootstrap::Precision;

/// Writes the files of a run, block by block and round by round. They have temporary names until [`Finished::publish`].
pub struct Recorder {
    /// The manifest without the measurements.
    manifest: Manifest,
    strategies: Vec<StrategyManifest>,
    directory: Directory,
    puzzles: Puzzles,
    failures: Failures,
    blocks: BlocksFile,
    rejects: Rejects,
    wrong_solutions: FirstRows,
    histograms: Histograms,
    /// Determines the form of the corpus, if it affects a strategy.
    form: Option<FormDetector>,
    /// The nodes by depth of the first round, if the run keeps profiles.
    profile: Option<Profile>,
    rounds: Rounds,
    totals: Totals,
    /// Number of complete rounds, and so the number of the current one, from 0.
    round: u32,
    blocks_of_round: u64,
    clock: Clock,
    round_began: Duration,
    /// `None` while the blocks of earlier sessions are replayed.
    journal: Option<Journal>,
    sessions: Vec<Session>,
}

#[derive(Clone, Debug, Default)]
pub struct CorpusRead {
    pub files: Vec<FileSummary>,
    pub block_size: Option<usize>,
}

/// The record of a finished run, with its files under temporary names.
#[derive(Debug)]
pub struct Finished {
    pub record: Record,
    pub rejects: Rejected,
    pub wrong_solutions: FirstRows,
    directory: Directory,
    path: PathBuf,
    files: Vec<PartFile>,
}

impl Recorder {
    /// Begins the files of the run that `manifest` describes, without its measurements. `clock` is that of the run.
    pub fn begin(directory: Directory, manifest: Manifest, clock: Clock) -> Result<Recorder> {
        let strategies = manifest.strategies.clone();
        Ok(Recorder {
            puzzles: Puzzles::begin(&directory, &strategies, manifest.extra_columns())?,
            failures: Failures::begin(&directory)?,
            blocks: BlocksFile::begin(&directory)?,
            rejects: Rejects::to(directory.file(REJECTS)?)?,
            wrong_solutions: FirstRows::default(),
            histograms: Histograms::begin(&strategies, clock.started()),
            form: FormDetector::new(&strategies),
            profile: manifest.extra_columns().profile.then(|| Profile::new(&strategies)),
            rounds: Rounds::default(),
            totals: Totals::new(&strategies, manifest.limits.limits()),
            directory,
            manifest,
            strategies,
            round: 0,
            blocks_of_round: 0,
            clock,
            round_began: Duration::ZERO,
            journal: None,
            sessions: Vec::new(),
        })
    }

    /// Sets the journal of the blocks that follow. `sessions` are those of a resumed run.
    pub fn set_journal(&mut self, journal: Journal, sessions: Vec<Session>) {
        (self.journal, self.sessions) = (Some(journal), sessions);
    }

    /// Returns the rows of the previous round, with which blocks of this round can be merged before they are recorded.
    pub fn earlier_round(&self) -> Option<Arc<EarlierRound>> {
        self.puzzles.earlier()
    }

    /// Appends the [entry](super::journal_entry) of a block to the journal, then writes the block. Blocks come in corpus order.
    /// The rows of `puzzles.csv` are moved out of the block. Returns an error if the corpus or a strategy's counters changed
    /// since the previous round.
    pub fn block(&mut self, block: &mut RenderedBlock<'_>, journal_entry: &[u8]) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.block(journal_entry)?;
        }
        self.write_block(block)
    }

    /// Writes a block of the current round, without the journal.
    pub fn write_block(&mut self, block: &mut RenderedBlock<'_>) -> Result<()> {
        if let (None, Some(earlier)) = (&block.puzzles, self.puzzles.earlier()) {
            block.merge(&earlier)?;
        }
        if let Some(text) = block.puzzles.take() {
            self.puzzles.block(block.solved.block.index, text)?;
        }
        let RenderedBlock { solved, rows, .. } = &*block;
        self.blocks_of_round += 1;
        rows.iter().for_each(|row| self.rounds.add(row, &self.strategies));
        self.blocks.write(rows)?;
        let strategies = self.strategies.len();
        for (strategy, sample) in solved.samples.iter().enumerate() {
            self.histograms.record(strategy % strategies, sample);
        }
        let samples = block.samples().chunks(strategies);
        for (index, (puzzle, samples)) in solved.block.puzzles.iter().zip(samples).enumerate() {
            let message = |strategy| solved.engine_error(index * strategies + strategy);
            self.failures.write(puzzle, &self.strategies, samples, message)?;
            self.totals.add(samples);
        }
        if self.round == 0 {
            solved.add_wrong_solutions(&mut self.wrong_solutions);
            self.rejects.write(&solved.block.rejects)?;
            if let Some(form) = &mut self.form {
                solved
                    .block
                    .puzzles
                    .iter()
                    .filter_map(|puzzle| puzzle.givens.nine())
                    .for_each(|puzzle| form.add(puzzle));
            }
            if let Some(profile) = &mut self.profile {
                profile.add(&solved.nodes_by_depth);
            }
        }
        Ok(())
    }

    /// Ends a complete round. [`Recorder::begin_round`] begins the next, if there is one. Returns an error if the previous round
    /// had more puzzles.
    pub fn end_round(&mut self) -> Result<()> {
        let at = self.clock.elapsed();
        if let Some(journal) = &mut self.journal {
            journal.end_round(at)?;
        }
        self.end_round_at(at)
    }

    /// Ends a complete round without the journal. `at` is the time since the start of the run.
    pub fn end_round_at(&mut self, at: Duration) -> Result<()> {
        self.puzzles.end_round()?;
        self.rounds.set_medians(self.round, self.histograms.medians());
        self.end_interval(at);
        self.round += 1;
        self.blocks_of_round = 0;
        Ok(())
    }

    pub fn begin_round(&mut self) -> Result<()> {
        self.totals = Totals::new(&self.strategies, self.manifest.limits.limits());
        self.puzzles.next_round()?;
        self.failures.next_round()
    }

    pub fn rounds_complete(&self) -> u32 {
        self.round
    }

    /// Returns the [precision](Rounds::precision) of each strategy, which only complete rounds have.
    pub fn precisions(&self) -> Vec<Option<Precision>> {
        (0..self.strategies.len()).map(|strategy| self.rounds.precision(strategy)).collect()
    }

    /// Finishes the files. `interrupted` says that the last round is not complete; puzzles that it did not reach keep
    /// their samples of the previous round.
    pub fn finish(mut self, corpus: CorpusRead, interrupted: bool) -> Result<Finished> {
        let complete = self.round;
        if interrupted {
            self.end_interval(self.clock.elapsed());
        }
        if let Some(journal) = &mut self.journal {
            journal.sync()?;
        }
        let totals = &mut self.totals;
        self.puzzles.keep_rest(|samples| totals.add(samples))?;
        self.rounds.truncate(complete);
        let (puzzles, strategies) = self.puzzles.finish()?;
        let (rejects_file, rejects) = self.rejects.finish();
        let (blocks, blocks_sha256) = self.blocks.finish();
        let summary = self.totals.summary(self.manifest.reference.as_deref());
        let mut files = vec![puzzles, self.failures.finish()?, blocks, rejects_file];
        files.extend(self.histograms.write(&self.directory)?);
        files.extend(summary.write(&self.directory)?);
        let profile = self.profile.map(|profile| profile.write(&self.directory)).transpose()?;
        let (profile, profile_sha256) = profile.unzip();
        files.extend(profile);
        let manifest = Manifest {
            corpora: corpus.files,
            corpus_form: self.form.and_then(|form| form.form()),
            block_size: corpus.block_size,
            strategies,
            blocks_sha256,
            profile_sha256,
            rounds: self.manifest.rounds.max(complete + u32::from(interrupted)),
            rounds_complete: complete,
            interrupted,
            sessions: self.sessions,
            finished: humantime::format_rfc3339_millis(pass::now()).to_string(),
            ..self.manifest
        };
        let record = Record { manifest, summary, rounds: self.rounds };
        Ok(Finished::new(record, rejects, self.wrong_solutions, self.directory, files))
    }

    fn end_interval(&mut self, now: Duration) {
        self.histograms.end_round(self.round_began, now.saturating_sub(self.round_began));
        self.round_began = now;
    }
}

impl Finished {
    /// Creates the record of a finished run from its files, which have temporary names.
    pub(super) fn new(
        record: Record,
        rejects: Rejected,
        wrong_solutions: FirstRows,
        directory: Directory,
        files: Vec<PartFile>,
    ) -> Finished {
        let path = directory.path().into();
        Finished { record, rejects, wrong_solutions, directory, path, files }
    }

    /// Returns the path of the results: that of the directory, or of its staging directory if an interrupted run would
    /// have replaced other results.
    pub fn directory(&self) -> &std::path::Path {
        &self.path
    }

    /// Renames the files to their final names, the manifest last. `exports` are further files: names in the directory,
    /// with their content. The files replace earlier results in the directory, unless the run was interrupted.
    pub fn publish(&mut self, exports: &[(String, Vec<u8>)]) -> Result<()> {
        let mut files = std::mem::take(&mut self.files);
        for (name, content) in exports {
            files.push(self.directory.write(name, content)?);
        }
        files.push(self.directory.write_json(MANIFEST, &self.record.manifest)?);
        self.path = self.directory.publish(files, !self.record.manifest.interrupted)?;
        Ok(())
    }
}
