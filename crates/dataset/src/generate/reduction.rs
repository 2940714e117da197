//! From a full grid to a minimal puzzle: clues are removed in a random order, except those without which the puzzle
//! would have a second solution.
//!
//! Most clues are decided without a solver. With the cells numbered in the order of removal, an unavoidable set forces
//! the clue in its last cell to stay if no clue in an earlier cell of the set has stayed. With all unavoidable sets of
//! the grid, in the order of their last cells, this loop would suffice:
//!
//! ```text
//! for set in sets { if set ∩ stay = ∅ { stay ∪= last cell of set } }
//! ```
//!
//! Only some unavoidable sets are known, so other clues may have to stay as well. If the puzzle of the clues that have
//! to stay has one solution, it is the result of removal one by one: each removal left a puzzle with one solution, as
//! it has more clues than this one, and every removal that was skipped would have left a puzzle with several. If it has
//! a second solution, the cells in which the two solutions differ are another unavoidable set, and the loop is run
//! again. The result depends only on the grid and the order, not on the known sets or on the solutions found.
//!
//! A second solution that changes fewer cells rules out more removals, so only a few clues are removed at a time.
//!
//! With a symmetry, all clues of an orbit are removed together or stay together: what is said of cells holds for orbits.

use std::mem;

use grid::{AnyGrid, CELLS, CellSet, Grid, members, random::SplitMix64};

use super::{clue_symmetry::Orbits, search::masked};
use crate::unavoidable::{difference, easy};

/// Orbits in the order of removal; those beyond the number of orbits mean nothing.
pub type Order = [u8; CELLS];

/// All cells in row-major order, or all orbits in order.
pub const IN_ORDER: Order = {
    let mut order = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        order[cell] = cell as u8;
        cell += 1;
    }
    order
};

pub struct Reduction {
    pub solution: Grid,
    /// What is removed together.
    orbits: &'static Orbits,
    /// The orbits in the order of removal, and for each cell the index of its orbit in that order.
    order: Order,
    indices: [u8; CELLS],
    known: Vec<CellSet>,
    /// The known sets as sets of indices in the order, without indices before `begin`. In ascending order, which is
    /// also the order of their last indices.
    sets: Vec<CellSet>,
    /// The number of orbits at the beginning of the order that are removed unconditionally.
    begin: usize,
    /// The number of orbits to decide so far; the others stay for now.
    reach: usize,
}

impl Reduction {
    /// Maximum number of sets to keep from one order to the next.
    const MAX_SETS: usize = 384;

    /// Creates a removal for a full grid, without an order yet.
    pub fn new(solution: Grid, orbits: &'static Orbits) -> Reduction {
        let mut known = Vec::new();
        easy(&solution, &mut known);
        let (order, indices) = (IN_ORDER, IN_ORDER);
        Reduction { solution, orbits, order, indices, known, sets: Vec::new(), begin: 0, reach: 0 }
    }

    /// Returns the number of orbits to decide in the first step from a full grid: 54 of 81.
    fn first_step(&self) -> usize {
        self.orbits.count * 2 / 3
    }

    /// Returns the number of orbits to decide in each later step: 3 of 81.
    fn step(&self) -> usize {
        self.orbits.count.div_ceil(27)
    }

    pub fn begin(&mut self, random: &mut SplitMix64) {
        let mut order = IN_ORDER;
        random.shuffle(&mut order[..self.orbits.count]);
        self.follow(order, 0, self.first_step());
    }

    /// Begins the removal of the clues of a puzzle with one solution, in a random order; all other clues are removed
    /// first.
    pub fn begin_within(&mut self, puzzle: CellSet, random: &mut SplitMix64) {
        let mut order = IN_ORDER;
        let count = self.orbits.count;
        let within = self.orbits.of_cells(puzzle);
        let orbits = members(self.orbits.all() & !within).chain(members(within));
        order.iter_mut().zip(orbits).for_each(|(place, orbit)| *place = orbit as u8);
        let outside = count - within.count_ones() as usize;
        random.shuffle(&mut order[outside..count]);
        self.follow(order, outside, count.min(outside + self.step()));
    }

