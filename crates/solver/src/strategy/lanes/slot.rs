//! The search for one puzzle, except for its current state, which is in a lane.

use std::mem;

use super::{
    kernel::{Kernel, State},
    wide::Packed,
};
use crate::strategy::outcome::Outcome;
use grid::{CELLS, Candidates, PEER_SETS};

/// The search for one puzzle. The order of the fields keeps what every guess needs in few cache lines.
#[repr(C, align(64))]
pub struct Slot<S> {
    pub puzzle: usize,
    /// The number of sweeps before the search got its lane.
    pub began: u64,
    pub outcome: Outcome,
    /// The cell of the last guess, or of the value that was ruled out since; 81 if there is none.
    guessed: u8,
    /// The cell of the guess, or of the ruled out value, that last led to a contradiction; 81 if there is none.
    conflict: u8,
    depth: usize,
    saved: usize,
    /// The states before the guesses on the path, except before second guesses. States from index `saved` on are
    /// buffers to reuse.
    states: Vec<S>,
    path: [Guess; CELLS],
}

#[derive(Clone, Copy)]
struct Guess {
    cell: u8,
    /// True for the second of two guesses at once. Its state is not saved, as only the first guess changed it.
    is_second: bool,
    value: Candidates,
}

/// Stands for no cell.
pub const NO_CELL: u8 = CELLS as u8;

/// After this many guesses without a contradiction, a search guesses in two cells at once.
const GUESSES_ALONE: u64 = 3;

impl<S: State + for<'p> From<&'p Packed>> Slot<S> {
    pub const EMPTY: Slot<S> = Slot {
        puzzle: 0,
        began: 0,
        outcome: Outcome::ZERO,
        guessed: NO_CELL,
        conflict: NO_CELL,
        depth: 0,
        saved: 0,
        states: Vec::new(),
        path: [Guess { cell: NO_CELL, is_second: false, value: 0 }; CELLS],
    };

    #[inline(always)]
    pub fn begin(&mut self, puzzle: usize) {
        (self.puzzle, self.outcome, self.depth, self.saved) = (puzzle, Outcome::ZERO, 0, 0);
        (self.guessed, self.conflict) = (NO_CELL, NO_CELL);
    }

    /// Returns true if the search has made [`GUESSES_ALONE`] guesses or more, none of which led to a contradiction.
    #[inline(always)]
    pub fn guesses_in_two_cells(&self) -> bool {
        (self.conflict == NO_CELL) & (self.outcome.guesses >= GUESSES_ALONE)
    }

    /// Guesses in the cell of the last contradiction if it has two candidates, or else in the kernel's choice.
    #[inline(always)]
    pub fn guess(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize) {
        let is_pair = kernel.pairs(lane) >> self.conflict & 1 == 1;
        let cell = if is_pair { self.conflict } else { kernel.choice(lane) };
        self.save(kernel, lane);
        self.guess_in(kernel, lane, cell, false);
    }

    /// Guesses in the kernel's choice, and in the first cell with two candidates that is in no unit with that choice.
    /// Guesses only once if there is no such cell, or if two guesses would exceed `limit` nodes.
    #[inline(always)]
    pub fn guess_twice(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize, limit: u64) {
        let cell = kernel.choice(lane);
        self.save(kernel, lane);
        self.guess_in(kernel, lane, cell, false);
        let apart = kernel.pairs(lane) & !PEER_SETS[usize::from(cell) % CELLS] & !(1 << cell);
        if apart != 0 && self.outcome.nodes < limit {
            self.guess_in(kernel, lane, apart.trailing_zeros() as u8, true);
        }
    }

    #[inline(always)]
    fn save(&mut self, kernel: &impl Kernel<State = S>, lane: usize) {
        if self.saved == self.states.len() {
            self.states.push(S::EMPTY);
        }
        kernel.get(lane, &mut self.states[self.saved]);
        self.saved += 1;
    }

    /// Guesses the lowest candidate of a cell.
    #[inline(always)]
    fn guess_in(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize, cell: u8, is_second: bool) {
        let values = kernel.candidates(lane, cell);
        let value = values ^ without_one(values);
        kernel.keep(lane, cell, value);
        self.path[self.depth] = Guess { cell, is_second, value };
        self.guessed = cell;
        self.depth += 1;
        self.outcome.nodes += 1;
        self.outcome.guesses += 1;
        self.outcome.max_depth = self.outcome.max_depth.max(self.depth as u16);
    }

    #[inline(always)]
    pub fn note_conflict(&mut self) {
        self.conflict = self.guessed;
    }

    /// Undoes the last guess and removes its value. Returns false if there is no guess.
    #[inline(always)]
    pub fn undo_guess(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize) -> bool {
        let Some(depth) = self.depth.checked_sub(1) else { return false };
        let guess = self.path[depth];
        kernel.put(lane, &self.states[self.saved - 1]);
        if guess.is_second {
            let first = self.path[depth - 1];
            kernel.keep(lane, first.cell, first.value);
        } else {
            self.saved -= 1;
        }
        kernel.keep(lane, guess.cell, !guess.value);
        (self.guessed, self.depth) = (guess.cell, depth);
        self.outcome.backtracks += 1;
        true
    }

    /// Returns a copy of a search of the wide kernel, for a slot of the narrow one. This slot keeps its memory.
    pub fn copy(&self) -> Slot<S> {
        Slot { states: self.states[..self.saved].to_vec(), ..*self }
    }

    /// Takes over a search that the wide kernel began.
    pub fn take_over(&mut self, begun: &Slot<Packed>) {
        let Slot { puzzle, began, outcome, guessed, conflict, depth, path, saved, ref states } = *begun;
        self.states.clear();
        self.states.extend(states.iter().map(S::from));
        let states = mem::take(&mut self.states);
        *self = Slot { puzzle, began, outcome, guessed, conflict, depth, path, saved, states };
    }
}

/// Returns the set without its lowest value.
#[inline(always)]
pub fn without_one(values: Candidates) -> Candidates {
    values & values.wrapping_sub(1)
}
