//! The candidates of one puzzle.

use crate::grid::{ALL_VALUES, Candidates, Grid};

/// The candidates of the cells of one puzzle, in pieces of eight cells; those after the 81st are 0.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Column(pub [[Candidates; 8]; 12]);

impl Column {
    /// No candidates.
    pub const EMPTY: Column = Column([[0; 8]; 12]);

    /// Returns the candidates of a puzzle before the first sweep.
    #[inline(always)]
    pub fn of(puzzle: &Grid) -> Column {
        let mut column = Column::EMPTY;
        for (values, &given) in column.0.as_flattened_mut().iter_mut().zip(puzzle.cells()) {
            *values = if given == 0 { ALL_VALUES } else { (1 << given) >> 1 };
        }
        column
    }

    /// Returns the solution if every cell has one candidate.
    #[inline(always)]
    pub fn grid(&self) -> Grid {
        let cells = self.0.as_flattened();
        Grid::of(std::array::from_fn(|cell| cells[cell].trailing_zeros() as u8 + 1))
    }

    /// Returns the candidates of a cell.
    #[inline(always)]
    pub fn cell(&mut self, cell: usize) -> &mut Candidates {
        &mut self.0.as_flattened_mut()[cell]
    }
}
