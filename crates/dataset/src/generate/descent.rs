//! Searches for a puzzle with a given number of clues.
//!
//! If a minimal puzzle has too few clues, random clues are added. If it has too many, some random clues are added and
//! then clues are removed in a random order, which gives another minimal puzzle. The search continues from that puzzle
//! if it has no more clues than the one before. After too many failures, the search starts over with another full grid.
//! With a symmetry, clues are added and removed by orbits, and no orbit of a minimal puzzle can be left out.

use std::ops::RangeInclusive;

use grid::{AnyGrid, CELLS, CellSet, members, random::SplitMix64};

use super::{
    clue_symmetry::{ClueSymmetry, Orbits},
    full_grid,
    reduction::Reduction,
    search::{Generated, Search},
};
use crate::uniqueness::Uniqueness;

pub struct Descent {
    random: SplitMix64,
    /// What is added and removed together.
    orbits: &'static Orbits,
    /// The number of clues to find; `None` to accept the first minimal puzzle.
    wanted: Option<usize>,
    reduction: Reduction,
    /// The cells of the minimal puzzle with the fewest clues in this full grid, if there is one yet.
    fewest: Option<CellSet>,
    /// Removals since that puzzle was found, none of which found one with fewer clues.
    failures: u32,
}

impl Descent {
    const ADDED_CLUES: usize = 4;
    /// Unsuccessful removals after which another full grid is drawn.
    const MAX_FAILURES: u32 = 400;

    /// Begins a search for a puzzle with a symmetry. Its number of clues is drawn uniformly from those of the range that are
    /// possible.
    pub fn new(mut random: SplitMix64, symmetry: ClueSymmetry, clues: Option<&RangeInclusive<usize>>) -> Descent {
        let wanted = clues.and_then(|range| {
            let possible = range.clone().filter(|&clues| symmetry.allows(clues));
            let index = random.below(possible.clone().count() as u64) as usize;
            possible.clone().nth(index)
        });
        Descent::from_full_grid(random, symmetry.orbits(), wanted)
    }

    fn from_full_grid(mut random: SplitMix64, orbits: &'static Orbits, wanted: Option<usize>) -> Descent {
        let mut reduction = Reduction::new(full_grid::draw_nine(&mut random), orbits);
        reduction.begin(&mut random);
        Descent { random, orbits, wanted, reduction, fewest: None, failures: 0 }
    }

    /// Begins the next removal: near a minimal puzzle with too many clues, or in another full grid after too many failures.
    fn next_removal(&mut self, from: CellSet) {
        if self.failures == Self::MAX_FAILURES {
            *self = Descent::from_full_grid(self.random.clone(), self.orbits, self.wanted);
            return;
        }
        self.failures += 1;
        self.fewest = Some(from);
        let more = self.with_more(from, Self::ADDED_CLUES);
        self.reduction.begin_within(more, &mut self.random);
    }

    /// Adds this many random clues, or as many as whole orbits allow.
    fn with_more(&mut self, mut clues: CellSet, more: usize) -> CellSet {
        let others = members(self.orbits.all() & !self.orbits.of_cells(clues));
        let mut others: Vec<u8> = others.map(|orbit| orbit as u8).collect();
        let most = clues.count_ones() + more as u32;
        for chosen in 0..others.len() {
            if clues.count_ones() == most {
                break;
            }
            let other = chosen + self.random.below((others.len() - chosen) as u64) as usize;
            others.swap(chosen, other);
            let with = clues | self.orbits.cells(others[chosen]);
            clues = if with.count_ones() <= most { with } else { clues };
        }
        clues
    }
}

impl Search for Descent {
    fn ask(&mut self, uniqueness: &mut Uniqueness) {
        uniqueness.ask(self.reduction.puzzle(self.reduction.clues()));
    }

    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [AnyGrid]>) -> Option<Generated> {
        let solutions = answers.next()?;
        if !self.reduction.take(solutions) {
            return None;
        }
        let clues = self.reduction.clues();
        let count = clues.count_ones() as usize;
        if count <= self.wanted.unwrap_or(CELLS) {
            let filled = self.with_more(clues, self.wanted.unwrap_or(count) - count);
            if self.wanted.is_none_or(|wanted| filled.count_ones() as usize == wanted) {
                return Some(Generated::of_clues(&self.reduction.solution, filled));
            }
        }
        let fewest = self.fewest.map_or(CELLS, |fewest| fewest.count_ones() as usize);
        if count < fewest {
            self.failures = 0;
        }
        self.next_removal(if count <= fewest { clues } else { self.fewest.unwrap_or(clues) });
        None
    }
}
