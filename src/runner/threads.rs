//! Threads with a workspace each, and what they do with the blocks of a corpus.

use std::sync::{Mutex, PoisonError, atomic::Ordering};

use super::{PassEnd, pipeline};
use crate::{
    error::{Error, Result},
    reader::{Block, Blocks},
};

/// Puzzles in flight for each thread: enough for the others to go on while one block takes long, few enough to bound
/// memory.
const AHEAD: usize = 8192;

/// A pool of threads, each with its own workspace.
pub struct Threads<W> {
    pool: rayon::ThreadPool,
    workspaces: Vec<Mutex<W>>,
}

impl<W: Send> Threads<W> {
    /// Starts `threads` threads and builds a workspace for each.
    ///
    /// # Errors
    ///
    /// Fails if the system does not start that many threads.
    pub fn new(threads: usize, mut build: impl FnMut() -> W) -> Result<Threads<W>> {
        Threads::try_new(threads, || Ok(build()))
    }

    /// [`Threads::new`] with workspaces that can fail to start.
    ///
    /// # Errors
    ///
    /// Fails if the system does not start that many threads, or with the first error of `build`.
    pub fn try_new(threads: usize, mut build: impl FnMut() -> Result<W>) -> Result<Threads<W>> {
        let workspaces = (0..threads).map(|_| build().map(Mutex::new)).collect::<Result<_>>()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("solver-{n}"))
            .build()
            .map_err(|error| Error::Usage(format!("cannot start {threads} threads: {error}")))?;
        Ok(Threads { pool, workspaces })
    }

    /// Feeds `items` to `work`, with a workspace and the number of its thread, and the results to `sink`, on this thread
    /// and in order; items are taken while fewer than `ahead` a thread are in flight.
    ///
    /// # Errors
    ///
    /// What the sink says; then no more is handed to it.
    pub fn run<I: Send, T: Send>(
        &self,
        ahead: usize,
        items: impl Iterator<Item = I>,
        work: impl Fn(&mut W, usize, I) -> T + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let work = |item| {
            let number = self.pool.current_thread_index().unwrap_or(0);
            // What a panic left is as good as any: strategies are caught, and others rebuild their workspace each time.
            let mut workspace = self.workspaces[number].lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut workspace, number, item)
        };
        pipeline::run(&self.pool, ahead, items, work, sink)
    }

    /// Makes something of every block in parallel and hands it to `sink` in corpus order, until the end of the corpus,
    /// until they are told to stop, or an error of the reader. What is in flight when one of these comes is still worked on
    /// and handed on.
    ///
    /// # Errors
    ///
    /// What the sink says; then no more is handed to it.
    pub fn map<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        work: impl Fn(&mut W, usize, Block) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        let ahead = (AHEAD / blocks.most()).clamp(4, 16);
        let stop = blocks.stop();
        let stopped = || stop.load(Ordering::Relaxed);
        let mut ended = PassEnd::Stopped;
        let good = std::iter::from_fn(|| {
            if stopped() {
                return None;
            }
            let block = blocks.next();
            match block {
                None => ended = PassEnd::Complete,
                // Reading that stops when it is told to is no failure.
                Some(Err(_)) if stopped() => return None,
                Some(Err(error)) => ended = PassEnd::Failed(error),
                Some(Ok(block)) => return Some(block),
            }
            None
        });
        // Blocks begin in order; those that have not begun are not in flight.
        let work = |workspace: &mut W, number, block| (!stopped()).then(|| work(workspace, number, block));
        let mut gap = false;
        self.run(ahead, good, work, |made| {
            gap |= made.is_none();
            match made {
                Some(made) if !gap => sink(made),
                _ => Ok(()),
            }
        })?;
        Ok(if gap { PassEnd::Stopped } else { ended })
    }
}
