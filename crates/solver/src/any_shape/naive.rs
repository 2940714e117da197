//! Row-major backtracking with a validity check.

use crate::strategy::{Limits, Meter, Outcome, Solutions, Strategy};
use grid::{AnyGrid, Shape, Units, Values};

pub struct Naive {
    units: Units,
    /// The values that no cell of a row, a column and a box holds.
    free: [[Values; Shape::MAX_SIDE]; 3],
    /// The blanks in row-major order.
    blanks: Vec<usize>,
    allowed: Vec<Values>,
    /// The value of each blank on the path, as a set, and the legal values that were not tried there yet.
    path: Vec<Choice>,
}

#[derive(Clone, Copy, Default)]
struct Choice {
    value: Values,
    untried: Values,
}

impl Naive {
    pub fn new(shape: Shape) -> Naive {
        let path = vec![Choice::default(); shape.cells()];
        let units = Units::new(shape);
        Naive { units, free: [[0; Shape::MAX_SIDE]; 3], blanks: Vec::new(), allowed: Vec::new(), path }
    }

    fn load(&mut self, puzzle: &AnyGrid) {
        self.free = [[self.units.all_values(); Shape::MAX_SIDE]; 3];
        self.allowed = self.units.allowed(puzzle);
        self.blanks.clear();
        for (cell, &value) in puzzle.cells().iter().enumerate() {
            match value {
                0 => self.blanks.push(cell),
                _ => self.toggle(cell, 1 << (value - 1)),
            }
        }
    }

    fn legal(&self, depth: usize) -> Values {
        let cell = self.blanks[depth];
        let units = self.units.of_cells[cell];
        self.free.iter().zip(units).fold(self.allowed[cell], |legal, (free, unit)| legal & free[usize::from(unit)])
    }

    /// Takes a free value from the units of a cell, or gives it back.
    fn toggle(&mut self, cell: usize, value: Values) {
        let units = self.units.of_cells[cell];
        self.free.iter_mut().zip(units).for_each(|(free, unit)| free[usize::from(unit)] ^= value);
    }

    fn go_back(&mut self, mut depth: usize, outcome: &mut Outcome) -> Option<usize> {
        while self.path[depth].untried == 0 {
            depth = depth.checked_sub(1)?;
            self.toggle(self.blanks[depth], self.path[depth].value);
            outcome.backtracks += 1;
        }
        Some(depth)
    }

    fn solution(&self, puzzle: &AnyGrid) -> AnyGrid {
        let mut solution = puzzle.without_candidates();
        for (&cell, choice) in self.blanks.iter().zip(&self.path) {
            solution.set(cell, choice.value.trailing_zeros() as u8 + 1);
        }
        solution
    }
}

impl Strategy<AnyGrid> for Naive {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits<'_>, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let mut meter = Meter::start(limits);
        let mut outcome = Outcome::ZERO;
        self.load(puzzle);
        if self.blanks.is_empty() {
            solutions.add(puzzle.without_candidates());
            return outcome;
        }
        let mut depth = 0;
        self.path[0].untried = self.legal(0);
        while let Some(chosen) = self.go_back(depth, &mut outcome) {
            depth = chosen;
            if outcome.nodes == meter.pause
                && let Some(limit) = meter.stop(outcome.nodes)
            {
                return Outcome { end: limit, ..outcome };
            }
            let untried = self.path[depth].untried;
            let value = untried & untried.wrapping_neg();
            self.path[depth] = Choice { value, untried: untried ^ value };
            outcome.add_node(untried != value, depth + 1);
            if depth + 1 == self.blanks.len() {
                outcome.backtracks += 1;
                if solutions.add(self.solution(puzzle)) {
                    outcome.backtracks -= 1;
                    return outcome;
                }
                continue;
            }
            self.toggle(self.blanks[depth], value);
            depth += 1;
            self.path[depth].untried = self.legal(depth);
        }
        outcome
    }
}
