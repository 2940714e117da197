//! Writes the record of a run as the run goes.

use std::{path::PathBuf, time::Duration};

use corpus::{
    error::Result,
    fs::PartFile,
    reader::{Block, Blocks, Corpus},
    stage::Sink,
};
use pass::{self, Clock, FirstRows, REJECTS, Rejected, Rejects, SolvedBlock, Threads};
use stats::Precision;

use super::{
    BlockRow, Directory, ExtraColumns, Journal, MANIFEST, Manifest, Record, Rounds, Session, StrategyManifest,
    blocks::BlocksFile,
    corpus_form::FormDetector,
    histograms::Histograms,
    journal::EncodedBlock,
    puzzle_tables::PuzzleTables,
    puzzle_text::PuzzleText,
    run_corpus::NEVER_STOPPED,
    sums::{PuzzleSums, RunSums},
};

/// Blocks that may wait for the thread that adds up their samples.
const MAX_QUEUED_BLOCKS: usize = 4;
const NO_FAILURE: &str = "adding up does not fail";

/// Writes the files of a run, block by block and round by round. They have temporary names until [`Finished::publish`].
pub struct Recorder {
    /// The manifest without the measurements.
    manifest: Manifest,
    strategies: Vec<StrategyManifest>,
    directory: Directory,
    /// The tables of the first round, then those of all rounds.
    tables: PuzzleTables,
    blocks: BlocksFile,
    rejects: Rejects,
    wrong_solutions: FirstRows,
    /// The sums over the samples, which a thread of its own adds up.
    sums: Sink<RunSums>,
    rounds: Rounds,
    /// Number of complete rounds, and so the number of the current one, from 0.
    round: u32,
    clock: Clock,
    round_began: Duration,
    /// `None` while the blocks of earlier sessions are replayed.
    journal: Option<Journal>,
    sessions: Vec<Session>,
}

/// A block as the solving threads render it.
pub struct RenderedBlock<'a> {
    pub solved: SolvedBlock,
    rows: Vec<BlockRow<'a>>,
    /// Its rows in `puzzles.csv` and `failures.csv`, in the first round.
    text: PuzzleText,
}

