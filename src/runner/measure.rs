//! The benchmark: every round over a corpus, recorded in a results directory.

use std::{sync::atomic::AtomicBool, time::SystemTime};

use super::{Options, PassEnd, Runner, control_digest};
use crate::{
    error::{Error, Result},
    reader::{Block, Corpus},
    record::{CorpusRead, Directory, Finished, Recorder, RunOptions},
};

/// A finished benchmark. Its files have temporary names until [`Finished::publish`].
#[derive(Debug)]
pub struct Measured {
    /// The record and its files.
    pub finished: Finished,
    /// The error that ended the reading of the corpus early, if any. Everything before it is recorded.
    pub error: Option<Error>,
}

/// Solves a corpus in `rounds` passes and records them in `directory`. Calls `on_block` with the round and each block.
/// Setting `stop` ends the run early; blocks that have begun are finished.
///
/// # Errors
///
/// Returns an error if the corpus holds no puzzle, a strategy fails to start, a later round contradicts an earlier one,
/// or a file cannot be written. If a file cannot be written, files are left in the directory under their temporary
/// names; otherwise they are removed.
pub fn measure(
    corpus: &Corpus,
    options: &Options,
    rounds: u32,
    directory: &Directory,
    stop: &AtomicBool,
    on_block: impl FnMut(u32, &Block),
) -> Result<Measured> {
    let measured = run_rounds(corpus, options, rounds, directory, stop, on_block);
    if !matches!(measured, Ok(_) | Err(Error::Io { .. })) {
        directory.discard();
    }
    measured
}

fn run_rounds(
    corpus: &Corpus,
    options: &Options,
    rounds: u32,
    directory: &Directory,
    stop: &AtomicBool,
    mut on_block: impl FnMut(u32, &Block),
) -> Result<Measured> {
    let runner = Runner::new(options)?;
    let started = (runner.started(), SystemTime::now());
    let mut recorder = Recorder::begin(directory.clone(), run_options(corpus, options, rounds), started)?;
    let (mut read, mut error) = (CorpusRead::default(), None);
    for round in 0..rounds {
        if round > 0 {
            recorder.begin_round()?;
        }
        let mut blocks = corpus.blocks_until(stop);
        let end = runner.run(&mut blocks, round, |solved| {
            on_block(round, &solved.block);
            recorder.block(&solved)
        })?;
        if round == 0 {
            read = CorpusRead { files: blocks.files(), block_size: blocks.size() };
        }
        match end {
            PassEnd::Complete => recorder.end_round()?,
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
    Ok(Measured { finished: recorder.finish(read)?, error })
}

fn run_options(corpus: &Corpus, options: &Options, rounds: u32) -> RunOptions {
    RunOptions {
        strategies: options.strategies.clone(),
        max_solutions: options.max_solutions,
        limits: options.limits,
        threads: options.threads,
        simd: options.simd,
        rounds,
        puzzle_column: corpus.puzzle_column.clone(),
        solution_column: corpus.solution_column.clone(),
        sample: corpus.subset,
        control: control_digest(),
    }
}
