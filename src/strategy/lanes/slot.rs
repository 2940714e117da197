//! The slots: each holds the search for one puzzle.

use super::{column::Column, guess::without_one};
use crate::strategy::Outcome;

/// The current state of every slot, and of one more for lanes without a slot.
pub type Columns = [Column; SLOTS];
/// A slot for each lane.
pub type Slots<const L: usize> = [u8; L];

/// Number of columns: a power of two, so that an index needs no check.
pub const SLOTS: usize = 128;
/// The slot of lanes that are not used; its column has contradictions.
const UNUSED: u8 = SLOTS as u8 - 1;

/// The search for one puzzle, except for its current state.
pub struct Slot {
    /// The puzzle's index in the block.
    pub puzzle: usize,
    /// The number of sweeps of this puzzle.
    pub sweeps: u64,
    /// The sum of all candidate sets after the last sweep; 0 if the state was changed since.
    pub sum: u16,
    pub outcome: Outcome,
    /// The cell of the guess, or of the ruled out value, that last led to a contradiction; 81 if there is none.
    conflict: u8,
    /// The state before each guess on the path, without the guessed value.
    path: Vec<Column>,
}

impl Slot {
    /// A slot without a puzzle.
    pub const EMPTY: Slot =
        Slot { puzzle: 0, sweeps: 0, sum: 0, outcome: Outcome::ZERO, conflict: 0, path: Vec::new() };

    /// Begins the search for a puzzle.
    #[inline(always)]
    pub fn begin(&mut self, puzzle: usize) {
        (self.puzzle, self.sweeps, self.sum, self.outcome) = (puzzle, 0, 0, Outcome::ZERO);
        self.conflict = Column::EMPTY.guessed;
        self.path.clear();
    }

    /// Guesses the lowest candidate of a cell: of the cell of the last contradiction if it is open, or else of this one.
    #[inline(always)]
    pub fn guess(&mut self, state: &mut Column, cell: u8) {
        let is_open = without_one(*state.cell(self.conflict.into())) != 0;
        state.guessed = if is_open { self.conflict } else { cell };
        let cell = usize::from(state.guessed);
        let rest = without_one(*state.cell(cell));
        self.path.push(*state);
        if let Some(saved) = self.path.last_mut() {
            *saved.cell(cell) = rest;
        }
        *state.cell(cell) ^= rest;
        self.sum = 0;
        self.outcome.nodes += 1;
        self.outcome.guesses += 1;
        self.outcome.max_depth = self.outcome.max_depth.max(self.path.len() as u8);
    }

    /// Notes the contradiction in a state.
    #[inline(always)]
    pub fn note_conflict(&mut self, state: &Column) {
        self.conflict = state.guessed;
    }

    /// Undoes the last guess and removes its value. Returns false if there is no guess.
    #[inline(always)]
    pub fn undo_guess(&mut self, state: &mut Column) -> bool {
        let Some(saved) = self.path.pop() else { return false };
        *state = saved;
        self.sum = 0;
        self.outcome.backtracks += 1;
        true
    }
}

/// Slots in the order in which they came.
pub struct Queue {
    slots: [u8; SLOTS],
    first: usize,
    length: usize,
}

impl Queue {
    pub const EMPTY: Queue = Queue { slots: [0; SLOTS], first: 0, length: 0 };

    pub fn len(&self) -> usize {
        self.length
    }

    #[inline(always)]
    pub fn push(&mut self, slot: usize) {
        self.slots[(self.first + self.length) % SLOTS] = slot as u8;
        self.length += 1;
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        self.length = self.length.checked_sub(1)?;
        let slot = self.slots[self.first % SLOTS];
        self.first += 1;
        Some(slot.into())
    }

    pub fn slots(&self) -> impl Iterator<Item = usize> {
        (0..self.length).map(|place| self.slots[(self.first + place) % SLOTS].into())
    }

    /// Removes the first slots, at most one for each lane. Returns them, and their number.
    #[inline(always)]
    pub fn pop_lanes<const L: usize>(&mut self) -> (Slots<L>, usize) {
        let n = self.length.min(L);
        let mut slots = [UNUSED; L];
        for (lane, slot) in slots[..n].iter_mut().enumerate() {
            *slot = self.slots[(self.first + lane) % SLOTS];
        }
        (self.first, self.length) = (self.first + n, self.length - n);
        (slots, n)
    }
}
