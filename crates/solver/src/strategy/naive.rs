//! Row-major backtracking with a validity check: the textbook's `solve(cell)`, as a loop. Blanks in row-major order, values 1
//! to 9; a value is assigned if no peer holds it. Sets of the values that a row, a column and a box leave free are the check.

use std::borrow::Cow;

use super::{Build, Entry, Limits, Meter, Outcome, SearchProfile, Solutions, Strategy};
use grid::{ALL_VALUES, CELLS, Candidates, Grid, units_of};

pub(super) const NAIVE: Entry = Entry {
    name: Cow::Borrowed("naive"),
    aliases: &[],
    about: Cow::Borrowed("row-major backtracking, values ascending, with a validity check"),
    complete: true,
    default: true,
    amortised: false,
    build: Build::Native(|_| {
        Box::new(Naive {
            blanks: [[0; 3]; CELLS],
            values: [0; CELLS],
            untried: [0; CELLS],
            free: [[0; 16]; 3],
            profile: SearchProfile::EMPTY,
        })
    }),
    external: None,
};

struct Naive {
    /// The row, the column and the box of each blank; the blanks are in row-major order.
    blanks: [[u8; 3]; CELLS],
    /// The value of each blank on the path, as a set, and the legal values that were not tried there yet.
    values: [Candidates; CELLS],
    untried: [Candidates; CELLS],
    /// The values that no cell of a row, a column and a box holds; 16, so that an index of four bits needs no check.
    free: [[Candidates; 16]; 3],
    profile: SearchProfile,
}

impl Strategy for Naive {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let mut meter = Meter::start(limits);
        let blanks = self.load(puzzle);
        self.profile.clear();
        if blanks == 0 {
            self.profile.add_solution(0);
            solutions.add(*puzzle);
        }
        let mut outcome = Outcome::ZERO;
        let mut depth = 0;
        let mut untried = if blanks == 0 { 0 } else { self.legal(0) };
        loop {
            while untried == 0 {
                if depth == 0 {
                    return outcome;
                }
                depth -= 1;
                self.toggle(self.blanks[depth], self.values[depth]);
                untried = self.untried[depth];
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
            self.values[depth] = value;
            self.toggle(self.blanks[depth], value);
            let is_solved = depth + 1 == blanks;
            if is_solved {
                self.profile.add_solution(blanks);
                if solutions.add(self.solution(puzzle, blanks)) {
                    return outcome;
                }
            }
            let legal = if is_solved { 0 } else { self.legal(depth + 1) };
            if legal == 0 {
                self.toggle(self.blanks[depth], value);
                outcome.backtracks += 1;
            } else {
                self.untried[depth] = untried;
                untried = legal;
                depth += 1;
            }
        }
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile)
    }
}

impl Naive {
    /// Lists the blanks of a puzzle and the values that its givens leave free. Returns the number of blanks.
    fn load(&mut self, puzzle: &Grid) -> usize {
        let mut blanks = 0;
        self.free = [[ALL_VALUES; 16]; 3];
        for (cell, &value) in puzzle.cells().iter().enumerate() {
            let units = units_of(cell).map(|unit| unit as u8);
            if value == 0 {
                self.blanks[blanks] = units;
                blanks += 1;
            } else {
                self.toggle(units, 1 << (value - 1));
            }
        }
        blanks
    }

    /// Returns the values that no peer of a blank holds.
    fn legal(&self, blank: usize) -> Candidates {
        let [row, column, r#box] = self.blanks[blank].map(|unit| usize::from(unit) % 16);
        self.free[0][row] & self.free[1][column] & self.free[2][r#box]
    }

    /// Takes a free value from three units, or gives it back.
    fn toggle(&mut self, units: [u8; 3], value: Candidates) {
        for (free, unit) in self.free.iter_mut().zip(units) {
            free[usize::from(unit) % 16] ^= value;
        }
    }

    fn solution(&self, puzzle: &Grid, blanks: usize) -> Grid {
        let mut solution = *puzzle;
        for (&[row, column, _], value) in self.blanks.iter().zip(&self.values).take(blanks) {
            solution.set(usize::from(row * 9 + column), value.trailing_zeros() as u8 + 1);
        }
        solution
    }
}
