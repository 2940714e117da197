//! The types of grids that a pass solves.

use std::hash::Hash;

use grid::{AnyGrid, Grid};
use solver::{
    any_shape,
    strategy::{CandidateLanes, Entry, Lanes, StartError, Strategy},
};

use super::{FoundSolutions, Options, Worker, control};

/// A type of grids: [`Grid`] for 9×9, and [`AnyGrid`] for the other shapes and for candidates.
pub trait PuzzleGrid: Clone + Eq + Hash + Send + Sync + 'static {
    /// Returns a grid of a corpus as this type.
    ///
    /// # Panics
    ///
    /// Panics if the type is [`Grid`], and the shape is not 9×9, or the grid is given as candidates.
    fn of(grid: &AnyGrid) -> &Self;

    fn has_conflict(&self) -> bool;

    fn is_solution_of(&self, puzzle: &Self) -> bool;

    fn build(entry: &Entry, options: &Options) -> Result<Box<dyn Strategy<Self>>, StartError>;

    fn build_fastest(options: &Options) -> Box<dyn Strategy<Self>>;

    /// Searches the puzzle as the control does, or a puzzle of 9×9 in place of one of another shape.
    fn control(&self) -> u32;

    fn found_by<'a>(worker: &'a Worker<'_, Self>) -> FoundSolutions<'a>;
}

impl PuzzleGrid for Grid {
    fn of(grid: &AnyGrid) -> &Grid {
        grid.nine().expect("a pass over puzzles of 9×9")
    }

    fn has_conflict(&self) -> bool {
        self.has_conflict()
    }

    fn is_solution_of(&self, puzzle: &Grid) -> bool {
        self.is_solution_of(puzzle)
    }

    fn build(entry: &Entry, options: &Options) -> Result<Box<dyn Strategy>, StartError> {
        entry.build(options.simd)
    }

    fn build_fastest(options: &Options) -> Box<dyn Strategy> {
        Box::new(Lanes::new(options.simd))
    }

    fn control(&self) -> u32 {
        control::search(self.cells())
    }

    fn found_by<'a>(worker: &'a Worker<'_, Grid>) -> FoundSolutions<'a> {
        FoundSolutions::Nine(worker)
    }
}

impl PuzzleGrid for AnyGrid {
    fn of(grid: &AnyGrid) -> &AnyGrid {
        grid
    }

    fn has_conflict(&self) -> bool {
        self.has_conflict()
    }

    fn is_solution_of(&self, puzzle: &AnyGrid) -> bool {
        self.is_solution_of(puzzle)
    }

    fn build(entry: &Entry, options: &Options) -> Result<Box<dyn Strategy<AnyGrid>>, StartError> {
        match options.candidates {
            true => entry.build_for_candidates(options.simd),
            false => entry.build_for(options.shape),
        }
    }

    fn build_fastest(options: &Options) -> Box<dyn Strategy<AnyGrid>> {
        match options.candidates {
            true => Box::new(CandidateLanes::new(options.simd)),
            false => any_shape::build_fastest(options.shape),
        }
    }

    fn control(&self) -> u32 {
        control::search(Grid::EMPTY.cells())
    }

    fn found_by<'a>(worker: &'a Worker<'_, AnyGrid>) -> FoundSolutions<'a> {
        FoundSolutions::Other(worker)
    }
}
