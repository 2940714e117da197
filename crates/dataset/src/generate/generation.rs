//! What a generation is asked for.

use std::time::{Duration, Instant};

use corpus::error::{Error, Result};
use grid::{
    random::SplitMix64,
    simd::Simd,
    text::{Alphabet, Notation},
};

use super::{
    order::Order,
    search::Search,
    target::{Target, UNBIASED_BATCH, check_option},
    unbiased::Unbiased,
};
use crate::uniqueness::Uniqueness;

/// The mean number of full grids that are drawn for a puzzle of [`Target::UnbiasedMinimal`]: 71 puzzles took 2,890 each.
const GRIDS: f64 = 2900.0;

/// The time of the trial.
const TRIAL: Duration = Duration::from_millis(300);

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

    /// Returns the time that the generation takes on average, extrapolated from a short trial on one thread; `None` for
    /// targets of which a puzzle takes milliseconds at most, and for orders, whose yield is unknown.
    pub fn expected_time(&self) -> Option<Duration> {
        let (Target::UnbiasedMinimal, true) = (&self.target, self.order.fits_all()) else { return None };
        let threads = self.threads.min(self.count.div_ceil(UNBIASED_BATCH));
        let seconds = self.time_of_a_grid().as_secs_f64() * GRIDS * self.count as f64 / threads as f64;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// Measures the time that a search spends on one full grid. All full grids take about as long, while the puzzles
    /// found are too few for a short trial.
    fn time_of_a_grid(&self) -> Duration {
        let mut uniqueness = Uniqueness::new(self.simd);
        let random = (0..UNBIASED_BATCH as u64).map(|index| SplitMix64::piece(self.seed, index));
        let mut searches: Vec<_> = random.map(Unbiased::new).collect();
        let start = Instant::now();
        while start.elapsed() < TRIAL {
            searches.iter_mut().for_each(|search| search.ask(&mut uniqueness));
            let mut answers = uniqueness.answers();
            for search in &mut searches {
                // A search that finds a puzzle goes on with the full grid.
                let _ = search.take(&mut answers);
            }
        }
        start.elapsed().div_f64(searches.iter().map(|search| search.grids).sum::<u64>() as f64)
    }
}
