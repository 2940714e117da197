//! Naked and hidden pairs, triplets and quads (2.0, 2.5, 3.0 to 5.4).

use super::{
    board::{Board, Changed},
    marks::{Lanes, Marks, is_empty, units_where},
    step::Step,
    technique::Technique,
    units::{UNIT_CELLS, UNIT_SETS, UNITS, cells_at, digits_of, first_tuple},
};
use grid::{ALL_CELLS, ALL_VALUES, CellSet};

/// Members whose masks have 2 to `k` bits, of a unit or of lines: their indices, and their masks.
#[derive(Default)]
pub struct SmallMasks {
    indices: [u8; 9],
    masks: [u16; 9],
    len: usize,
}

impl SmallMasks {
    pub fn of(masks: impl Iterator<Item = u16>, k: usize) -> SmallMasks {
        let mut few = SmallMasks::default();
        for (index, mask) in masks.enumerate() {
            if (2..=k as u32).contains(&mask.count_ones()) {
                few.indices[few.len] = index as u8;
                few.masks[few.len] = mask;
                few.len += 1;
            }
        }
        few
    }

    /// Returns the first result for sets of `k` of the members whose union has `k` bits: `find` gets the members and the
    /// union.
    pub fn find<T>(&self, k: usize, mut find: impl FnMut(u16, u16) -> Option<T>) -> Option<T> {
        if self.len < k {
            return None;
        }
        first_tuple(&self.masks[..self.len], k, |chosen, union| {
            find(digits_of(chosen).fold(0, |members, index| members | 1 << self.indices[index]), union)
        })
    }
}

/// Returns the first result of `find` over naked sets of `k` cells of a unit: it gets their positions and their digits.
pub fn naked_in<T>(marks: &Marks, unit: usize, k: usize, find: impl FnMut(u16, u16) -> Option<T>) -> Option<T> {
    let cells = UNIT_CELLS[unit].iter().map(|&cell| marks.cells[cell as usize]);
    SmallMasks::of(cells, k).find(k, find)
}

/// Returns the first result of `find` over hidden sets of `k` digits of a unit: it gets the digits and their positions.
pub fn hidden_in<T>(marks: &Marks, unit: usize, k: usize, find: impl FnMut(u16, u16) -> Option<T>) -> Option<T> {
    SmallMasks::of(marks.positions.iter().map(|digit| digit[unit]), k).find(k, find)
}

/// Returns the cells with 2 to `k` candidates.
fn cells_with_few(marks: &Marks, k: usize) -> CellSet {
    let by_count = marks.by_count();
    match k {
        2 | 3 => by_count[2..=k].iter().fold(0, |few, cells| few | cells),
        // Four candidates are not told from more.
        _ => ALL_CELLS & !by_count[0] & !by_count[1],
    }
}

/// Returns the units in which at least `k` digits have 2 to `k` positions.
pub fn units_with_few(marks: &Marks, k: usize) -> u32 {
    let mut counts: Lanes = [0; 32];
    for positions in &marks.positions {
        for (count, &mask) in counts.iter_mut().zip(positions) {
            let mut more = mask & mask.wrapping_sub(1);
            let has_two = more != 0;
            (2..=k).for_each(|_| more &= more.wrapping_sub(1));
            *count += u16::from(has_two & (more == 0));
        }
    }
    units_where(&counts, |count| usize::from(count) >= k)
}

pub fn naked_set(board: &Board, k: usize, changed: Changed) -> Option<Step> {
    let marks = &board.marks;
    let technique = [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad][k - 2];
    let few = cells_with_few(marks, k);
    let has_enough = |unit: usize| (UNIT_SETS[unit] & few).count_ones() as usize >= k;
    let units = (0..UNITS).filter(|&unit| board.empty[unit] as usize >= 2 * k && changed.has_unit(unit));
    units.into_iter().filter(|&unit| has_enough(unit)).find_map(|unit| {
        naked_in(marks, unit, k, |positions, digits| {
            let cells = cells_at(unit, positions);
            let removed = marks.within(UNIT_SETS[unit] & !cells, digits);
            let step = || Step::remove(technique, removed).with_pattern(cells, digits).in_units(1 << unit);
            (!is_empty(&removed)).then(step)
        })
    })
}

pub fn hidden_set(board: &Board, k: usize, changed: Changed) -> Option<Step> {
    let marks = &board.marks;
    let technique = [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad][k - 2];
    let few = units_with_few(marks, k);
    let units = (0..UNITS).filter(|&unit| board.empty[unit] as usize > 2 * k && changed.has_unit(unit));
    let units = units.filter(|unit| few >> unit & 1 == 1);
    units.into_iter().find_map(|unit| {
        hidden_in(marks, unit, k, |digits, positions| {
            let cells = cells_at(unit, positions);
            let removed = marks.within(cells, ALL_VALUES & !digits);
            let step = || Step::remove(technique, removed).with_pattern(cells, digits).in_units(1 << unit);
            (!is_empty(&removed)).then(step)
        })
    })
}

/// Returns the first hidden set of `k` digits that leaves one position for another digit, and places that.
pub fn direct_hidden_set(board: &Board, k: usize, changed: Changed) -> Option<Step> {
    let marks = &board.marks;
    let technique = [Technique::DirectHiddenPair, Technique::DirectHiddenTriplet][k - 2];
    let few = units_with_few(marks, k);
    let units = (0..UNITS).filter(|&unit| board.empty[unit] as usize > k && changed.has_unit(unit));
    let units = units.filter(|unit| few >> unit & 1 == 1);
    units.into_iter().find_map(|unit| {
        hidden_in(marks, unit, k, |digits, positions| {
            digits_of(ALL_VALUES & !digits).find_map(|digit| {
                let all = marks.positions[digit][unit];
                let left = all & !positions;
                let is_found = all.count_ones() >= 2 && left.is_power_of_two();
                let cell = UNIT_CELLS[unit][left.trailing_zeros() as usize % 9] as usize;
                let step = || Step::place(technique, cell, digit);
                is_found.then(|| step().with_pattern(cells_at(unit, positions), digits).in_units(1 << unit))
            })
        })
    })
}
