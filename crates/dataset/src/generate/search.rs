//! Searches for puzzles of 9×9. Many progress at once, so that their questions are answered together.

use std::sync::atomic::{AtomicBool, Ordering};

use grid::{AnyGrid, CELLS, CellSet, Grid, members};

use crate::uniqueness::Uniqueness;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    pub puzzle: AnyGrid,
    /// The full grid that the puzzle was made from.
    pub solution: AnyGrid,
}

impl Generated {
    /// Returns the puzzle with the values of a full grid of 9×9 in these cells.
    pub fn of_clues(solution: &Grid, clues: CellSet) -> Generated {
        Generated { puzzle: masked(solution, clues).into(), solution: (*solution).into() }
    }
}

pub fn masked(solution: &Grid, clues: CellSet) -> Grid {
    let mut cells = [0; CELLS];
    members(clues).for_each(|cell| cells[cell] = solution.get(cell));
    Grid::of(cells)
}

/// The search for one puzzle, which alternates between questions and answers.
pub trait Search {
    fn ask(&mut self, uniqueness: &mut Uniqueness);

    /// Takes the solutions of each of these puzzles, at most as many as `uniqueness` looks for, and returns the result once it is
    /// found.
    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [AnyGrid]>) -> Option<Generated>;
}

/// Runs searches to their ends, all at once, or returns `None` soon after `stop` is set.
pub fn run<S: Search>(
    searches: impl Iterator<Item = S>,
    uniqueness: &mut Uniqueness,
    stop: &AtomicBool,
) -> Option<Vec<Generated>> {
    let mut searches: Vec<_> = searches.enumerate().collect();
    let mut made = vec![None; searches.len()];
    while !searches.is_empty() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        searches.iter_mut().for_each(|(_, search)| search.ask(uniqueness));
        let mut answers = uniqueness.answers();
        searches.retain_mut(|(index, search)| {
            made[*index] = search.take(&mut answers);
            made[*index].is_none()
        });
    }
    Some(made.into_iter().flatten().collect())
}
