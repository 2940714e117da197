//! Corpora of puzzles of other shapes than 9×9.

mod audit;
mod puzzles;

pub use audit::{LabelCounts, ShapeAudit, audit};
pub use puzzles::{AnyPuzzle, AnyPuzzles, AnyReading, shape_of_file};
