//! Scores predictions of puzzles: what each prediction is, and what existing code would say of all of them.
//!
//! ```text
//!   rows ────────────────► grader ──────────────► scores ──────────► summary
//!   puzzles, labels and    verdict of each        counts of all,     shares with intervals,
//!   predictions, joined    prediction             of strata          models compared
//!         │                ▲          ▲
//!   columns, cells ────► extract    preset: scores by others' rules
//!            markup
//! ```

pub mod cells;
pub mod extract;
pub mod preset;
pub mod summary;

pub(crate) mod columns;
mod comparison;
mod grader;
mod markup;
mod output;
mod problem;
mod rows;
mod scored_prediction;
mod scores;
mod stratum;
mod tally;
mod verdict;

pub use columns::NamedColumns;
pub use comparison::{Change, Comparison, MIN_UNITS, Pairs};
pub use grader::{Counts, Options, PuzzleCounts, key_of};
pub use problem::{PredictionScore, Problem, class_of, solution_finder};
pub use rows::{Files, Joined, Model};
pub use scored_prediction::{ScoredPrediction, scored_columns};
pub use scores::{BLOCK, NamedPredictions, PassAt, Scores, Wrong, score};
pub use stratum::Key;
pub use tally::{Accuracy, Tally};
pub use verdict::{Grade, Truth, Verdict};
