//! Sets of cells as bit sets, with the peers of every cell and all units as sets.

use super::{CELLS, Grid, are_peers, box_of, column_of, row_of};

/// A set of cells: bit `i` stands for cell `i`.
pub type CellSet = u128;

/// The set of all cells.
pub const ALL_CELLS: CellSet = (1 << CELLS) - 1;

/// The 20 peers of every cell.
pub static PEER_SETS: [CellSet; CELLS] = {
    let mut sets = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            sets[cell] |= (are_peers(cell, other) as CellSet) << other;
            other += 1;
        }
        cell += 1;
    }
    sets
};

/// The cells of every unit: nine rows, nine columns and nine boxes.
pub static UNITS: [CellSet; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        units[row_of(cell)] |= 1 << cell;
        units[9 + column_of(cell)] |= 1 << cell;
        units[18 + box_of(cell)] |= 1 << cell;
        cell += 1;
    }
    units
};

/// Returns the members of a set in ascending order.
///
/// ```
/// use sudoku_bench_grid::members;
///
/// assert!(members(0b1010_0001).eq([0, 5, 7]));
/// ```
#[inline]
pub fn members(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        member
    })
}

/// Returns the set of these cells.
#[inline]
pub fn set_of(cells: &[u8]) -> CellSet {
    cells.iter().fold(0, |set, &cell| set | 1 << cell)
}

impl Grid {
    /// Returns the set of the filled cells.
    #[inline]
    pub fn filled(&self) -> CellSet {
        self.cells().iter().enumerate().fold(0, |set, (cell, &value)| set | CellSet::from(value != 0) << cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PEERS;

    #[test]
    fn peers_share_a_unit() {
        for cell in 0..CELLS {
            let units = UNITS.iter().filter(|unit| *unit >> cell & 1 == 1).fold(0, |union, unit| union | unit);
            assert_eq!(PEER_SETS[cell], units & !(1 << cell));
            assert_eq!(PEER_SETS[cell], set_of(&PEERS[cell]));
        }
    }
}
