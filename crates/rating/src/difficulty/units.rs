//! The units in which a digit has no place or one place, for all 27 units at once.

use grid::CellSet;

/// The first cell of every triad: three cells in a row and a box.
const TRIADS: CellSet = 0o111 * ROWS;
/// The first cell of every row.
const ROWS: CellSet = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54 | 1 << 63 | 1 << 72;
/// The first cell of every column.
const COLUMNS: CellSet = 0x1ff;
/// The first cell of every box.
const BOXES: CellSet = 0o111 | 0o111 << 27 | 0o111 << 54;

/// Groups of cells, each at the bit of its first cell: those with at least one place, and those with at least two.
#[derive(Clone, Copy)]
struct Places {
    one: CellSet,
    two: CellSet,
}

impl Places {
    /// Joins the groups at distances 0, `distance` and 2 · `distance` of each of `firsts`.
    fn join(self, distance: u32, firsts: CellSet) -> Places {
        let [a, b, c] = [self.one, self.one >> distance, self.one >> (2 * distance)];
        let inside = self.two | self.two >> distance | self.two >> (2 * distance);
        Places { one: (a | b | c) & firsts, two: (a & b | (a | b) & c | inside) & firsts }
    }

    /// Returns the groups with one place, and `None` if a group has none.
    fn single(self, firsts: CellSet) -> Option<CellSet> {
        (self.one == firsts).then_some(self.one & !self.two)
    }
}

/// Returns the places of a digit that are the only ones of a unit, and `None` if a unit has no place.
#[inline(always)]
pub(super) fn hidden_singles(places: CellSet) -> Option<CellSet> {
    let cells = Places { one: places, two: 0 };
    let triads = cells.join(1, TRIADS);
    let rows = triads.join(3, ROWS).single(ROWS)?;
    let boxes = triads.join(9, BOXES).single(BOXES)?;
    let in_bands = cells.join(9, COLUMNS | COLUMNS << 27 | COLUMNS << 54);
    let columns = in_bands.join(27, COLUMNS).single(COLUMNS)?;
    let row_cells = (rows << 9) - rows;
    let box_rows = (boxes << 3) - boxes;
    let box_cells = box_rows | box_rows << 9 | box_rows << 18;
    let three_rows = columns | columns << 9 | columns << 18;
    let column_cells = three_rows | three_rows << 27 | three_rows << 54;
    Some(places & (row_cells | box_cells | column_cells))
}
