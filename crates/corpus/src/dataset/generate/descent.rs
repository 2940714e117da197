//! Searches for a puzzle with a given number of clues.
//!
//! If a minimal puzzle has too few clues, random clues are added. If it has too many, some random clues are added and
//! then clues are removed in a random order, which gives another minimal puzzle. The search continues from that puzzle
//! if it has no more clues than the one before. After too many failures, the search starts over with another full grid.

use solver::{
    grid::{CELLS, CellSet, Grid, members},
    random::SplitMix64,
};

use super::{Generated, Search, full_grid, reduction::Reduction};
use crate::dataset::uniqueness::Uniqueness;

/// The search for one puzzle.
pub struct Descent {
    random: SplitMix64,
    /// The number of clues to find; `None` to accept the first minimal puzzle.
    wanted: Option<usize>,
    reduction: Reduction,
    /// The cells of the minimal puzzle with the fewest clues in this full grid, if there is one yet.
    fewest: Option<CellSet>,
    /// Removals since that puzzle was found, none of which found one with fewer clues.
    failures: u32,
}

impl Descent {
    /// Clues to add before a removal.
    const ADDED_CLUES: usize = 4;
    /// Unsuccessful removals after which another full grid is drawn.
    const MAX_FAILURES: u32 = 400;

    /// Begins a search with these random numbers.
    pub fn new(mut random: SplitMix64, wanted: Option<usize>) -> Descent {
        let mut reduction = Reduction::new(full_grid::draw(&mut random));
        reduction.begin(&mut random);
        Descent { random, wanted, reduction, fewest: None, failures: 0 }
    }

    /// Begins the next removal: near a minimal puzzle with too many clues, or in another full grid after too many failures.
    fn next_removal(&mut self, from: CellSet) {
        if self.failures == Self::MAX_FAILURES {
            *self = Descent::new(self.random.clone(), self.wanted);
            return;
        }
        self.failures += 1;
        self.fewest = Some(from);
        let more = self.with_more(from, Self::ADDED_CLUES);
        self.reduction.begin_within(more, &mut self.random);
    }

    /// Adds random clues.
    fn with_more(&mut self, mut clues: CellSet, more: usize) -> CellSet {
        let mut others = [0; CELLS];
        let mut n = 0;
        for cell in members(!clues & ((1 << CELLS) - 1)) {
            others[n] = cell;
            n += 1;
        }
        for chosen in 0..more {
            let other = chosen + self.random.below((n - chosen) as u64) as usize;
            others.swap(chosen, other);
            clues |= 1 << others[chosen];
        }
        clues
    }
}

impl Search for Descent {
    fn ask(&mut self, uniqueness: &mut Uniqueness) {
        uniqueness.ask(self.reduction.puzzle(self.reduction.clues()));
    }

    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [Grid]>) -> Option<Generated> {
        let solutions = answers.next()?;
        if !self.reduction.take(solutions) {
            return None;
        }
        let clues = self.reduction.clues();
        let count = clues.count_ones() as usize;
        if count <= self.wanted.unwrap_or(CELLS) {
            let clues = self.with_more(clues, self.wanted.unwrap_or(count) - count);
            return Some(Generated { puzzle: self.reduction.puzzle(clues), solution: self.reduction.solution() });
        }
        let fewest = self.fewest.map_or(CELLS, |fewest| fewest.count_ones() as usize);
        if count < fewest {
            self.failures = 0;
        }
        self.next_removal(if count <= fewest { clues } else { self.fewest.unwrap_or(clues) });
        None
    }
}
