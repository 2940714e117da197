//! The tier of a puzzle: the highest of a few techniques that it needs.
//!
//! The state is the set of candidates of every cell: a given has one candidate, a blank starts with all nine. A
//! technique removes candidates:
//!
//! * naked single: the only candidate of a cell is removed from the cell's peers. The strategy `elimination`
//!   uses only this technique.
//! * hidden single: if a unit has one place left for a value, the other candidates of that cell are removed.
//! * locked candidates: if all places of a value in a unit are also in another unit, the value is removed from the rest
//!   of the other unit. It is "pointing" if the first unit is a box and the other a row or column, and "claiming" if it
//!   is the other way round.
//!
//! A solver that always applies the simplest technique that makes progress applies a technique only when all simpler
//! ones have reached their fixpoint. So it needs a technique if and only if the simpler ones alone do not finish the puzzle. The result does not depend on the order of deductions: every deduction is
//! monotone (with fewer candidates it removes every remaining candidate that it would remove with more, unless there is
//! a contradiction, which counts as the empty state), and monotone deductions that only remove candidates have a unique
//! greatest common fixpoint. The result is also invariant under the symmetries of Sudoku, because the techniques treat
//! all rows, columns, boxes and values alike.
//!
//! The terms are those of Sudopedia, "Solving technique".

use grid::{CELLS, CellSet, Grid, UNITS};
use rating::difficulty::State;

/// The techniques of the ladder, from the simplest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    None,
    NakedSingle,
    HiddenSingle,
    LockedCandidates,
    /// The other three do not finish the puzzle: it has several solutions, or needs other techniques or a search.
    Search,
}

impl Tier {
    pub const ALL: [Tier; 5] =
        [Tier::None, Tier::NakedSingle, Tier::HiddenSingle, Tier::LockedCandidates, Tier::Search];

    pub const fn name(self) -> &'static str {
        match self {
            Tier::None => "none",
            Tier::NakedSingle => "naked-single",
            Tier::HiddenSingle => "hidden-single",
            Tier::LockedCandidates => "locked-candidates",
            Tier::Search => "search",
        }
    }
}

/// Returns the highest technique that a puzzle needs.
///
/// Returns `None` if the givens conflict, or the techniques reach a contradiction: a cell without a candidate, or a
/// unit without a place for a value. Such a puzzle has no solution. The techniques do not detect every contradiction,
/// so the result for a puzzle without a solution may also be [`Tier::Search`].
///
/// ```
/// use grid::Grid;
/// use sudoku_bench_dataset::tier::{self, Tier};
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// assert_eq!(tier::highest(&puzzle), Some(Tier::Search));
/// ```
pub fn highest(puzzle: &Grid) -> Option<Tier> {
    let mut state = State::of(puzzle);
    let mut highest = if puzzle.clues() == CELLS { Tier::None } else { Tier::NakedSingle };
    loop {
        state.close_naked().ok()?;
        if state.is_solved() {
            return Some(highest);
        }
        if state.decide_hidden().ok()? {
            highest = highest.max(Tier::HiddenSingle);
        } else if remove_locked_candidates(&mut state) {
            highest = Tier::LockedCandidates;
        } else {
            return Some(Tier::Search);
        }
    }
}

/// The 54 pairs of a line (a row or column) and a box with three common cells: the cells only in the line, the common
/// cells, and the cells only in the box.
static INTERSECTIONS: [[CellSet; 3]; 54] = {
    let mut intersections = [[0; 3]; 54];
    let mut line = 0;
    let mut n = 0;
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

/// Removes locked candidates. Returns true if there were any.
fn remove_locked_candidates(state: &mut State) -> bool {
    let mut progress = false;
    for (digit, places) in state.open().into_iter().enumerate() {
        let mut left = places;
        for &[line, both, r#box] in &INTERSECTIONS {
            let in_line = left & line != 0;
            let in_box = left & r#box != 0;
            if in_line != in_box && left & both != 0 {
                left &= !(line | r#box);
            }
        }
        if left != places {
            state.rule_out(digit, places & !left);
            progress = true;
        }
    }
    progress
}

#[cfg(test)]
mod tests;
