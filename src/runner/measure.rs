//! The benchmark: every round over a corpus, recorded in a results directory.

use std::{sync::atomic::AtomicBool, time::SystemTime};

use super::{Options, PassEnd, Progress, Runner, control_digest};
use crate::{
    error::{Error, Result},
    reader::Corpus,
    record::{CorpusRead, Directory, Finished, Recorder, RunOptions},
};

/// The options of a benchmark beyond those of its runner.
#[derive(Clone, Copy, Debug)]
pub struct MeasureOptions {
    /// Passes over the corpus; at least 1.
    pub rounds: u32,
    /// True if `puzzles.csv` has the cells of each puzzle.
    pub givens: bool,
}

/// A finished benchmark. Its files have temporary names until [`Finished::publish`].
#[derive(Debug)]
pub struct Measured {
    /// The record and its files.
    pub finished: Finished,
    /// The error that ended the reading of the corpus early, if any. Everything before it is recorded.
    pub error: Option<Error>,
}

/// Solves a corpus in several passes and records them in `directory`. Searches are counted in `progress`
/// as they end. Setting `stop` ends the run early, without the blocks that have begun. If no puzzle was finished by then,
/// returns `None`, and records nothing.
///
/// # Errors
///
/// Returns an error if the corpus holds no puzzle, a strategy fails to start, a later round contradicts an earlier one,
/// or a file cannot be written. If a file cannot be written, files are left in the directory under their temporary
/// names; otherwise they are removed.
pub fn measure(
    corpus: &Corpus,
    options: &Options,
    more: MeasureOptions,
    directory: &Directory,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<Option<Measured>> {
    let measured = run_rounds(corpus, options, more, directory, stop, progress);
    if !matches!(measured, Ok(Some(_)) | Err(Error::Io { .. })) {
        directory.discard();
    }
    measured
}

fn run_rounds(
    corpus: &Corpus,
    options: &Options,
    more: MeasureOptions,
    directory: &Directory,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<Option<Measured>> {
    let runner = Runner::new(options)?.with_progress(progress);
    let started = (runner.started(), SystemTime::now());
    let mut recorder = Recorder::begin(directory.clone(), run_options(corpus, options, more), started)?;
    let (mut read, mut error, mut finished) = (CorpusRead::default(), None, 0);
    for round in 0..more.rounds {
        if round > 0 {
            recorder.begin_round()?;
        }
        let mut blocks = corpus.blocks_until(stop);
        let end = runner.run(&mut blocks, round, |solved| {
            finished += solved.block.puzzles.len();
            recorder.block(&solved)
        })?;
        if round == 0 {
            read = CorpusRead { files: blocks.files(), block_size: blocks.size() };
        }
        match end {
            PassEnd::Complete => recorder.end_round()?,
            PassEnd::Stopped if finished == 0 => return Ok(None),
            PassEnd::Stopped => break,
            PassEnd::Failed(failure) => {
                error = Some(failure);
                break;
            }
        }
    }
    let has_puzzles = read.files.iter().any(|file| file.puzzles > 0);
    if let Some(error) = error.take_if(|_| !has_puzzles) {
        directory.discard();
        return Err(error);
    }
    Ok(Some(Measured { finished: recorder.finish(read)?, error }))
}

fn run_options(corpus: &Corpus, options: &Options, more: MeasureOptions) -> RunOptions {
    RunOptions {
        strategies: options.strategies.clone(),
        max_solutions: options.max_solutions,
        limits: options.limits,
        threads: options.threads,
        simd: options.simd,
        rounds: more.rounds,
        givens: more.givens,
        puzzle_column: corpus.puzzle_column.clone(),
        solution_column: corpus.solution_column.clone(),
        sample: corpus.subset,
        control: control_digest(),
    }
}
