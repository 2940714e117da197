//! The variations of a puzzle: puzzles with one solution that differ from it in a few givens, as many removed as added.
//!
//! A step is a set of givens to remove, and the first of the cells to fill in its place; the others are later cells. It fills
//! one cell after the other with each value, and looks for two solutions each time: many puzzles are solved together.

use std::sync::atomic::{AtomicBool, Ordering};

use grid::{AnyGrid, CELLS, CellSet, Grid, members, random::SplitMix64, simd::Simd};

use super::search::{Generated, masked};
use crate::uniqueness::Uniqueness;
use corpus::error::{Error, Result};

/// Steps in a batch: a step may find thousands of variations.
pub const STEPS_PER_BATCH: usize = 1;

/// Puzzles to solve together: enough to keep all lanes busy.
const SOLVED_TOGETHER: usize = 512;

/// Maximum number of givens to remove. With each more, a step finds far more variations and takes far longer.
pub const MAX_DISTANCE: usize = 3;

/// A puzzle, and the steps to all its variations, in random order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    pub(super) puzzle: Grid,
    pub is_minimal: bool,
    removals: Vec<CellSet>,
    /// Each step: the index of its removal, times the number of cells, plus the first cell to fill.
    steps: Vec<u32>,
}

impl Neighbourhood {
    /// Returns the neighbourhood of a puzzle with one solution: up to `distance` givens are removed, and as many are
    /// added. The seed decides the order of the steps. Returns [`Error::Usage`] if the puzzle does not have exactly one
    /// solution, or if the distance is not from 1 to [`MAX_DISTANCE`].
    pub fn new(puzzle: Grid, distance: usize, seed: u64) -> Result<Neighbourhood> {
        if !(1..=MAX_DISTANCE).contains(&distance) {
            return Err(Error::Usage(format!("a distance is from 1 to {MAX_DISTANCE} givens, and not {distance}")));
        }
        let mut uniqueness = Uniqueness::new(Simd::Scalar);
        uniqueness.ask(puzzle);
        if puzzle.has_conflict() || uniqueness.answers().next().is_none_or(|solutions| solutions.len() != 1) {
            return Err(Error::Usage(format!("{puzzle} does not have exactly one solution, so it has no variations")));
        }
        members(puzzle.filled()).for_each(|cell| uniqueness.ask_given(&puzzle, cell));
        let is_minimal = uniqueness.needed().all(|needed| needed);
        let mut removals = Vec::new();
        add_subsets(puzzle.filled(), 0, distance, &mut removals);
        let index = |removal: usize, cell: usize| (removal * CELLS + cell) as u32;
        let of_removal = |removal: usize| {
            let blanks = !puzzle.filled() | removals[removal];
            (0..CELLS).filter(move |cell| blanks >> cell & 1 == 1).map(move |cell| index(removal, cell))
        };
        let mut steps: Vec<u32> = (0..removals.len()).flat_map(of_removal).collect();
        SplitMix64(seed).shuffle(&mut steps);
        Ok(Neighbourhood { puzzle, is_minimal, removals, steps })
    }

    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Returns the variations of these steps, or `None` soon after `stop` is set. Those of a step are in a random order.
    pub fn variations(
        &self,
        steps: impl Iterator<Item = (SplitMix64, usize)>,
        uniqueness: &mut Uniqueness,
        stop: &AtomicBool,
    ) -> Option<Vec<Generated>> {
        let mut all = Vec::new();
        for (mut random, step) in steps {
            let mut found = self.step(step, uniqueness, stop)?;
            random.shuffle(&mut found);
            all.extend(found);
        }
        Some(all)
    }

    fn step(&self, step: usize, uniqueness: &mut Uniqueness, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let code = self.steps[step] as usize;
        let removed = self.removals[code / CELLS];
        let rest = masked(&self.puzzle, self.puzzle.filled() & !removed);
        let mut additions = Additions { of: self, removed, found: Vec::new(), open: Vec::new() };
        additions.fill(&rest, code % CELLS, removed.count_ones() as usize, &[]);
        while !additions.open.is_empty() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let at = additions.open.len().saturating_sub(SOLVED_TOGETHER);
            let asked = additions.open.split_off(at);
            asked.iter().for_each(|partial| uniqueness.ask(partial.puzzle));
            for (partial, solutions) in asked.iter().zip(uniqueness.answers()) {
                additions.take(partial, solutions);
            }
        }
        Some(additions.found)
    }
}

/// Adds all subsets of a set of givens that have from 1 to `most` elements together with those of `chosen`.
fn add_subsets(givens: CellSet, chosen: CellSet, most: usize, subsets: &mut Vec<CellSet>) {
    for cell in members(givens) {
        let with = chosen | 1 << cell;
        subsets.push(with);
        if most > 1 {
            add_subsets(givens & !0 << (cell + 1), with, most - 1, subsets);
        }
    }
}

struct Partial {
    puzzle: Grid,
    /// The first cell that may be filled next.
    next: usize,
    left: usize,
}

struct Additions<'a> {
    of: &'a Neighbourhood,
    removed: CellSet,
    found: Vec<Generated>,
    open: Vec<Partial>,
}

impl Additions<'_> {
    /// Returns true if a value may be filled in: not a given that was removed.
    fn is_new(&self, cell: usize, value: u8) -> bool {
        self.removed >> cell & 1 == 0 || self.of.puzzle.get(cell) != value
    }

    /// Opens the puzzles with each value in a cell. `left` cells, this one included, are to fill. `solutions` are two of the
    /// puzzle's solutions, or all.
    fn fill(&mut self, puzzle: &Grid, cell: usize, left: usize, solutions: &[AnyGrid]) {
        for value in (1..=9).filter(|value| !has_several_with(solutions, cell, *value) || left > 1) {
            let mut with = *puzzle;
            with.set(cell, value);
            if self.is_new(cell, value) && !with.has_conflict() {
                self.open.push(Partial { puzzle: with, next: cell + 1, left: left - 1 });
            }
        }
    }

    /// Continues with two solutions of a partial variation, or all.
    fn take(&mut self, partial: &Partial, solutions: &[AnyGrid]) {
        match solutions {
            [] => {}
            [solution] if partial.left == 0 => {
                self.found.push(Generated { puzzle: partial.puzzle.into(), solution: solution.clone() });
            }
            // The cells to fill would not be needed.
            [_] if self.of.is_minimal => {}
            _ if partial.left == 0 => {}
            _ => {
                for cell in (partial.next..CELLS).filter(|&cell| partial.puzzle.get(cell) == 0) {
                    self.fill(&partial.puzzle, cell, partial.left, solutions);
                }
            }
        }
    }
}

fn has_several_with(solutions: &[AnyGrid], cell: usize, value: u8) -> bool {
    solutions.iter().filter(|solution| solution.cells()[cell] == value).count() > 1
}
