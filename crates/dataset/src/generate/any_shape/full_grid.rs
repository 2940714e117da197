//! Full grids of any shape, drawn at random.
//!
//! * 9×9: every grid is equally likely (the module `full_grid` of 9×9).
//! * Latin squares, where a box is a row or a column: nearly so, by the Markov chain of `latin_square`.
//! * Other shapes: by a search in random order, which begins again when it takes too long. Every grid is as likely as any other that a
//!   symmetry of the shape makes of it, as the search draws cells and values without regard to their names. Grids that no symmetry
//!   exchanges are **not** equally likely, and nothing is known about how much their probabilities differ. No method is known that
//!   draws them uniformly.

use std::sync::atomic::AtomicBool;

use grid::{Shape, random::SplitMix64};
use solver::strategy::Stop;

use super::{latin_square, propagation::Propagation};
use crate::generate::full_grid;

/// The nodes of a search for each cell of the grid, after which the search begins again.
const NODES_PER_CELL: usize = 4;

pub struct FullGrids {
    shape: Shape,
    propagation: Propagation,
}

impl FullGrids {
    pub fn new(shape: Shape) -> FullGrids {
        FullGrids { shape, propagation: Propagation::new(shape) }
    }

    /// Draws the values of a full grid; `None` soon after `stop` is set.
    pub fn draw(&self, random: &mut SplitMix64, stop: &AtomicBool) -> Option<Vec<u8>> {
        if self.shape == Shape::NINE {
            let grid = full_grid::draw(random);
            return Some((0..self.shape.cells()).map(|cell| grid.get(cell)).collect());
        }
        if latin_square::is_latin(self.shape) {
            return Some(latin_square::draw(self.shape.side(), random));
        }
        while !Stop::from(stop).is_requested() {
            let found = Search::new(&self.propagation, self.shape, random).run();
            if let Some(candidates) = found {
                return Some(candidates.into_iter().map(|single| single.trailing_zeros() as u8 + 1).collect());
            }
        }
        None
    }
}

struct Search<'a> {
    propagation: &'a Propagation,
    random: &'a mut SplitMix64,
    /// The cells in the order of choice among those with equally many candidates.
    cells: Vec<usize>,
    /// The nodes that are left.
    nodes: usize,
    all: u32,
}

impl<'a> Search<'a> {
    fn new(propagation: &'a Propagation, shape: Shape, random: &'a mut SplitMix64) -> Search<'a> {
        let mut cells: Vec<usize> = (0..shape.cells()).collect();
        random.shuffle(&mut cells);
        let all = (1 << shape.side()) - 1;
        Search { propagation, random, cells, nodes: NODES_PER_CELL * shape.cells(), all }
    }

    /// Returns the values of a full grid, a bit each; `None` if the nodes are used up.
    fn run(&mut self) -> Option<Vec<u32>> {
        self.search(vec![self.all; self.cells.len()])
    }

    fn search(&mut self, candidates: Vec<u32>) -> Option<Vec<u32>> {
        let open = self.cells.iter().copied().filter(|&cell| !candidates[cell].is_power_of_two());
        let Some(cell) = open.min_by_key(|&cell| candidates[cell].count_ones()) else { return Some(candidates) };
        let mut untried = candidates[cell];
        while untried != 0 {
            self.nodes = self.nodes.checked_sub(1)?;
            let value = self.one_of(untried);
            untried ^= value;
            let mut next = candidates.clone();
            if self.propagation.assign(&mut next, cell, value)
                && let Some(found) = self.search(next)
            {
                return Some(found);
            }
        }
        None
    }

    fn one_of(&mut self, mut values: u32) -> u32 {
        for _ in 0..self.random.below(values.count_ones().into()) {
            values &= values - 1;
        }
        values & values.wrapping_neg()
    }
}
