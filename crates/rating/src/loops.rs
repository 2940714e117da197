//! Unique loops: cells in a circle that would have two solutions if each had the same two candidates only (4.5 to 5.6).

use super::{
    board::Board,
    marks::is_empty,
    step::Step,
    technique::Technique,
    tenths::Tenths,
    units::{BOX_ROW_COLUMN, PLACES, UNIT_CELLS, UNIT_SETS, UNITS, cells_at, digits_of, subsets},
};
use grid::{ALL_VALUES, CELLS, CellSet, PEER_SETS, members, set_of};

/// Returns the loop step with the lowest rating, of those the one of the first type, of those the first that is found.
pub fn unique_loop(board: &Board) -> Option<Step> {
    let mut search = Search { board, best: None };
    let bivalue = board.marks.by_count()[2];
    let mut cores: Vec<(u16, CellSet)> = Vec::with_capacity(36);
    for start in members(bivalue) {
        let digits = board.marks.cells[start];
        let with_both = digits_of(digits).fold(board.blanks, |cells, digit| cells & board.marks.digits[digit]);
        // Several cells have the same digits.
        let known = cores.iter().find(|(of, _)| *of == digits).map(|(_, core)| *core);
        let core = known.unwrap_or_else(|| {
            let core = core(with_both);
            cores.push((digits, core));
            core
        });
        if core >> start & 1 == 1 && !search.has_least() {
            let walk = Walk { start, digits, with_both, core, bivalue };
            search.visit(&walk, &Path::from(start), 0);
        }
    }
    search.best
}

/// Removes cells that cannot be in a loop: each needs another cell in each of its units.
fn core(mut cells: CellSet) -> CellSet {
    loop {
        let single = UNIT_SETS.iter().map(|unit| unit & cells).filter(|unit| unit.is_power_of_two());
        let lonely = single.fold(0, |lonely, unit| lonely | unit);
        if lonely == 0 {
            return cells;
        }
        cells &= !lonely;
    }
}

/// The most cells of a loop: one with an even and one with an odd number in each row.
const LONGEST: usize = 18;

/// What stays the same on all paths from a cell.
struct Walk {
    start: usize,
    digits: u16,
    /// The cells with both digits.
    with_both: CellSet,
    core: CellSet,
    bivalue: CellSet,
}

#[derive(Clone, Copy)]
struct Path {
    cells: [u8; LONGEST],
    len: usize,
    set: CellSet,
    /// The units of the cells with even and with odd numbers, and their cells.
    units: [u32; 2],
    covered: [CellSet; 2],
    /// How many more cells may have extra digits, unless all have the same one.
    allowance: i8,
    /// The kind of unit of the last link.
    last_kind: Option<usize>,
}

impl Path {
    fn from(start: usize) -> Path {
        let path =
            Path { cells: [0; LONGEST], len: 0, set: 0, units: [0; 2], covered: [0; 2], allowance: 2, last_kind: None };
        path.with(start, None, true)
    }

    fn with(&self, cell: usize, kind: Option<usize>, is_bivalue: bool) -> Path {
        let mut path = *self;
        let parity = path.len % 2;
        path.cells[path.len] = cell as u8;
        path.len += 1;
        path.set |= 1 << cell;
        path.units[parity] |= units_of(cell);
        path.covered[parity] |= PEER_SETS[cell] | 1 << cell;
        path.allowance -= i8::from(!is_bivalue);
        path.last_kind = kind;
        path
    }

    /// Returns true if the cell can be next in a loop: in each unit, a loop has one cell with an even and one with an odd number.
    fn is_free(&self, cell: usize) -> bool {
        self.units[self.len % 2] & units_of(cell) == 0
    }
}

impl Walk {
    /// Returns true if no loop can go on from a path. With several extra digits, at most two cells of a loop have any, and it has
    /// four cells or more.
    fn is_dead_end(&self, path: &Path, extra: u16) -> bool {
        let mut cells = self.core;
        if extra.count_ones() > 1 {
            let without = self.core & self.bivalue;
            if without.is_power_of_two() {
                return true;
            }
            if path.allowance <= 0 {
                cells = without;
            }
        }
        // Each unit with one cell needs another.
        let has_none = |parity: usize| {
            let mut open = path.units[parity] & !path.units[1 - parity];
            let free = cells & !path.covered[1 - parity];
            while open != 0 {
                if free & UNIT_SETS[open.trailing_zeros() as usize] == 0 {
                    return true;
                }
                open &= open - 1;
            }
            false
        };
        has_none(0) || has_none(1)
    }
}

