//! Solves many puzzles together with `lanes`, to find those with one solution.

use crate::{
    grid::Grid,
    simd::Simd,
    strategy::{self, Answers, Limits, Strategy},
};

/// A block of puzzles that is reused.
pub struct Uniqueness {
    lanes: Box<dyn Strategy>,
    puzzles: Vec<Grid>,
    answers: Answers,
}

impl Uniqueness {
    /// Creates a workspace for an instruction set.
    pub fn new(simd: Simd) -> Uniqueness {
        let lanes = strategy::find("lanes").expect("lanes is registered");
        Uniqueness {
            lanes: lanes.build(simd).expect("a native strategy starts"),
            puzzles: Vec::new(),
            answers: Answers::new(2),
        }
    }

    /// Adds a puzzle to the next block.
    pub fn ask(&mut self, puzzle: Grid) {
        self.puzzles.push(puzzle);
    }

    /// Looks for two solutions of every puzzle that was added, and returns those found, in the order of the puzzles.
    pub fn answers(&mut self) -> impl Iterator<Item = &[Grid]> {
        let answers = self.answers.resized(self.puzzles.len());
        self.lanes.solve_block(&self.puzzles, &Limits::NONE, answers);
        self.puzzles.clear();
        answers.iter().map(|answer| answer.solutions.kept())
    }
}
