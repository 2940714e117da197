//! Checks claims of external engines: the fastest strategy solves the puzzles again, untimed.

use grid::Grid;
use solver::strategy::{Answer, End, Limits, Stop, Strategy};

use super::{
    Options, Sample,
    check::{self, Found},
    puzzle_grid::PuzzleGrid,
};

/// Maximum number of solutions of a puzzle that are counted to check a claim. If a puzzle has as many, a larger claim is
/// accepted.
const COUNTED_SOLUTIONS: u64 = 1_000_000;

/// Solves the puzzles for which an external engine claims a number of solutions that no strategy of this program has
/// confirmed or refuted.
pub struct Referee<G = Grid> {
    fastest: Box<dyn Strategy<G>>,
    max_solutions: u64,
    indices: Vec<usize>,
    puzzles: Vec<G>,
    answers: Vec<Answer<G>>,
}

impl<G: PuzzleGrid> Referee<G> {
    pub fn new(options: &Options) -> Referee<G> {
        let indices = Vec::new();
        let puzzles = Vec::new();
        let answers = Vec::new();
        let fastest = G::build_fastest(options);
        Referee { fastest, max_solutions: options.max_solutions, indices, puzzles, answers }
    }

    pub fn clear(&mut self) {
        self.indices.clear();
        self.puzzles.clear();
        self.answers.clear();
    }

    /// Adds a puzzle if its samples contain a claim that the other strategies do not settle. Puzzles must be added in the
    /// order of the block.
    pub fn add(&mut self, index: usize, puzzle: &G, samples: &[Sample], found: &[Found<G>]) {
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
    pub fn found(&self, index: usize) -> Option<Found<G>> {
        let Answer { outcome, solutions, .. } = &self.answers[self.indices.binary_search(&index).ok()?];
        let number = solutions.found();
        let is_whole = outcome.end == End::Complete && number < solutions.max();
        Some(Found { first: solutions.kept().first().cloned(), number, is_whole, is_claim: false })
    }
}
