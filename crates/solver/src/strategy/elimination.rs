//! Elimination of candidates by naked singles.
//!
//! A cell with one candidate left is filled, and its value is removed from its peers, until nothing changes. Incomplete
//! on purpose: it never searches, so it makes no nodes, and stalls on a puzzle that needs other techniques.

use std::borrow::Cow;

use grid::{AnyGrid, Shape, Units, Values};

use super::{
    entry::{Build, Entry, every_shape, no_shape},
    interface::Strategy,
    limits::Limits,
    outcome::{End, Outcome},
    solutions::Solutions,
};

pub(super) const ELIMINATION: Entry = Entry {
    name: Cow::Borrowed("elimination"),
    aliases: &[],
    about: Cow::Borrowed("naked singles only, to a fixpoint; incomplete, stalls where a search would start"),
    complete: false,
    solves: every_shape,
    takes_candidates: true,
    default_for: no_shape,
    amortised: false,
    keeps_profile: false,
    row_major: false,
    proof_work: |outcome| outcome.backtracks,
    build: Build::Native(|shape, _| Box::new(Elimination::new(shape))),
    build_traced: None,
    external: None,
};

struct Elimination {
    units: Units,
    candidates: Vec<Values>,
    singles: Vec<usize>,
}

impl Elimination {
    fn new(shape: Shape) -> Elimination {
        let units = Units::new(shape);
        Elimination { units, candidates: vec![0; shape.cells()], singles: Vec::with_capacity(shape.cells()) }
    }

    /// Removes the values of singles until nothing changes. Returns false on a contradiction.
    fn propagate(&mut self, puzzle: &AnyGrid) -> bool {
        let Elimination { units, candidates, singles } = self;
        units.set_candidates(puzzle, candidates);
        singles.clear();
        for (cell, (values, &given)) in candidates.iter().zip(puzzle.cells()).enumerate() {
            if values.is_power_of_two() {
                singles.push(cell);
            } else if *values == 0 && given == 0 {
                return false;
            }
        }
        units.propagate(candidates, singles)
    }
}

impl Strategy for Elimination {
    fn solve(&mut self, puzzle: &AnyGrid, _: &Limits, solutions: &mut Solutions) -> Outcome {
        let mut outcome = Outcome::ZERO;
        if self.propagate(puzzle) {
            let cells_left = self.candidates.iter().filter(|values| values.count_ones() > 1).count();
            if cells_left > 0 {
                outcome.end = End::Stalled { cells_left: cells_left as u16 };
            } else {
                let filled = self.candidates.iter().enumerate().filter(|(_, values)| **values != 0);
                let values = filled.map(|(cell, single)| (cell, single.trailing_zeros() as u8 + 1));
                solutions.add(puzzle.filled_with(values));
            }
        }
        outcome
    }
}
