//! A benchmark: rounds over a corpus, recorded in a results directory, which a later session can resume.

#![warn(missing_docs)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use corpus::{
    error::{Error, Result},
    reader::Blocks,
};
use pass::{self, Clock, PassEnd, Progress, Runner, SolvedBlock, Worker};

use crate::record::{
    Directory, EncodedBlock, Finished, Journal, JournalReader, Manifest, Recorder, RenderedBlock, RoundsSoFar,
    RunOptions, StrategyManifest, load_per_processor,
};

/// A finished benchmark. Its files have temporary names until [`Finished::publish`].
#[derive(Debug)]
pub struct Measured {
    /// The record and its files.
    pub finished: Finished,
    /// The error that ended the reading of the corpus early, if any. Everything before it is recorded.
    pub error: Option<Error>,
}

/// Solves a corpus in several passes and records them in `directory`. A resumed run first replays its journal. Searches
/// are counted in `progress` as they end; it must be made for the run's numbers of strategies and threads. With `--rounds auto`,
/// `on_round` is called after each round.
///
/// Setting `stop` ends the run early and drops the blocks in progress. Returns `None`, and records nothing, if no
/// puzzle was finished by then, or if the journal was still being replayed. The journal then stays in the directory.
///
/// # Errors
///
/// Returns an error if the corpus holds no puzzle, a strategy fails to start, a later round or session contradicts an
/// earlier one, or the run to resume had other options. The journal of finished blocks stays in the directory, so that
/// the run can be resumed.
pub fn measure(
    options: &RunOptions,
    directory: &Directory,
    stop: &AtomicBool,
    progress: &Arc<Progress>,
    on_round: &mut dyn FnMut(&RoundsSoFar),
) -> Result<Option<Measured>> {
    let strategies = options.pass.strategies.iter().map(StrategyManifest::of).collect();
    let so_far = RoundsSoFar::default();
    let mut run = Run { directory, options, stop, progress, on_round, so_far, strategies, finished: 0 };
    let measured = run.measure();
    if !matches!(measured, Ok(Some(_))) {
        directory.discard(run.finished > 0 || directory.is_resumed());
    }
    measured
}

/// A benchmark in progress.
struct Run<'a> {
    directory: &'a Directory,
    options: &'a RunOptions,
    stop: &'a AtomicBool,
    progress: &'a Arc<Progress>,
    on_round: &'a mut dyn FnMut(&RoundsSoFar),
    so_far: RoundsSoFar,
    strategies: Vec<StrategyManifest>,
    /// Number of puzzles in the finished blocks of all rounds.
    finished: usize,
}

/// How much of a round was replayed from the journal.
enum Replay {
    /// The whole round.
    Complete,
    /// Some blocks or none. The rest of the round must be solved.
    Partial,
    /// Some blocks, until the run was stopped.
    Stopped,
}

