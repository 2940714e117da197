//! Weak backdoors: cells whose values in the solution, filled in, let singles solve the puzzle.

use super::singles::State;
use grid::{ALL_CELLS, Grid, members};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backdoors {
    /// The number of their cells; 0 if singles suffice.
    pub size: u32,
    /// The number of sets of so many cells; 1 if singles suffice.
    pub count: u64,
}

/// A closed state in which one open cell has its value of the solution.
struct Filled {
    cell: usize,
    state: State,
}

/// Returns the smallest weak backdoors of a puzzle, whose only solution is `solution`.
///
/// ```
/// use sudoku_bench_rating::difficulty::{Backdoors, backdoors};
/// use grid::Grid;
/// use solver::solve;
///
/// let escargot =
///     Grid::parse(b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..").unwrap();
/// assert_eq!(backdoors(&escargot, &solve(&escargot).unwrap()), Backdoors { size: 2, count: 33 });
/// ```
pub fn backdoors(puzzle: &Grid, solution: &Grid) -> Backdoors {
    debug_assert!(solution.is_solution_of(puzzle));
    let mut closed = State::of(puzzle);
    // There is no contradiction, because only values of the solution are decided.
    let _ = closed.close();
    if closed.is_solved() {
        return Backdoors { size: 0, count: 1 };
    }
    let filled = |cell| {
        let mut state = closed.clone();
        state.decide(usize::from(solution.get(cell) - 1), cell);
        let _ = state.close();
        Filled { cell, state }
    };
    let open: Vec<Filled> = members(ALL_CELLS & !closed.decided()).map(filled).collect();
    let counts = (1..).map(|size| Backdoors { size, count: count(&closed, &open, size) });
    counts.into_iter().find(|backdoors| backdoors.count > 0).expect("all open cells together are a backdoor")
}

/// Returns the number of sets of `size` of the cells that solve a closed state; no smaller set solves it.
fn count(state: &State, cells: &[Filled], size: u32) -> u64 {
    let mut found = 0;
    for (index, Filled { cell, state: filled }) in cells.iter().enumerate() {
        // A cell that the others decide would leave a smaller backdoor.
        if state.decided() >> cell & 1 == 1 {
            continue;
        }
        let mut both = state.clone();
        both.join(filled);
        let _ = both.close();
        found += match size {
            1 => u64::from(both.is_solved()),
            _ => count(&both, &cells[index + 1..], size - 1),
        };
    }
    found
}
