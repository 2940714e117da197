//! Counts of givens and candidates.

use super::singles::State;
use grid::{CELLS, Grid, UNITS, members};

/// The decided cells of a state, and the candidates of its open cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateCounts {
    /// Decided cells: the givens of a state that is not closed.
    pub decided: u32,
    pub candidates: u32,
    /// The sum of log₂ of the number of candidates of every open cell.
    pub log2: f64,
}

impl CandidateCounts {
    /// Counts.
    ///
    /// ```
    /// use sudoku_bench_rating::difficulty::{CandidateCounts, State};
    /// use grid::Grid;
    ///
    /// let counts = CandidateCounts::of(&State::of(&Grid::EMPTY));
    /// assert_eq!((counts.decided, counts.candidates), (0, 729));
    /// ```
    pub fn of(state: &State) -> CandidateCounts {
        let mut in_cell = [0; CELLS];
        for cells in state.open() {
            members(cells).for_each(|cell| in_cell[cell] += 1);
        }
        // Cells with as many candidates are added together, so isomorphs have the same sum to the last bit.
        let cells_with = |n: u32| in_cell.iter().filter(|&&count| count == n).count() as f64;
        CandidateCounts {
            decided: state.decided().count_ones(),
            candidates: in_cell.iter().sum(),
            log2: (2..=9).map(|n| cells_with(n) * f64::from(n).log2()).sum(),
        }
    }
}

/// How evenly the givens are distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenCounts {
    pub unit_max: u32,
    /// The sum over all units of the squared difference of their givens and a ninth of all givens.
    pub unit_var: f64,
    pub digit_min: u32,
}

impl GivenCounts {
    pub fn of(puzzle: &Grid) -> GivenCounts {
        let givens = puzzle.filled();
        let in_unit = UNITS.map(|unit| (givens & unit).count_ones());
        let squares: u32 = in_unit.iter().map(|count| count * count).sum();
        let clues = givens.count_ones();
        let of_digit = |digit| puzzle.cells().iter().filter(|&&value| value == digit).count() as u32;
        GivenCounts {
            unit_max: in_unit.into_iter().max().unwrap_or(0),
            // Every given is in three units, so the sum is Σ n² - clues² / 3.
            unit_var: f64::from(3 * squares - clues * clues) / 3.0,
            digit_min: (1..=9).map(of_digit).min().unwrap_or(0),
        }
    }
}
