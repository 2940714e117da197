//! The search for one puzzle, except for its current state, which is in a lane.

use super::{
    kernel::{Kernel, State},
    wide::Packed,
};
use crate::{
    grid::{CELLS, Candidates, PEER_SETS},
    strategy::Outcome,
};

/// The search for one puzzle.
pub struct Slot<S> {
    /// The puzzle's index in the block.
    pub puzzle: usize,
    /// The number of sweeps before the search got its lane.
    pub began: u64,
    pub outcome: Outcome,
    /// The cell of the last guess, or of the value that was ruled out since; 81 if there is none.
    guessed: u8,
    /// The cell of the guess, or of the ruled out value, that last led to a contradiction; 81 if there is none.
    conflict: u8,
    /// The states before the first guesses on the path, if the wide kernel began the search.
    begun: Vec<Node<Packed>>,
    /// The number of guesses after these.
    depth: usize,
    /// The states before these guesses, without the guessed value. Those after `depth` are memory to use again.
    path: Vec<Node<S>>,
}

/// A state that is left to search.
#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The cell without the guessed value.
    guessed: u8,
}

/// Stands for no cell.
pub const NO_CELL: u8 = CELLS as u8;

/// The number of guesses of a search, none of which led to a contradiction, before it guesses in two cells at once.
const GUESSES_ALONE: u64 = 3;

impl<S: State> Slot<S> {
    /// A slot without a puzzle.
    pub const EMPTY: Slot<S> = Slot {
        puzzle: 0,
        began: 0,
        outcome: Outcome::ZERO,
        guessed: NO_CELL,
        conflict: NO_CELL,
        begun: Vec::new(),
        depth: 0,
        path: Vec::new(),
    };

    /// Begins the search for a puzzle.
    #[inline(always)]
    pub fn begin(&mut self, puzzle: usize) {
        (self.puzzle, self.outcome, self.depth) = (puzzle, Outcome::ZERO, 0);
        (self.guessed, self.conflict) = (NO_CELL, NO_CELL);
        self.begun.clear();
    }

    /// Guesses in the cell of the last contradiction if it has two candidates, or else in the kernel's choice. After
    /// [`GUESSES_ALONE`] guesses without a contradiction, returns a second cell to guess in, if there is one, unless that
    /// would make more than `limit` nodes; otherwise, [`NO_CELL`].
    #[inline(always)]
    pub fn guess(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize, limit: u64) -> u8 {
        let pairs = kernel.pairs(lane);
        let in_two_cells = self.conflict == NO_CELL && self.outcome.guesses >= GUESSES_ALONE;
        let is_pair = pairs >> self.conflict & 1 == 1;
        let cell = if is_pair { self.conflict } else { kernel.choice(lane) };
        self.guess_in(kernel, lane, cell);
        let apart = pairs & !PEER_SETS[usize::from(cell) % CELLS] & !(1 << cell);
        // Without a branch, which would often be mispredicted.
        let second = if in_two_cells & (self.outcome.nodes < limit) { apart } else { 0 };
        (second | 1 << NO_CELL).trailing_zeros() as u8
    }

    /// Guesses the lowest candidate of a cell.
    #[inline(always)]
    pub fn guess_in(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize, cell: u8) {
        if self.depth == self.path.len() {
            self.path.push(Node { state: S::EMPTY, guessed: NO_CELL });
        }
        let Node { state, guessed } = &mut self.path[self.depth];
        kernel.guess(lane, cell, state);
        (*guessed, self.guessed) = (cell, cell);
        self.depth += 1;
        self.outcome.nodes += 1;
        self.outcome.guesses += 1;
        let depth = self.begun.len() + self.depth;
        self.outcome.max_depth = self.outcome.max_depth.max(depth as u8);
    }

    /// Notes that the current state has a contradiction.
    #[inline(always)]
    pub fn note_conflict(&mut self) {
        self.conflict = self.guessed;
    }

    /// Undoes the last guess and removes its value. Returns false if there is no guess.
    #[inline(always)]
    pub fn undo_guess(&mut self, kernel: &mut impl Kernel<State = S>, lane: usize) -> bool {
        if self.depth > 0 {
            self.depth -= 1;
            let Node { state, guessed } = &self.path[self.depth];
            kernel.put(lane, state);
            self.guessed = *guessed;
        } else if let Some(Node { state, guessed }) = self.begun.pop() {
            kernel.put(lane, &S::from(&state));
            self.guessed = guessed;
        } else {
            return false;
        }
        self.outcome.backtracks += 1;
        true
    }

    /// Returns a copy of a search of the wide kernel, for a slot of the narrow one. This slot keeps its memory.
    pub fn copy(&self) -> Slot<S> {
        Slot { begun: Vec::new(), path: self.path[..self.depth].to_vec(), ..*self }
    }

    /// Takes over a search that the wide kernel began.
    pub fn take_over(&mut self, begun: Slot<Packed>) {
        (self.puzzle, self.outcome, self.depth) = (begun.puzzle, begun.outcome, 0);
        (self.guessed, self.conflict) = (begun.guessed, begun.conflict);
        self.begun = begun.path;
    }
}

/// Returns the set without its lowest value.
#[inline(always)]
pub fn without_one(values: Candidates) -> Candidates {
    values & values.wrapping_sub(1)
}
