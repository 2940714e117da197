//! What a generation is asked for.

use std::time::Duration;

use corpus::error::{Error, Result};
use grid::{
    simd::Simd,
    text::{Alphabet, Notation},
};

use super::{
    order::Order,
    target::{Target, check_option},
};

#[derive(Clone, Debug)]
pub struct Generation {
    pub notation: Notation,
    pub target: Target,
    pub order: Order,
    pub count: usize,
    /// The time after which fewer puzzles are enough.
    pub time: Option<Duration>,
    pub seed: u64,
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
}

impl Generation {
    /// Returns true if every puzzle fits, and there are as many as are asked for.
    pub fn finds_enough(&self) -> bool {
        self.order.fits_all() && self.target.batches().is_none()
    }

    /// Returns the number of puzzles, or of steps, in a batch.
    pub fn batch(&self) -> usize {
        self.target.batch(self.notation.shape)
    }

    /// Returns the number of batches with enough puzzles, or with all there are.
    pub fn batches(&self) -> u64 {
        if self.finds_enough() {
            return self.count.div_ceil(self.batch()) as u64;
        }
        self.target.batches().unwrap_or(u64::MAX)
    }

    /// Returns [`Error::Usage`] if no such puzzles are generated.
    pub(super) fn check(&self) -> Result<()> {
        let Notation { shape, alphabet } = self.notation;
        if alphabet == Alphabet::Candidates {
            return Err(Error::Usage("puzzles are generated as givens: leave out --alphabet candidates".into()));
        }
        self.target.check(shape)?;
        let has_holes = matches!(self.target, Target::Holes { .. });
        self.order.option().map_or(Ok(()), |option| check_option(option, shape, has_holes))
    }
}
