//! The closure of a puzzle under naked and hidden singles, the basic resolution theory (BRT) of PBCS.
//!
//! A decided value is ruled out in the rest of its cell and in its peers. The only candidate of a cell, and the only
//! place of a digit in a unit, is decided. The result does not depend on the order, because the rules are monotone.

use super::units::hidden_singles;
use grid::{ALL_CELLS, CellSet, Grid, PEER_SETS, members};

/// A set of candidates: for each digit, from 0, its cells.
pub type CandidateSet = [CellSet; 9];

const ALL_DIGITS: u16 = 0x1ff;

pub(super) fn values_of(grid: &Grid) -> CandidateSet {
    let mut values = [0; 9];
    members(grid.filled()).for_each(|cell| values[usize::from(grid.get(cell) - 1)] |= 1 << cell);
    values
}

/// A cell without a candidate, or a unit without a place for a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// The candidates of a puzzle, and the cells that are decided.
///
/// ```
/// use sudoku_bench_rating::difficulty::State;
/// use grid::Grid;
///
/// let puzzle =
///     Grid::parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
/// let mut state = State::of(&puzzle);
/// assert_eq!(state.close(), Ok(()));
/// assert!(state.is_solved());
/// ```
#[derive(Clone, Debug)]
pub struct State {
    /// The candidates; a decided cell has one.
    candidates: CandidateSet,
    decided: CellSet,
    /// The digits whose hidden singles may not all be decided, as bits.
    changed: u16,
}

impl State {
    /// Returns the state in which the givens are decided, and ruled out in their peers.
    pub fn of(puzzle: &Grid) -> State {
        let mut state = State { candidates: [ALL_CELLS; 9], decided: 0, changed: ALL_DIGITS };
        state.decide_all(&values_of(puzzle));
        state
    }

    #[inline]
    pub fn decide(&mut self, digit: usize, cell: usize) {
        let mut decided = [0; 9];
        decided[digit] = 1 << cell;
        self.decide_all(&decided);
    }

    /// Rules out candidates of a digit.
    #[inline]
    pub fn rule_out(&mut self, digit: usize, cells: CellSet) {
        self.candidates[digit] &= !cells;
        self.changed |= 1 << digit;
    }

    /// Rules out what another state of the same puzzle has ruled out, and decides what it has decided.
    pub(super) fn join(&mut self, other: &State) {
        for digit in 0..9 {
            self.set(digit, self.candidates[digit] & other.candidates[digit]);
        }
        self.decided |= other.decided;
    }

    /// Decides singles until there are none.
    ///
    /// # Errors
    ///
    /// Returns a contradiction; the state must not be used after it.
    pub fn close(&mut self) -> Result<(), Contradiction> {
        loop {
            let naked = self.naked_singles()?;
            let singles: CandidateSet = if naked != 0 {
                self.candidates.map(|cells| cells & naked)
            } else if self.changed != 0 {
                self.changed_hidden_singles()?
            } else {
                return Ok(());
            };
            self.decide_all(&singles);
        }
    }

    /// Decides naked singles until there are none.
    ///
    /// # Errors
    ///
    /// Returns a contradiction; the state must not be used after it.
    pub fn close_naked(&mut self) -> Result<(), Contradiction> {
        loop {
            let naked = self.naked_singles()?;
            if naked == 0 {
                return Ok(());
            }
            self.decide_all(&self.candidates.map(|cells| cells & naked));
        }
    }

    /// Decides the hidden singles that there are. Returns false if there are none.
    ///
    /// # Errors
    ///
    /// Returns a contradiction; the state must not be used after it.
    pub fn decide_hidden(&mut self) -> Result<bool, Contradiction> {
        let hidden = self.changed_hidden_singles()?;
        self.decide_all(&hidden);
        Ok(hidden != [0; 9])
    }

    /// Returns all naked and hidden singles that are not decided.
    #[inline]
    pub(super) fn singles(&self) -> Result<CandidateSet, Contradiction> {
        let naked = self.naked_singles()?;
        let mut singles = [0; 9];
        for (single, &cells) in singles.iter_mut().zip(&self.candidates) {
            let hidden = hidden_singles(cells).ok_or(Contradiction)?;
            *single = (hidden | naked & cells) & !self.decided;
        }
        Ok(singles)
    }

    #[inline(always)]
    fn naked_singles(&self) -> Result<CellSet, Contradiction> {
        let mut one = 0;
        let mut two = 0;
        for &cells in &self.candidates {
            two |= one & cells;
            one |= cells;
        }
        if one == ALL_CELLS { Ok(one & !two & !self.decided) } else { Err(Contradiction) }
    }

    #[inline(always)]
    fn changed_hidden_singles(&mut self) -> Result<CandidateSet, Contradiction> {
        let mut singles = [0; 9];
        let mut changed = std::mem::take(&mut self.changed);
        while changed != 0 {
            let digit = changed.trailing_zeros() as usize;
            singles[digit] = hidden_singles(self.candidates[digit]).ok_or(Contradiction)? & !self.decided;
            changed &= changed - 1;
        }
        Ok(singles)
    }

    /// Decides candidates. Two that exclude each other leave a cell without a candidate.
    #[inline]
    pub(super) fn decide_all(&mut self, singles: &CandidateSet) {
        let cells = singles.iter().fold(0, |cells, single| cells | single);
        let mut several = 0;
        let mut before = 0;
        for &single in singles {
            several |= before & single;
            before |= single;
        }
        for (digit, &single) in singles.iter().enumerate() {
            let peers = members(single).fold(0, |peers, cell| peers | PEER_SETS[cell]);
            let others = cells & !single | several;
            self.set(digit, self.candidates[digit] & !(peers | others));
        }
        self.decided |= cells;
    }

    #[inline(always)]
    fn set(&mut self, digit: usize, cells: CellSet) {
        self.changed |= u16::from(cells != self.candidates[digit]) << digit;
        self.candidates[digit] = cells;
    }

    pub fn is_solved(&self) -> bool {
        self.decided == ALL_CELLS
    }

    pub fn decided(&self) -> CellSet {
        self.decided
    }

    /// Returns the candidates of the cells that are not decided: for each digit, from 0, its cells.
    #[inline]
    pub fn open(&self) -> CandidateSet {
        self.candidates.map(|cells| cells & !self.decided)
    }

    /// Returns the values of the decided cells: for each digit, from 0, its cells.
    pub(super) fn values(&self) -> CandidateSet {
        self.candidates.map(|cells| cells & self.decided)
    }
}
