//! Elimination of candidates by naked singles.

use crate::strategy::{End, Limits, Outcome, Solutions, Strategy};
use grid::{AnyGrid, Shape, Units};

pub struct Elimination {
    units: Units,
}

impl Elimination {
    pub fn new(shape: Shape) -> Elimination {
        Elimination { units: Units::new(shape) }
    }

    /// Returns the grid with every naked single filled in; `None` on a contradiction.
    fn eliminate(&self, puzzle: &AnyGrid) -> Option<AnyGrid> {
        let mut candidates = self.units.candidates(puzzle);
        if candidates.iter().zip(puzzle.cells()).any(|(&candidates, &value)| candidates == 0 && value == 0) {
            return None;
        }
        let mut singles = (0..candidates.len()).filter(|&cell| candidates[cell].is_power_of_two()).collect();
        if !self.units.propagate(&mut candidates, &mut singles) {
            return None;
        }
        let mut grid = puzzle.without_candidates();
        for (cell, single) in candidates.iter().enumerate().filter(|(_, values)| values.is_power_of_two()) {
            grid.set(cell, single.trailing_zeros() as u8 + 1);
        }
        Some(grid)
    }
}

impl Strategy<AnyGrid> for Elimination {
    fn solve(&mut self, puzzle: &AnyGrid, _: &Limits<'_>, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let mut outcome = Outcome::ZERO;
        if let Some(grid) = self.eliminate(puzzle) {
            match puzzle.shape().cells() - grid.clues() {
                0 => {
                    solutions.add(grid);
                }
                blanks => outcome.end = End::Stalled { cells_left: blanks as u16 },
            }
        }
        outcome
    }
}
