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
//! use std::sync::atomic::AtomicBool;
//! use grid::{simd::Simd, text::Notation};
//! use sudoku_bench_dataset::generate::{BATCH, ClueSymmetry, Generation, Generator, Order, Target};
//!
//! let generation = Generation {
//!     notation: Notation::default(),
//!     target: Target::Clues(ClueSymmetry::None, 24..=26),
//!     order: Order::default(),
//!     count: 1000,
//!     time: None,
//!     seed: 1,
//!     threads: 1,
//!     simd: Simd::detect(),
//! };
//! let batch = Generator::new(&generation, &AtomicBool::new(false)).unwrap().batch(0).expect("nothing stops it");
//! assert_eq!(batch.made.len(), BATCH);
//! let puzzles: Vec<_> = batch.made.iter().map(|made| &made.generated).collect();
//! assert!(puzzles.iter().all(|made| (24..=26).contains(&made.puzzle.clues())));
//! assert!(puzzles.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
//! ```

mod clue_symmetry;
mod descent;
mod full_grid;
mod generation;
mod generator;
mod holes;
mod neighbours;
mod order;
mod pattern;
mod reduction;
mod removal;
mod search;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod unbiased;
mod write;

pub use clue_symmetry::ClueSymmetry;
pub use generation::Generation;
pub use generator::{Batch, Generator, Made};
pub use neighbours::{MAX_DISTANCE, Neighbourhood};
pub use order::Order;
pub use removal::{MAX_MINIMAL_SIDE, PROOF_NODES};
pub use search::Generated;
pub use target::{BATCH, MIN_CLUES, Target, UNBIASED_BATCH, check_option};
pub use unbiased::MAX_CLUES;
pub use write::{Ended, GenerationResult};
