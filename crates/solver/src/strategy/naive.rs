//! Row-major backtracking with a validity check: the textbook's `solve(cell)`, as a loop. Blanks in row-major order, values
//! ascending; a value is assigned if no peer holds it. Sets of the values that a row, a column and a box leave free are the check.

use std::borrow::Cow;

use grid::{AnyGrid, Shape, Units, Values};

use super::{
    entry::{Build, Entry, every_shape},
    interface::Strategy,
    limits::{Limits, Meter},
    outcome::Outcome,
    profile::SearchProfile,
    solutions::Solutions,
    trace::{Observer, SearchTrace},
};

pub(super) const NAIVE: Entry = Entry {
    name: Cow::Borrowed("naive"),
    aliases: &[],
    about: Cow::Borrowed("row-major backtracking, values ascending, with a validity check"),
    complete: true,
    solves: every_shape,
    takes_candidates: true,
    // Its searches of larger grids hardly end.
    default_for: |shape| shape.side() <= 9,
    amortised: false,
    keeps_profile: true,
    row_major: true,
    proof_work: |outcome| outcome.backtracks,
    build: Build::Native(|shape, _| Box::new(Naive::<()>::new(shape))),
    build_traced: Some(|shape, _| Box::new(Naive::<SearchTrace>::new(shape))),
    external: None,
};

struct Naive<O> {
    shape: Shape,
    /// The units of every cell.
    units: Vec<[u8; 3]>,
    /// The blanks in row-major order, and the choice at each on the path.
    blanks: [Blank; Shape::MAX_CELLS],
    path: [Choice; Shape::MAX_CELLS],
    /// The values that no cell of a row, a column and a box holds; 32, so that an index of five bits needs no check.
    free: [[Values; 32]; 3],
    profile: SearchProfile,
    observer: O,
}

#[derive(Clone, Copy, Default)]
struct Blank {
    /// The row, the column and the box.
    units: [u8; 3],
    /// The values that the puzzle allows, whatever the peers hold.
    allowed: Values,
}

/// The value of a blank, as a set, and the legal values that were not tried there yet.
#[derive(Clone, Copy, Default)]
struct Choice {
    value: Values,
    untried: Values,
}

impl<O: Observer> Strategy for Naive<O> {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let meter = Meter::start(limits);
        let blanks = self.load(puzzle);
        self.profile.clear();
        self.observer.clear();
        if blanks == 0 {
            self.profile.add_solution(0);
            solutions.add(puzzle.without_candidates());
            return Outcome::ZERO;
        }
        self.search(puzzle, blanks, meter, solutions)
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile)
    }

    fn trace(&self) -> Option<&SearchTrace> {
        self.observer.trace()
    }
}

impl<O: Observer> Naive<O> {
    fn new(shape: Shape) -> Naive<O> {
        Naive {
            shape,
            units: Units::new(shape).of_cells,
            blanks: [Blank::default(); Shape::MAX_CELLS],
            path: [Choice::default(); Shape::MAX_CELLS],
            free: [[0; 32]; 3],
            profile: SearchProfile::new(shape),
            observer: O::default(),
        }
    }

    /// Lists the blanks of a puzzle and the values that its givens leave free. Returns the number of blanks.
    fn load(&mut self, puzzle: &AnyGrid) -> usize {
        let all_values = (1 << self.shape.side()) - 1;
        self.free = [[all_values; 32]; 3];
        let mut blanks = 0;
        for (cell, &value) in puzzle.cells().iter().enumerate() {
            let units = self.units[cell];
            if value > 0 {
                self.toggle(units, 1 << (value - 1));
            } else {
                let allowed = puzzle.candidates().map_or(all_values, |candidates| candidates[cell].into());
                self.blanks[blanks] = Blank { units, allowed };
                blanks += 1;
            }
        }
        blanks
    }

    fn search(&mut self, puzzle: &AnyGrid, blanks: usize, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let mut outcome = Outcome::ZERO;
        let mut depth = 0;
        let mut untried = self.legal(0);
        loop {
            while untried == 0 {
                if depth == 0 {
                    return outcome;
                }
                depth -= 1;
                let choice = self.path[depth];
                self.toggle(self.blanks[depth].units, choice.value);
                untried = choice.untried;
                outcome.backtracks += 1;
            }
            if outcome.nodes == meter.pause
                && let Some(limit) = meter.stop(outcome.nodes)
            {
                return Outcome { end: limit, ..outcome };
            }
            let value = untried & untried.wrapping_neg();
            untried ^= value;
            outcome.add_node(untried != 0, depth + 1);
            self.profile.add_node(depth, outcome.nodes);
            let units = self.blanks[depth].units;
            self.observer.add_node(depth, untried != 0, || (cell_of(self.shape, units), value_of(value)));
            self.toggle(units, value);
            let is_solved = depth + 1 == blanks;
            if is_solved {
                self.path[depth].value = value;
                self.profile.add_solution(blanks);
                if solutions.add(self.solution(puzzle, blanks)) {
                    return outcome;
                }
            }
            let legal = if is_solved { 0 } else { self.legal(depth + 1) };
            if legal == 0 {
                self.toggle(self.blanks[depth].units, value);
                outcome.backtracks += 1;
            } else {
                self.path[depth] = Choice { value, untried };
                untried = legal;
                depth += 1;
            }
        }
    }

    /// Returns the values that no peer of a blank holds.
    fn legal(&self, blank: usize) -> Values {
        let Blank { units, allowed } = self.blanks[blank];
        let [row, column, r#box] = units.map(|unit| usize::from(unit) % 32);
        self.free[0][row] & self.free[1][column] & self.free[2][r#box] & allowed
    }

    /// Takes a free value from three units, or gives it back.
    fn toggle(&mut self, units: [u8; 3], value: Values) {
        for (free, unit) in self.free.iter_mut().zip(units) {
            free[usize::from(unit) % 32] ^= value;
        }
    }

    fn solution(&self, puzzle: &AnyGrid, blanks: usize) -> AnyGrid {
        let values = self.path.iter().map(|choice| value_of(choice.value));
        puzzle.filled_with(self.blanks[..blanks].iter().map(|blank| cell_of(self.shape, blank.units)).zip(values))
    }
}

fn cell_of(shape: Shape, [row, column, _]: [u8; 3]) -> usize {
    usize::from(row) * shape.side() + usize::from(column)
}

/// Returns the value of a set of one.
fn value_of(values: Values) -> u8 {
    values.trailing_zeros() as u8 + 1
}
