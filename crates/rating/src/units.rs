//! Units, and the orders in which they are searched.
//!
//! Here boxes are units 0 to 8, columns 9 to 17, and rows 18 to 26. A position in a unit is 0 to 8: from the left in a row, from
//! the top in a column, in row-major order in a box.

use grid::{CELLS, CellSet, PEER_SETS, box_of, cell_in_box, column_of, members, row_of};

/// The first box, the first column and the first row: the order of most searches.
pub const BOXES: usize = 0;
pub const COLUMNS: usize = 9;
pub const ROWS: usize = 18;
pub const UNITS: usize = 27;

/// Indices into [`PLACES`] in the order box, row, column.
pub const BOX_ROW_COLUMN: [usize; 3] = [0, 2, 1];

pub static UNIT_CELLS: [[u8; 9]; UNITS] = {
    let mut cells = [[0; 9]; UNITS];
    let mut unit = 0;
    while unit < 9 {
        let mut position = 0;
        while position < 9 {
            cells[BOXES + unit][position] = cell_in_box(unit, position) as u8;
            cells[COLUMNS + unit][position] = (9 * position + unit) as u8;
            cells[ROWS + unit][position] = (9 * unit + position) as u8;
            position += 1;
        }
        unit += 1;
    }
    cells
};

pub static UNIT_SETS: [CellSet; UNITS] = {
    let mut sets = [0; UNITS];
    let mut unit = 0;
    while unit < UNITS {
        let mut position = 0;
        while position < 9 {
            sets[unit] |= 1 << UNIT_CELLS[unit][position];
            position += 1;
        }
        unit += 1;
    }
    sets
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub unit: u8,
    pub position: u8,
}

/// The box, the column and the row of every cell.
pub static PLACES: [[Place; 3]; CELLS] = {
    let mut places = [[Place { unit: 0, position: 0 }; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (row_of(cell), column_of(cell));
        let in_box = row % 3 * 3 + column % 3;
        places[cell] = [
            Place { unit: (BOXES + box_of(cell)) as u8, position: in_box as u8 },
            Place { unit: (COLUMNS + column) as u8, position: row as u8 },
            Place { unit: (ROWS + row) as u8, position: column as u8 },
        ];
        cell += 1;
    }
    places
};

/// Returns the peers of a cell that are among these cells: those in its box by position, then the others of its row, then the others of
/// its column.
pub fn peers_in_order(cell: usize, among: CellSet) -> impl Iterator<Item = usize> {
    let among = among & PEER_SETS[cell];
    let [in_box, in_row, in_column] = BOX_ROW_COLUMN.map(|kind| UNIT_SETS[PLACES[cell][kind].unit as usize] & among);
    members(in_box).chain(members(in_row & !in_box)).chain(members(in_column & !in_box))
}

pub fn cells_at(unit: usize, positions: u16) -> CellSet {
    digits_of(positions).fold(0, |cells, position| cells | 1 << UNIT_CELLS[unit][position])
}

/// Returns the members of a set of positions or digits, ascending from 0.
pub fn digits_of(mut set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let member = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        member
    })
}

/// Returns all sets of `k` members of 0 to `n - 1`, in increasing order as binary numbers.
pub fn subsets(k: usize, n: usize) -> impl Iterator<Item = u16> {
    let mut set: u32 = (1 << k) - 1;
    let end = 1 << n;
    std::iter::from_fn(move || {
        let subset = (set < end).then_some(set as u16)?;
        // The next larger number with as many bits: Gosper's hack.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        let lower = ((carried ^ set) >> 2).checked_div(lowest);
        // The empty set is the only one without members.
        set = lower.map_or(end, |lower| lower | carried);
        Some(subset)
    })
}

/// Returns the first set of `k` of the listed masks, in the order of [`subsets`], whose union has exactly `k` members, as
/// indices and as the union, and for which `accept` returns something.
pub fn first_tuple<T>(masks: &[u16], k: usize, mut accept: impl FnMut(u16, u16) -> Option<T>) -> Option<T> {
    subsets(k, masks.len()).find_map(|chosen| {
        let union = digits_of(chosen).fold(0, |union, index| union | masks[index]);
        if union.count_ones() as usize == k { accept(chosen, union) } else { None }
    })
}
