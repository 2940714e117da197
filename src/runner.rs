//! Stage 2: block × strategy → samples: order, limits, clock, check.

mod check;
mod pipeline;
mod usage;
mod worker;

use std::{
    sync::{Mutex, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use sha2::{Digest, Sha256};

pub use usage::Usage;

use crate::{
    error::{Error, Result},
    reader::{Block, Blocks},
    sample::Sample,
    simd::Simd,
    strategy::{Entry, Limits},
};
pub use worker::{Found, Worker};

/// What to do with every puzzle.
#[derive(Debug)]
pub struct Options {
    /// The strategies, in the order of the report; speed-ups are over the first.
    pub strategies: Vec<&'static Entry>,
    /// How many solutions of a puzzle are enough; at least 1.
    pub max_solutions: u64,
    /// What bounds the search of one puzzle.
    pub limits: Limits,
    /// Threads that solve; reading and writing have one more.
    pub threads: usize,
    /// The instruction set, which the processor has, for the strategies that are compiled for several.
    pub simd: Simd,
    /// Whether the [control](crate::control) takes a turn at every block too.
    pub control: bool,
    /// Whether the strategies' workspaces are built anew for every block, so that latencies do not depend on where in
    /// memory one of them is.
    pub renew: bool,
}

/// A block with the samples of all strategies.
#[derive(Debug)]
pub struct Solved {
    /// The block.
    pub block: Block,
    /// The samples, puzzle by puzzle, for each in the order of the strategies.
    pub samples: Vec<Sample>,
    /// How each strategy's turn went, in the order of the strategies.
    pub turns: Vec<Turn>,
    /// The control's turn, where it takes one.
    pub control: Option<ControlTurn>,
}

/// One strategy's turn at one block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    /// Its place in the block's order, from 0.
    pub slot: usize,
    /// The thread, from 0.
    pub worker: usize,
    /// When it began, after the start of the run.
    pub start: Duration,
    /// What the thread used meanwhile.
    pub usage: Usage,
}

/// The [control](crate::control)'s turn at one block.
#[derive(Clone, Debug)]
pub struct ControlTurn {
    /// How it went.
    pub turn: Turn,
    /// The time of each puzzle that can be run.
    pub latencies: Vec<Duration>,
}

/// Puzzles in flight for each thread: enough for the others to go on while one block takes long, few enough to bound
/// memory.
const AHEAD: usize = 8192;

/// SHA-256 of the source of the [control](crate::control), in hexadecimal: runs with the same control can be compared.
pub fn control_digest() -> String {
    crate::digest::hex(&Sha256::digest(include_bytes!("control.rs")))
}

/// Solves blocks on a pool of threads.
pub struct Runner<'a> {
    pool: rayon::ThreadPool,
    workers: Vec<Mutex<Worker<'a>>>,
    started: Instant,
}

impl<'a> Runner<'a> {
    /// Starts the threads and builds every strategy's workspace on each.
    pub fn new(options: &'a Options) -> Result<Runner<'a>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .thread_name(|n| format!("solver-{n}"))
            .build()
            .map_err(|error| Error::Usage(format!("cannot start {} threads: {error}", options.threads)))?;
        let workers = (0..options.threads).map(|_| Mutex::new(Worker::new(options))).collect();
        Ok(Runner { pool, workers, started: Instant::now() })
    }

    /// When the runner was made: turns are counted from here.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// [`Runner::map`] with the blocks as they are.
    ///
    /// # Errors
    ///
    /// What the sink says; then no more is handed to it.
    pub fn run(&self, blocks: &mut Blocks<'_>, round: u32, sink: impl FnMut(Solved) -> Result<()>) -> Result<Ended> {
        self.map(blocks, round, |solved, _| solved, sink)
    }

    /// Solves the blocks in parallel, makes something of each with `finish`, still in parallel, and hands that to `sink`
    /// in corpus order, until the end of the corpus, until they are told to stop, or an error of the reader. What is in
    /// flight when one of these comes is still solved and handed on.
    ///
    /// # Errors
    ///
    /// What the sink says; then no more is handed to it.
    pub fn map<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        round: u32,
        finish: impl Fn(Solved, Found<'_>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<()>,
    ) -> Result<Ended> {
        let ahead = (AHEAD / blocks.most()).clamp(4, 16);
        let stop = blocks.stop();
        let stopped = || stop.load(Ordering::Relaxed);
        let mut ended = Ended::Stopped;
        let good = std::iter::from_fn(|| {
            if stopped() {
                return None;
            }
            let block = blocks.next();
            match block {
                None => ended = Ended::Complete,
                // Reading that stops when it is told to is no failure.
                Some(Err(_)) if stopped() => return None,
                Some(Err(error)) => ended = Ended::Failed(error),
                Some(Ok(block)) => return Some(block),
            }
            None
        });
        let work = |block| {
            let number = self.pool.current_thread_index().unwrap_or(0);
            // A worker catches the panics of strategies, so a poisoned one is as good as any.
            let mut worker = self.workers[number].lock().unwrap_or_else(PoisonError::into_inner);
            // Blocks begin in order; those that have not begun are not in flight.
            (!stopped()).then(|| {
                let solved = worker.solve(block, round, self.started, number);
                finish(solved, worker.found())
            })
        };
        let mut gap = false;
        pipeline::run(&self.pool, ahead, good, work, |solved| {
            gap |= solved.is_none();
            match solved {
                Some(solved) if !gap => sink(solved),
                _ => Ok(()),
            }
        })?;
        Ok(if gap { Ended::Stopped } else { ended })
    }
}

/// How a pass over a corpus ended.
#[derive(Debug)]
pub enum Ended {
    /// At the end of the corpus.
    Complete,
    /// When it was told to stop.
    Stopped,
    /// When the reader could not go on.
    Failed(Error),
}
