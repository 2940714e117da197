//! Row-major backtracking, values 9 to 1. Only for scripts/check/edit-lists.

use std::borrow::Cow;

use super::{Build, Entry, Limits, Meter, Outcome, Solutions, Strategy};
use crate::grid::{ALL_VALUES, CELLS, Candidates, Grid, PEERS};

/// The entry in the registry.
pub(super) const REVERSE: Entry = Entry {
    name: Cow::Borrowed("reverse"),
    aliases: &[],
    about: Cow::Borrowed("row-major backtracking, values descending"),
    complete: true,
    default: false,
    amortised: false,
    build: Build::Native(|_| Box::new(Reverse)),
    external: None,
};

struct Reverse;

impl Strategy for Reverse {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let mut search = Search { grid: *puzzle, meter: Meter::start(limits), solutions, outcome: Outcome::ZERO };
        search.visit(0, 0);
        search.outcome
    }
}

struct Search<'a> {
    grid: Grid,
    meter: Meter<'a>,
    solutions: &'a mut Solutions,
    outcome: Outcome,
}

impl Search<'_> {
    /// Returns true if the whole search stops.
    fn visit(&mut self, first: usize, depth: u16) -> bool {
        let Some(cell) = (first..CELLS).find(|&cell| self.grid.get(cell) == 0) else {
            return self.solutions.add(self.grid);
        };
        let mut untried = self.legal_values(cell);
        while untried != 0 {
            if self.outcome.nodes == self.meter.pause
                && let Some(end) = self.meter.stop(self.outcome.nodes)
            {
                self.outcome.end = end;
                return true;
            }
            let value = (Candidates::BITS - untried.leading_zeros()) as u8;
            untried &= !(1 << (value - 1));
            self.outcome.nodes += 1;
            self.outcome.guesses += u64::from(untried != 0);
            self.outcome.max_depth = self.outcome.max_depth.max(depth + 1);
            self.grid.set(cell, value);
            if self.visit(cell + 1, depth + 1) {
                return true;
            }
            self.grid.set(cell, 0);
            self.outcome.backtracks += 1;
        }
        false
    }

    fn legal_values(&self, cell: usize) -> Candidates {
        let held = PEERS[cell].iter().map(|&peer| self.grid.get(peer.into())).filter(|&value| value > 0);
        held.fold(ALL_VALUES, |legal, value| legal & !(1 << (value - 1)))
    }
}
