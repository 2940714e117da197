//! The steps that solve a puzzle.

use std::sync::atomic::{AtomicBool, Ordering};

use solver::strategy::{Limits, Solutions, build_for_few_solutions};

use super::given::Given;
use crate::{Board, End, Rater, Rating, Step, Tenths};

#[derive(Clone, Debug)]
pub struct Taken {
    /// The number of the step, from 1.
    pub number: usize,
    pub before: Board,
    pub step: Step,
    pub after: Board,
}

/// Why a puzzle has no steps, and no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPath {
    NoSolution,
    SeveralSolutions,
    Full,
    Stopped,
}

impl NoPath {
    pub fn name(self) -> &'static str {
        match self {
            NoPath::NoSolution => "no-solution",
            NoPath::SeveralSolutions => "several-solutions",
            NoPath::Full => "full",
            NoPath::Stopped => "stopped",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Explanation {
    pub given: Given,
    pub rating: Rating,
    pub steps: Vec<Taken>,
}

/// Returns the steps that solve a puzzle, as far as they are rated `up_to` this.
///
/// # Errors
///
/// Returns why there are no steps if the puzzle has not exactly one solution, or has no blanks.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use sudoku_bench_rating::explain::{explain, parse};
///
/// let puzzle = "........1.......2...3..4.........3......1..5..46..78.....3.9..6.1....4..2........";
/// let explanation = explain(&parse(puzzle)?, None, &AtomicBool::new(false)).unwrap();
/// assert_eq!(explanation.steps[0].step.conclusion(), "r79c8 ≠ 1");
/// # Ok::<(), String>(())
/// ```
pub fn explain(given: &Given, up_to: Option<Tenths>, stop: &AtomicBool) -> Result<Explanation, NoPath> {
    let mut board = Board::with_marks(&given.grid, given.marks.clone());
    if board.is_solved() {
        return Err(if given.grid.has_conflict() { NoPath::NoSolution } else { NoPath::Full });
    }
    match count_solutions(given, stop) {
        _ if stop.load(Ordering::Relaxed) => return Err(NoPath::Stopped),
        0 => return Err(NoPath::NoSolution),
        1 => {}
        _ => return Err(NoPath::SeveralSolutions),
    }
    let mut steps = Vec::new();
    let mut rater = Rater::default().until(stop);
    let mut rating = Rating::default();
    let limit = up_to.unwrap_or(Tenths::MAX);
    loop {
        let before = board.clone();
        let Some(step) = rater.advance(&mut board, limit, &mut rating) else { break };
        steps.push(Taken { number: steps.len() + 1, before, step, after: board.clone() });
    }
    if rating.end == End::Stopped {
        return Err(NoPath::Stopped);
    }
    Ok(Explanation { given: given.clone(), rating, steps })
}

/// Returns the number of solutions among the candidates, at most 2. After a stop, it may be too small.
fn count_solutions(given: &Given, stop: &AtomicBool) -> u64 {
    let puzzle = given.puzzle();
    let mut solutions = Solutions::new(2);
    if !puzzle.has_conflict() {
        let limits = Limits { stop: stop.into(), ..Limits::NONE };
        build_for_few_solutions(puzzle.shape()).solve(&puzzle, &limits, &mut solutions);
    }
    solutions.found()
}
