//! The depth of trial and error that a puzzle needs (PBCS).
//!
//! T&E(0) is the closure under singles. T&E(k) closes the puzzle under T&E(k - 1), then decides each open candidate in
//! a copy and closes the copy under T&E(k - 1). A contradiction rules the candidate out of the puzzle, which is closed
//! again. Anything else is forgotten, even a solution. It ends when no candidate can be ruled out. The order does not
//! matter, because the rules are monotone.

use super::singles::{CandidateSet, Contradiction, State, values_of};
use grid::{Grid, members};

pub const MAX_DEPTH: u8 = 3;

/// Returns the smallest k for which T&E(k) solves a puzzle, and [`MAX_DEPTH`] + 1 if none does. `solution` is the only
/// solution of the puzzle.
///
/// ```
/// use sudoku_bench_rating::difficulty::te_depth;
/// use grid::Grid;
/// use solver::solve;
///
/// let escargot =
///     Grid::parse(b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..").unwrap();
/// assert_eq!(te_depth(&escargot, &solve(&escargot).unwrap()), 2);
/// ```
pub fn te_depth(puzzle: &Grid, solution: &Grid) -> u8 {
    let right = values_of(solution);
    let mut state = State::of(puzzle);
    let is_solved = |&depth: &u8| close(&mut state, depth, &right).is_ok() && state.is_solved();
    (0..=MAX_DEPTH).find(is_solved).unwrap_or(MAX_DEPTH + 1)
}

/// Closes a state under T&E(`depth`). `right` are candidates that cannot be ruled out: those of the solution, or none
/// in a copy in which a candidate was decided.
fn close(state: &mut State, depth: u8, right: &CandidateSet) -> Result<(), Contradiction> {
    let Some(below) = depth.checked_sub(1) else { return state.close() };
    close(state, below, right)?;
    // Candidates that were not refuted since something was ruled out.
    let mut kept = *right;
    let mut from = (0, 0);
    while let Some((digit, cell)) = next(&state.open(), &kept, from) {
        from = (digit, cell);
        let mut copy = state.clone();
        copy.decide(digit, cell);
        if close(&mut copy, below, &[0; 9]).is_err() {
            state.rule_out(digit, 1 << cell);
            // Depth 1 is enough, and cheap: what `below` would rule out, this loop rules out too.
            close(state, below.min(1), right)?;
            kept = *right;
        } else {
            // A value that the copy decided implies no more than the candidate does, so it is not refuted either.
            kept.iter_mut().zip(copy.values()).for_each(|(kept, values)| *kept |= values);
        }
    }
    Ok(())
}

/// Returns the next open candidate that may be refuted, round robin after the candidate `from`.
fn next(open: &CandidateSet, kept: &CandidateSet, from: (usize, usize)) -> Option<(usize, usize)> {
    let (first, cell) = from;
    let after = !0 << cell;
    let in_digit = |digit: usize, among| members(open[digit] & !kept[digit] & among).next().map(|cell| (digit, cell));
    let others = (1..9).map(|step| (first + step) % 9);
    in_digit(first, after)
        .or_else(|| others.into_iter().find_map(|digit| in_digit(digit, !0)))
        .or_else(|| in_digit(first, !after))
}
