//! The solutions of rows that need exactly one.

use grid::AnyGrid;

use crate::facts::{Facts, Solutions};
use corpus::{
    error::{Error, Result},
    reader::{Block, Puzzle},
};

/// Returns the solution of each puzzle of a block: the one in the corpus, or else the only one there is. `path` is the
/// file of a corpus of one file. Returns an error for a solution that does not solve its puzzle, and for a puzzle
/// without a solution in the corpus that has none or several.
pub fn known_solutions(block: &Block, facts: &mut Facts<'_>, path: &str) -> Result<Vec<AnyGrid>> {
    let unsolved: Vec<&Puzzle> = block.puzzles.iter().filter(|puzzle| puzzle.solution.is_none()).collect();
    let mut found = facts.solutions(&unsolved).into_iter();
    let mut solution = |puzzle: &Puzzle| match &puzzle.solution {
        Some(solution) => checked(&puzzle.givens, solution.clone()),
        None => only(found.next()),
    };
    block.puzzles.iter().map(|puzzle| solution(puzzle).map_err(|reason| malformed(puzzle, reason, path))).collect()
}

fn malformed(puzzle: &Puzzle, reason: &str, path: &str) -> Error {
    let file = puzzle.file.as_deref().unwrap_or(path);
    Error::Malformed { place: format!("{file}:{}", puzzle.line), reason: reason.into() }
}

fn checked(puzzle: &AnyGrid, solution: AnyGrid) -> Result<AnyGrid, &'static str> {
    match solution {
        solution if solution.is_solution_of(puzzle) => Ok(solution),
        solution if solution.clues() < puzzle.shape().cells() => {
            Err("the solution is not 81 values; correct it, or leave it empty")
        }
        _ => Err("the solution does not solve the puzzle; correct it, or leave it empty"),
    }
}

fn only(found: Option<Solutions>) -> Result<AnyGrid, &'static str> {
    match found {
        Some(Solutions::One(solution)) => Ok(solution),
        Some(Solutions::Several(_)) => {
            Err("the puzzle has several solutions, and the row has none; keep the others with \
                 `dataset filter 'solutions == 1'`, or add a column of solutions")
        }
        Some(Solutions::None | Solutions::Conflict | Solutions::Unknown) | None => {
            Err("the puzzle has no solution; keep the others with `dataset filter 'solutions == 1'`")
        }
    }
}
