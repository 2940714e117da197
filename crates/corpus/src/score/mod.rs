//! Scores predictions of puzzles: what each prediction is, and what existing code would say of all of them.
//!
//! ```text
//!   rows ────────────────► grader ──────────────► scores ──────────► summary
//!   puzzles, labels and    verdict of each        counts of all,     shares with intervals,
//!   predictions, joined    prediction             of strata          models compared
//!         │                ▲          ▲
//!   columns, cells ────► extract    preset: scores by others' rules
//! ```

pub mod cells;
pub mod extract;
pub mod preset;
pub mod summary;

mod bootstrap;
pub(crate) mod columns;
mod comparison;
mod grader;
mod mcnemar;
mod output;
mod pass_at_k;
mod problem;
mod rows;
mod scores;
mod solutions;
mod stratum;
mod tally;
mod verdict;
mod wilson;

pub use columns::NamedColumns;
pub use comparison::{Change, Comparison, Pairs};
pub use grader::{Counts, PuzzleCounts};
pub use mcnemar::mcnemar;
pub use pass_at_k::pass_at_k;
pub use problem::{PredictionScore, Problem, class_of};
pub use rows::{Files, Joined, Model};
pub use scores::{BLOCK, Options, PassAt, Scores, Wrong, score};
pub use solutions::{Found, Solver};
pub use stratum::Key;
pub use tally::{Accuracy, Tally};
pub use verdict::{Grade, Truth, Verdict};
pub use wilson::{Share, Z_95};
