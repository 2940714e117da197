//! The techniques up to 4.4 by their definitions, for tests: plain loops over units, positions and digits, in the order in
//! which Sudoku Explainer 1.2.1 searches. Shares no code with the techniques that it checks.

mod units;

use std::collections::BTreeSet;

use grid::{CELLS, Grid};
use units::{
    Box, Column, Row, Set, Unit, crossing_pairs, first, house, intersection, outside, see, size, subsets, tuple, union,
    units,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub rating: u8,
    /// The cell and the digit, 0 to 8, that is placed in it.
    pub placed: Option<(usize, usize)>,
    pub removed: BTreeSet<(usize, usize)>,
}

impl Hint {
    fn place(rating: u8, cell: usize, digit: usize) -> Hint {
        Hint { rating, placed: Some((cell, digit)), removed: BTreeSet::new() }
    }
}

pub struct PlainBoard {
    /// The digits of the cells; none in a blank.
    values: [Option<usize>; CELLS],
    /// The candidates of the cells; none in a filled one.
    marks: [Set; CELLS],
}

impl PlainBoard {
    pub fn of(grid: &Grid) -> PlainBoard {
        let mut board = PlainBoard { values: [None; CELLS], marks: [[true; 9]; CELLS] };
        for cell in (0..CELLS).filter(|&cell| grid.get(cell) > 0) {
            board.place(cell, grid.get(cell) as usize - 1);
        }
        board
    }

    fn place(&mut self, cell: usize, digit: usize) {
        self.values[cell] = Some(digit);
        self.marks[cell] = [false; 9];
        for other in (0..CELLS).filter(|&other| see(cell, other)) {
            self.marks[other][digit] = false;
        }
    }

    pub fn apply(&mut self, hint: &Hint) {
        for &(cell, digit) in &hint.removed {
            self.marks[cell][digit] = false;
        }
        if let Some((cell, digit)) = hint.placed {
            self.place(cell, digit);
        }
    }

    pub fn first_hint(&self) -> Option<Hint> {
        self.hidden_single()
            .or_else(|| self.direct_locking())
            .or_else(|| self.direct_hidden_set(2, 20))
            .or_else(|| self.naked_single())
            .or_else(|| self.direct_hidden_set(3, 25))
            .or_else(|| self.locking())
            .or_else(|| self.naked_set(2, 30))
            .or_else(|| self.fish(2, 32))
            .or_else(|| self.hidden_set(2, 34))
            .or_else(|| self.naked_set(3, 36))
            .or_else(|| self.fish(3, 38))
            .or_else(|| self.hidden_set(3, 40))
            .or_else(|| self.wing(2, 42))
            .or_else(|| self.wing(3, 44))
    }

    fn positions(&self, unit: Unit, digit: usize) -> Set {
        std::array::from_fn(|position| self.marks[unit.cell(position)][digit])
    }

    fn blanks(&self, unit: Unit) -> usize {
        (0..9).filter(|&position| self.values[unit.cell(position)].is_none()).count()
    }

    /// A hint that removes these digits from these cells; `None` if no cell has one of them.
    fn remove_hint(&self, rating: u8, cells: impl Iterator<Item = usize>, digits: &Set) -> Option<Hint> {
        let mut removed = BTreeSet::new();
        for cell in cells {
            for digit in (0..9).filter(|&digit| digits[digit] && self.marks[cell][digit]) {
                removed.insert((cell, digit));
            }
        }
        (!removed.is_empty()).then_some(Hint { rating, placed: None, removed })
    }

    fn hidden_single(&self) -> Option<Hint> {
        for is_last_blank in [true, false] {
            for unit in units([Box, Column, Row]).filter(|&unit| (self.blanks(unit) == 1) == is_last_blank) {
                for digit in 0..9 {
                    let positions = self.positions(unit, digit);
                    if size(&positions) == 1 {
                        let among_blanks = if unit.0 == Box { 12 } else { 15 };
                        let rating = if is_last_blank { 10 } else { among_blanks };
                        return Some(Hint::place(rating, unit.cell(first(&positions)), digit));
                    }
                }
            }
        }
        None
    }

    fn naked_single(&self) -> Option<Hint> {
        let cell = (0..CELLS).find(|&cell| size(&self.marks[cell]) == 1)?;
        Some(Hint::place(23, cell, first(&self.marks[cell])))
    }

    /// All cases of a unit that has a digit in at least two positions, all of which are in another unit too.
    fn locked(&self) -> Vec<(Unit, Unit, usize)> {
        let mut locked = Vec::new();
        for (unit, other) in crossing_pairs() {
            for digit in 0..9 {
                let positions = self.positions(unit, digit);
                let mut cells = (0..9).filter(|&at| positions[at]).map(|at| unit.cell(at));
                if size(&positions) >= 2 && cells.all(|cell| other.contains(cell)) {
                    locked.push((unit, other, digit));
                }
            }
        }
        locked
    }

