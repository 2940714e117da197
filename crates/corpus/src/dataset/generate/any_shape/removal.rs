//! From a full grid to a puzzle with one solution: clues are removed in a random order, except those without which the puzzle would
//! have a second solution, or might have.

use solver::{
    any_shape::{self, AnyGrid, AnyStrategy},
    grid::Shape,
    random::SplitMix64,
    strategy::{End, Limits, Solutions, Stop},
};

/// The greatest side up to which every proof is made, so that puzzles are minimal.
pub const MAX_MINIMAL_SIDE: usize = 9;

/// The nodes of a proof above that side. If they are not enough, the clue stays.
pub const PROOF_NODES: u64 = 10_000;

/// Removes clues from full grids of a shape.
pub struct Removal {
    dlx: Box<dyn AnyStrategy>,
    /// The nodes of a proof.
    nodes: u64,
}

impl Removal {
    pub fn new(shape: Shape) -> Removal {
        let dlx = any_shape::build("dlx", shape).expect("it solves every shape");
        Removal { dlx, nodes: if shape.side() > MAX_MINIMAL_SIDE { PROOF_NODES } else { u64::MAX } }
    }

    /// Returns a puzzle whose only solution is this full grid; `None` soon after `stop` is set.
    ///
    /// Several clues are removed at once while that leaves one solution. The result is the same as one by one if no proof needs too
    /// many nodes: with more clues, a puzzle with one solution has no other.
    pub fn puzzle(&mut self, solution: &AnyGrid, random: &mut SplitMix64, stop: Stop<'_>) -> Option<AnyGrid> {
        let mut order: Vec<usize> = (0..solution.cells().len()).collect();
        random.shuffle(&mut order);
        let mut puzzle = solution.clone();
        let mut at_once = order.len() / 2;
        let mut left = &order[..];
        while !left.is_empty() {
            let (next, rest) = left.split_at(at_once.min(left.len()));
            next.iter().for_each(|&cell| puzzle.set(cell, 0));
            let is_unique = self.is_unique(&puzzle, stop);
            if stop.is_requested() {
                return None;
            }
            if !is_unique {
                next.iter().for_each(|&cell| puzzle.set(cell, solution.cells()[cell]));
            }
            if is_unique || at_once == 1 {
                left = rest;
            } else {
                at_once = next.len() / 2;
            }
        }
        Some(puzzle)
    }

    /// Returns true if a complete search finds no second solution.
    fn is_unique(&mut self, puzzle: &AnyGrid, stop: Stop<'_>) -> bool {
        let mut solutions = Solutions::new(2);
        let limits = Limits { nodes: self.nodes, stop, ..Limits::NONE };
        let outcome = self.dlx.solve(puzzle, &limits, &mut solutions);
        outcome.end == End::Complete && solutions.found() == 1
    }
}
