//! How many solutions puzzles have, of any shape.

use std::sync::atomic::AtomicBool;

use grid::{Shape, simd::Simd};
use solver::any_shape;

use super::{cells::grid, problem::Problem};
use dataset::facts::{Facts, Solutions};

/// The nodes after which the solutions of a puzzle that is not 9×9 are unknown.
const MAX_NODES: u64 = 100_000;

pub struct Solver<'a> {
    facts: Facts<'a>,
}

impl<'a> Solver<'a> {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Solver<'a> {
        Solver { facts: Facts::new(simd) }
    }

    /// Ends the searches soon after `stop` is set. Their results must then not be used.
    pub fn until(self, stop: &'a AtomicBool) -> Solver<'a> {
        Solver { facts: self.facts.until(stop) }
    }

    pub fn solve<'p>(&mut self, shape: Shape, problems: impl IntoIterator<Item = &'p mut Problem>) {
        if shape != Shape::NINE {
            problems.into_iter().for_each(|problem| problem.set_found(of_any_shape(problem)));
            return;
        }
        let problems: Vec<&mut Problem> = problems.into_iter().collect();
        let grids = problems.iter().map(|problem| grid(&problem.puzzle, shape).expect("the shape is 9×9"));
        let grids: Vec<_> = grids.collect();
        for (problem, solutions) in problems.into_iter().zip(self.facts.solutions(&grids)) {
            problem.set_found(Some(match solutions {
                Solutions::Conflict | Solutions::None => Solutions::None,
                Solutions::One(solution) => Solutions::One(solution.cells().to_vec()),
                Solutions::Several => Solutions::Several,
            }));
        }
    }
}

fn of_any_shape(problem: &Problem) -> Option<Solutions<Vec<u8>>> {
    let solutions = any_shape::solutions(problem.shape, &problem.puzzle, 2, MAX_NODES)?;
    Some(match &solutions[..] {
        [] => Solutions::None,
        [one] => Solutions::One(one.to_vec()),
        _ => Solutions::Several,
    })
}
