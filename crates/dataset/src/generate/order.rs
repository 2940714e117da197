//! What is asked of puzzles beside their target, and the puzzles of a batch that fit. The cheap questions come first: a puzzle
//! is rated only if everything else fits.

use std::{ops::RangeInclusive, sync::atomic::AtomicBool};

use grid::AnyGrid;
use rating::{End, Rater, Rating, Technique, Tenths};

use super::{Batch, Generated, Generation, Generator};
use crate::facts::{Facts, Solutions};
use corpus::error::Result;

/// What a puzzle must fit beside its target. The default fits every puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    pub minimal: bool,
    /// The ratings that fit, on Sudoku Explainer's scale.
    pub rating: Option<RangeInclusive<Tenths>>,
    /// A technique that must be among the steps of the solution.
    pub technique: Option<Technique>,
}

impl Order {
    /// Returns true if puzzles are rated.
    pub(crate) fn rates(&self) -> bool {
        self.rating.is_some() || self.technique.is_some()
    }

    pub fn fits_all(&self) -> bool {
        !self.minimal && !self.rates()
    }

    /// Returns true if a rating fits, which was not stopped.
    pub fn fits(&self, rating: &Rating) -> bool {
        rating.end == End::Solved
            && self.rating.as_ref().is_none_or(|range| range.contains(&rating.rating))
            && self.technique.is_none_or(|technique| rating.counts[technique as usize] > 0)
    }

    /// Returns the rating above which a puzzle need not be rated to its end.
    fn limit(&self) -> Option<Tenths> {
        self.rating.as_ref().map(|range| *range.end())
    }
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
    /// Creates a workspace for a generation. Its work ends soon after `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if the target is impossible.
    pub fn new(generation: &Generation, stop: &'a AtomicBool) -> Result<Maker<'a>> {
        Ok(Maker {
            order: generation.order.clone(),
            generator: Generator::new(generation.target.clone(), generation.seed, generation.simd)?,
            facts: Facts::new(generation.simd).until(stop),
            rater: Rater::default().until(stop),
            stop,
        })
    }

    /// Returns the puzzles of a batch that fit, or `None` soon after the work was stopped.
    pub fn batch(&mut self, number: u64) -> Option<Batch<Made>> {
        let mut puzzles = self.generator.batch_until(number, self.stop)?;
        let tried = puzzles.len();
        if self.order.minimal && !self.generator.target.is_minimal() {
            self.keep_minimal(&mut puzzles);
        }
        let mut made = Vec::new();
        for generated in puzzles {
            let rating = self.order.rates().then(|| self.rater.rate(&generated.puzzle, self.order.limit()));
            if rating.as_ref().is_none_or(|rating| self.order.fits(rating)) {
                made.push(Made { generated, rating });
            }
        }
        let is_whole = self.order.fits_all() || !self.rater.is_stopped();
        is_whole.then_some(Batch { tried, made })
    }

    fn keep_minimal(&mut self, puzzles: &mut Vec<Generated>) {
        let grids: Vec<AnyGrid> = puzzles.iter().map(|generated| generated.puzzle.into()).collect();
        let solutions: Vec<_> = puzzles.iter().map(|generated| Solutions::One(generated.solution.into())).collect();
        let mut minimal = self.facts.minimal(&grids, &solutions).into_iter();
        puzzles.retain(|_| minimal.next() == Some(true));
    }
}
