//! Conflicts: two equal values in one row, column or box.

use std::fmt;

use super::{CELLS, Grid, PEER_SETS, members};

/// Two peers that hold the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The two cells, the lower one first.
    pub cells: [usize; 2],
    /// Their value, from 1 to the side.
    pub value: u8,
    /// The side of the grid.
    pub side: usize,
}

/// Returns the character of a value from 1 to 35: 1 to 9, and letters from `A` for 10.
///
/// ```
/// assert_eq!([9, 10, 25].map(sudoku_bench_grid::character_of), ['9', 'A', 'P']);
/// ```
pub fn character_of(value: u8) -> char {
    char::from_digit(value.into(), 36).map_or('?', |digit| digit.to_ascii_uppercase())
}

impl Grid {
    /// Returns the first conflict in row-major order; `None` if no two peers hold the same value.
    ///
    /// ```
    /// use sudoku_bench_grid::Grid;
    ///
    /// let mut grid = Grid::EMPTY;
    /// grid.set(31, 1);
    /// grid.set(49, 1);
    /// let conflict = grid.conflict().unwrap();
    /// assert_eq!((conflict.cells, conflict.value), ([31, 49], 1));
    /// assert_eq!(conflict.to_string(), "r4c5 and r6c5 are both 1");
    /// ```
    pub fn conflict(&self) -> Option<Conflict> {
        (0..CELLS).find_map(|cell| self.conflict_with_later_peer(cell))
    }

    /// Returns the first conflict of a cell with a later one.
    fn conflict_with_later_peer(&self, cell: usize) -> Option<Conflict> {
        let value = self.get(cell);
        let mut peers = members(PEER_SETS[cell]).filter(|&peer| peer > cell && self.get(peer) == value);
        peers.next().filter(|_| value > 0).map(|peer| Conflict { cells: [cell, peer], value, side: 9 })
    }
}

impl Conflict {
    /// Returns the names of the cells by row and column, from 1: "r4c5".
    pub fn cell_names(&self) -> [String; 2] {
        self.cells.map(|cell| format!("r{}c{}", cell / self.side + 1, cell % self.side + 1))
    }
}

impl fmt::Display for Conflict {
    /// Names the cells: "r4c5 and r6c5 are both 1".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cell_names();
        write!(f, "{a} and {b} are both {}", character_of(self.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_is_named_in_every_kind_of_unit() {
        for (first, second, wanted) in [
            (0, 8, "r1c1 and r1c9 are both 5"),
            (31, 49, "r4c5 and r6c5 are both 5"),
            (60, 80, "r7c7 and r9c9 are both 5"),
        ] {
            let mut grid = Grid::EMPTY;
            grid.set(first, 5);
            assert_eq!((grid.conflict(), grid.has_conflict()), (None, false));
            grid.set(second, 5);
            assert_eq!(grid.conflict().map(|conflict| conflict.to_string()).as_deref(), Some(wanted));
            assert!(grid.has_conflict());
        }
    }
}
