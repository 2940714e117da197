//! From a full grid to a puzzle with one solution: clues are removed one by one in a random order, except those without which the
//! puzzle would have a second solution.
//!
//! A puzzle that has one solution keeps it without a clue if it has none with another value in the clue's cell. This is asked for
//! each value that no peer has. Mostly there are few, and with one of them set, the search is short.

use grid::{AnyGrid, Shape, Units, random::SplitMix64, simd::Simd};
use solver::strategy::{End, Limits, Solutions, Stop, Strategy, build_for_few_solutions, fastest_of_any_shape};

/// The greatest side up to which every proof is made, so that puzzles are minimal.
pub const MAX_MINIMAL_SIDE: usize = 16;

/// The node limit of a proof above that side, by `dlx`. If a proof needs more nodes, the clue stays.
pub const PROOF_NODES: u64 = 10_000;

pub struct Removal {
    search: Box<dyn Strategy>,
    units: Units,
    nodes: u64,
}

impl Removal {
    pub fn new(shape: Shape) -> Removal {
        let units = Units::new(shape);
        if shape.side() <= MAX_MINIMAL_SIDE {
            return Removal { search: build_for_few_solutions(shape), units, nodes: u64::MAX };
        }
        // Which proofs end within the node limit depends on the strategy: another one would change the puzzles of a seed.
        let search = fastest_of_any_shape().build(shape, Simd::Scalar).expect("it always starts");
        Removal { search, units, nodes: PROOF_NODES }
    }

    /// Returns a puzzle whose only solution is this full grid; `None` soon after `stop` is set.
    pub fn puzzle(&mut self, solution: &AnyGrid, random: &mut SplitMix64, stop: Stop<'_>) -> Option<AnyGrid> {
        let mut order: Vec<usize> = (0..solution.cells().len()).collect();
        random.shuffle(&mut order);
        let mut puzzle = solution.clone();
        for cell in order {
            let value = solution.cells()[cell];
            puzzle.set(cell, 0);
            let is_needed = !self.is_implied(&puzzle, cell, value, stop);
            if stop.is_requested() {
                return None;
            }
            if is_needed {
                puzzle.set(cell, value);
            }
        }
        Some(puzzle)
    }

    /// Returns true if complete searches find no solution with another value in a blank cell. If the puzzle with this value in the
    /// cell has one solution, the puzzle has one then.
    fn is_implied(&mut self, puzzle: &AnyGrid, cell: usize, value: u8, stop: Stop<'_>) -> bool {
        let mut nodes = self.nodes;
        let mut attempt = puzzle.clone();
        let is_held = |value: u8| self.units.peers[cell].iter().any(|&peer| puzzle.cells()[usize::from(peer)] == value);
        let others = (1..=puzzle.shape().side() as u8).filter(|&other| other != value && !is_held(other));
        for other in others {
            attempt.set(cell, other);
            let mut solutions = Solutions::new(1);
            let outcome = self.search.solve(&attempt, &Limits { nodes, stop, ..Limits::NONE }, &mut solutions);
            if outcome.end != End::Complete || solutions.found() > 0 {
                return false;
            }
            nodes -= outcome.nodes;
        }
        true
    }
}
