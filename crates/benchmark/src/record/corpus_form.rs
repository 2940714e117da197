//! The form in which the puzzles of a corpus are written, if it distorts the counts of strategies that visit the cells in
//! row-major order. METHODOLOGY.md says by how much.

use grid::{AnyGrid, Grid, canonical};
use serde::{Deserialize, Serialize};
use solver::{count_solutions, solve, strategy};

/// The number of puzzles from which the form is determined.
const LOOKED_AT_PUZZLES: usize = 100;
/// The row that such strategies try first.
const FIRST_ROW: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// A form of which all of the first puzzles of a corpus are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CorpusForm {
    /// Every solution begins with 123456789.
    FirstRow,
    Minlex,
}

pub struct FormDetector {
    puzzles: usize,
    may_be_first_row: bool,
    may_be_minlex: bool,
}

/// Returns true if the form affects the counts of a strategy.
pub fn is_affected(strategy: &str) -> bool {
    strategy::find(strategy).is_some_and(|entry| entry.row_major)
}

impl FormDetector {
    /// Creates a detector; `None` if the form affects none of the strategies.
    pub fn new<'a>(mut strategies: impl Iterator<Item = &'a str>) -> Option<FormDetector> {
        let new = FormDetector { puzzles: 0, may_be_first_row: true, may_be_minlex: true };
        strategies.any(is_affected).then_some(new)
    }

    /// Adds the next puzzle. Puzzles with none or several solutions are passed over.
    pub fn add(&mut self, puzzle: &Grid) {
        if self.puzzles == LOOKED_AT_PUZZLES || !(self.may_be_first_row || self.may_be_minlex) {
            return;
        }
        let Some(solution) = solve(puzzle).filter(|_| count_solutions(puzzle, 2) == 1) else { return };
        self.puzzles += 1;
        self.may_be_first_row &= solution.cells()[..9] == FIRST_ROW;
        let puzzle = AnyGrid::from(*puzzle);
        self.may_be_minlex = self.may_be_minlex && canonical(&puzzle).is_some_and(|form| form.grid == puzzle);
    }

    pub fn form(&self) -> Option<CorpusForm> {
        match self {
            FormDetector { puzzles: 0, .. } => None,
            FormDetector { may_be_first_row: true, .. } => Some(CorpusForm::FirstRow),
            FormDetector { may_be_minlex: true, .. } => Some(CorpusForm::Minlex),
            _ => None,
        }
    }
}
