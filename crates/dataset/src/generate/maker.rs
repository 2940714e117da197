//! The puzzles of a batch that fit an order. The cheap questions come first: a puzzle is rated only if everything else fits.

use std::sync::atomic::AtomicBool;

use corpus::error::Result;
use rating::{Rater, Rating};

use super::{generation::Generation, generator::Generator, order::Order, search::Generated};
use crate::facts::{Facts, Solutions};

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

pub struct Maker<'a> {
    order: Order,
    generator: Generator,
    facts: Facts<'a>,
    rater: Rater<'a>,
    stop: &'a AtomicBool,
}

impl<'a> Maker<'a> {
    /// Creates a workspace for a generation. Its work ends soon after `stop` is set. Returns
    /// [`Error::Usage`](corpus::error::Error::Usage) if no such puzzles are generated.
    pub fn new(generation: &Generation, stop: &'a AtomicBool) -> Result<Maker<'a>> {
        generation.check()?;
        let Generation { notation, target, seed, simd, .. } = generation;
        // Puzzles of a minimal target need no proof.
        let minimal = generation.order.minimal && !target.is_minimal();
        Ok(Maker {
            order: Order { minimal, ..generation.order.clone() },
            generator: Generator::new(notation.shape, target.clone(), *seed, *simd)?,
            facts: Facts::new(*simd).until(stop),
            rater: Rater::default().until(stop),
            stop,
        })
    }

    /// Returns the puzzles of a batch that fit, or `None` soon after the work was stopped.
    pub fn batch(&mut self, number: u64) -> Option<Batch> {
        let mut puzzles = self.generator.batch_until(number, self.stop)?;
        let tried = puzzles.len();
        if self.order.minimal {
            self.keep_minimal(&mut puzzles);
        }
        let mut made = Vec::new();
        for generated in puzzles {
            let rating = self.rate(&generated);
            if rating.as_ref().is_none_or(|rating| self.order.fits(rating)) {
                made.push(Made { generated, rating });
            }
        }
        let is_whole = self.order.fits_all() || !self.rater.is_stopped();
        is_whole.then_some(Batch { tried, made })
    }

    fn rate(&mut self, generated: &Generated) -> Option<Rating> {
        let puzzle = generated.puzzle.nine().filter(|_| self.order.rates())?;
        Some(self.rater.rate(puzzle, self.order.limit()))
    }

    fn keep_minimal(&mut self, puzzles: &mut Vec<Generated>) {
        let grids: Vec<_> = puzzles.iter().map(|generated| generated.puzzle.clone()).collect();
        let solutions: Vec<_> = puzzles.iter().map(|generated| Solutions::One(generated.solution.clone())).collect();
        let mut minimal = self.facts.minimal(&grids, &solutions).into_iter();
        puzzles.retain(|_| minimal.next() == Some(true));
    }
}