impl<'a> RenderedBlock<'a> {
    pub fn new(
        round: u32,
        solved: SolvedBlock,
        strategies: &'a [StrategyManifest],
        extra: ExtraColumns,
    ) -> RenderedBlock<'a> {
        let rows = BlockRow::of_block(round, &solved, strategies);
        let text = match round {
            0 => PuzzleText::of_block(&solved, strategies, extra),
            _ => PuzzleText::default(),
        };
        RenderedBlock { solved, rows, text }
    }
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
            tables: PuzzleTables::begin(&directory, &manifest, manifest.extra_columns())?,
            blocks: BlocksFile::begin(&directory)?,
            rejects: Rejects::to(directory.file(REJECTS)?)?,
            wrong_solutions: FirstRows::default(),
            sums: Sink::new(RunSums::new(&manifest, Histograms::begin(&strategies, clock.started()))),
            rounds: Rounds::default(),
            directory,
            manifest,
            strategies,
            round: 0,
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

    /// Appends a block to the journal, then writes it. Blocks come in corpus order. Returns an error if the corpus or a strategy's
    /// counters changed since the previous round.
    pub fn block(&mut self, block: RenderedBlock<'_>, encoded: &EncodedBlock) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.block(&block.solved, encoded, &self.strategies)?;
        }
        self.write_block(block)
    }

    /// Returns blocks that are no longer needed, so that their memory can be reused.
    pub fn used_blocks(&self) -> impl Iterator<Item = SolvedBlock> {
        self.sums.outputs().map(|(_, block)| block)
    }

    /// Writes a block of the current round, without the journal.
    pub fn write_block(&mut self, block: RenderedBlock<'_>) -> Result<()> {
        let RenderedBlock { solved, rows, text } = block;
        rows.iter().for_each(|row| self.rounds.add(row, &self.strategies));
        self.blocks.write(&rows)?;
        if self.round == 0 {
            self.tables.write(text)?;
            solved.add_wrong_solutions(&mut self.wrong_solutions);
            self.rejects.write(&solved.block.rejects)?;
        }
        self.sums.start_thread("sums", MAX_QUEUED_BLOCKS);
        self.sums.put((self.round, solved)).expect(NO_FAILURE);
        Ok(())
    }

    /// Ends a complete round. Returns an error if the previous round had more puzzles.
    pub fn end_round(&mut self) -> Result<()> {
        let at = self.clock.elapsed();
        if let Some(journal) = &mut self.journal {
            journal.end_round(self.round, at)?;
        }
        self.end_round_at(at);
        Ok(())
    }

    /// Ends a complete round without the journal. `at` is the time since the start of the run.
    pub fn end_round_at(&mut self, at: Duration) {
        let sums = self.sums.consumer().expect(NO_FAILURE);
        self.rounds.set_medians(self.round, sums.histograms.of_round());
        self.end_interval(at);
        self.round += 1;
    }

    /// Records what was read of the corpus.
    pub fn set_corpus(&mut self, blocks: &Blocks<'_>) {
        (self.manifest.corpora, self.manifest.block_size) = (blocks.files(), blocks.size());
    }

    pub fn has_puzzles(&self) -> bool {
        self.manifest.corpora.iter().any(|file| file.puzzles > 0)
    }

    pub fn rounds_complete(&self) -> u32 {
        self.round
    }

    /// Returns the [precision](Rounds::precision) of each strategy, which only complete rounds have.
    pub fn precisions(&self) -> Vec<Option<Precision>> {
        (0..self.strategies.len()).map(|strategy| self.rounds.precision(strategy)).collect()
    }

    /// Writes the tables again, if there were several rounds: with the samples of all rounds, for which it reads the corpus again.
    /// Puzzles that an interrupted round did not reach keep their samples of the rounds before.
    pub fn merge_rounds(&mut self, corpus: &Corpus, threads: usize) -> Result<()> {
        let Some(journal) = self.journal.as_ref().filter(|journal| journal.rounds() > 1) else { return Ok(()) };
        let extra = self.manifest.extra_columns();
        let strategies = &self.strategies;
        let merge = |(): &mut (), _: usize, block: Block| {
            let merged = journal.merged(block, strategies)?;
            let text = PuzzleText::of_block(&merged, strategies, extra);
            Ok((merged, text))
        };
        self.tables = PuzzleTables::begin(&self.directory, &self.manifest, extra)?;
        let tables = &mut self.tables;
        let sums = &mut self.sums.consumer().expect(NO_FAILURE).puzzles;
        *sums = PuzzleSums::new(&self.manifest);
        let mut written = 0;
        let write = |merged: Result<_>| {
            let (merged, text) = merged?;
            written += 1;
            tables.write(text)?;
            sums.add_block(&merged);
            Ok(())
        };
        let mut blocks = corpus.blocks_until(&NEVER_STOPPED);
        Threads::new(threads, || ())?.map(&mut blocks, merge, write)?.is_complete()?;
        journal.check_all_merged(written)
    }

    /// Finishes the files. `interrupted` says that the last round is not complete.
    pub fn finish(mut self, interrupted: bool) -> Result<Finished> {
        let complete = self.round;
        if interrupted {
            self.end_interval(self.clock.elapsed());
        }
        if let Some(journal) = &mut self.journal {
            journal.sync()?;
        }
        self.rounds.truncate(complete);
        let reference = self.manifest.reference.as_deref();
        let sums = self.sums.consumer().expect(NO_FAILURE);
        let (mut files, strategies, summary) = self.tables.finish(&self.directory, reference, &mut sums.puzzles)?;
        let (rejects_file, rejects) = self.rejects.finish();
        let (blocks, blocks_sha256) = self.blocks.finish();
        files.extend([blocks, rejects_file]);
        files.extend(sums.histograms.write(&self.directory)?);
        let profile = sums.profile.as_mut().map(|profile| profile.write(&self.directory)).transpose()?;
        let (profile, profile_sha256) = profile.unzip();
        files.extend(profile);
        let manifest = Manifest {
            corpus_form: sums.form.as_ref().and_then(FormDetector::form),
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
        let (began, lasted) = (self.round_began, now.saturating_sub(self.round_began));
        self.sums.consumer().expect(NO_FAILURE).histograms.end_round(began, lasted);
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