impl Run<'_> {
    fn measure(&mut self) -> Result<Option<Measured>> {
        let (mut recorder, mut journal_reader, clock) = self.begin()?;
        let runner = Runner::new(&self.options.pass, Some(self.progress), clock)?;
        let mut error = None;
        let mut interrupted = false;
        while !interrupted && self.wants_round(&recorder, journal_reader.as_ref()) {
            match self.replay_or_solve(&runner, &mut recorder, &mut journal_reader)? {
                Some(PassEnd::Complete) => {}
                None => return Ok(None),
                Some(PassEnd::Stopped) if self.finished == 0 => return Ok(None),
                Some(PassEnd::Stopped) => interrupted = true,
                Some(PassEnd::Failed(failure)) => (error, interrupted) = (Some(failure), true),
            }
        }
        self.continue_journal(&mut recorder, journal_reader)?;
        let has_puzzles = recorder.has_puzzles();
        let merged = recorder.merge_rounds(&self.options.corpus, self.options.pass.threads);
        match (error, merged) {
            (Some(error), merged) if !has_puzzles || merged.is_err() => Err(error),
            (error, merged) => {
                merged.and_then(|()| Ok(Some(Measured { finished: recorder.finish(interrupted)?, error })))
            }
        }
    }

    /// Replays a round from the journal, and solves what the journal does not have. Returns `None` if the run was stopped during the
    /// replay.
    fn replay_or_solve(
        &mut self,
        runner: &Runner<'_>,
        recorder: &mut Recorder,
        journal_reader: &mut Option<JournalReader>,
    ) -> Result<Option<PassEnd>> {
        let round = recorder.rounds_complete();
        if round > 0 {
            runner.threads.change_processors();
        }
        let mut blocks = self.options.corpus.blocks_until(self.stop);
        let replay = match journal_reader {
            Some(journal_reader) => self.replay(journal_reader, round, &mut blocks, recorder)?,
            None => Replay::Partial,
        };
        let end = match replay {
            Replay::Complete => PassEnd::Complete,
            Replay::Stopped => return Ok(None),
            Replay::Partial => {
                self.continue_journal(recorder, journal_reader.take())?;
                self.round(runner, round, &mut blocks, recorder)?
            }
        };
        if round == 0 {
            recorder.set_corpus(&blocks);
        }
        Ok(Some(end))
    }

    /// Returns true if another round is to be run, or replayed from the journal.
    fn wants_round(&mut self, recorder: &Recorder, journal_reader: Option<&JournalReader>) -> bool {
        let complete = recorder.rounds_complete();
        let rounds = self.options.rounds;
        if rounds.fixed().is_some() || complete == 0 {
            return rounds.wants_another(complete, Duration::ZERO, None);
        }
        let worst = self.so_far.end_round(rounds, complete, || recorder.precisions());
        (self.on_round)(&self.so_far);
        journal_reader.is_some_and(JournalReader::has_more)
            || rounds.wants_another(complete, self.progress.elapsed(), worst)
    }

    /// Begins the files, and opens or creates the journal.
    fn begin(&self) -> Result<(Recorder, Option<JournalReader>, Clock)> {
        let directory = self.directory;
        let options = self.options;
        if directory.is_resumed() {
            let journal_reader = JournalReader::open(directory)?;
            let details = &journal_reader.header.details;
            options.check_same(&details.options)?;
            let clock = journal_reader.clock();
            let manifest = Manifest::new(options, clock.started(), details.load_per_processor);
            return Ok((Recorder::begin(directory.clone(), manifest, clock)?, Some(journal_reader), clock));
        }
        let clock = Clock::start();
        let load = load_per_processor();
        let journal = Journal::create(directory, options, &clock, load)?;
        let manifest = Manifest::new(options, clock.started(), load);
        let mut recorder = Recorder::begin(directory.clone(), manifest, clock)?;
        recorder.set_journal(journal, Vec::new());
        Ok((recorder, None, clock))
    }

    /// Replays the blocks of a round that are in the journal.
    fn replay(
        &mut self,
        journal_reader: &mut JournalReader,
        round: u32,
        blocks: &mut Blocks<'_>,
        recorder: &mut Recorder,
    ) -> Result<Replay> {
        while let Some(entry) = journal_reader.next_block(round)? {
            let block = match blocks.next() {
                // A block that was being read when the stop was requested may be cut short.
                Some(_) if self.stop.load(Ordering::Relaxed) => return Ok(Replay::Stopped),
                Some(block) => block?,
                None => return Err(changed_corpus("fewer")),
            };
            let wrong_solutions = pass::wrong_solutions(&block, |_, _| false);
            let solved = entry.solved(block, self.strategies.len(), wrong_solutions, "the run was interrupted")?;
            self.progress.repeat(&solved);
            self.finished += solved.block.puzzles.len();
            let extra = self.options.extra_columns();
            recorder.write_block(RenderedBlock::new(round, solved, &self.strategies, extra))?;
            recorder.used_blocks().for_each(drop);
        }
        let Some(at) = journal_reader.round_end()? else { return Ok(Replay::Partial) };
        match blocks.next().transpose() {
            Ok(None) => {}
            _ if self.stop.load(Ordering::Relaxed) => return Ok(Replay::Stopped),
            Err(error) => return Err(error),
            Ok(Some(_)) => return Err(changed_corpus("more")),
        }
        recorder.end_round_at(at);
        Ok(Replay::Complete)
    }

    /// Appends to the journal of a resumed run from now on: all of it has been replayed.
    fn continue_journal(&self, recorder: &mut Recorder, journal_reader: Option<JournalReader>) -> Result<()> {
        if let Some(journal_reader) = journal_reader {
            let (journal, sessions) = journal_reader.continued(self.options)?;
            recorder.set_journal(journal, sessions);
        }
        Ok(())
    }

    /// Solves and records the rest of a round.
    fn round(
        &mut self,
        runner: &Runner<'_>,
        round: u32,
        blocks: &mut Blocks<'_>,
        recorder: &mut Recorder,
    ) -> Result<PassEnd> {
        let Run { strategies, options, finished, .. } = self;
        let render = |solved: SolvedBlock, _: &Worker<'_>| {
            let encoded = EncodedBlock::new(round, &solved);
            (encoded, RenderedBlock::new(round, solved, strategies, options.extra_columns()))
        };
        let end = runner.map(blocks, round, render, |(encoded, block)| {
            *finished += block.solved.block.puzzles.len();
            recorder.block(block, &encoded)?;
            recorder.used_blocks().for_each(|block| runner.threads.drop_later(block));
            Ok(())
        })?;
        if matches!(end, PassEnd::Complete) {
            recorder.end_round()?;
        }
        Ok(end)
    }
}

fn changed_corpus(what: &str) -> Error {
    Error::Changed(format!("the corpus has {what} puzzles than before the interruption"))
}
