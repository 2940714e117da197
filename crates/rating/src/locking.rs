//! Locked candidates: a digit of a unit that lies in one crossing unit (1.7, 1.9, 2.6, 2.8).

use super::{
    board::Board,
    marks::{Lanes, Marks, units_where},
    step::Step,
    technique::Technique,
    units::{BOXES, COLUMNS, ROWS, UNIT_SETS, digits_of},
};

/// The kinds of the unit and of the unit that crosses it, in order.
const KINDS: [(usize, usize); 4] = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

/// For each pair of kinds: the three units of the second kind that cross a unit of the first, ascending.
static CROSSINGS: [[[u8; 3]; 9]; 4] = {
    let mut crossings = [[[0; 3]; 9]; 4];
    let mut pair = 0;
    while pair < 4 {
        let (first, second) = KINDS[pair];
        let mut unit = 0;
        while unit < 9 {
            let (mut other, mut found) = (0, 0);
            while other < 9 {
                if UNIT_SETS[first + unit] & UNIT_SETS[second + other] != 0 {
                    crossings[pair][unit][found] = (second + other) as u8;
                    found += 1;
                }
                other += 1;
            }
            unit += 1;
        }
        pair += 1;
    }
    crossings
};

/// A digit of a unit whose positions, two or more, lie in another unit.
pub struct Locked {
    pub is_box: bool,
    pub unit: usize,
    /// The unit in which the positions lie.
    pub other: usize,
    /// The units of the unit's kind that cross the other.
    pub across: [u8; 3],
    pub digit: usize,
}

/// Returns the first result of `find` over all locked digits, of those in `digits`, in order.
pub fn find_locked<T>(marks: &Marks, digits: u16, mut find: impl FnMut(Locked) -> Option<T>) -> Option<T> {
    let locked: [[u32; 2]; 9] = std::array::from_fn(|digit| match digits >> digit & 1 {
        0 => [0; 2],
        _ => units_with_locked(&marks.positions[digit]),
    });
    for (pair, (kind, other_kind)) in KINDS.into_iter().enumerate() {
        // Columns of a box have the same remainder, rows of a box and boxes of a line the same third.
        let by = usize::from(pair != 0);
        let units = locked.iter().fold(0, |units, locked| units | locked[by]) >> kind & 0x1ff;
        for index in digits_of(units as u16) {
            let unit = kind + index;
            let mut in_parts = [0; 3];
            for digit in (0..9).filter(|&digit| locked[digit][by] >> unit & 1 == 1) {
                let lowest = marks.positions[digit][unit].trailing_zeros() as usize;
                let part = if pair == 0 { lowest % 3 } else { lowest / 3 };
                in_parts[part] |= 1 << digit;
            }
            for (other, digits) in CROSSINGS[pair][index].into_iter().zip(in_parts) {
                for digit in digits_of(digits) {
                    let other = other as usize;
                    // The pair of the same kinds in the other order.
                    let across = CROSSINGS[pair ^ 2][other - other_kind];
                    let found = find(Locked { is_box: kind == BOXES, unit, other, across, digit });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// Returns the units in which a digit has two positions or more, all with the same remainder, or all in the same third.
#[inline(always)]
fn units_with_locked(positions: &Lanes) -> [u32; 2] {
    let several = |mask: u16| mask & mask.wrapping_sub(1) != 0;
    let is_in = |mask: u16, parts: [u16; 3]| parts.iter().fold(false, |any, part| any | (mask & !part == 0));
    // Only boxes have columns.
    let boxes = positions.first_chunk::<16>().expect("there are 32 masks");
    let by_remainder =
        units_where(boxes, |mask| several(mask) & is_in(mask, [0b001_001_001, 0b010_010_010, 0b100_100_100]));
    let by_third = units_where(positions, |mask| several(mask) & is_in(mask, [0b111, 0b111_000, 0b111_000_000]));
    [by_remainder, by_third]
}

pub fn locking(board: &Board, digits: u16) -> Option<Step> {
    find_locked(&board.marks, digits, |locked| {
        let removed = board.marks.digits[locked.digit] & UNIT_SETS[locked.other] & !UNIT_SETS[locked.unit];
        if removed == 0 {
            return None;
        }
        let technique = if locked.is_box { Technique::Pointing } else { Technique::Claiming };
        let pattern = board.marks.digits[locked.digit] & UNIT_SETS[locked.unit];
        let mut all = [0; 9];
        all[locked.digit] = removed;
        let units = 1 << locked.unit | 1 << locked.other;
        Some(Step::remove(technique, all).with_pattern(pattern, 1 << locked.digit).in_units(units))
    })
}

/// Returns the first locked digit that leaves one position in another unit of the same kind, and places it.
pub fn direct_locking(board: &Board, digits: u16) -> Option<Step> {
    let marks = &board.marks;
    find_locked(marks, digits, |locked| {
        let outside = marks.digits[locked.digit] & !UNIT_SETS[locked.other];
        let single = locked.across.into_iter().map(usize::from).find_map(|unit| {
            let left = outside & UNIT_SETS[unit];
            let several = marks.positions[locked.digit][unit].count_ones() >= 2;
            (unit != locked.unit && several && left.is_power_of_two()).then_some(left.trailing_zeros())
        })?;
        let technique = if locked.is_box { Technique::DirectPointing } else { Technique::DirectClaiming };
        let pattern = marks.digits[locked.digit] & UNIT_SETS[locked.unit];
        let units = 1 << locked.unit | 1 << locked.other;
        let step = Step::place(technique, single as usize, locked.digit);
        Some(step.with_pattern(pattern, 1 << locked.digit).in_units(units))
    })
}
