//! A strategy's answers to the puzzles of a block.

#![warn(missing_docs)]

use std::time::Duration;

use super::{outcome::Outcome, solutions::Solutions};

/// A strategy's answer to one puzzle.
///
/// ```
/// use grid::{AnyGrid, Shape, simd::Simd};
/// use sudoku_bench_solver::strategy::{Answer, Lanes, Limits, Strategy};
///
/// let mut answers = [Answer::new(1), Answer::new(1)];
/// let puzzles = [AnyGrid::empty(Shape::NINE), AnyGrid::empty(Shape::NINE)];
/// Lanes::new(Simd::detect()).solve_block(&puzzles, &Limits::NONE, &mut answers);
/// assert!(answers.iter().all(|answer| answer.solutions.found() == 1));
/// ```
#[derive(Debug)]
pub struct Answer {
    /// How the search ended, and its counters.
    pub outcome: Outcome,
    /// The solutions that were found.
    pub solutions: Solutions,
    /// The time that the search took.
    pub latency: Duration,
    /// Why the search failed, if it did.
    pub message: Option<Box<str>>,
    /// The counters of the outcome that are not known.
    pub missing_counts: MissingCounts,
}

/// The counters that an external engine does not report; they are 0 in the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingCounts {
    /// True if the nodes are not known.
    pub nodes: bool,
    /// True if the guesses are not known.
    pub guesses: bool,
    /// True if the backtracks are not known.
    pub backtracks: bool,
}

impl MissingCounts {
    /// All counters are known, as those of every strategy of this crate are.
    pub const NONE: MissingCounts = MissingCounts { nodes: false, guesses: false, backtracks: false };
    /// No counter is known.
    pub const ALL: MissingCounts = MissingCounts { nodes: true, guesses: true, backtracks: true };
}

impl Answer {
    /// Creates an empty answer for a search that stops at `max_solutions` solutions.
    ///
    /// # Panics
    ///
    /// Panics if `max_solutions` is 0.
    pub fn new(max_solutions: u64) -> Answer {
        let solutions = Solutions::new(max_solutions);
        let missing_counts = MissingCounts::NONE;
        Answer { outcome: Outcome::ZERO, solutions, latency: Duration::ZERO, message: None, missing_counts }
    }

    /// Removes the answer to the last puzzle.
    pub fn clear(&mut self) {
        self.outcome = Outcome::ZERO;
        self.solutions.clear();
        self.latency = Duration::ZERO;
        self.message = None;
        self.missing_counts = MissingCounts::NONE;
    }
}

/// A buffer of answers that grows to the largest block and is reused from block to block.
///
/// ```
/// use grid::{AnyGrid, Shape, simd::Simd};
/// use sudoku_bench_solver::strategy::{Answers, Lanes, Limits, Strategy};
///
/// let mut lanes = Lanes::new(Simd::detect());
/// let mut answers = Answers::new(1);
/// let puzzles = vec![AnyGrid::empty(Shape::NINE); 8];
/// for block in [&puzzles[..], &puzzles[..3]] {
///     lanes.solve_block(block, &Limits::NONE, answers.resized(block.len()));
/// }
/// // Room for the largest block.
/// assert_eq!(answers.as_slice().len(), 8);
/// ```
#[derive(Debug)]
pub struct Answers {
    max_solutions: u64,
    answers: Vec<Answer>,
}

impl Answers {
    /// Creates an empty buffer for searches that stop at `max_solutions` solutions; at least 1.
    pub fn new(max_solutions: u64) -> Answers {
        Answers { max_solutions, answers: Vec::new() }
    }

    /// Returns the first `n` answers, for a block of `n` puzzles. They still hold the answers to an earlier block.
    pub fn resized(&mut self, n: usize) -> &mut [Answer] {
        while self.answers.len() < n {
            self.answers.push(Answer::new(self.max_solutions));
        }
        &mut self.answers[..n]
    }

    /// Returns all answers; those beyond the length of the last block belong to earlier blocks.
    pub fn as_slice(&self) -> &[Answer] {
        &self.answers
    }
}
