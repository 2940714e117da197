//! Generates random puzzles of any shape from 4×4 to 25×25, the same for the same seed on every machine.
//!
//! All begin with a full grid: [how it is drawn](ShapeGenerator) depends on the shape. Then either clues are removed as far as the puzzle
//! keeps one solution, or a number of cells is blanked, whatever the number of solutions.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use grid::Shape;
//! use sudoku_bench_dataset::generate::{ShapeGenerator, ShapeTarget};
//!
//! let shape = Shape::new(2, 3).unwrap();
//! let stop = AtomicBool::new(false);
//! let mut generator = ShapeGenerator::new(shape, ShapeTarget::OneSolution, 1, &stop).unwrap();
//! let made = generator.puzzle(0).unwrap();
//! assert!(made.solution.is_solution_of(&made.puzzle));
//!
//! let target = ShapeTarget::Holes { number: 12..=12, balanced: true };
//! let made = ShapeGenerator::new(shape, target, 1, &stop).unwrap().puzzle(0).unwrap();
//! assert_eq!(made.puzzle.clues(), 24);
//! ```

mod full_grid;
mod holes;
mod latin_square;
mod propagation;
mod removal;
#[cfg(test)]
mod tests;
mod write;

use std::{ops::RangeInclusive, sync::atomic::AtomicBool};

use grid::{AnyGrid, Shape, random::SplitMix64};

use corpus::error::{Error, Result};
use full_grid::FullGrids;
use removal::Removal;
pub use removal::{MAX_MINIMAL_SIDE, PROOF_NODES};
pub use write::ShapeGeneration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeTarget {
    /// Puzzles with exactly one solution, which a complete search proves. Clues are removed one by one in random order, except those
    /// without which there would be a second solution. Up to side [`MAX_MINIMAL_SIDE`], every clue is needed. Above, a clue also stays if
    /// the proof takes more than [`PROOF_NODES`] nodes.
    OneSolution,
    /// Full grids with some cells blanked, which may have several solutions: of Latin squares, quasigroups with holes (Achlioptas, Gomes,
    /// Kautz and Selman, AAAI 2000), also balanced (Kautz and others, IJCAI 2001); else generalised Sudoku with holes (Ansótegui and others,
    /// AAAI 2006).
    Holes {
        /// The number of blanks, drawn uniformly from this range.
        number: RangeInclusive<usize>,
        /// True if all rows have the same number of blanks, up to one, and so have all columns and all boxes. False if all sets of cells are
        /// equally likely.
        balanced: bool,
    },
}

impl ShapeTarget {
    fn check(&self, shape: Shape) -> Result<()> {
        let ShapeTarget::Holes { number, .. } = self else { return Ok(()) };
        let fewest = number.start();
        let most = number.end();
        let cells = shape.cells();
        let side = shape.side();
        Err(Error::Usage(if number.is_empty() {
            format!("{fewest} to {most} holes is an empty range")
        } else if *most > cells {
            format!("{most} holes: a grid of {side}×{side} has {cells} cells")
        } else {
            return Ok(());
        }))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeGenerated {
    pub puzzle: AnyGrid,
    /// The full grid that it was made from.
    pub solution: AnyGrid,
}

/// The workspace of a thread. A puzzle depends only on the shape, the target, the seed and its number, so any number of generators can
/// generate puzzles in any order.
///
/// For 9×9, every full grid is equally likely. Latin squares (boxes of one row or one column) are drawn by the Markov chain of Jacobson and
/// Matthews, nearly uniformly. Full grids of other shapes are found by a search in random order: all grids that symmetries of the shape
/// make of each other are equally likely, and otherwise the distribution is unknown, and not uniform.
pub struct ShapeGenerator<'a> {
    shape: Shape,
    target: ShapeTarget,
    seed: u64,
    full_grids: FullGrids,
    removal: Removal,
    stop: &'a AtomicBool,
}

impl<'a> ShapeGenerator<'a> {
    /// Creates a workspace whose work ends soon after `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if the range of holes is empty, or goes beyond the number of cells.
    pub fn new(shape: Shape, target: ShapeTarget, seed: u64, stop: &'a AtomicBool) -> Result<ShapeGenerator<'a>> {
        target.check(shape)?;
        Ok(ShapeGenerator {
            shape,
            target,
            seed,
            full_grids: FullGrids::new(shape),
            removal: Removal::new(shape),
            stop,
        })
    }

    /// Generates the puzzle with this number, or returns `None` soon after `stop` is set.
    pub fn puzzle(&mut self, number: u64) -> Option<ShapeGenerated> {
        let mut random = SplitMix64::piece(self.seed, number);
        let cells = self.full_grids.draw(&mut random, self.stop)?;
        let solution = AnyGrid::new(self.shape, cells).expect("values of the shape");
        let puzzle = match &self.target {
            ShapeTarget::OneSolution => self.removal.puzzle(&solution, &mut random, self.stop.into())?,
            ShapeTarget::Holes { number, balanced } => with_holes(&solution, number, *balanced, &mut random),
        };
        Some(ShapeGenerated { puzzle, solution })
    }
}

fn with_holes(solution: &AnyGrid, number: &RangeInclusive<usize>, balanced: bool, random: &mut SplitMix64) -> AnyGrid {
    let number = number.start() + random.below((number.end() - number.start() + 1) as u64) as usize;
    let draw = if balanced { holes::balanced } else { holes::at_random };
    let mut puzzle = solution.clone();
    draw(solution.shape(), number, random).into_iter().for_each(|cell| puzzle.set(cell, 0));
    puzzle
}
