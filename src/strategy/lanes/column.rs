//! A state of one puzzle.

use crate::grid::{ALL_VALUES, CELLS, Candidates, Grid};

/// A state of one puzzle outside the lanes.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Column {
    /// The candidates of the cells, in pieces of eight cells; those after the 81st are 0.
    pub values: [[Candidates; 8]; 11],
    /// The cell of the last guess, or of the value that was ruled out since; one after the 81st if there is none.
    pub guessed: u8,
}

impl Column {
    /// No candidates.
    pub const EMPTY: Column = Column { values: [[0; 8]; 11], guessed: CELLS as u8 };

    /// Returns the candidates of a puzzle before the first sweep.
    #[inline(always)]
    pub fn of(puzzle: &Grid) -> Column {
        let mut column = Column::EMPTY;
        for (values, &given) in column.values.as_flattened_mut().iter_mut().zip(puzzle.cells()) {
            *values = if given == 0 { ALL_VALUES } else { (1 << given) >> 1 };
        }
        column
    }

    /// Returns the solution if every cell has one candidate.
    #[inline(always)]
    pub fn grid(&self) -> Grid {
        let cells = self.values.as_flattened();
        Grid::of(std::array::from_fn(|cell| cells[cell].trailing_zeros() as u8 + 1))
    }

    /// Returns the candidates of a cell.
    #[inline(always)]
    pub fn cell(&mut self, cell: usize) -> &mut Candidates {
        &mut self.values.as_flattened_mut()[cell]
    }
}
