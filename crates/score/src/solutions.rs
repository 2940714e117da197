//! How many solutions puzzles have, of any shape.

use std::sync::atomic::AtomicBool;

use dataset::facts::Facts;
use grid::{AnyGrid, simd::Simd};

use super::problem::Problem;

/// The nodes after which the solutions of a puzzle are unknown, if puzzles of its shape are solved one by one.
const MAX_NODES: u64 = 100_000;

pub struct Solver<'a> {
    facts: Facts<'a>,
}

impl<'a> Solver<'a> {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Solver<'a> {
        Solver { facts: Facts::new(simd).counting(2, MAX_NODES) }
    }

    /// Ends the searches soon after `stop` is set. Their results must then not be used.
    pub fn until(self, stop: &'a AtomicBool) -> Solver<'a> {
        Solver { facts: self.facts.until(stop) }
    }

    /// Finds the solutions of puzzles of one shape.
    pub fn solve<'p>(&mut self, problems: impl IntoIterator<Item = &'p mut Problem>) {
        let problems: Vec<&mut Problem> = problems.into_iter().collect();
        let grid =
            |problem: &&mut Problem| AnyGrid::new(problem.shape, &*problem.puzzle).expect("a puzzle that was read");
        let grids: Vec<AnyGrid> = problems.iter().map(grid).collect();
        for (problem, solutions) in problems.into_iter().zip(self.facts.solutions(&grids)) {
            problem.set_found(solutions);
        }
    }
}
