//! Sudoku puzzles with exactly one solution, made at random: fast, and the same for the same seed on every machine.
//!
//! Full grids are drawn uniformly ([`full_grid`]). [`Target::Minimal`] removes clues one by one in a random order
//! ([`reduction`]), and [`Target::Clues`] goes on from there ([`descent`]). Many puzzles progress at once, and are solved
//! together, round by round ([`uniqueness`](super::uniqueness)).
//!
//! ```
//! use sudoku_bench::{dataset::generate::{BATCH, Generator, Target}, simd::Simd};
//!
//! let mut generator = Generator::new(Target::Clues(24..=26), 1, Simd::detect()).unwrap();
//! let batch = generator.batch(0);
//! assert_eq!(batch.len(), BATCH);
//! assert!(batch.iter().all(|made| (24..=26).contains(&made.puzzle.clues())));
//! assert!(batch.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
//! ```

mod descent;
mod full_grid;
mod reduction;
#[cfg(test)]
mod tests;
mod unavoidable;

use std::ops::RangeInclusive;

use crate::{
    error::{Error, Result},
    grid::{CELLS, Grid},
    random::SplitMix64,
    simd::Simd,
};
use super::uniqueness::Uniqueness;
use descent::Descent;

/// Puzzles in a batch: enough to keep all lanes busy.
pub const BATCH: usize = 512;

/// The fewest clues that can be asked for. Puzzles with 17 are known, but hardly one can be found at random; with each
/// clue less, it takes many times as long.
pub const FEWEST_CLUES: usize = 20;

/// What puzzles are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// For every puzzle, a number of clues is drawn from this range, each as likely. A puzzle with so many is found by
    /// giving a minimal puzzle more clues of its solution, or by looking near it for one with fewer.
    Clues(RangeInclusive<usize>),
    /// Minimal puzzles, in which no clue can be missed: from a uniform full grid, clues are removed in a random order, each
    /// one unless the puzzle would have a second solution.
    ///
    /// Not all minimal puzzles are equally likely. To come to one with n clues, one of the 81 − n cells has to be removed
    /// in each step, and there are the more orders that lead to it, the more cells there are: (81 − n)! of the others, in
    /// any order with which the clues do not interfere. So puzzles with fewer clues are found too often (Denis Berthier,
    /// "Unbiased Statistics of a CSP – A Controlled-Bias Generator", 2009).
    Minimal,
}

/// A puzzle and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
}

/// A thread's workspace. What is in a batch depends only on target, seed and the batch's number, so batches can be made in
/// any order, by any number of generators.
pub struct Generator {
    target: Target,
    seed: u64,
    uniqueness: Uniqueness,
}

impl Generator {
    /// The workspace for an instruction set.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] if no puzzle can have so many clues, or the range goes below [`FEWEST_CLUES`] or is empty.
    ///
    /// # Panics
    ///
    /// When this processor does not have the instruction set.
    pub fn new(target: Target, seed: u64, simd: Simd) -> Result<Generator> {
        if let Target::Clues(range) = &target {
            let (fewest, most) = (*range.start(), *range.end());
            let reason = if range.is_empty() {
                format!("{fewest} to {most} clues is an empty range")
            } else if most > CELLS {
                format!("{most} clues: a puzzle has at most {CELLS}")
            } else if fewest < 17 {
                format!(
                    "{fewest} clues: no puzzle with one solution has fewer than 17, or fewer than {FEWEST_CLUES} here"
                )
            } else if fewest < FEWEST_CLUES {
                format!(
                    "{fewest} clues: puzzles with fewer than {FEWEST_CLUES} cannot be found at random in reasonable time"
                )
            } else {
                return Ok(Generator { target, seed, uniqueness: Uniqueness::new(simd) });
            };
            return Err(Error::Usage(reason));
        }
        Ok(Generator { target, seed, uniqueness: Uniqueness::new(simd) })
    }

    /// Makes the [`BATCH`] puzzles of a batch.
    pub fn batch(&mut self, number: u64) -> Vec<Generated> {
        self.puzzles(number.wrapping_mul(BATCH as u64), BATCH)
    }

    /// Makes some puzzles, each from the numbers of its own place in the sequence of all.
    fn puzzles(&mut self, first: u64, count: usize) -> Vec<Generated> {
        let search = |place| (place, self.search(SplitMix64::piece(self.seed, first.wrapping_add(place as u64))));
        let mut searches: Vec<(usize, Descent)> = (0..count).map(search).collect();
        let mut made = vec![None; count];
        while !searches.is_empty() {
            searches.iter().for_each(|(_, search)| self.uniqueness.ask(search.puzzle()));
            let mut answers = self.uniqueness.answers();
            searches.retain_mut(|(place, search)| {
                made[*place] = search.take(answers.next().expect("an answer to every puzzle"));
                made[*place].is_none()
            });
        }
        made.into_iter().flatten().collect()
    }

    /// The search for one puzzle.
    fn search(&self, mut random: SplitMix64) -> Descent {
        let wanted = match &self.target {
            Target::Clues(range) => {
                Some(range.start() + random.below((range.end() - range.start() + 1) as u64) as usize)
            }
            Target::Minimal => None,
        };
        Descent::new(random, wanted)
    }
}