    fn follow(&mut self, order: Order, begin: usize, reach: usize) {
        if self.known.len() > Self::MAX_SETS {
            // Small sets rule out the most.
            self.known.sort_by_key(|set| set.count_ones());
            self.known.truncate(Self::MAX_SETS / 2);
        }
        (self.order, self.begin, self.reach) = (order, begin, reach);
        for (index, &orbit) in order[..self.orbits.count].iter().enumerate() {
            members(self.orbits.cells(orbit)).for_each(|cell| self.indices[cell] = index as u8);
        }
        let mut sets = mem::take(&mut self.sets);
        sets.clear();
        let asked = self.asked();
        sets.extend(self.known.iter().map(|&set| self.to_indices(set & asked)));
        sets.sort_unstable();
        self.sets = sets;
    }

    /// Returns the cells whose clues are not removed unconditionally.
    fn asked(&self) -> CellSet {
        self.orbits.union(&self.order[self.begin..self.orbits.count])
    }

    fn to_indices(&self, cells: CellSet) -> CellSet {
        members(cells).fold(0, |set, cell| set | 1 << self.indices[cell])
    }

    /// Returns the cells of the puzzle to solve next: those that have to stay, and those that are not decided yet.
    pub fn clues(&self) -> CellSet {
        let end = 1 << self.reach;
        let mut stay = self.orbits.all() & !(end - 1);
        for &set in self.sets.iter().take_while(|&&set| set < end) {
            if set & stay == 0 {
                stay |= 1 << set.ilog2();
            }
        }
        members(stay).fold(0, |cells, index| cells | self.orbits.cells(self.order[index]))
    }

    pub fn puzzle(&self, clues: CellSet) -> Grid {
        masked(&self.solution, clues)
    }

    /// Continues with the solutions of the puzzle, at most two. Returns true if the puzzle is the result.
    pub fn take(&mut self, solutions: &[AnyGrid]) -> bool {
        if let [_] = solutions {
            let done = self.reach == self.orbits.count;
            self.reach = self.orbits.count.min(self.reach + self.step());
            return done;
        }
        for other in solutions.iter().filter_map(AnyGrid::nine).filter(|&other| *other != self.solution) {
            let cells = difference(&self.solution, other);
            self.known.push(cells);
            let set = self.to_indices(cells & self.asked());
            let at = self.sets.partition_point(|&known| known < set);
            self.sets.insert(at, set);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use grid::simd::Simd;

    use super::*;
    use crate::{
        generate::{clue_symmetry::ClueSymmetry, full_grid},
        uniqueness::Uniqueness,
    };

    /// The oracle: removal one by one, with a solver for every question.
    #[test]
    fn the_result_equals_removal_one_by_one() {
        let (mut random, mut uniqueness) = (SplitMix64(1), Uniqueness::new(Simd::detect()));
        for symmetry in [ClueSymmetry::ALL, ClueSymmetry::ALL, ClueSymmetry::ALL].concat() {
            let orbits = symmetry.orbits();
            let mut reduction = Reduction::new(full_grid::draw_nine(&mut random), orbits);
            reduction.begin(&mut random);
            let mut expected = (1 << CELLS) - 1;
            for orbit in &reduction.order[..orbits.count] {
                let less = expected & !orbits.cells(*orbit);
                uniqueness.ask(reduction.puzzle(less));
                expected = if uniqueness.answers().next().unwrap().len() == 1 { less } else { expected };
            }
            loop {
                uniqueness.ask(reduction.puzzle(reduction.clues()));
                if reduction.take(uniqueness.answers().next().unwrap()) {
                    break;
                }
            }
            assert_eq!(reduction.clues(), expected, "{symmetry:?}");
        }
    }
}
