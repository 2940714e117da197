//! Scores predictions of puzzles: what each prediction is, and what existing code would say of all of them.
//!
//! ```text
//!   rows ────────────────► grader ──────────────► scores ──────────► summary
//!   puzzles, labels and    verdict of each        counts of all,     shares with intervals,
//!   predictions, joined    prediction             of strata          models compared
//!      │       │           ▲          ▲  ▲
//!   gathered  columns,     │          │  vote, steps: of several answers
//!   places    cells ───► extract    preset: scores by others' rules
//!             markup
//! ```

pub mod cells;
pub mod extract;
pub mod preset;
pub mod summary;

mod answer;
pub(crate) mod columns;
mod comparison;
mod gathered;
mod grader;
mod markup;
mod output;
mod places;
mod problem;
mod puzzle_scores;
mod row;
mod rows;
mod scored_prediction;
mod scores;
mod steps;
mod stratum;
mod tally;
mod verdict;
mod vote;

pub use answer::{Answer, Place, arrange};
pub use columns::NamedColumns;
pub use comparison::{Change, Comparison, MIN_UNITS, Pairs};
pub use gathered::MAX_STEPS;
pub use grader::{Counts, Options, PuzzleCounts, key_of};
pub use places::Gathering;
pub use problem::{PredictionScore, Problem, class_of, solution_finder};
pub use puzzle_scores::PuzzleScores;
pub use rows::{Files, Joined, Model};
pub use scored_prediction::{ScoredPrediction, scored_columns};
pub use scores::{BLOCK, NamedPredictions, PassAt, Scores, Wrong, score};
pub use steps::{StepSummary, StepSums, StepsSummary};
pub use stratum::Key;
pub use tally::{Accuracy, Tally};
pub use verdict::{Grade, Truth, Verdict};
pub use vote::VoteRule;
