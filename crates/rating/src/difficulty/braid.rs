//! The B rating of a puzzle: the length of the braids that it needs (PBCS).
//!
//! A candidate has a braid of length n if, after it is decided, n - 1 singles in a row, each forced by the candidate
//! and by the singles before it, leave a cell without a candidate or a unit without a place for a digit. The candidate
//! is then ruled out.

use super::singles::{CandidateSet, Contradiction, State, values_of};
use grid::{Grid, members};

/// The length of the longest braids that are tried if nothing else is said, as in SHC.
pub const MAX_BRAID: u8 = 8;

/// Returns the smallest n for which singles and braids of at most n solve a puzzle of [T&E depth](super::te_depth()) 0 or
/// 1, and `max` + 1 if n is larger than `max`. No braids solve a puzzle of a larger depth. `solution` is the only
/// solution of the puzzle. The time grows exponentially with n.
///
/// ```
/// use sudoku_bench_rating::difficulty::{MAX_BRAID, b_rating};
/// use grid::Grid;
/// use solver::solve;
///
/// let puzzle =
///     Grid::parse(b".2.4..7..7....6..8.83.....1..26......5.....7......39..9.....83.3..5....7..1..4.6.").unwrap();
/// assert_eq!(b_rating(&puzzle, &solve(&puzzle).unwrap(), MAX_BRAID), 2);
/// ```
pub fn b_rating(puzzle: &Grid, solution: &Grid, max: u8) -> u8 {
    let right = values_of(solution);
    let mut state = State::of(puzzle);
    (0..=max).find(|&length| close(&mut state, length, &right).is_ok() && state.is_solved()).unwrap_or(max + 1)
}

/// Closes a state under singles and braids of at most `length`. `right` is the solution, whose candidates have no
/// braid.
fn close(state: &mut State, length: u8, right: &CandidateSet) -> Result<(), Contradiction> {
    state.close()?;
    let Some(singles) = length.checked_sub(1) else { return Ok(()) };
    loop {
        let before = state.open();
        for digit in 0..9 {
            for cell in members(before[digit] & !right[digit]) {
                // A braid before this one may have ruled the candidate out.
                let is_open = state.open()[digit] >> cell & 1 == 1;
                if is_open && has_braid(state, (digit, cell), singles) {
                    state.rule_out(digit, 1 << cell);
                    state.close()?;
                }
            }
        }
        if state.open() == before {
            return Ok(());
        }
    }
}

/// Returns true if a candidate leads to a contradiction by at most `singles` singles.
pub(super) fn has_braid(state: &State, (digit, cell): (usize, usize), singles: u8) -> bool {
    let mut copy = state.clone();
    copy.decide(digit, cell);
    leads_to_contradiction(&copy, &[0; 9], singles)
}

/// Returns true if at most `left` more singles, none of them in `excluded`, lead to a contradiction.
///
/// Of all orders of the same singles, one is tried: when all braids through a single are tried, the other braids from
/// this state exclude it. A braid through it could as well have begun with it.
fn leads_to_contradiction(state: &State, excluded: &CandidateSet, left: u8) -> bool {
    let Ok(singles) = state.singles() else { return true };
    if left == 0 || !rounds_suffice(state, &singles, excluded, left) {
        return false;
    }
    let mut excluded = *excluded;
    for digit in 0..9 {
        for cell in members(singles[digit] & !excluded[digit]) {
            let mut copy = state.clone();
            copy.decide(digit, cell);
            if leads_to_contradiction(&copy, &excluded, left - 1) {
                return true;
            }
            excluded[digit] |= 1 << cell;
        }
    }
    false
}

/// Returns true if a contradiction is reached when all singles are decided at once, at most `rounds` times. If it is
/// not, no `rounds` singles one after the other reach it.
fn rounds_suffice(state: &State, singles: &CandidateSet, excluded: &CandidateSet, rounds: u8) -> bool {
    let mut state = state.clone();
    let mut singles = *singles;
    for _ in 0..rounds {
        singles.iter_mut().zip(excluded).for_each(|(singles, excluded)| *singles &= !excluded);
        if singles == [0; 9] {
            return false;
        }
        state.decide_all(&singles);
        match state.singles() {
            Ok(next) => singles = next,
            Err(Contradiction) => return true,
        }
    }
    false
}
