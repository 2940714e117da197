//! The progress of a run, counted as searches end.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use super::SolvedBlock;
use corpus::reader::{Block, Puzzle, location};

/// Counts the searches of a run as they end. Other threads may read the counts at any time.
#[derive(Debug)]
pub struct Progress {
    created: Instant,
    strategies: usize,
    /// The counters of the first thread, by strategy, then those of the next thread.
    counters: Vec<Counter>,
    puzzles: AtomicU64,
    bytes: AtomicU64,
    /// Time of the searches of earlier sessions, in nanoseconds.
    repeated: AtomicU64,
}

/// The searches of one strategy on one thread. Threads do not share a cache line.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counter {
    searches: AtomicU64,
    nanoseconds: AtomicU64,
    /// When the running search began, in nanoseconds since the creation of the counters; 0 if none is running.
    began: AtomicU64,
    /// The line of the puzzle, or of the first puzzle of the block.
    line: AtomicU64,
    /// The file of this line, if the corpus has several files.
    file: Mutex<Option<Arc<str>>>,
}

/// A search that is running, or was running when the user stopped the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub strategy: usize,
    /// The file of its puzzle, if the corpus has several; for a strategy that solves blocks, of the first puzzle of the block.
    pub file: Option<Arc<str>>,
    pub line: u64,
    pub time: Duration,
}

impl Search {
    pub fn location(&self) -> String {
        location(self.file.as_deref(), self.line)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    pub ended: u64,
    /// Number of running searches; for a strategy that solves puzzles together, a block counts as one search.
    pub going_on: u64,
    pub time: Duration,
}

impl Progress {
    pub fn new(strategies: usize, threads: usize) -> Progress {
        let counters = std::iter::repeat_with(Counter::default).take(strategies * threads).collect();
        Progress {
            created: Instant::now(),
            strategies,
            counters,
            puzzles: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
        }
    }

    pub fn searches(&self) -> Vec<Searches> {
        let mut searches = vec![Searches::default(); self.strategies];
        let now = self.now();
        for (i, counter) in self.counters.iter().enumerate() {
            let sum = &mut searches[i % self.strategies];
            sum.ended += counter.searches.load(Relaxed);
            let mut time = counter.nanoseconds.load(Relaxed);
            let began = counter.began.load(Relaxed);
            if began > 0 {
                sum.going_on += 1;
                time += now.saturating_sub(began);
            }
            sum.time += Duration::from_nanos(time);
        }
        searches
    }

    /// Returns the search that has been running for the longest time; `None` if no search is running.
    pub fn longest_search(&self) -> Option<Search> {
        let began = |counter: &Counter| Some(counter.began.load(Relaxed)).filter(|&began| began > 0);
        let going_on = self.counters.iter().enumerate().filter_map(|(i, counter)| Some((began(counter)?, i, counter)));
        let (began, i, counter) = going_on.min_by_key(|&(began, ..)| began)?;
        Some(Search {
            strategy: i % self.strategies,
            file: counter.file.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            line: counter.line.load(Relaxed),
            time: Duration::from_nanos(self.now().saturating_sub(began)),
        })
    }

    fn now(&self) -> u64 {
        nanoseconds(self.created.elapsed()).max(1)
    }

    /// Returns the number of puzzles in the blocks that have begun in the first round, and the offset of their end in the
    /// corpus, in bytes.
    pub fn begun(&self) -> (u64, u64) {
        (self.puzzles.load(Relaxed), self.bytes.load(Relaxed))
    }

    /// Notes that the work on a block begins.
    pub fn begin(&self, block: &Block) {
        self.puzzles.fetch_max(block.first + block.puzzles.len() as u64, Relaxed);
        self.bytes.fetch_max(block.bytes, Relaxed);
    }

    /// Counts the searches of a block that an earlier session of the run solved.
    pub fn repeat(&self, solved: &SolvedBlock) {
        self.begin(&solved.block);
        for strategy in 0..self.strategies {
            let counter = &self.counters[strategy];
            let time = solved.samples_of(strategy).map(|sample| sample.latency_ns).sum();
            counter.searches.fetch_add(solved.block.puzzles.len() as u64, Relaxed);
            counter.nanoseconds.fetch_add(time, Relaxed);
            self.repeated.fetch_add(time, Relaxed);
        }
    }

    /// Returns the time since the creation of the counters, and the time that an earlier session of the run took
    /// approximately.
    pub fn elapsed(&self) -> Duration {
        let threads = (self.counters.len() / self.strategies.max(1)).max(1) as u64;
        self.created.elapsed() + Duration::from_nanos(self.repeated.load(Relaxed) / threads)
    }

    pub fn turn(&self, thread: usize, strategy: usize) -> TurnProgress<'_> {
        TurnProgress { progress: self, counter: &self.counters[thread * self.strategies + strategy] }
    }
}

pub struct TurnProgress<'a> {
    progress: &'a Progress,
    counter: &'a Counter,
}

impl TurnProgress<'_> {
    /// Notes that the search of a puzzle begins, or of a block whose first puzzle this is.
    pub fn begin(&self, puzzle: &Puzzle) {
        if puzzle.file.is_some() {
            self.counter.file.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&puzzle.file);
        }
        self.begin_number(puzzle.line);
    }

    /// Notes that a search begins that is known by a number, because it has no line.
    pub fn begin_number(&self, number: u64) {
        self.counter.line.store(number, Relaxed);
        self.counter.began.store(self.progress.now(), Relaxed);
    }

    pub fn end(&self, searches: usize, time: Duration) {
        self.counter.began.store(0, Relaxed);
        self.counter.searches.fetch_add(searches as u64, Relaxed);
        self.counter.nanoseconds.fetch_add(nanoseconds(time), Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
