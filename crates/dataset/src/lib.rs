#![doc = include_str!("../README.md")]
//!
//! Corpora as data sets: passes that change, select or describe rows, and the generation of puzzles.
//!
//! [`RowPass`] reads a corpus and writes its rows to outputs in any layout; each pass is a method: `convert`, `shard`,
//! `filter`, `sample`, `split`, `augment`, `canon`, `join`, `rate`, `dedup`, `solve`. An [`Observer`] watches and stops
//! it. [`audit`] describes a corpus, [`Overlap`] compares two, [`generate`] makes puzzles, [`export`] writes data sets for
//! learners.

pub mod audit;
mod canon;
mod checkpoint;
pub mod classes;
mod correctness;
mod dedup;
pub mod difficulty;
pub mod draw;
mod exact_parts;
pub mod export;
pub mod facts;
pub mod filter;
mod forms;
pub mod generate;
mod interrupted;
mod join;
mod keys;
mod location;
mod overlap;
mod rate;
mod row_pass;
mod row_sink;
mod same_puzzles;
mod se_rating;
mod side_table;
mod solve;
#[cfg(test)]
mod tests;
pub mod tier;
mod unavoidable;
mod uniqueness;

pub use canon::{CanonRow, canon_columns, check_canon};
pub use checkpoint::{Resumption, can_resume, checkpoints_of, interrupted_arguments};
pub use correctness::{Correctness, CorrectnessCounts};
pub use dedup::Duplicates;
pub use difficulty::column_prefix;
pub use exact_parts::{ExactParts, ExactSplit, PartSizes};
pub use join::Joined;
pub use keys::Equality;
pub use keys::{class_key, digest_key};
pub use location::Location;
pub use overlap::{CorpusCounts, Notion, Overlap, OverlapOptions, Pair, SharedRows, shared_rows};
pub use rate::{Rated, RatedPuzzle, RatedPuzzles, rate_block, rate_columns};
pub use row_pass::{BlockRows, Observer, RowPass};
pub use row_sink::RowPassResult;
pub use se_rating::{RatingForm, SeOptions, SeRater, SeRow, SeStatus, rating_columns, se_columns};
pub use solve::{REJECTED_ROW, SolutionRows, Solved, Tally};
