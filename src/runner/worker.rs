//! What one thread does with one block.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use super::{Options, Solved, Turn, check, usage::Usage};
use crate::{
    grid::Grid,
    reader::{Block, Puzzle},
    sample::Sample,
    strategy::{Limits, Solutions, Strategy},
};

/// A thread's own workspaces: one of every strategy, built once.
pub struct Worker<'a> {
    options: &'a Options,
    strategies: Vec<Box<dyn Strategy>>,
    solutions: Solutions,
    /// The first solution of every sample of a block.
    first: Vec<Option<Grid>>,
    /// A solution of every puzzle of a block that was found good.
    good: Vec<Option<Grid>>,
}

impl<'a> Worker<'a> {
    /// Builds the workspaces.
    pub fn new(options: &'a Options) -> Worker<'a> {
        Worker {
            options,
            strategies: options.strategies.iter().map(|entry| (entry.new)()).collect(),
            solutions: Solutions::new(options.max_solutions),
            first: Vec::new(),
            good: Vec::new(),
        }
    }

    /// Lets every strategy solve the whole block, one strategy after the other, in an order that rotates with block
    /// and round; the answers are checked as they come, outside the clock, and between strategies at the end.
    pub fn solve(&mut self, block: Block, round: u32, started: Instant, number: usize) -> Solved {
        let n = self.strategies.len();
        let mut samples = vec![Sample::INVALID; block.puzzles.len() * n];
        let valid: Vec<bool> = block.puzzles.iter().map(|puzzle| !puzzle.givens.has_conflict()).collect();
        self.first.clear();
        self.first.resize(samples.len(), None);
        self.good.clear();
        self.good.resize(block.puzzles.len(), None);
        let mut turns = vec![Turn::default(); n];
        for slot in 0..n {
            let strategy = ((slot as u64 + block.index + u64::from(round)) % n as u64) as usize;
            let (start, before) = (started.elapsed(), Usage::of_this_thread());
            for (i, puzzle) in block.puzzles.iter().enumerate().filter(|&(i, _)| valid[i]) {
                let at = i * n + strategy;
                samples[at] = self.sample(strategy, puzzle, i);
                self.first[at] = self.solutions.kept().first().copied();
            }
            turns[strategy] = Turn { slot, worker: number, start, usage: Usage::of_this_thread().since(before) };
        }
        for (samples, first) in samples.chunks_mut(n).zip(self.first.chunks(n)) {
            check::compare(samples, first, self.options.max_solutions);
        }
        Solved { block, samples, turns }
    }

    fn sample(&mut self, strategy: usize, puzzle: &Puzzle, place: usize) -> Sample {
        self.solutions.clear();
        let (workspace, limits, solutions) =
            (&mut self.strategies[strategy], &self.options.limits, &mut self.solutions);
        match catch_unwind(AssertUnwindSafe(|| timed(workspace.as_mut(), &puzzle.givens, limits, solutions))) {
            Ok((outcome, latency)) => {
                let latency_ns = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX).max(1);
                Sample { latency_ns, ..check::judge(puzzle, &outcome, &self.solutions, &mut self.good[place]) }
            }
            Err(_) => {
                // Whatever state it is in, it is not used again.
                self.strategies[strategy] = (self.options.strategies[strategy].new)();
                self.solutions.clear();
                let mut sample = Sample::INVALID;
                sample.condemn("the strategy panicked");
                sample
            }
        }
    }
}

/// The one place where the clock runs.
fn timed(
    strategy: &mut dyn Strategy,
    puzzle: &Grid,
    limits: &Limits,
    solutions: &mut Solutions,
) -> (crate::strategy::Outcome, Duration) {
    let start = Instant::now();
    let outcome = strategy.solve(puzzle, limits, solutions);
    (outcome, start.elapsed())
}
