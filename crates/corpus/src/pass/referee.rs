//! Checks claims of external engines: the strategy `lanes` solves the puzzles again, untimed.

use solver::{
    grid::Grid,
    simd::Simd,
    strategy::{Answer, End, Lanes, Limits, Stop, Strategy},
};

use super::{
    Sample,
    check::{self, Found},
};

/// Maximum number of solutions of a puzzle that are counted to check a claim. If a puzzle has as many, a larger claim is
/// accepted.
const COUNTED_SOLUTIONS: u64 = 1_000_000;

/// Solves the puzzles for which an external engine claims a number of solutions that no strategy of this program has
/// confirmed or refuted.
pub struct Referee {
    lanes: Lanes,
    max_solutions: u64,
    /// The indices of the puzzles in the block.
    indices: Vec<usize>,
    puzzles: Vec<Grid>,
    answers: Vec<Answer>,
}

impl Referee {
    /// Creates a referee for searches that stop at `max_solutions` solutions.
    pub fn new(simd: Simd, max_solutions: u64) -> Referee {
        let indices = Vec::new();
        let puzzles = Vec::new();
        let answers = Vec::new();
        Referee { lanes: Lanes::new(simd), max_solutions, indices, puzzles, answers }
    }

    /// Forgets the puzzles of the last block.
    pub fn clear(&mut self) {
        self.indices.clear();
        self.puzzles.clear();
        self.answers.clear();
    }

    /// Adds a puzzle if its samples contain a claim that the other strategies do not settle. Puzzles must be added in the
    /// order of the block.
    pub fn add(&mut self, index: usize, puzzle: &Grid, samples: &[Sample], found: &[Found]) {
        if let Some(claimed) = check::unsettled_claim(samples, found, self.max_solutions) {
            let limit = claimed.saturating_add(1).min(self.max_solutions).min(COUNTED_SOLUTIONS);
            self.indices.push(index);
            self.puzzles.push(*puzzle);
            self.answers.push(Answer::new(limit));
        }
    }

    /// Solves the puzzles that were added.
    pub fn solve(&mut self, stop: Stop<'_>) {
        self.lanes.solve_block(&self.puzzles, &Limits { stop, ..Limits::NONE }, &mut self.answers);
    }

    /// Returns the solutions that were found for a puzzle; `None` if the puzzle was not added.
    pub fn found(&self, index: usize) -> Option<Found> {
        let Answer { outcome, solutions, .. } = &self.answers[self.indices.binary_search(&index).ok()?];
        let number = solutions.found();
        let is_whole = outcome.end == End::Complete && number < solutions.max();
        Some(Found { first: solutions.kept().first().copied(), number, is_whole, is_claim: false })
    }
}
