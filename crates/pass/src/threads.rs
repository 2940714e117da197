//! A pool of threads with one workspace each, and its work on the blocks of a corpus.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use solver::strategy::Stop;

use super::{pipeline, progress::Progress};
use crate::processor::Processor;
use corpus::{
    error::{Error, Result, no_thread},
    reader::{Block, Blocks, Helpers, Spawn},
};

/// Puzzles in flight per thread: enough to keep the other threads busy while one block takes long, few enough to bound
/// memory.
const PUZZLES_PER_THREAD: usize = 8192;

/// Chunks of rows that are read ahead per thread. If a chunk is not parsed when it is needed, the calling thread parses
/// it.
const CHUNKS_PER_THREAD: usize = 2;

/// The time that a timed block should take.
const BLOCK_TIME: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub enum PassEnd {
    Complete,
    Stopped,
    Failed(Error),
}

impl PassEnd {
    /// Returns true if the pass ended with the corpus, and false if it was stopped. Returns the error of the reader.
    pub fn is_complete(self) -> Result<bool> {
        match self {
            PassEnd::Complete => Ok(true),
            PassEnd::Stopped => Ok(false),
            PassEnd::Failed(error) => Err(error),
        }
    }
}

pub struct Threads<W> {
    pool: Arc<rayon::ThreadPool>,
    workspaces: Vec<Mutex<W>>,
    chores: Arc<Chores>,
    progress: Option<Arc<Progress>>,
}

/// Short tasks, which the threads do before the next block. Behind the blocks that wait, they would keep the calling
/// thread waiting too.
#[derive(Default)]
struct Chores(Mutex<VecDeque<Box<dyn FnOnce() + Send>>>);

impl Chores {
    fn add(&self, chore: Box<dyn FnOnce() + Send>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(chore);
    }

    fn next(&self) -> Option<Box<dyn FnOnce() + Send>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn work(&self) {
        while let Some(chore) = self.next() {
            chore();
        }
    }
}

impl<W: Send> Threads<W> {
    pub fn new(threads: usize, mut build: impl FnMut() -> W) -> Result<Threads<W>> {
        Threads::try_new(threads, || Ok(build()))
    }

    pub fn try_new(threads: usize, mut build: impl FnMut() -> Result<W>) -> Result<Threads<W>> {
        let workspaces = (0..threads).map(|_| build().map(Mutex::new)).collect::<Result<_>>()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("solver-{n}"))
            .build()
            .map_err(|error| Error::System {
                action: format!("start {threads} solver threads"),
                source: no_thread(error),
            })?;
        Ok(Threads { pool: Arc::new(pool), workspaces, chores: Arc::default(), progress: None })
    }

    /// Notes in `progress`, which must be for one strategy and this number of threads, which blocks are worked on.
    pub fn with_progress(self, progress: Option<Arc<Progress>>) -> Threads<W> {
        Threads { progress, ..self }
    }

    pub fn count(&self) -> usize {
        self.workspaces.len()
    }

    /// Runs `work` on every item in parallel, and `sink` on every result, on this thread and in order.
    ///
    /// `work` gets the workspace and the number of its thread. At most `ahead` items per thread are in flight. Returns
    /// the first error of `sink`; no more results reach it.
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

    /// Moves every thread to another processor, from which the system may move it again.
    pub fn change_processors(&self) {
        self.pool.broadcast(|_| Processor::next().move_this_thread());
    }

    /// Returns helpers of a reader, which run on these threads.
    fn helpers(&self) -> Helpers {
        if self.count() == 1 {
            // The reader's thread parses alone: it would otherwise wait for the only solving thread.
            return Helpers { spawn: Arc::new(drop), chunks: 1 };
        }
        let pool = self.pool.clone();
        let chores = self.chores.clone();
        let spawn: Spawn = Arc::new(move |task| {
            chores.add(task);
            let chores = chores.clone();
            pool.spawn_fifo(move || chores.work());
        });
        Helpers { spawn, chunks: CHUNKS_PER_THREAD * self.count() }
    }

    /// Drops a value on one of the threads, soon.
    pub fn drop_later(&self, value: impl Send + 'static) {
        self.chores.add(Box::new(move || drop(value)));
    }

    /// Runs `work` on every block in parallel, and `sink` on every result in corpus order, until the end of the corpus,
    /// a request to stop, or an error of the reader. After a request to stop, no block in work reaches the sink.
    /// Returns the first error of `sink`; no more results reach it.
    pub fn map<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        work: impl Fn(&mut W, usize, Block) -> T + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        self.map_stoppable(blocks, |workspace, number, block, _| work(workspace, number, block), sink)
    }

    /// Does the same as [`map`](Self::map) with work that takes long. `work` is told of a request to stop and of an
    /// error of the sink, and should return soon then.
    pub fn map_stoppable<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        work: impl Fn(&mut W, usize, Block, Stop<'_>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        let ahead = (PUZZLES_PER_THREAD / blocks.most()).clamp(4, 16);
        blocks.parse_on(self.helpers());
        let failed = AtomicBool::new(false);
        let stop = Stop::either(blocks.stop(), &failed);
        let mut end = PassEnd::Stopped;
        // The size for the next timed block; 0 if it stays as it is.
        let timed = blocks.are_timed();
        let size = AtomicUsize::new(0);
        let items = std::iter::from_fn(|| next_block(blocks, size.swap(0, Ordering::Relaxed), stop, &mut end));
        let work = |workspace: &mut W, number, block: Block| {
            let puzzles = block.puzzles.len();
            let start = Instant::now();
            let result = self.work_on(block, number, stop, |block| work(workspace, number, block, stop));
            if timed && puzzles > 0 {
                size.store(next_size(puzzles, start.elapsed()), Ordering::Relaxed);
            }
            result
        };
        let mut dropped = false;
        self.run(ahead, items, work, |result| {
            dropped |= result.is_none();
            match result {
                Some(result) if !dropped => sink(result).inspect_err(|_| failed.store(true, Ordering::Relaxed)),
                _ => Ok(()),
            }
        })?;
        Ok(if dropped { PassEnd::Stopped } else { end })
    }

    /// Does the work on a block, and notes it in the progress. Returns `None` if a stop is requested, also by a sink that fails:
    /// the work may be incomplete.
    fn work_on<T>(&self, block: Block, number: usize, stop: Stop<'_>, work: impl FnOnce(Block) -> T) -> Option<T> {
        self.chores.work();
        let turn = self.progress.as_ref().map(|progress| progress.turn(number, 0));
        turn.iter().zip(block.puzzles.first()).for_each(|(turn, first)| turn.begin(first));
        let result = (!stop.is_requested()).then(|| work(block)).filter(|_| !stop.is_requested());
        // A stopped block stays in the progress: the message after the stop names it.
        turn.iter().filter(|_| result.is_some()).for_each(|turn| turn.end(0, Duration::ZERO));
        result
    }
}

