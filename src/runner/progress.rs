//! The progress of a run, counted as searches end.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use crate::{reader::Block, strategy::Answer};

/// Counts the searches of a run as they end. Other threads may read the counts at any time.
#[derive(Debug)]
pub struct Progress {
    strategies: usize,
    /// The counters of the first thread, by strategy, then those of the next thread.
    counters: Vec<Counter>,
    puzzles: AtomicU64,
    bytes: AtomicU64,
}

/// The searches of one strategy on one thread. Threads do not share a cache line.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counter {
    searches: AtomicU64,
    nanoseconds: AtomicU64,
}

/// The searches of one strategy that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    /// Number of searches, over all rounds.
    pub ended: u64,
    /// Sum of their latencies.
    pub time: Duration,
}

impl Progress {
    /// Creates counters for a run with this many strategies and threads.
    pub fn new(strategies: usize, threads: usize) -> Progress {
        let counters = std::iter::repeat_with(Counter::default).take(strategies * threads).collect();
        Progress { strategies, counters, puzzles: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// Returns the counts of each strategy.
    pub fn searches(&self) -> Vec<Searches> {
        let mut searches = vec![Searches::default(); self.strategies];
        for (i, counter) in self.counters.iter().enumerate() {
            let sum = &mut searches[i % self.strategies];
            sum.ended += counter.searches.load(Relaxed);
            sum.time += Duration::from_nanos(counter.nanoseconds.load(Relaxed));
        }
        searches
    }

    /// Returns the number of puzzles in the blocks that have begun in the first round, and the offset of their end in the
    /// corpus, in bytes.
    pub fn begun(&self) -> (u64, u64) {
        (self.puzzles.load(Relaxed), self.bytes.load(Relaxed))
    }

    pub(super) fn begin(&self, block: &Block) {
        self.puzzles.fetch_max(block.first + block.puzzles.len() as u64, Relaxed);
        self.bytes.fetch_max(block.bytes, Relaxed);
    }

    /// Counts the answers of a strategy on a thread.
    pub(super) fn add(&self, thread: usize, strategy: usize, answers: &[Answer]) {
        let counter = &self.counters[thread * self.strategies + strategy];
        let time: Duration = answers.iter().map(|answer| answer.latency).sum();
        counter.searches.fetch_add(answers.len() as u64, Relaxed);
        counter.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }
}
