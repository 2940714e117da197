//! The solutions and the minimality of puzzles, many at once.

use super::uniqueness::Uniqueness;
use crate::{
    grid::{CELLS, Grid},
    simd::Simd,
};

/// The solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// The givens conflict.
    Conflict,
    /// No solution; the givens do not conflict.
    None,
    /// One solution.
    One(Grid),
    /// Several.
    Several,
}

impl Solutions {
    /// Returns the number of solutions: 0, 1, or 2 for several.
    pub fn count(&self) -> usize {
        match self {
            Solutions::Conflict | Solutions::None => 0,
            Solutions::One(_) => 1,
            Solutions::Several => 2,
        }
    }
}

/// The workspace of a thread.
pub struct Facts(Uniqueness);

impl Facts {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Facts {
        Facts(Uniqueness::new(simd))
    }

    /// Returns the solutions of each puzzle.
    pub fn solutions(&mut self, puzzles: &[Grid]) -> Vec<Solutions> {
        puzzles.iter().for_each(|puzzle| self.0.ask(*puzzle));
        let solutions = |(found, puzzle): (&[Grid], &Grid)| match found {
            [] if puzzle.has_conflict() => Solutions::Conflict,
            [] => Solutions::None,
            [one] => Solutions::One(*one),
            _ => Solutions::Several,
        };
        self.0.answers().zip(puzzles).map(solutions).collect()
    }

    /// Returns for each puzzle, which must have one solution, whether it has several without any one of its givens.
    pub fn minimal(&mut self, puzzles: &[Grid]) -> Vec<bool> {
        let mut minimal = Vec::with_capacity(puzzles.len());
        // Enough to keep all lanes busy, and few enough for the cache.
        for puzzles in puzzles.chunks(256) {
            for puzzle in puzzles {
                givens(puzzle).for_each(|cell| self.0.ask(without(puzzle, cell)));
            }
            let mut answers = self.0.answers();
            minimal.extend(puzzles.iter().map(|puzzle| {
                let answers = answers.by_ref().take(puzzle.clues());
                answers.fold(true, |minimal, found| minimal & (found.len() > 1))
            }));
        }
        minimal
    }
}

fn givens(puzzle: &Grid) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(|&cell| puzzle.get(cell) != 0)
}

fn without(puzzle: &Grid, cell: usize) -> Grid {
    let mut puzzle = *puzzle;
    puzzle.set(cell, 0);
    puzzle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        Grid::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn solutions_and_minimality() {
        let inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let solved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let more = format!("81{}", &inkala[2..]);
        let puzzles = [inkala, &more, &inkala.replacen('8', ".", 1), &inkala.replacen("36", "33", 1), solved];
        let puzzles = puzzles.map(grid);
        let mut facts = Facts::new(Simd::detect());
        let solutions = facts.solutions(&puzzles);
        assert_eq!(solutions.iter().map(Solutions::count).collect::<Vec<_>>(), [1, 1, 2, 0, 1]);
        assert_eq!((solutions[0], solutions[3]), (Solutions::One(grid(solved)), Solutions::Conflict));
        assert_eq!(facts.minimal(&[puzzles[0], puzzles[1], puzzles[4]]), [true, false, false]);
        assert_eq!(facts.solutions(&[grid(&inkala.replace("4..", "4.3"))]), [Solutions::None]);
    }
}
