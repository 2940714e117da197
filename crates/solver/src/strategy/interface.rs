//! What a strategy does: it solves a puzzle, or a block of puzzles.

use std::{mem, slice, time::Instant};

use grid::AnyGrid;

use super::{
    answer::Answer, limits::Limits, outcome::Outcome, profile::SearchProfile, solutions::Solutions, trace::SearchTrace,
};

/// One algorithm and the workspace that it reuses from puzzle to puzzle. It may panic at a puzzle of another shape than that for which it
/// was built.
///
/// ```
/// use sudoku_bench_solver::strategy::{self, End, Limits, PuzzleKind, Solutions};
/// use grid::{AnyGrid, Grid, Shape, simd::Simd};
///
/// # fn main() -> Result<(), strategy::StartError> {
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// let puzzle = AnyGrid::from(puzzle);
/// let mut dlx = strategy::find("dlx").unwrap().build(PuzzleKind::of(&puzzle), Simd::detect())?;
/// let mut solutions = Solutions::new(2);
/// let outcome = dlx.solve(&puzzle, &Limits::NONE, &mut solutions);
///
/// assert_eq!((outcome.end, outcome.nodes, outcome.backtracks), (End::Complete, 2719, 2719));
/// assert!(solutions.kept()[0].is_solution_of(&puzzle));
/// assert_eq!(solutions.found(), 1);
/// # Ok(())
/// # }
/// ```
pub trait Strategy: Send {
    /// Searches a puzzle whose givens do not conflict, until `solutions` is full, the search is exhausted, a limit is
    /// reached, or the search is stopped. `solutions` must be empty. Allocates memory only for solutions; `lanes` also for
    /// the states before its guesses, `learning` and `sat` for what they learn.
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome;

    /// Returns the profile of the last search by [`Strategy::solve`]; `None` if the strategy keeps none. Only strategies that
    /// search one puzzle at a time, and count one node for each blank on their path, keep profiles.
    fn profile(&self) -> Option<&SearchProfile> {
        None
    }

    /// Returns the trace of the last search by [`Strategy::solve`]; `None` unless the strategy is that of
    /// [`Entry::traced`](super::Entry::traced).
    fn trace(&self) -> Option<&SearchTrace> {
        None
    }

    /// Returns true if the strategy also accepts puzzles whose givens conflict: its search of such a puzzle must end
    /// soon and without a solution.
    fn accepts_conflicts(&self) -> bool {
        false
    }

    /// Solves a block of puzzles, and writes outcome, solutions and latency of each to the answer at the same index.
    ///
    /// When a stop is requested, the method returns soon, and the answers to the rest of the block are unspecified.
    ///
    /// The default implementation solves and times one puzzle after the other. A run gives a whole block only to a strategy
    /// whose [`Entry::amortised`](super::Entry::amortised) is true, and single puzzles to the others.
    fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits, answers: &mut [Answer]) {
        for (puzzle, answer) in puzzles.iter().zip(answers).take_while(|_| !limits.is_stopped()) {
            answer.solutions.clear();
            let start = Instant::now();
            answer.outcome = self.solve(puzzle, limits, &mut answer.solutions);
            answer.latency = start.elapsed();
        }
    }
}

/// Solves a puzzle as a block of one: the [`Strategy::solve`] of a strategy that has its own [`Strategy::solve_block`].
///
/// ```
/// use sudoku_bench_solver::strategy::{Answer, Lanes, Limits, Outcome, Solutions, Strategy, solve_as_block};
/// use grid::{AnyGrid, Grid, simd::Simd};
///
/// /// `lanes`, with a count of the puzzles.
/// struct Counting {
///     lanes: Lanes,
///     puzzles: usize,
/// }
///
/// impl Strategy for Counting {
///     fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
///         solve_as_block(self, puzzle, limits, solutions)
///     }
///
///     fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits, answers: &mut [Answer]) {
///         self.puzzles += puzzles.len();
///         self.lanes.solve_block(puzzles, limits, answers);
///     }
/// }
///
/// let mut counting = Counting { lanes: Lanes::new(Simd::detect()), puzzles: 0 };
/// let mut solutions = Solutions::new(1);
/// counting.solve(&Grid::EMPTY.into(), &Limits::NONE, &mut solutions);
/// assert_eq!((counting.puzzles, solutions.found()), (1, 1));
/// ```
pub fn solve_as_block(
    strategy: &mut impl Strategy,
    puzzle: &AnyGrid,
    limits: &Limits<'_>,
    solutions: &mut Solutions,
) -> Outcome {
    let empty = Solutions::new(solutions.max());
    let mut answer = Answer { solutions: mem::replace(solutions, empty), ..Answer::new(1) };
    strategy.solve_block(slice::from_ref(puzzle), limits, slice::from_mut(&mut answer));
    *solutions = answer.solutions;
    answer.outcome
}
