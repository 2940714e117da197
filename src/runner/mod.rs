//! Stage 2: block × strategy → samples: order, limits, clock, check.

mod check;
mod control;
mod measure;
mod pipeline;
mod threads;
mod worker;

use std::time::Instant;

use sha2::{Digest, Sha256};

pub use measure::{Measured, measure};
pub use threads::Threads;

use crate::{
    error::{Error, Result},
    reader::Blocks,
    record::SolvedBlock,
    simd::Simd,
    strategy::{Entry, Limits},
};
pub use worker::{FoundSolutions, Worker};

/// What to do with every puzzle.
#[derive(Debug)]
pub struct Options {
    /// The strategies, in the order of the report; speed-ups are over the first.
    pub strategies: Vec<Entry>,
    /// How many solutions of a puzzle are enough; at least 1.
    pub max_solutions: u64,
    /// What bounds the search of one puzzle.
    pub limits: Limits,
    /// Threads that solve; reading and writing have one more.
    pub threads: usize,
    /// The instruction set, which the processor has, for the strategies that are compiled for several.
    pub simd: Simd,
    /// Whether the [control](control) takes a turn at every block too.
    pub control: bool,
    /// Whether the strategies' workspaces are built anew for every block, so that latencies do not depend on where in
    /// memory one of them is.
    pub renew: bool,
}

/// SHA-256 of the source of the [control](control), in hexadecimal: runs with the same control can be compared.
pub fn control_digest() -> String {
    crate::digest::hex(&Sha256::digest(include_bytes!("control.rs")))
}

/// Solves blocks on a pool of threads.
pub struct Runner<'a> {
    threads: Threads<Worker<'a>>,
    started: Instant,
}

impl<'a> Runner<'a> {
    /// Starts the threads and builds every strategy's workspace on each.
    ///
    /// # Errors
    ///
    /// Fails if the system does not start that many threads, or if a strategy fails to start.
    pub fn new(options: &'a Options) -> Result<Runner<'a>> {
        Ok(Runner { threads: Threads::try_new(options.threads, || Worker::new(options))?, started: Instant::now() })
    }

    /// When the runner was made: turns are counted from here.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// [`Runner::map`] with the blocks as they are.
    ///
    /// # Errors
    ///
    /// Returns the first error of the sink, or of a strategy that fails to start again; later blocks do not reach the sink.
    pub fn run(
        &self,
        blocks: &mut Blocks<'_>,
        round: u32,
        sink: impl FnMut(SolvedBlock) -> Result<()>,
    ) -> Result<PassEnd> {
        self.map(blocks, round, |solved, _| solved, sink)
    }

    /// Solves the blocks in parallel, makes something of each with `finish`, still in parallel, and hands that to `sink`
    /// in corpus order, as [`Threads::map`] does.
    ///
    /// # Errors
    ///
    /// Returns the first error of the sink, or of a strategy that fails to start again; later blocks do not reach the sink.
    pub fn map<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        round: u32,
        finish: impl Fn(SolvedBlock, FoundSolutions<'_>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        let work = |worker: &mut Worker<'a>, number, block| {
            let solved = worker.solve(block, round, self.started, number)?;
            Ok(finish(solved, worker.found()))
        };
        self.threads.map(blocks, work, |finished: Result<T>| sink(finished?))
    }
}

/// How a pass over a corpus ended.
#[derive(Debug)]
pub enum PassEnd {
    /// At the end of the corpus.
    Complete,
    /// When it was told to stop.
    Stopped,
    /// When the reader could not go on.
    Failed(Error),
}
