//! Generates the puzzles of a target.

use std::sync::atomic::AtomicBool;

use corpus::error::Result;
use grid::{Shape, random::SplitMix64, simd::Simd};

use super::{
    descent::Descent,
    full_grid::FullGrids,
    holes,
    pattern::PatternSearch,
    removal::Removal,
    search::{self, Generated},
    target::Target,
    unbiased::Unbiased,
};
use crate::uniqueness::Uniqueness;

/// The workspace of a thread. A batch depends only on the shape, the target, the seed and its number, so any number of generators
/// can generate batches in any order.
///
/// For 9×9, every full grid is equally likely. Latin squares (boxes of one row or one column) are drawn by the Markov chain of Jacobson
/// and Matthews, nearly uniformly. Full grids of other shapes are found by a search in random order: all grids that symmetries of the
/// shape make of each other are equally likely, and otherwise the distribution is unknown, and not uniform.
pub struct Generator {
    shape: Shape,
    target: Target,
    seed: u64,
    uniqueness: Uniqueness<'static>,
    full_grids: FullGrids,
    removal: Removal,
}

impl Generator {
    /// Creates a workspace for an instruction set. Returns [`Error::Usage`](corpus::error::Error::Usage) if no puzzle
    /// of the shape is as the target says, or none can be found.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(shape: Shape, target: Target, seed: u64, simd: Simd) -> Result<Generator> {
        target.check(shape)?;
        let uniqueness = Uniqueness::up_to(target.solutions(), simd);
        let full_grids = FullGrids::new(shape);
        Ok(Generator { shape, target, seed, uniqueness, full_grids, removal: Removal::new(shape) })
    }

    /// Generates the puzzles of a batch: [`Target::batch`] puzzles, or the variations of as many steps.
    pub fn batch(&mut self, number: u64) -> Vec<Generated> {
        self.batch_until(number, &AtomicBool::new(false)).expect("nothing stops it")
    }

    /// Generates the puzzles of a batch, or returns `None` soon after `stop` is set.
    pub fn batch_until(&mut self, number: u64, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let count = self.target.batch(self.shape);
        self.puzzles(number.wrapping_mul(count as u64), count, stop)
    }

    /// Generates consecutive puzzles; the random numbers of each depend on its index.
    pub(super) fn puzzles(&mut self, first: u64, count: usize, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let seed = self.seed;
        let random = (0..count as u64).map(|index| SplitMix64::piece(seed, first.wrapping_add(index)));
        let uniqueness = &mut self.uniqueness;
        match &self.target {
            Target::Holes { .. } => random.map(|random| self.puzzle(random, stop)).collect(),
            Target::Minimal(_) if !self.shape.fits_grid() => random.map(|random| self.puzzle(random, stop)).collect(),
            Target::Minimal(symmetry) => {
                search::run(random.map(|random| Descent::new(random, *symmetry, None)), uniqueness, stop)
            }
            Target::Clues(symmetry, range) => {
                search::run(random.map(|random| Descent::new(random, *symmetry, Some(range))), uniqueness, stop)
            }
            Target::UnbiasedMinimal => search::run(random.map(Unbiased::new), uniqueness, stop),
            Target::Pattern(cells) => {
                search::run(random.map(|random| PatternSearch::new(random, *cells)), uniqueness, stop)
            }
            Target::Near(neighbourhood) => {
                let steps = random.zip(first as usize..neighbourhood.steps());
                neighbourhood.variations(steps, uniqueness, stop)
            }
        }
    }

    /// Generates a puzzle on its own.
    fn puzzle(&mut self, mut random: SplitMix64, stop: &AtomicBool) -> Option<Generated> {
        let solution = self.full_grids.draw(&mut random, stop)?;
        let puzzle = match &self.target {
            Target::Holes { number, balanced } => holes::puzzle(&solution, number, *balanced, &mut random),
            _ => self.removal.puzzle(&solution, &mut random, stop.into())?,
        };
        Some(Generated { puzzle, solution })
    }
}
