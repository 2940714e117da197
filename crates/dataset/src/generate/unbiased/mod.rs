//! Minimal puzzles, each exactly as likely as any other.
//!
//! The method is Denis Berthier's ("Unbiased Statistics of a CSP – A Controlled-Bias Generator", 2009): clues of a
//! uniform full grid are removed in a random order up to the first clue that is needed. If all other clues are needed
//! too, the puzzle is minimal. A minimal puzzle with n clues is found if and only if the order begins with its 81 − n
//! blanks: with probability 1 / C(81, n), for every puzzle. So it is kept with probability C(81, n) / C(81,
//! [`MAX_CLUES`]), and every minimal puzzle is kept with the same probability.
//!
//! That holds for puzzles with at most [`MAX_CLUES`] clues; puzzles with more clues exist, but are never generated.
//! Berthier finds a mean of 26.577 clues and a standard deviation of 1.116, so this bound is nearly five deviations
//! above the mean. A larger bound would slow the search down for very few puzzles.
//!
//! Three optimisations keep the distribution exact:
//!
//! * most trials end at an unavoidable set without a clue, which is found without solving anything; sets that are learned
//!   from second solutions are kept for later trials in the same full grid;
//! * whether a puzzle is kept is drawn in advance, so that a trial ends as soon as its puzzle could not be kept
//!   ([`Trial::new`]);
//! * a full grid is used for many trials. If the first success were taken, puzzles of grids with many minimal puzzles
//!   would be too rare. Instead, each success has a share of at least a quarter, and a number from 0 to 1, drawn in
//!   advance, selects the success in whose share it falls; if it falls in none, the grid is given up. So each success
//!   is taken with a probability equal to its share, independently of the other successes, as long as the sum of the
//!   shares is at most 1. To exceed 1 takes five successes in one grid, or two with one of the largest puzzles; even
//!   one success is rare.

mod share;
mod trial;

use super::{
    full_grid,
    reduction::IN_ORDER,
    search::{Generated, Search, masked},
};
use crate::{
    unavoidable::{difference, easy},
    uniqueness::Uniqueness,
};
use grid::{AnyGrid, CELLS, CellSet, Grid, random::SplitMix64, set_of};
pub use share::MAX_CLUES;
use share::share;
use trial::Trial;

/// Random orders of the cells to try in a full grid.
const ORDERS: u32 = 200;

/// Cells in a block. A trial uses some neighbouring blocks of an order, whose cells are in random order too.
const BLOCK: usize = 8;

/// Trials of one order, one beginning at each block; the first block follows the last one.
const TRIALS: usize = CELLS / BLOCK;

/// Trials to follow in parallel; the last order may add a few more.
const PARALLEL_TRIALS: usize = 64;

const MAX_SETS: usize = 256;

pub struct Unbiased {
    random: SplitMix64,
    solution: Grid,
    /// The number of full grids drawn.
    pub grids: u64,
    /// Known unavoidable sets of the full grid, small ones first.
    sets: Vec<CellSet>,
    /// Orders left for this full grid.
    left: u32,
    /// The random number that selects the result: the success in whose share it falls.
    lot: u128,
    shares: u128,
    cells: [u8; CELLS],
    trials: Vec<Trial>,
}

impl Unbiased {
    pub fn new(random: SplitMix64) -> Unbiased {
        Unbiased {
            random,
            solution: Grid::EMPTY,
            grids: 0,
            sets: Vec::new(),
            left: 0,
            lot: 0,
            shares: 0,
            cells: IN_ORDER,
            trials: Vec::new(),
        }
    }

    /// Draws trials until there are enough, or until the full grid has no orders left.
    fn fill(&mut self) {
        if self.left == 0 {
            self.solution = full_grid::draw_nine(&mut self.random);
            self.grids += 1;
            easy(&self.solution, &mut self.sets);
            self.sets.sort_by_key(|set| set.count_ones());
            (self.left, self.lot, self.shares) = (ORDERS, self.random.next_u64().into(), 0);
        }
        // Large sets rule out few trials. A set stays as long as the trial that found it.
        self.sets.truncate(MAX_SETS);
        while self.left > 0 && self.trials.len() < PARALLEL_TRIALS {
            self.left -= 1;
            self.random.shuffle(&mut self.cells);
            let lots: [u64; TRIALS] = std::array::from_fn(|_| self.random.next_u64());
            let blocks: [CellSet; TRIALS] = std::array::from_fn(|block| set_of(&self.cells[block * BLOCK..][..BLOCK]));
            for (block, lot) in lots.into_iter().enumerate() {
                let clues = (block..block + MAX_CLUES / BLOCK).fold(0, |set, block| set | blocks[block % TRIALS]);
                if self.sets.iter().all(|set| set & clues != 0) {
                    let cell = |index| self.cells[(block * BLOCK + index) % (TRIALS * BLOCK)];
                    self.trials.push(Trial::new(std::array::from_fn(cell), lot));
                }
            }
        }
    }
}

impl Search for Unbiased {
    fn ask(&mut self, uniqueness: &mut Uniqueness) {
        while self.trials.is_empty() {
            self.fill();
        }
        self.trials.iter().for_each(|trial| uniqueness.ask(masked(&self.solution, trial.asked())));
    }

    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [AnyGrid]>) -> Option<Generated> {
        let Unbiased { trials, solution, sets, .. } = self;
        for (trial, solutions) in trials.iter_mut().zip(answers) {
            let others = solutions.iter().filter_map(AnyGrid::nine).filter(|&other| other != solution);
            for set in others.map(|other| difference(solution, other)) {
                let at = sets.partition_point(|known| known.count_ones() <= set.count_ones());
                sets.insert(at, set);
            }
            trial.take(solutions.len() == 1);
        }
        // The sets found by one trial shorten the other trials.
        let mut result = None;
        trials.retain_mut(|trial| {
            let Some(count) = trial.advance(sets) else { return !trial.is_over() };
            self.shares += share(count);
            if self.lot < self.shares && result.is_none() {
                result = Some(Generated::of_clues(solution, trial.clues(count)));
            }
            false
        });
        result
    }
}
