//! Conflicts: two equal values in one row, column or box.

use std::fmt;

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

/// Returns the name of a cell of a grid with this side: `r4c5` is row 4, column 5.
///
/// ```
/// assert_eq!(sudoku_bench_grid::cell_name(31, 9), "r4c5");
/// ```
pub fn cell_name(cell: usize, side: usize) -> String {
    format!("r{}c{}", cell / side + 1, cell % side + 1)
}

impl Conflict {
    /// Returns the names of the cells.
    pub fn cell_names(&self) -> [String; 2] {
        self.cells.map(|cell| cell_name(cell, self.side))
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
    use crate::{AnyGrid, Grid};

    #[test]
    fn a_conflict_is_named_in_every_kind_of_unit() {
        for (first, second, wanted) in [
            (0, 8, "r1c1 and r1c9 are both 5"),
            (31, 49, "r4c5 and r6c5 are both 5"),
            (60, 80, "r7c7 and r9c9 are both 5"),
        ] {
            let mut grid = AnyGrid::from(Grid::EMPTY);
            grid.set(first, 5);
            assert_eq!((grid.conflict(), grid.has_conflict()), (None, false));
            grid.set(second, 5);
            assert_eq!(grid.conflict().map(|conflict| conflict.to_string()).as_deref(), Some(wanted));
            assert!(grid.has_conflict());
        }
    }
}
