//! The candidates of a grid, by cell, by digit and by unit.

use super::units::PLACES;
use grid::{ALL_CELLS, CELLS, CellSet, Grid, PEER_SETS, members};

/// A set of candidates: for each digit, the cells.
pub type Removed = [CellSet; 9];

/// The candidates (pencil marks) of a grid. Digits are 0 to 8 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The digits of each cell; none in a filled cell.
    pub cells: [u16; CELLS],
    pub digits: [CellSet; 9],
    /// The positions of each digit in each unit; after the 27 units, none.
    pub positions: [Lanes; 9],
}

/// A mask for each unit, and five more to fill vector registers.
pub type Lanes = [u16; 32];

impl Marks {
    pub fn of(grid: &Grid) -> Marks {
        let mut digits = [ALL_CELLS & !grid.filled(); 9];
        for cell in members(grid.filled()) {
            digits[grid.get(cell) as usize - 1] &= !PEER_SETS[cell];
        }
        Marks::from_digits(digits)
    }

    pub fn from_digits(digits: [CellSet; 9]) -> Marks {
        let mut marks = Marks { cells: [0; CELLS], digits, positions: [[0; 32]; 9] };
        for (digit, &cells) in digits.iter().enumerate() {
            let positions = &mut marks.positions[digit];
            for cell in members(cells) {
                marks.cells[cell] |= 1 << digit;
                PLACES[cell].iter().for_each(|place| positions[place.unit as usize] |= 1 << place.position);
            }
        }
        marks
    }

    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    pub fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        self.digits[digit] &= !(1 << cell);
        for place in PLACES[cell] {
            self.positions[digit][place.unit as usize] &= !(1 << place.position);
        }
    }

    /// Returns the cells with exactly 0, 1, 2 and 3 candidates; filled ones have none.
    pub(crate) fn by_count(&self) -> [CellSet; 4] {
        let mut at_least = [ALL_CELLS, 0, 0, 0, 0];
        for cells in self.digits {
            for count in (1..5).rev() {
                at_least[count] |= at_least[count - 1] & cells;
            }
        }
        std::array::from_fn(|count| at_least[count] & !at_least[count + 1])
    }

    pub fn within(&self, cells: CellSet, digits: u16) -> Removed {
        std::array::from_fn(|digit| if digits >> digit & 1 == 1 { self.digits[digit] & cells } else { 0 })
    }
}

pub fn is_empty(removed: &Removed) -> bool {
    removed.iter().all(|&cells| cells == 0)
}

#[inline(always)]
pub fn units_with_one(positions: &Lanes) -> u32 {
    units_where(positions, |mask| mask & mask.wrapping_sub(1) == 0 && mask != 0)
}

/// Returns the units whose mask has a property. The compiler makes vector instructions of it.
#[inline(always)]
pub fn units_where<const N: usize>(positions: &[u16; N], property: impl Fn(u16) -> bool) -> u32 {
    let flags = positions.map(|mask| u8::from(property(mask)));
    let mut units = 0;
    for (byte, chunk) in flags.chunks_exact(8).enumerate() {
        let flags = u64::from_le_bytes(chunk.try_into().expect("a chunk has eight bytes"));
        // Gathers the lowest bits of eight bytes.
        units |= ((flags.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32) << (8 * byte);
    }
    units
}
