//! Solutions of a corpus that do not solve their puzzles.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::SolvedBlock;

/// A solution of the corpus that does not solve its puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongSolution {
    /// Place of the puzzle in its block.
    pub place: usize,
    /// What is wrong.
    pub reason: Cow<'static, str>,
}

/// The number of wrong solutions of a corpus, and the first of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WrongSolutions {
    /// Number of wrong solutions.
    pub count: u64,
    /// The first wrong solutions, each as the place of its row and what is wrong.
    pub first: Vec<String>,
}

impl WrongSolutions {
    /// Maximum number of solutions to describe.
    const SHOWN: usize = 3;

    /// Adds the wrong solutions of a block.
    pub fn add(&mut self, solved: &SolvedBlock) {
        for WrongSolution { place, reason } in &solved.wrong_solutions {
            self.count += 1;
            if self.first.len() < Self::SHOWN {
                self.first.push(format!("{}: {reason}", solved.block.puzzles[*place].location()));
            }
        }
    }

    /// Adds those of the part of the corpus that follows.
    pub fn append(&mut self, other: WrongSolutions) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.truncate(Self::SHOWN);
    }
}
