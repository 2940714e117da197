//! The highest technique that a puzzle needs, of a fixed ladder.
//!
//! The state is the set of candidates of every cell: a given has its value alone, a blank starts with all nine. A
//! technique removes candidates:
//!
//! * naked single: the only candidate of a cell is removed from the cell's peers. This is all that the strategy
//!   `elimination` does.
//! * hidden single: where a unit has only one cell left for a value, that cell's other candidates are removed.
//! * locked candidates: where all cells that a unit has left for a value are also in another unit, the value is removed
//!   from the rest of the other. "Pointing" when the first is a box and the other a row or column, "claiming" when it is
//!   the other way round.
//!
//! A solver that always goes back to the simplest technique that makes progress takes to one only when all simpler ones
//! have come to a fixpoint, so the highest that it uses is the lowest k for which the first k techniques finish the
//! puzzle. That does not depend on the order of deductions: every deduction is monotone (with fewer candidates it leaves
//! no candidate that it would have removed with more, or else a cell or a value in a unit has nothing left, which is a
//! contradiction, less than everything), and monotone deductions that only remove have one greatest common fixpoint,
//! whatever their order. Nor does it change when the grid is transposed, or its bands, rows or values are exchanged: the
//! techniques treat all alike.
//!
//! The terms are those of Sudopedia, "Solving technique".

use std::fmt;

use crate::grid::{ALL_CELLS, CellSet, Grid, PEER_SETS, UNITS, members};

/// A rung of the ladder, from the simplest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A cell has one candidate left. A grid without a blank is here, too: there is nothing lower.
    NakedSingle,
    /// A value has one place left in a unit.
    HiddenSingle,
    /// A value's places in a unit are all in another.
    LockedCandidates,
    /// The three do not finish the puzzle: it has several solutions, or wants more techniques or a search.
    Search,
}

impl Technique {
    /// All of them, from the simplest.
    pub const ALL: [Technique; 4] =
        [Technique::NakedSingle, Technique::HiddenSingle, Technique::LockedCandidates, Technique::Search];

    /// Its name in files and expressions.
    pub const fn name(self) -> &'static str {
        match self {
            Technique::NakedSingle => "naked-single",
            Technique::HiddenSingle => "hidden-single",
            Technique::LockedCandidates => "locked-candidates",
            Technique::Search => "search",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The highest technique that a puzzle needs.
///
/// `None` where the givens conflict, or the techniques meet a contradiction: a cell without a candidate, or a unit
/// without a place for a value. Such a puzzle has no solution; one that has none may also be found to need
/// [`Technique::Search`], as the techniques do not see everything.
///
/// ```
/// use sudoku_bench::{dataset::technique::{self, Technique}, grid::Grid};
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// assert_eq!(technique::highest(&puzzle), Some(Technique::Search));
/// ```
pub fn highest(puzzle: &Grid) -> Option<Technique> {
    let mut state = State::of(puzzle);
    let mut highest = Technique::NakedSingle;
    loop {
        state.naked_singles()?;
        if state.fixed == ALL_CELLS {
            return Some(highest);
        }
        if state.hidden_singles()? {
            highest = highest.max(Technique::HiddenSingle);
        } else if state.locked_candidates() {
            highest = Technique::LockedCandidates;
        } else {
            return Some(Technique::Search);
        }
    }
}

/// The 54 pairs of a row or column and a box that have three cells in common: the cells that only the first has, those of
/// both, and those that only the box has.
static INTERSECTIONS: [[CellSet; 3]; 54] = {
    let mut intersections = [[0; 3]; 54];
    let (mut line, mut n) = (0, 0);
    while line < 18 {
        let mut r#box = 18;
        while r#box < 27 {
            let both = UNITS[line] & UNITS[r#box];
            if both != 0 {
                intersections[n] = [UNITS[line] ^ both, both, UNITS[r#box] ^ both];
                n += 1;
            }
            r#box += 1;
        }
        line += 1;
    }
    assert!(n == 54);
    intersections
};

/// The candidates that are left.
struct State {
    /// The cells that each value can still go to.
    places: [CellSet; 9],
    /// The cells whose only candidate has been removed from their peers.
    fixed: CellSet,
}

impl State {
    fn of(puzzle: &Grid) -> State {
        let mut givens = [0; 10];
        puzzle.cells().iter().enumerate().for_each(|(cell, &value)| givens[usize::from(value)] |= 1 << cell);
        State { places: std::array::from_fn(|value| givens[0] | givens[value + 1]), fixed: 0 }
    }

    /// Removes the only candidates of cells from their peers until nothing changes; `None` when a cell has none left.
    fn naked_singles(&mut self) -> Option<()> {
        loop {
            let (one, two) = self.places.iter().fold((0, 0), |(one, two), places| (one | places, two | one & places));
            if one != ALL_CELLS {
                return None;
            }
            let singles = one & !two & !self.fixed;
            if singles == 0 {
                return Some(());
            }
            for places in &mut self.places {
                // Two peers among them remove each other's value, which the next round sees.
                let peers = members(singles & *places).fold(0, |peers, cell| peers | PEER_SETS[cell]);
                *places &= !peers;
            }
            self.fixed |= singles;
        }
    }

    /// Leaves no other candidate where a value has its only place in a unit, and says whether any was there; `None` when
    /// a value has no place in a unit.
    fn hidden_singles(&mut self) -> Option<bool> {
        let mut progress = false;
        for value in 0..9 {
            let mut hidden = 0;
            for unit in &UNITS {
                let places = self.places[value] & unit;
                if places == 0 {
                    return None;
                }
                if places & (places - 1) == 0 {
                    hidden |= places & !self.fixed;
                }
            }
            progress |= hidden != 0;
            for other in (0..9).filter(|&other| other != value) {
                self.places[other] &= !hidden;
            }
        }
        Some(progress)
    }

    /// Removes a value from the rest of a unit when its places in another are all in both, and says whether any was
    /// there.
    fn locked_candidates(&mut self) -> bool {
        let mut progress = false;
        for places in &mut self.places {
            for &[line, both, r#box] in &INTERSECTIONS {
                let (in_line, in_box) = (*places & line != 0, *places & r#box != 0);
                if in_line != in_box && *places & both != 0 {
                    *places &= !(line | r#box);
                    progress = true;
                }
            }
        }
        progress
    }
}

#[cfg(test)]
mod tests;
