//! Bivalue universal graves: grids in which every blank has two candidates, but for a few cells (5.6 to 6.1).

use super::{
    board::Board,
    marks::{Marks, is_empty},
    step::Step,
    technique::Technique,
    units::{BOX_ROW_COLUMN, PLACES, UNIT_SETS, UNITS, digits_of, peers_in_order, subsets},
};
use grid::{ALL_CELLS, CellSet, PEER_SETS, members};

/// The boxes, then the rows, then the columns.
const UNITS_IN_ORDER: [usize; UNITS] = {
    let mut units = [0; UNITS];
    let mut index = 0;
    while index < UNITS {
        units[index] = [0, 18, 9][index / 9] + index % 9;
        index += 1;
    }
    units
};

/// A grave: the cells with extra digits.
#[derive(Default)]
struct Grave {
    /// The cells in the order in which they are found, with their extra digits.
    cells: Vec<(usize, u16)>,
    digits: u16,
    /// The cells that see all of them, in the order of the first one's peers.
    common: Vec<usize>,
}

pub fn bug(board: &Board) -> Option<Step> {
    let marks = &board.marks;
    let grave = find(board)?;
    if let [(cell, digits)] = grave.cells[..] {
        let removed = marks.within(1 << cell, !digits);
        return Some(Step::remove(Technique::Bug1, removed).with_pattern(1 << cell, digits));
    }
    if grave.digits.count_ones() == 1 {
        return grave.type_2(marks).or_else(|| grave.type_4(marks));
    }
    if grave.common.is_empty() {
        return None;
    }
    grave.type_4(marks).or_else(|| grave.type_3(marks))
}

fn find(board: &Board) -> Option<Grave> {
    let marks = &board.marks;
    let several = members(board.blanks)
        .filter(|&cell| marks.cells[cell].count_ones() >= 3)
        .fold(0, |cells: CellSet, cell| cells | 1 << cell);
    let mut grave = Grave::default();
    let mut rest = None;
    for unit in UNITS_IN_ORDER {
        for digit in 0..9 {
            if matches!(marks.positions[digit][unit].count_ones(), 0 | 2) {
                continue;
            }
            let cells = marks.digits[digit] & UNIT_SETS[unit] & several;
            if cells == 0 {
                return None;
            }
            if cells.is_power_of_two() {
                let cell = cells.trailing_zeros() as usize;
                grave.add(cell, digit)?;
                rest.get_or_insert_with(|| marks.clone()).remove(cell, digit);
            }
        }
    }
    let rest = rest?;
    let all_two = members(board.blanks).all(|cell| rest.cells[cell].count_ones() == 2)
        && rest.positions.iter().flatten().all(|positions| matches!(positions.count_ones(), 0 | 2));
    all_two.then_some(grave)
}

impl Grave {
    /// Adds an extra digit of a cell; `None` if there can be no step.
    fn add(&mut self, cell: usize, digit: usize) -> Option<()> {
        if self.cells.is_empty() {
            self.common = peers_in_order(cell, ALL_CELLS).collect();
        }
        self.common.retain(|&other| PEER_SETS[cell] >> other & 1 == 1);
        match self.cells.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => self.cells.push((cell, 1 << digit)),
        }
        self.digits |= 1 << digit;
        self.common.retain(|other| self.cells.iter().all(|(cell, _)| cell != other));
        let is_hopeless = self.cells.len() >= 2 && self.digits.count_ones() >= 2 && self.common.is_empty();
        (!is_hopeless).then_some(())
    }

    fn set(&self) -> CellSet {
        self.cells.iter().fold(0, |set, (cell, _)| set | 1 << cell)
    }

    fn step(&self, technique: Technique, removed: [CellSet; 9]) -> Option<Step> {
        let step = || Step::remove(technique, removed).with_pattern(self.set(), self.digits);
        (!is_empty(&removed)).then(step)
    }

    /// Removes the only extra digit from the common cells.
    fn type_2(&self, marks: &Marks) -> Option<Step> {
        let common = self.common.iter().fold(0, |set: CellSet, cell| set | 1 << cell);
        self.step(Technique::Bug2, marks.within(common, self.digits))
    }

    /// Of two cells with one more digit in common, removes what is neither that digit nor an extra one.
    fn type_4(&self, marks: &Marks) -> Option<Step> {
        let [(first, first_extra), (second, second_extra)] = self.cells[..] else { return None };
        let common = marks.cells[first] & marks.cells[second] & !self.digits;
        if common.count_ones() != 1 || PEER_SETS[first] >> second & 1 == 0 {
            return None;
        }
        let of_first = marks.within(1 << first, !(first_extra | common));
        let of_second = marks.within(1 << second, !(second_extra | common));
        let removed = std::array::from_fn(|digit| of_first[digit] | of_second[digit]);
        self.step(Technique::Bug4, removed)
    }

    /// Takes the cells as one cell with the extra digits, which is part of a naked set.
    fn type_3(&self, marks: &Marks) -> Option<Step> {
        let [(first, _), ..] = self.cells[..] else { return None };
        BOX_ROW_COLUMN.into_iter().find_map(|kind| {
            let unit = PLACES[first][kind].unit as usize;
            if self.set() & !UNIT_SETS[unit] != 0 {
                return None;
            }
            let common: Vec<usize> =
                self.common.iter().copied().filter(|&cell| UNIT_SETS[unit] >> cell & 1 == 1).collect();
            (2..=6.min(common.len())).find_map(|degree| self.naked(marks, &common, degree))
        })
    }

    fn naked(&self, marks: &Marks, common: &[usize], degree: usize) -> Option<Step> {
        subsets(degree - 1, common.len()).find_map(|set| {
            let chosen: Vec<u16> = digits_of(set).map(|index| marks.cells[common[index]]).collect();
            let union = chosen.iter().fold(0, |union, digits| union | digits);
            let all = union | self.digits;
            let has_several = self.digits.count_ones() >= 2 && chosen.iter().all(|digits| digits.count_ones() >= 2);
            if union.count_ones() as usize != degree || all.count_ones() as usize != degree || !has_several {
                return None;
            }
            let rest = (0..common.len()).filter(|index| set >> index & 1 == 0);
            let rest = rest.fold(0, |cells: CellSet, index| cells | 1 << common[index]);
            let step = self.step(Technique::Bug3, marks.within(rest, all))?;
            Some(Step { rating: step.rating + (degree - 1) as f64 * 0.1, ..step })
        })
    }
}
