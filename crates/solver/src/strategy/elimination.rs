//! Elimination of candidates by naked singles.
//!
//! A cell with one candidate left is filled, and its value is removed from its peers, until nothing changes. Incomplete
//! on purpose: it never searches, so it makes no nodes, and stalls on a puzzle that needs other techniques.

use std::borrow::Cow;

use super::{Build, End, Entry, Limits, Outcome, Solutions, Strategy};
use grid::{CELLS, Grid, PEERS};

pub(super) const ELIMINATION: Entry = Entry {
    name: Cow::Borrowed("elimination"),
    aliases: &[],
    about: Cow::Borrowed("naked singles only, to a fixpoint; incomplete, stalls where a search would start"),
    complete: false,
    default: false,
    amortised: false,
    build: Build::Native(|_| Box::new(Elimination)),
    external: None,
};

struct Elimination;

impl Strategy for Elimination {
    fn solve(&mut self, puzzle: &Grid, _: &Limits, solutions: &mut Solutions) -> Outcome {
        let mut outcome = Outcome::ZERO;
        if let Some((solution, filled)) = eliminate(puzzle) {
            if filled == CELLS {
                solutions.add(solution);
            } else {
                outcome.end = End::Stalled { cells_left: (CELLS - filled) as u16 };
            }
        }
        outcome
    }
}

/// Returns the grid with every naked single filled in, and the number of its filled cells; `None` on a contradiction.
fn eliminate(puzzle: &Grid) -> Option<(Grid, usize)> {
    let mut grid = *puzzle;
    let mut candidates = puzzle.candidates();
    if (0..CELLS).any(|cell| candidates[cell] == 0 && puzzle.get(cell) == 0) {
        return None;
    }
    let mut filled = puzzle.clues();
    // A queue of the blanks with one candidate; each enters it once.
    let mut singles = [0u8; CELLS];
    let mut found = 0;
    let mut done = 0;
    for cell in (0..CELLS).filter(|&cell| candidates[cell].is_power_of_two()) {
        singles[found] = cell as u8;
        found += 1;
    }
    while done < found {
        let cell = singles[done] as usize;
        done += 1;
        let single = candidates[cell];
        candidates[cell] = 0;
        grid.set(cell, single.trailing_zeros() as u8 + 1);
        filled += 1;
        for &peer in &PEERS[cell] {
            let before = candidates[peer as usize];
            if before & single != 0 {
                let after = before ^ single;
                if after == 0 {
                    return None;
                }
                candidates[peer as usize] = after;
                if after.is_power_of_two() {
                    singles[found] = peer;
                    found += 1;
                }
            }
        }
    }
    Some((grid, filled))
}