    fn direct_locking(&self) -> Option<Hint> {
        for (Unit(kind, index), other, digit) in self.locked() {
            for third in (0..9).filter(|&third| third != index).map(|third| Unit(kind, third)) {
                let positions = self.positions(third, digit);
                let left: Set = std::array::from_fn(|at| positions[at] && !other.contains(third.cell(at)));
                if third.crosses(other) && size(&positions) >= 2 && size(&left) == 1 {
                    let rating = if kind == Box { 17 } else { 19 };
                    return Some(Hint::place(rating, third.cell(first(&left)), digit));
                }
            }
        }
        None
    }

    fn locking(&self) -> Option<Hint> {
        self.locked().into_iter().find_map(|(unit, other, digit)| {
            let rating = if unit.0 == Box { 26 } else { 28 };
            let cells = (0..9).map(|at| other.cell(at)).filter(|&cell| !unit.contains(cell));
            self.remove_hint(rating, cells, &std::array::from_fn(|member| member == digit))
        })
    }

    /// Returns all choices of `k` members of a unit whose sets have `k` members together, in units with at least `least_blanks`
    /// blanks. Each item is the unit, the members and the union of their sets.
    fn tuples<'a>(
        &'a self,
        k: usize,
        least_blanks: usize,
        set_of: impl Fn(Unit, usize) -> Set + 'a,
    ) -> impl Iterator<Item = (Unit, Set, Set)> + 'a {
        let subsets = subsets(k);
        let units = units([Box, Column, Row]).filter(move |&unit| self.blanks(unit) >= least_blanks);
        units.flat_map(move |unit| {
            let sets = std::array::from_fn(|member| set_of(unit, member));
            subsets.clone().into_iter().filter_map(move |chosen| Some((unit, chosen, tuple(&sets, &chosen, k)?)))
        })
    }

    fn naked_set(&self, k: usize, rating: u8) -> Option<Hint> {
        let mut tuples = self.tuples(k, 2 * k, |unit, position| self.marks[unit.cell(position)]);
        tuples.find_map(|(unit, chosen, digits)| {
            let others = (0..9).filter(|&position| !chosen[position]).map(|position| unit.cell(position));
            self.remove_hint(rating, others, &digits)
        })
    }

    fn hidden_set(&self, k: usize, rating: u8) -> Option<Hint> {
        let mut tuples = self.tuples(k, 2 * k + 1, |unit, digit| self.positions(unit, digit));
        tuples.find_map(|(unit, chosen, taken)| {
            let cells = (0..9).filter(|&position| taken[position]).map(|position| unit.cell(position));
            self.remove_hint(rating, cells, &chosen.map(|is_chosen| !is_chosen))
        })
    }

    fn direct_hidden_set(&self, k: usize, rating: u8) -> Option<Hint> {
        let mut tuples = self.tuples(k, k + 1, |unit, digit| self.positions(unit, digit));
        tuples.find_map(|(unit, chosen, taken)| {
            (0..9).filter(|&digit| !chosen[digit]).find_map(|digit| {
                let positions = self.positions(unit, digit);
                let left = outside(&positions, &taken);
                let is_found = size(&positions) >= 2 && size(&left) == 1;
                is_found.then(|| Hint::place(rating, unit.cell(first(&left)), digit))
            })
        })
    }

    fn fish(&self, k: usize, rating: u8) -> Option<Hint> {
        let subsets = subsets(k);
        for (base, cover) in [(Column, Row), (Row, Column)] {
            let lines: [[Set; 9]; 9] =
                std::array::from_fn(|digit| std::array::from_fn(|line| self.positions(Unit(base, line), digit)));
            for chosen in &subsets {
                for (digit, lines) in lines.iter().enumerate() {
                    let placed = self.values.iter().filter(|&&value| value == Some(digit)).count();
                    if placed + 2 * k > 9 {
                        continue;
                    }
                    let Some(covers) = tuple(lines, chosen, k) else { continue };
                    let covers = (0..9).filter(|&line| covers[line]).map(|line| Unit(cover, line));
                    let others = covers.flat_map(|line| (0..9).filter(|&at| !chosen[at]).map(move |at| line.cell(at)));
                    let hint = self.remove_hint(rating, others, &std::array::from_fn(|member| member == digit));
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }

    /// An XY-wing if the pivot has two candidates, an XYZ-wing if it has three.
    fn wing(&self, pivot_size: usize, rating: u8) -> Option<Hint> {
        let marks = &self.marks;
        for pivot in (0..CELLS).filter(|&pivot| size(&marks[pivot]) == pivot_size) {
            let pairs: Vec<usize> = house(pivot).into_iter().filter(|&cell| size(&marks[cell]) == 2).collect();
            for &wing in pairs.iter().filter(|&&wing| size(&outside(&marks[pivot], &marks[wing])) == 1) {
                for &other in &pairs {
                    let sets = [marks[pivot], marks[wing], marks[other]];
                    if size(&union(&sets)) != 3 || size(&intersection(&sets)) != pivot_size - 2 {
                        continue;
                    }
                    let common = intersection(&[marks[wing], marks[other]]);
                    let seeing = (0..CELLS).filter(|&cell| see(cell, wing) && see(cell, other) && cell != pivot);
                    let seeing = seeing.filter(|&cell| pivot_size == 2 || see(cell, pivot));
                    let hint = self.remove_hint(rating, seeing, &common);
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }
}