/// Reads the next block, of this size unless that is 0. If there is none, sets `end` to the reason, unless a stop is requested.
fn next_block(blocks: &mut Blocks<'_>, size: usize, stop: Stop<'_>, end: &mut PassEnd) -> Option<Block> {
    if stop.is_requested() {
        return None;
    }
    if size > 0 {
        blocks.resize(size);
    }
    match blocks.next() {
        // Ctrl-C may also have ended the program that writes the input, which then is not complete.
        None if stop.is_requested() => return None,
        None => *end = PassEnd::Complete,
        // After a stop, a reader that waits returns an error.
        Some(Err(_)) if stop.is_requested() => return None,
        Some(Err(error)) => *end = PassEnd::Failed(error),
        Some(Ok(block)) => return Some(block),
    }
    None
}

/// Returns the size of the next timed block, after a block of this size took this time. Sizes at most double, as the first
/// puzzles may be easy.
fn next_size(size: usize, time: Duration) -> usize {
    let fitting = size as f64 * BLOCK_TIME.as_secs_f64() / time.as_secs_f64().max(1e-9);
    (fitting as usize).clamp(1, 2 * size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use corpus::reader::{BlockSize, Corpus};

    #[test]
    fn timed_blocks_grow_slowly_and_shrink_at_once() {
        assert_eq!(next_size(8, Duration::from_micros(10)), 16);
        assert_eq!(next_size(1000, Duration::from_millis(200)), 1250);
        assert_eq!(next_size(1000, Duration::from_secs(10)), 25);
        assert_eq!(next_size(8, Duration::from_secs(3600)), 1);
    }

    #[test]
    fn work_is_told_of_an_error_of_the_sink() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("c.txt");
        std::fs::write(&path, format!("{}\n", ".".repeat(81)).repeat(2)).unwrap();
        let corpus = Corpus { files: vec![path], block_size: BlockSize::Fixed(1), ..Corpus::default() };
        // The second block takes until it is told to stop.
        let work = |(): &mut (), _, block: Block, stop: Stop<'_>| {
            while block.index == 1 && !stop.is_requested() {
                std::thread::yield_now();
            }
        };
        let sink = |()| Err(Error::Usage("full".into()));
        let threads = Threads::new(2, || ()).unwrap();
        let error = threads.map_stoppable(&mut corpus.blocks(), work, sink).unwrap_err();
        assert!(error.to_string().contains("full"));
    }

    #[test]
    fn timed_blocks_hold_every_puzzle_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("c.txt");
        std::fs::write(&path, format!("{}\n", "1".to_string() + &".".repeat(80)).repeat(500)).unwrap();
        let corpus = Corpus { files: vec![path], block_size: BlockSize::Timed(64), ..Corpus::default() };
        let mut sizes = Vec::new();
        let threads = Threads::new(2, || ()).unwrap();
        let work = |(): &mut (), _, block: Block| block.puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>();
        let mut lines = Vec::new();
        let sink = |block: Vec<u64>| {
            sizes.push(block.len());
            lines.extend(block);
            Ok(())
        };
        assert!(matches!(threads.map(&mut corpus.blocks(), work, sink).unwrap(), PassEnd::Complete));
        assert!(lines.into_iter().eq(1..=500));
        assert!(sizes[0] == 8 && sizes.iter().all(|&size| size <= 64), "{sizes:?}");
    }
}
