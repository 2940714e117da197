//! Checks claims of external engines: the fastest strategy solves the puzzles again, untimed.

use grid::AnyGrid;
use solver::strategy::{self, Answer, End, Limits, Stop, Strategy};

use super::{
    check::{self, Found},
    options::Options,
    sample::Sample,
};

/// Maximum number of solutions of a puzzle that are counted to check a claim. If a puzzle has as many, a larger claim is
/// accepted.
const COUNTED_SOLUTIONS: u64 = 1_000_000;

/// Solves the puzzles for which an external engine claims a number of solutions that no strategy of this program has
/// confirmed or refuted.
pub struct Referee {
    fastest: Box<dyn Strategy>,
    max_solutions: u64,
    indices: Vec<usize>,
    puzzles: Vec<AnyGrid>,
    answers: Vec<Answer>,
}

impl Referee {
    pub fn new(options: &Options) -> Referee {
        let fastest = strategy::fastest(options.shape, options.max_solutions);
        Referee {
            fastest: options.build(&fastest).expect("a strategy of the registry always starts"),
            max_solutions: options.max_solutions,
            indices: Vec::new(),
            puzzles: Vec::new(),
            answers: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        self.indices.clear();
        self.puzzles.clear();
        self.answers.clear();
    }

    /// Adds a puzzle if its samples contain a claim that the other strategies do not settle. Puzzles must be added in the
    /// order of the block.
    pub fn add(&mut self, index: usize, puzzle: &AnyGrid, samples: &[Sample], found: &[Found]) {
        if let Some(claimed) = check::unsettled_claim(samples, found, self.max_solutions) {
            let limit = claimed.saturating_add(1).min(self.max_solutions).min(COUNTED_SOLUTIONS);
            self.indices.push(index);
            self.puzzles.push(puzzle.clone());
            self.answers.push(Answer::new(limit));
        }
    }

    pub fn solve(&mut self, stop: Stop<'_>) {
        self.fastest.solve_block(&self.puzzles, &Limits { stop, ..Limits::NONE }, &mut self.answers);
    }

    /// Returns the solutions that were found for a puzzle; `None` if the puzzle was not added.
    pub fn found(&self, index: usize) -> Option<Found> {
        let Answer { outcome, solutions, .. } = &self.answers[self.indices.binary_search(&index).ok()?];
        let number = solutions.found();
        let is_whole = outcome.end == End::Complete && number < solutions.max();
        Some(Found { first: solutions.kept().first().cloned(), number, is_whole, is_claim: false })
    }
}
