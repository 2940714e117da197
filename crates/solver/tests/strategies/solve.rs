//! Tests of the functions that solve without naming a strategy.

use grid::Grid;
use sudoku_bench_solver::{count_solutions, solve, solve_batch};

#[test]
fn a_batch_keeps_its_order_around_puzzles_without_a_solution() {
    let puzzle = |text: &str| Grid::parse(text.as_bytes()).unwrap();
    let one = puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let conflict = puzzle(&format!("55{}", ".".repeat(79)));
    // The first cell has no candidate.
    let none = puzzle(&format!(".12345678{}9{}", ".".repeat(18), ".".repeat(53)));
    let solutions = solve_batch(&[conflict, one, none, conflict, one, Grid::EMPTY]);
    assert_eq!(solutions.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, false, false, true, true]);
    assert!(solutions[1].unwrap().is_solution_of(&one));
    assert_eq!((solve(&none), solve(&one)), (None, solutions[4]));
    assert_eq!((count_solutions(&conflict, 2), count_solutions(&none, 2), count_solutions(&one, 2)), (0, 0, 1));
    assert_eq!(solve_batch(&[]), []);
}