fn units_of(cell: usize) -> u32 {
    static UNITS_OF: [u32; CELLS] = {
        let mut units = [0; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let [in_box, in_column, in_row] = PLACES[cell];
            units[cell] = 1 << in_box.unit | 1 << in_column.unit | 1 << in_row.unit;
            cell += 1;
        }
        units
    };
    UNITS_OF[cell]
}

struct Search<'b> {
    board: &'b Board,
    best: Option<Step>,
}

impl Search<'_> {
    /// Goes on from the last cell of a path. `extra` are the extra digits so far.
    fn visit(&mut self, walk: &Walk, path: &Path, mut extra: u16) {
        let cell = path.cells[path.len - 1] as usize;
        let start = CellSet::from(path.len >= 4) << walk.start;
        for kind in BOX_ROW_COLUMN.into_iter().filter(|&kind| Some(kind) != path.last_kind) {
            let unit = UNIT_SETS[PLACES[cell][kind].unit as usize];
            // In ascending order, which is that of the positions.
            for next in members(unit & (walk.with_both & !path.set | start)) {
                if next == walk.start {
                    self.close(walk, path);
                    continue;
                }
                // The extra digits of cells that are not visited count for the cells after them, too.
                extra |= self.board.marks.cells[next] & !walk.digits;
                let is_bivalue = walk.bivalue >> next & 1 == 1;
                let is_allowed = is_bivalue || extra.count_ones() == 1 || path.allowance > 0;
                if !is_allowed || walk.core >> next & 1 == 0 || !path.is_free(next) {
                    continue;
                }
                let path = path.with(next, Some(kind), is_bivalue);
                if !walk.is_dead_end(&path, extra) {
                    self.visit(walk, &path, extra);
                }
            }
        }
    }

    /// Tries the types on a loop.
    fn close(&mut self, walk: &Walk, path: &Path) {
        if path.units[0] != path.units[1] || path.len % 2 == 1 {
            return;
        }
        let marks = &self.board.marks;
        let cells = &path.cells[..path.len];
        let others = cells.iter().map(|&cell| cell as usize).filter(|&cell| walk.bivalue >> cell & 1 == 0);
        let others: Vec<usize> = others.collect();
        let found = Loop { board: self.board, digits: walk.digits, path: cells, others: &others };
        let extra = others.iter().fold(0, |extra, &cell| extra | marks.cells[cell] & !walk.digits);
        match (others.len(), extra.count_ones()) {
            (0, _) => {}
            (1, _) => self.offer(found.type_1()),
            (2, 1) => {
                self.offer(found.type_2());
                self.offer(found.type_4());
            }
            (2, _) => {
                found.type_3(extra).for_each(|step| self.offer(Some(step)));
                self.offer(found.type_4());
            }
            _ => self.offer(found.type_2()),
        }
    }

    /// Returns true if no step can be better than the best.
    fn has_least(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.technique == Technique::UniqueLoop1 && best.tenths() == Tenths(45))
    }

    fn offer(&mut self, step: Option<Step>) {
        let Some(step) = step else { return };
        let is_better =
            |best: &Step| step.rating.total_cmp(&best.rating).then(step.technique.cmp(&best.technique)).is_lt();
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(step);
        }
    }
}

struct Loop<'l> {
    board: &'l Board,
    digits: u16,
    /// Its cells in order.
    path: &'l [u8],
    /// Those with more than two candidates.
    others: &'l [usize],
}

