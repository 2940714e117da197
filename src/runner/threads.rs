//! A pool of threads with one workspace each, and its work on the blocks of a corpus.

use std::sync::{Mutex, PoisonError, atomic::Ordering};

use super::pipeline;
use crate::{
    error::{Error, Result},
    reader::{Block, Blocks},
};

/// Puzzles in flight per thread: enough to keep the other threads busy while one block takes long, few enough to bound
/// memory.
const AHEAD: usize = 8192;

/// How a pass over a corpus ended.
#[derive(Debug)]
pub enum PassEnd {
    /// At the end of the corpus.
    Complete,
    /// At a request to stop.
    Stopped,
    /// At an error of the reader.
    Failed(Error),
}

/// A pool of threads with one workspace each.
pub struct Threads<W> {
    pool: rayon::ThreadPool,
    workspaces: Vec<Mutex<W>>,
}

impl<W: Send> Threads<W> {
    /// Starts `threads` threads and builds a workspace for each.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start that many threads.
    pub fn new(threads: usize, mut build: impl FnMut() -> W) -> Result<Threads<W>> {
        Threads::try_new(threads, || Ok(build()))
    }

    /// Starts `threads` threads and builds a workspace for each, which can fail.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start that many threads, or with the first error of `build`.
    pub fn try_new(threads: usize, mut build: impl FnMut() -> Result<W>) -> Result<Threads<W>> {
        let workspaces = (0..threads).map(|_| build().map(Mutex::new)).collect::<Result<_>>()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("solver-{n}"))
            .build()
            .map_err(|error| Error::Usage(format!("cannot start {threads} threads: {error}")))?;
        Ok(Threads { pool, workspaces })
    }

    /// Runs `work` on every item in parallel, and `sink` on every result, on this thread and in order.
    ///
    /// `work` gets the workspace and the number of its thread. At most `ahead` items per thread are in flight.
    ///
    /// # Errors
    ///
    /// Returns the first error of `sink`; no more results reach it.
    ///
    /// # Panics
    ///
    /// Panics if `work` panics.
    pub fn run<I: Send, T: Send>(
        &self,
        ahead: usize,
        items: impl Iterator<Item = I>,
        work: impl Fn(&mut W, usize, I) -> T + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let work = |item| {
            let number = self.pool.current_thread_index().unwrap_or(0);
            // A workspace is usable after a panic: panics of strategies are caught before they reach the lock, and all
            // other work begins by resetting its workspace.
            let mut workspace = self.workspaces[number].lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut workspace, number, item)
        };
        pipeline::run(&self.pool, ahead, items, work, sink)
    }

    /// Runs `work` on every block in parallel, and `sink` on every result in corpus order, until the end of the corpus,
    /// a request to stop, or an error of the reader. After a request to stop, no block in work reaches the sink.
    ///
    /// # Errors
    ///
    /// Returns the first error of `sink`; no more results reach it.
    ///
    /// # Panics
    ///
    /// Panics if `work` panics.
    pub fn map<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        work: impl Fn(&mut W, usize, Block) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        let ahead = (AHEAD / blocks.most()).clamp(4, 16);
        let stop = blocks.stop();
        let stopped = || stop.load(Ordering::Relaxed);
        let mut end = PassEnd::Stopped;
        let items = std::iter::from_fn(|| {
            if stopped() {
                return None;
            }
            let block = blocks.next();
            match block {
                None => end = PassEnd::Complete,
                // A reader that is stopped while it waits returns an error.
                Some(Err(_)) if stopped() => return None,
                Some(Err(error)) => end = PassEnd::Failed(error),
                Some(Ok(block)) => return Some(block),
            }
            None
        });
        // Blocks that are queued or in work when the stop is requested are dropped: their work may be incomplete.
        let work = |workspace: &mut W, number, block| {
            (!stopped()).then(|| work(workspace, number, block)).filter(|_| !stopped())
        };
        let mut dropped = false;
        self.run(ahead, items, work, |result| {
            dropped |= result.is_none();
            match result {
                Some(result) if !dropped => sink(result),
                _ => Ok(()),
            }
        })?;
        Ok(if dropped { PassEnd::Stopped } else { end })
    }
}
