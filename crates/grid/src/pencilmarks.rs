//! Puzzles of 9×9 that are given as the candidates of their cells.

use std::fmt::{self, Write};

use crate::{
    conflict::character_of,
    nine::{ALL_VALUES, CELLS, Candidates, Grid},
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pencilmarks {
    candidates: [Candidates; CELLS],
    givens: Grid,
}

impl Pencilmarks {
    pub fn new(candidates: [Candidates; CELLS]) -> Pencilmarks {
        let candidates = candidates.map(|values| values & ALL_VALUES);
        Pencilmarks { candidates, givens: Grid::of(candidates.map(only_value)) }
    }

    #[inline]
    pub fn candidates(&self) -> &[Candidates; CELLS] {
        &self.candidates
    }

    #[inline]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Makes a value the only candidate of a cell, or with 0 all nine values candidates.
    pub fn set(&mut self, cell: usize, value: u8) {
        self.candidates[cell] = if value == 0 { ALL_VALUES } else { 1 << (value - 1) };
        self.givens.set(cell, value);
    }

    /// Returns true if a grid is full, has no conflict, and all its values are candidates.
    pub fn has_solution(&self, grid: &Grid) -> bool {
        let is_candidate = |(&value, &values): (&u8, &Candidates)| (1 << value) >> 1 & values != 0;
        grid.cells().iter().zip(&self.candidates).all(is_candidate) && !grid.has_conflict()
    }
}

impl fmt::Display for Pencilmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.candidates.iter().try_for_each(|values| {
            let character = |value: u8| if values >> (value - 1) & 1 == 1 { character_of(value) } else { '.' };
            (1..=9).try_for_each(|value| f.write_char(character(value)))
        })
    }
}

/// Returns the only value of a set, or 0 if there is not exactly one.
fn only_value(values: Candidates) -> u8 {
    if values.is_power_of_two() { values.ilog2() as u8 + 1 } else { 0 }
}