impl Loop<'_> {
    fn base(&self) -> f64 {
        let length = self.path.len();
        let mut rating = Technique::UniqueLoop1.tenths().into();
        if length >= 10 {
            rating += 0.3;
        }
        if length >= 8 {
            rating += 0.2;
        } else if length >= 6 {
            rating += 0.1;
        }
        rating
    }

    fn step(&self, technique: Technique, rating: f64, removed: [CellSet; 9]) -> Option<Step> {
        let step = || Step { rating, ..Step::remove(technique, removed) }.with_pattern(set_of(self.path), self.digits);
        (!is_empty(&removed)).then(step)
    }

    /// Removes both digits from the only other cell.
    fn type_1(&self) -> Option<Step> {
        let removed = self.board.marks.within(1 << self.others[0], self.digits);
        self.step(Technique::UniqueLoop1, self.base(), removed)
    }

    /// Removes the extra digit from the cells that see all other cells.
    fn type_2(&self) -> Option<Step> {
        let marks = &self.board.marks;
        let extra = (marks.cells[self.others[0]] & !self.digits).trailing_zeros() as usize;
        let others = self.others.iter().fold(0, |set: CellSet, &cell| set | 1 << cell);
        let seen = self.others.iter().fold(!others, |seen, &cell| seen & PEER_SETS[cell]);
        self.step(Technique::UniqueLoop2, self.base(), marks.within(seen, 1 << extra))
    }

    /// Removes one digit from the two other cells, if the other digit has no third position in a unit of both.
    fn type_4(&self) -> Option<Step> {
        let marks = &self.board.marks;
        let pair = 1 << self.others[0] | 1 << self.others[1];
        let common: Vec<usize> = common_units(self.others).collect();
        let is_locked = |digit: usize| common.iter().any(|&unit| marks.digits[digit] & UNIT_SETS[unit] & !pair == 0);
        let digits: Vec<usize> = digits_of(self.digits).collect();
        let (first, second) = (digits[0], digits[1]);
        let removed = if is_locked(first) {
            second
        } else if is_locked(second) {
            first
        } else {
            return None;
        };
        self.step(Technique::UniqueLoop4, self.base(), marks.within(pair, 1 << removed))
    }

    /// Takes the two other cells as one cell with the extra digits, which is part of a naked or a hidden set.
    fn type_3(&self, extra: u16) -> impl Iterator<Item = Step> {
        let degrees = extra.count_ones() as usize..=7;
        degrees
            .flat_map(move |degree| self.shared_units(extra).map(move |place| (place, degree)))
            .flat_map(|(place, degree)| [self.naked(&place, degree), self.hidden(&place, degree)].into_iter().flatten())
    }

    fn shared_units(&self, extra: u16) -> impl Iterator<Item = SharedUnit> {
        let places = BOX_ROW_COLUMN.into_iter().map(|kind| [0, 1].map(|other| PLACES[self.others[other]][kind]));
        places.filter(|[first, second]| first.unit == second.unit).map(move |[first, second]| SharedUnit {
            unit: first.unit as usize,
            first: 1 << first.position,
            second: 1 << second.position,
            extra,
        })
    }

    fn naked(&self, place: &SharedUnit, degree: usize) -> Option<Step> {
        let marks = &self.board.marks;
        let &SharedUnit { unit, first, second, extra } = place;
        if 2 * degree > self.board.empty[unit] as usize {
            return None;
        }
        let both = marks.cells[self.others[0]] & marks.cells[self.others[1]] & extra;
        subsets(degree, 9).filter(|set| set & first != 0 && set & second == 0).find_map(|set| {
            let mut union = both;
            let mut several = extra.count_ones() >= 2;
            for position in digits_of(set & !first) {
                let candidates = marks.cells[UNIT_CELLS[unit][position] as usize];
                union |= candidates;
                several &= candidates.count_ones() >= 2;
            }
            let all = union | extra;
            if !several || union.count_ones() as usize != degree || all.count_ones() as usize != degree {
                return None;
            }
            let chosen = cells_at(unit, set | first | second);
            let removed = marks.within(UNIT_SETS[unit] & !chosen, all);
            self.step(Technique::UniqueLoop3, self.base() + (degree - 1) as f64 * 0.1, removed)
        })
    }

    fn hidden(&self, place: &SharedUnit, degree: usize) -> Option<Step> {
        let marks = &self.board.marks;
        let &SharedUnit { unit, first, second, extra } = place;
        let others: Vec<usize> = digits_of(ALL_VALUES & !self.digits & !extra).collect();
        if 2 * degree >= self.board.empty[unit] as usize || degree < 2 || degree - 2 > others.len() {
            return None;
        }
        subsets(degree - 2, others.len()).find_map(|set| {
            let digits = digits_of(set).fold(self.digits, |digits, index| digits | 1 << others[index]);
            let mut union = 0;
            for digit in digits_of(digits) {
                let positions = marks.positions[digit][unit] & !second;
                if positions == 0 {
                    return None;
                }
                union |= positions;
            }
            let hidden = union & !first;
            if union.count_ones() as usize != degree || hidden.count_ones() as usize != degree - 1 {
                return None;
            }
            let removed = marks.within(cells_at(unit, hidden), ALL_VALUES & !digits);
            self.step(Technique::UniqueLoop3, self.base() + (degree - 2) as f64 * 0.1, removed)
        })
    }
}

/// A unit of both other cells: their positions as masks, and their extra digits.
struct SharedUnit {
    unit: usize,
    first: u16,
    second: u16,
    extra: u16,
}

fn common_units(cells: &[usize]) -> impl Iterator<Item = usize> {
    let both = units_of(cells[0]) & units_of(cells[1]);
    (0..UNITS).filter(move |unit| both >> unit & 1 == 1)
}
