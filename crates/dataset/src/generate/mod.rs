//! Generates random puzzles of any shape from 4×4 to 25×25, the same for the same seed on every machine.
//!
//! All begin with full grids: [how they are drawn](Generator) depends on the shape. Then clues are removed as far as the puzzle keeps
//! one solution, or a number of cells is blanked, whatever the number of solutions.
//!
//! Many puzzles of 9×9 progress at once and are solved together, round by round, with the strategy `lanes`; unavoidable sets, which are
//! learned from second solutions, answer most questions without a solver (Gary McGuire, Bastian Tugemann and Gilles Civario, "There is
//! no 16-clue Sudoku", 2012, arXiv 1201.0749). Their full grids are drawn uniformly, each of the 6,670,903,752,021,072,936,960 as likely
//! as any other.
//!
//! ```
//! use grid::{Shape, simd::Simd};
//! use sudoku_bench_dataset::generate::{BATCH, ClueSymmetry, Generator, Target};
//!
//! let target = Target::Clues(ClueSymmetry::None, 24..=26);
//! let batch = Generator::new(Shape::NINE, target, 1, Simd::detect()).unwrap().batch(0);
//! assert_eq!(batch.len(), BATCH);
//! assert!(batch.iter().all(|made| (24..=26).contains(&made.puzzle.clues())));
//! assert!(batch.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
//!
//! let target = Target::Holes { number: 12..=12, balanced: true };
//! let batch = Generator::new(Shape::new(2, 3).unwrap(), target, 1, Simd::detect()).unwrap().batch(0);
//! assert!(batch.iter().all(|made| made.puzzle.clues() == 24));
//! ```

mod clue_symmetry;
mod descent;
mod full_grid;
mod generation;
mod generator;
mod holes;
mod maker;
mod neighbours;
mod order;
mod pattern;
mod reduction;
mod removal;
mod search;
mod target;
#[cfg(test)]
mod tests;
mod unbiased;
mod write;

pub use clue_symmetry::ClueSymmetry;
pub use generation::Generation;
pub use generator::Generator;
pub use maker::{Batch, Made, Maker};
pub use neighbours::{MAX_DISTANCE, Neighbourhood};
pub use order::Order;
pub use removal::{MAX_MINIMAL_SIDE, PROOF_NODES};
pub use search::Generated;
pub use target::{BATCH, MIN_CLUES, Target, UNBIASED_BATCH, check_option};
pub use unbiased::MAX_CLUES;
pub use write::{Ended, GenerationResult};
