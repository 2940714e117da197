//! Where the nodes of a search are: their number at each depth, and what was refuted before the values of the solution.

use grid::Shape;

use super::{
    outcome::{End, Outcome},
    solutions::Solutions,
};

/// The nodes of one search by depth, and when the values on the path to the first solution were assigned.
///
/// All other figures follow from two stores at each node, so every search keeps its profile.
///
/// ```
/// use grid::{Grid, Shape, simd::Simd};
/// use sudoku_bench_solver::strategy::{self, Limits, Solutions};
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// let mut dlx = strategy::find("dlx").unwrap().build(Shape::NINE, Simd::detect())?;
/// let outcome = dlx.solve(&puzzle.into(), &Limits::NONE, &mut Solutions::new(1));
/// let profile = dlx.profile().unwrap();
///
/// assert_eq!(profile.nodes_by_depth().iter().sum::<u64>(), outcome.nodes);
/// // Before the first solution, every backtrack left a wrong value for one on the path to the solution.
/// assert_eq!(profile.wrong_turns().unwrap().refuted, outcome.backtracks);
/// # Ok::<(), strategy::StartError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchProfile {
    /// The cells of the shape: the largest depth. The arrays have room for every shape, as pointers to memory of its size would be
    /// loaded again at each node.
    cells: usize,
    /// The number of nodes at each depth, from depth 1.
    nodes: [u64; Shape::MAX_CELLS],
    /// The node counter when the current value at each depth was assigned, that value included.
    assigned_at: [u64; Shape::MAX_CELLS],
    /// [`SearchProfile::assigned_at`] at the first solution.
    first_path: [u64; Shape::MAX_CELLS],
    /// The number of assignments on the path to the first solution; `None` before there is one.
    first_depth: Option<usize>,
}

/// A *wrong turn* is a depth of the path to the first solution at which the search refuted values before the right one.
///
/// Without a wrong turn, all fields are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrongTurns {
    pub count: u16,
    /// The smallest depth of a wrong turn; depths count from 1.
    pub first_depth: u16,
    /// The most nodes that were refuted at one wrong turn.
    pub largest: u64,
    /// The nodes that were refuted at all wrong turns: the backtracks before the first solution.
    pub refuted: u64,
}

impl SearchProfile {
    pub(super) fn new(shape: Shape) -> SearchProfile {
        let zeros = [0; Shape::MAX_CELLS];
        SearchProfile { cells: shape.cells(), nodes: zeros, assigned_at: zeros, first_path: zeros, first_depth: None }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.nodes[..self.cells].fill(0);
        self.first_depth = None;
    }

    /// Adds a node behind a path of `before` assignments. `nodes` is the node counter with the node.
    #[inline(always)]
    pub(super) fn add_node(&mut self, before: usize, nodes: u64) {
        self.nodes[before] += 1;
        self.assigned_at[before] = nodes;
    }

    /// Adds a solution at the end of a path of `depth` assignments.
    #[inline(always)]
    pub(super) fn add_solution(&mut self, depth: usize) {
        if self.first_depth.is_none() {
            self.first_path[..depth].copy_from_slice(&self.assigned_at[..depth]);
            self.first_depth = Some(depth);
        }
    }

    /// Returns the number of nodes at each depth, from depth 1 to the largest.
    pub fn nodes_by_depth(&self) -> &[u64] {
        let depths = self.nodes.iter().rposition(|&nodes| nodes > 0).map_or(0, |last| last + 1);
        &self.nodes[..depths]
    }

    /// Returns the number of nodes that were refuted at each depth before the value of the first solution, from depth 1;
    /// `None` if there is no solution.
    pub fn refuted_by_depth(&self) -> Option<impl Iterator<Item = u64>> {
        let path = &self.first_path[..self.first_depth?];
        let before = std::iter::once(&0).chain(path);
        Some(path.iter().zip(before).map(|(at, before)| at - before - 1))
    }

    /// Returns the wrong turns before the first solution; `None` if there is no solution.
    pub fn wrong_turns(&self) -> Option<WrongTurns> {
        let mut turns = WrongTurns::default();
        for (depth, refuted) in (1..).zip(self.refuted_by_depth()?).filter(|&(_, refuted)| refuted > 0) {
            if turns.count == 0 {
                turns.first_depth = depth;
            }
            turns.count += 1;
            turns.largest = turns.largest.max(refuted);
            turns.refuted += refuted;
        }
        Some(turns)
    }

    /// Returns the share of the refuting that came before the solution: the backtracks before the solution over those of the
    /// proof that there is no other, without the path to the solution itself. `None` unless the search proved that there is
    /// exactly one solution, or if nothing had to be refuted.
    pub fn luck(&self, outcome: &Outcome, solutions: &Solutions) -> Option<f64> {
        let is_proof = outcome.end == End::Complete && solutions.found() == 1 && solutions.max() > 1;
        let all = outcome.backtracks.checked_sub(self.first_depth? as u64).filter(|&all| is_proof && all > 0)?;
        Some(self.wrong_turns()?.refuted as f64 / all as f64)
    }
}
