//! A state of one puzzle.

use crate::strategy::lanes::{kernel::State, wide::Packed};
use grid::{ALL_VALUES, CELLS, Candidates, CellSet, Grid};

/// The candidates of the cells, in pieces of eight cells; those after the 81st are 0.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Column(pub [[Candidates; 8]; 11]);

impl Column {
    #[inline(always)]
    pub fn pairs(&self) -> CellSet {
        self.0.iter().rev().fold(0, |pairs, piece| {
            let bits = piece.iter().rev().fold(0, |bits, values| bits << 1 | u8::from(values.count_ones() == 2));
            pairs << 8 | CellSet::from(bits)
        })
    }
}

impl From<&Packed> for Column {
    fn from(state: &Packed) -> Column {
        let mut column = Column::EMPTY;
        column.0.as_flattened_mut()[..CELLS].copy_from_slice(&state.cells());
        column
    }
}

impl State for Column {
    const EMPTY: Column = Column([[0; 8]; 11]);

    #[inline(always)]
    fn of(puzzle: &Grid) -> Column {
        let mut column = Column::EMPTY;
        for (values, &given) in column.0.as_flattened_mut().iter_mut().zip(puzzle.cells()) {
            *values = if given == 0 { ALL_VALUES } else { (1 << given) >> 1 };
        }
        column
    }

    #[inline(always)]
    fn grid(&self) -> Grid {
        let cells = self.0.as_flattened();
        Grid::of(std::array::from_fn(|cell| cells[cell].trailing_zeros() as u8 + 1))
    }

    #[inline(always)]
    fn rule_out(&mut self, cell: u8, values: Candidates) {
        self.0.as_flattened_mut()[usize::from(cell)] &= !values;
    }
}
