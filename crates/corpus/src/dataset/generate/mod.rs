//! Generates random puzzles with exactly one solution, the same for the same seed on every machine.
//!
//! All begin with full grids that are drawn uniformly, each of the 6,670,903,752,021,072,936,960 as likely as any other;
//! then clues are removed. Many puzzles progress at once and are solved together, round by round, with the strategy
//! `lanes`; unavoidable sets, which are learned from second solutions, answer most questions without a solver (Gary
//! McGuire, Bastian Tugemann and Gilles Civario, "There is no 16-clue Sudoku", 2012, arXiv 1201.0749).
//!
//! ```
//! use solver::simd::Simd;
//! use sudoku_bench_corpus::dataset::generate::{BATCH, Generator, Target};
//!
//! let mut generator = Generator::new(Target::Clues(24..=26), 1, Simd::detect()).unwrap();
//! let batch = generator.batch(0);
//! assert_eq!(batch.len(), BATCH);
//! assert!(batch.iter().all(|made| (24..=26).contains(&made.puzzle.clues())));
//! assert!(batch.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
//! ```

mod descent;
mod estimate;
mod full_grid;
mod reduction;
#[cfg(test)]
mod tests;
mod unbiased;
mod write;

use std::{
    ops::RangeInclusive,
    sync::atomic::{AtomicBool, Ordering},
};

use super::uniqueness::Uniqueness;
use crate::error::{Error, Result};
use descent::Descent;
use solver::{
    grid::{CELLS, Grid},
    random::SplitMix64,
    simd::Simd,
};
pub use unbiased::MAX_CLUES;
use unbiased::Unbiased;
pub use write::{Generation, Written};

/// Puzzles in a batch: enough to keep all lanes busy.
pub const BATCH: usize = 512;

/// Puzzles in a batch of [`Target::UnbiasedMinimal`]. A puzzle takes seconds, and is written when it is found. Larger
/// batches would fill more lanes, and save a tenth of the time.
pub const UNBIASED_BATCH: usize = 1;

/// Minimum number of clues. Puzzles with 17 clues exist, but each clue less takes many times as long to find at random.
pub const MIN_CLUES: usize = 20;

/// The kind of puzzles to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Puzzles whose number of clues is drawn uniformly from this range. A puzzle with this many clues is found by adding
    /// clues to a minimal puzzle, or by searching near it for a puzzle with fewer.
    Clues(RangeInclusive<usize>),
    /// Minimal puzzles, in which every clue is needed: from a uniform full grid, clues are removed in a random order,
    /// except those without which the puzzle would have a second solution.
    ///
    /// Not all minimal puzzles are equally likely: those with fewer clues are found too often. A puzzle with n clues is
    /// found whenever its 81 − n blanks come first in the order, which is one order in C(81, n), so around the most
    /// common numbers of clues, one more clue halves the probability. Other orders also lead to the puzzle, but do not
    /// compensate for that (Denis Berthier, "Unbiased Statistics of a CSP – A Controlled-Bias Generator", 2009).
    Minimal,
    /// Minimal puzzles, each exactly as likely as any other with at most [`MAX_CLUES`] clues. This takes at least a
    /// thousand times as long as the other targets.
    UnbiasedMinimal,
}

impl Target {
    /// Returns the number of puzzles in a batch.
    pub fn batch(&self) -> usize {
        match self {
            Target::Clues(_) | Target::Minimal => BATCH,
            Target::UnbiasedMinimal => UNBIASED_BATCH,
        }
    }
}

/// A puzzle and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
}

/// The workspace of a thread. A batch depends only on the target, the seed and its number, so any number of generators can
/// generate batches in any order.
pub struct Generator {
    target: Target,
    seed: u64,
    uniqueness: Uniqueness<'static>,
}

impl Generator {
    /// Creates a workspace for an instruction set.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if no puzzle has this many clues, or if the range is empty or goes below
    /// [`MIN_CLUES`].
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(target: Target, seed: u64, simd: Simd) -> Result<Generator> {
        if let Target::Clues(range) = &target {
            let fewest = *range.start();
            let most = *range.end();
            let reason = if range.is_empty() {
                format!("{fewest} to {most} clues is an empty range")
            } else if most > CELLS {
                format!("{most} clues: a puzzle has at most {CELLS}")
            } else if fewest < MIN_CLUES {
                format!("{fewest} clues: at least {MIN_CLUES}; puzzles with fewer cannot be found at random")
            } else {
                return Ok(Generator { target, seed, uniqueness: Uniqueness::new(simd) });
            };
            return Err(Error::Usage(reason));
        }
        Ok(Generator { target, seed, uniqueness: Uniqueness::new(simd) })
    }

    /// Generates the puzzles of a batch: [`Target::batch`] puzzles.
    pub fn batch(&mut self, number: u64) -> Vec<Generated> {
        self.batch_until(number, &AtomicBool::new(false)).expect("nothing stops it")
    }

    /// Generates the puzzles of a batch, or returns `None` soon after `stop` is set.
    pub fn batch_until(&mut self, number: u64, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let count = self.target.batch();
        self.puzzles(number.wrapping_mul(count as u64), count, stop)
    }

    /// Generates consecutive puzzles; the random numbers of each depend on its index.
    fn puzzles(&mut self, first: u64, count: usize, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let seed = self.seed;
        let random = (0..count as u64).map(|index| SplitMix64::piece(seed, first.wrapping_add(index)));
        match self.target.clone() {
            Target::UnbiasedMinimal => self.find(random.map(Unbiased::new), stop),
            Target::Minimal => self.find(random.map(|random| Descent::new(random, None)), stop),
            Target::Clues(range) => {
                let search = |mut random: SplitMix64| {
                    let wanted = range.start() + random.below((range.end() - range.start() + 1) as u64) as usize;
                    Descent::new(random, Some(wanted))
                };
                self.find(random.map(search), stop)
            }
        }
    }

    /// Runs searches to their ends, all at once, or returns `None` soon after `stop` is set.
    fn find<S: Search>(&mut self, searches: impl Iterator<Item = S>, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let mut searches: Vec<_> = searches.enumerate().collect();
        let mut made = vec![None; searches.len()];
        while !searches.is_empty() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            searches.iter_mut().for_each(|(_, search)| search.ask(&mut self.uniqueness));
            let mut answers = self.uniqueness.answers();
            searches.retain_mut(|(index, search)| {
                made[*index] = search.take(&mut answers);
                made[*index].is_none()
            });
        }
        Some(made.into_iter().flatten().collect())
    }
}

/// The search for one puzzle, which alternates between questions and answers.
trait Search {
    /// Adds one or more puzzles to solve.
    fn ask(&mut self, uniqueness: &mut Uniqueness);

    /// Takes the solutions of each of these puzzles, at most two, and returns the result once it is found.
    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [Grid]>) -> Option<Generated>;
}
