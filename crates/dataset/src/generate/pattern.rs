//! Searches for a puzzle whose clues are in given cells.
//!
//! The clues begin with the values of a random full grid, which as a rule leave many solutions. Then two random clues at a
//! time are left out, and the solutions of the others are grouped by their values in the two cells. The values of a
//! smallest group become the clues there. A group of one solution is a puzzle with one solution. After too many steps, the
//! search starts over with another full grid.

use grid::{AnyGrid, CellSet, Grid, members, random::SplitMix64};
use solver::strategy::MAX_KEPT_SOLUTIONS;

use super::{
    full_grid,
    search::{Generated, Search, masked},
};
use crate::uniqueness::Uniqueness;

const MAX_STEPS: u32 = 300;

pub struct PatternSearch {
    random: SplitMix64,
    pattern: CellSet,
    /// The clues are values of this full grid.
    solution: Grid,
    /// The cells of the clues that are left out.
    open: [usize; 2],
    steps: u32,
}

impl PatternSearch {
    /// Begins a search with these random numbers, for a pattern of two cells or more.
    pub fn new(mut random: SplitMix64, pattern: CellSet) -> PatternSearch {
        let solution = full_grid::draw_nine(&mut random);
        let mut search = PatternSearch { random, pattern, solution, open: [0; 2], steps: 0 };
        search.open_two();
        search
    }

    fn open_two(&mut self) {
        let count = u64::from(self.pattern.count_ones());
        let first = self.random.below(count) as usize;
        let second = (first + 1 + self.random.below(count - 1) as usize) % count as usize;
        let cell = |index| members(self.pattern).nth(index).expect("an index below the number of cells");
        self.open = [first, second].map(cell);
    }

    /// Returns the solutions of a smallest group. All groups of that size are equally likely.
    fn smallest<'a>(&mut self, solutions: &'a [AnyGrid]) -> Vec<&'a Grid> {
        let key =
            |solution: &Grid| usize::from(solution.get(self.open[0])) * 10 + usize::from(solution.get(self.open[1]));
        let solutions = solutions.iter().filter_map(AnyGrid::nine);
        let mut counts = [0; 100];
        solutions.clone().for_each(|solution| counts[key(solution)] += 1);
        let least = counts.iter().copied().filter(|&count| count > 0).min();
        let keys: Vec<usize> = (0..counts.len()).filter(|&key| Some(counts[key]) == least).collect();
        let chosen = keys[self.random.below(keys.len() as u64) as usize];
        solutions.filter(|solution| key(solution) == chosen).collect()
    }
}

impl Search for PatternSearch {
    fn ask(&mut self, uniqueness: &mut Uniqueness) {
        let open = self.open.iter().fold(0, |open, cell| open | 1 << cell);
        uniqueness.ask(masked(&self.solution, self.pattern & !open));
    }

    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [AnyGrid]>) -> Option<Generated> {
        let solutions = answers.next()?;
        let smallest = self.smallest(solutions);
        self.solution = *smallest[self.random.below(smallest.len() as u64) as usize];
        // Of more solutions, only some were looked at.
        if smallest.len() == 1 && solutions.len() < MAX_KEPT_SOLUTIONS {
            return Some(Generated::of_clues(&self.solution, self.pattern));
        }
        self.steps += 1;
        if self.steps == MAX_STEPS {
            *self = PatternSearch::new(self.random.clone(), self.pattern);
        }
        self.open_two();
        None
    }
}
