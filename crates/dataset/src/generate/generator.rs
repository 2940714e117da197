//! Generates the puzzles of a batch that fit an order. The cheap questions come first: a puzzle is rated only if everything else
//! fits.

use std::sync::atomic::AtomicBool;

use corpus::error::Result;
use grid::random::SplitMix64;
use rating::{Rater, Rating};

use super::{
    descent::Descent,
    full_grid::FullGrids,
    generation::Generation,
    holes,
    pattern::PatternSearch,
    removal::Removal,
    search::{self, Generated},
    target::Target,
    unbiased::Unbiased,
};
use crate::{
    facts::{Facts, Solutions},
    uniqueness::Uniqueness,
};

#[derive(Debug, PartialEq, Eq)]
pub struct Batch {
    /// The number of puzzles generated.
    pub tried: usize,
    pub made: Vec<Made>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub generated: Generated,
    pub rating: Option<Rating>,
}

/// The workspace of a thread. A batch depends only on the generation and its number, so any number of generators can generate batches
/// in any order.
///
/// For 9×9, every full grid is equally likely. Latin squares (boxes of one row or one column) are drawn by the Markov chain of Jacobson
/// and Matthews, nearly uniformly. Full grids of other shapes are found by a search in random order: all grids that symmetries of the
/// shape make of each other are equally likely, and otherwise the distribution is unknown, and not uniform.
pub struct Generator<'a> {
    generation: &'a Generation,
    uniqueness: Uniqueness<'static>,
    full_grids: FullGrids,
    removal: Removal,
    facts: Facts<'a>,
    rater: Rater<'a>,
    stop: &'a AtomicBool,
}

impl<'a> Generator<'a> {
    /// Creates a workspace, whose work ends soon after `stop` is set. Returns [`Error::Usage`](corpus::error::Error::Usage) if no
    /// such puzzles are generated.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(generation: &'a Generation, stop: &'a AtomicBool) -> Result<Generator<'a>> {
        generation.check()?;
        let Generation { notation, target, simd, .. } = generation;
        Ok(Generator {
            generation,
            uniqueness: Uniqueness::up_to(target.solutions(), *simd),
            full_grids: FullGrids::new(notation.shape),
            removal: Removal::new(notation.shape),
            facts: Facts::new(*simd).until(stop),
            rater: Rater::default().until(stop),
            stop,
        })
    }

    /// Generates a batch: [`Generation::batch`] puzzles, or the variations of as many steps. Returns those that fit the order;
    /// `None` soon after `stop` is set.
    pub fn batch(&mut self, number: u64) -> Option<Batch> {
        let Generation { target, order, .. } = self.generation;
        let count = self.generation.batch();
        let mut puzzles = self.puzzles(number.wrapping_mul(count as u64), count)?;
        let tried = puzzles.len();
        // Puzzles of a minimal target need no proof.
        if order.minimal && !target.is_minimal() {
            self.keep_minimal(&mut puzzles);
        }
        let mut made = Vec::new();
        for generated in puzzles {
            let rated = generated.puzzle.nine().filter(|_| order.rates());
            let rating = rated.map(|puzzle| self.rater.rate(puzzle, order.limit()));
            if rating.as_ref().is_none_or(|rating| order.fits(rating)) {
                made.push(Made { generated, rating });
            }
        }
        let is_whole = order.fits_all() || !self.rater.is_stopped();
        is_whole.then_some(Batch { tried, made })
    }

    fn keep_minimal(&mut self, puzzles: &mut Vec<Generated>) {
        let grids: Vec<_> = puzzles.iter().map(|generated| generated.puzzle.clone()).collect();
        let solutions: Vec<_> = puzzles.iter().map(|generated| Solutions::One(generated.solution.clone())).collect();
        let mut minimal = self.facts.minimal(&grids, &solutions).into_iter();
        puzzles.retain(|_| minimal.next() == Some(true));
    }

    /// Generates consecutive puzzles; the random numbers of each depend on its index.
    pub(super) fn puzzles(&mut self, first: u64, count: usize) -> Option<Vec<Generated>> {
        let Generation { notation, target, seed, .. } = self.generation;
        let random = (0..count as u64).map(|index| SplitMix64::piece(*seed, first.wrapping_add(index)));
        let (uniqueness, stop) = (&mut self.uniqueness, self.stop);
        match target {
            Target::Holes { .. } => random.map(|random| self.puzzle(random)).collect(),
            Target::Minimal(_) if !notation.shape.is_classic() => random.map(|random| self.puzzle(random)).collect(),
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
    fn puzzle(&mut self, mut random: SplitMix64) -> Option<Generated> {
        let solution = self.full_grids.draw(&mut random, self.stop)?;
        let puzzle = match &self.generation.target {
            Target::Holes { number, balanced } => holes::puzzle(&solution, number, *balanced, &mut random),
            _ => self.removal.puzzle(&solution, &mut random, self.stop.into())?,
        };
        Some(Generated { puzzle, solution })
    }
}
