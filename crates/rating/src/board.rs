//! A grid on its way to the solution: its values, its candidates, and what each technique has not looked at yet.

use super::{
    marks::{Lanes, Marks, units_with_one},
    step::{Placed, Step},
    units::{BOXES, COLUMNS, PLACES, ROWS, UNIT_CELLS, UNIT_SETS, UNITS, digits_of},
};
use grid::{CELLS, CellSet, Grid, PEER_SETS, members};

/// Digits and units in which something changed: digits in bits 0 to 8, units from bit 16 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed(u64);

impl Changed {
    const ALL: Changed = Changed(u64::MAX);

    fn add(&mut self, digit: usize, unit: usize) {
        self.0 |= 1 << digit | 1 << (16 + unit);
    }

    pub fn digits(self) -> u16 {
        self.0 as u16 & 0x1ff
    }

    /// Returns the cells that may have lost a candidate: all of their units changed.
    pub fn cells(self) -> CellSet {
        let changed = |kind: usize| (kind..kind + 9).filter(|&unit| self.has_unit(unit));
        let of_kind = |kind: usize| changed(kind).fold(0, |cells, unit| cells | UNIT_SETS[unit]);
        of_kind(BOXES) & of_kind(COLUMNS) & of_kind(ROWS)
    }

    /// Returns true if a unit changed.
    pub(crate) fn has_unit(self, unit: usize) -> bool {
        self.0 >> (16 + unit) & 1 == 1
    }
}

/// The number of searches for a step, in the order in which they are tried.
pub const TECHNIQUES: usize = 30;

#[derive(Clone, Debug)]
pub struct Board {
    pub marks: Marks,
    pub grid: Grid,
    pub blanks: CellSet,
    pub empty: [u8; UNITS],
    /// The number of cells with each digit.
    pub placed: [u8; 9],
    pub naked: CellSet,
    /// The units in which each digit has one position.
    pub hidden: [u32; 9],
    /// The units with one blank.
    pub almost_full: u32,
    /// What changed since a technique found nothing.
    changed: [Changed; TECHNIQUES],
    changing: Changed,
}

impl Board {
    pub fn of(grid: &Grid) -> Board {
        Board::with_marks(grid, Marks::of(grid))
    }

    pub fn with_marks(grid: &Grid, marks: Marks) -> Board {
        let filled = grid.filled();
        let empty = UNIT_SETS.map(|unit| (unit & !filled).count_ones() as u8);
        let mut placed = [0; 9];
        members(filled).for_each(|cell| placed[grid.get(cell) as usize - 1] += 1);
        let mut board = Board {
            marks,
            grid: *grid,
            blanks: grid::ALL_CELLS & !filled,
            empty,
            placed,
            naked: 0,
            hidden: [0; 9],
            almost_full: 0,
            changed: [Changed::ALL; TECHNIQUES],
            changing: Changed::default(),
        };
        board.find_singles();
        board
    }

    pub fn is_solved(&self) -> bool {
        self.blanks == 0
    }

    fn find_singles(&mut self) {
        self.hidden = std::array::from_fn(|digit| units_with_one(&self.marks.positions[digit]));
        self.naked = self.marks.by_count()[1];
        for unit in 0..UNITS {
            self.almost_full |= u32::from(self.empty[unit] == 1) << unit;
        }
    }

    /// Returns what changed since a technique found nothing.
    pub fn changed(&self, technique: usize) -> Changed {
        self.changed[technique]
    }

    /// Notes that a technique finds nothing on this board.
    pub(crate) fn found_nothing(&mut self, technique: usize) {
        self.changed[technique] = Changed::default();
    }

    pub fn fill(&mut self, placed: Placed) {
        self.place(placed.cell.into(), placed.digit.into());
        self.note_changes();
    }

    pub fn apply(&mut self, step: &Step) {
        for (digit, &cells) in step.removed.iter().enumerate() {
            self.remove(cells, digit);
        }
        if let Some(Placed { cell, digit }) = step.placed {
            self.place(cell as usize, digit as usize);
        }
        self.note_changes();
    }

    fn note_changes(&mut self) {
        let changing = std::mem::take(&mut self.changing);
        self.changed.iter_mut().for_each(|changed| changed.0 |= changing.0);
    }

    fn remove(&mut self, cells: CellSet, digit: usize) {
        self.marks.digits[digit] &= !cells;
        for cell in members(cells) {
            self.remove_from_cell(cell, digit);
            self.remove_from_units(cell, digit);
        }
    }

    #[inline(always)]
    fn remove_from_cell(&mut self, cell: usize, digit: usize) {
        let left = self.marks.cells[cell] & !(1 << digit);
        self.marks.cells[cell] = left;
        if left.is_power_of_two() {
            self.naked |= 1 << cell;
        } else if left == 0 {
            self.naked &= !(1 << cell);
        }
    }

    #[inline(always)]
    fn remove_from_units(&mut self, cell: usize, digit: usize) {
        for place in PLACES[cell] {
            let unit = place.unit as usize;
            let positions = self.marks.positions[digit][unit] & !(1 << place.position);
            self.marks.positions[digit][unit] = positions;
            let is_single = u32::from(positions.is_power_of_two());
            self.hidden[digit] = self.hidden[digit] & !(1 << unit) | is_single << unit;
            self.changing.add(digit, unit);
        }
    }

    fn place(&mut self, cell: usize, digit: usize) {
        for other in digits_of(self.marks.cells[cell] & !(1 << digit)) {
            self.marks.digits[other] &= !(1 << cell);
            self.remove_from_units(cell, other);
        }
        let seen = self.marks.digits[digit] & PEER_SETS[cell];
        members(seen).for_each(|peer| self.remove_from_cell(peer, digit));
        self.marks.digits[digit] &= !(PEER_SETS[cell] | 1 << cell);
        let positions = &mut self.marks.positions[digit];
        *positions = std::array::from_fn(|unit| positions[unit] & LEFT_BY[cell][unit]);
        self.hidden[digit] = units_with_one(positions);
        self.marks.cells[cell] = 0;
        self.naked &= !(1 << cell);
        self.blanks &= !(1 << cell);
        self.grid.set(cell, digit as u8 + 1);
        self.placed[digit] += 1;
        for place in PLACES[cell] {
            let unit = place.unit as usize;
            self.empty[unit] -= 1;
            match self.empty[unit] {
                0 => self.almost_full &= !(1 << unit),
                1 => self.almost_full |= 1 << unit,
                _ => {}
            }
        }
        self.changing.0 |= 1 << digit | u64::from(UNITS_NEAR[cell]) << 16;
    }
}

/// The positions that a digit in a cell leaves to the digit in every unit.
static LEFT_BY: [Lanes; CELLS] = {
    let mut left = [[0; 32]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut unit = 0;
        while unit < UNITS {
            let mut position = 0;
            while position < 9 {
                let other = UNIT_CELLS[unit][position];
                let is_left = other as usize != cell && PEER_SETS[cell] >> other & 1 == 0;
                left[cell][unit] |= (is_left as u16) << position;
                position += 1;
            }
            unit += 1;
        }
        cell += 1;
    }
    left
};

/// The units of a cell and of its peers.
static UNITS_NEAR: [u32; CELLS] = {
    let mut near = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut unit = 0;
        while unit < UNITS {
            let is_near = UNIT_SETS[unit] & (PEER_SETS[cell] | 1 << cell) != 0;
            near[cell] |= (is_near as u32) << unit;
            unit += 1;
        }
        cell += 1;
    }
    near
};
