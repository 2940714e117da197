//! The simple way to solve: one call for a puzzle, and one for many.

#![warn(missing_docs)]

use crate::strategy::{Answer, Lanes, Limits, Solutions, Strategy};
use grid::{AnyGrid, Grid, simd::Simd};

/// Returns the first solution of a puzzle; `None` if it has none.
///
/// Each call builds a workspace. [`solve_batch`] builds one for all its puzzles, and is faster for more than one.
///
/// ```
/// use grid::Grid;
/// use sudoku_bench_solver::solve;
///
/// let puzzle = Grid::parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
/// let solution = solve(&puzzle).unwrap();
/// assert_eq!(&solution.to_string()[..9], "534678912");
///
/// let conflict = Grid::parse(format!("55{}", ".".repeat(79)).as_bytes()).unwrap();
/// assert_eq!(solve(&conflict), None);
/// ```
pub fn solve(puzzle: &Grid) -> Option<Grid> {
    solve_batch(std::slice::from_ref(puzzle)).pop().flatten()
}

/// Returns the number of solutions of a puzzle, or `max` if it has at least as many. 2 is enough to prove that a solution is
/// the only one.
///
/// # Panics
///
/// Panics if `max` is 0.
///
/// ```
/// use sudoku_bench_solver::count_solutions;
/// use grid::Grid;
///
/// let puzzle = Grid::parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
/// assert_eq!(count_solutions(&puzzle, 2), 1);
/// assert_eq!(count_solutions(&Grid::EMPTY, 1000), 1000);
/// ```
pub fn count_solutions(puzzle: &Grid, max: u64) -> u64 {
    let mut solutions = Solutions::new(max);
    if !puzzle.has_conflict() {
        Lanes::new(Simd::detect()).solve(&(*puzzle).into(), &Limits::NONE, &mut solutions);
    }
    solutions.found()
}

/// Returns the first solution of each puzzle, in the same order; `None` for a puzzle without a solution. Puzzles are solved
/// in the lanes of the processor's widest vectors, so a batch of hundreds is several times as fast as single puzzles.
///
/// ```
/// use grid::Grid;
/// use sudoku_bench_solver::solve_batch;
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// let solutions = solve_batch(&[puzzle, Grid::EMPTY]);
/// assert!(solutions[0].unwrap().is_solution_of(&puzzle));
/// assert!(solutions[1].is_some());
/// ```
pub fn solve_batch(puzzles: &[Grid]) -> Vec<Option<Grid>> {
    // Strategies take puzzles without conflicts only.
    let valid: Vec<usize> = (0..puzzles.len()).filter(|&index| !puzzles[index].has_conflict()).collect();
    let batch: Vec<AnyGrid> = valid.iter().map(|&index| puzzles[index].into()).collect();
    let mut answers: Vec<Answer> = batch.iter().map(|_| Answer::new(1)).collect();
    Lanes::new(Simd::detect()).solve_block(&batch, &Limits::NONE, &mut answers);
    let mut solutions = vec![None; puzzles.len()];
    for (index, answer) in valid.into_iter().zip(&answers) {
        solutions[index] = answer.solutions.kept().first().and_then(AnyGrid::nine).copied();
    }
    solutions
}
