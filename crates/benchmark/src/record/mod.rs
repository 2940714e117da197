//! The record of a run: what it measured, as data, and the files of a results directory that hold it.
//!
//! One module for each file has its schema. A record is written as the run goes (`Recorder`), read back and verified
//! ([`Results`]), and its rounds are merged by a pure function. Nothing here renders it.

mod blocks;
mod corpus_form;
mod correlation;
mod digested_csv;
mod directory;
mod directory_lock;
mod directory_names;
mod failures;
mod git;
mod groups;
mod histograms;
mod journal;
mod lines_json;
mod lock;
mod machine;
mod manifest;
mod merge;
mod opened_results;
mod percentiles;
mod profile;
mod puzzle_row;
mod puzzle_tables;
mod puzzle_text;
mod ratings;
mod recorder;
mod results;
mod revision;
mod round_count;
mod rounds;
mod rows;
mod rows_ahead;
mod run_corpus;
mod scores;
mod summary;
mod sums;
mod totals;

pub(crate) use blocks::{BlockRow, StrategyCells};
pub(crate) use corpus_form::{CorpusForm, is_affected};
pub use correlation::Correlation;
pub(crate) use correlation::{CorrelationCounts, GUESSES, LATENCY, decimals};
pub(crate) use digested_csv::csv_rows;
pub(crate) use directory::json_text;
pub use directory::{Destination, Directory, json_name};
pub(crate) use directory_names::{BLOCKS, COMPARISON, MANIFEST};
pub use directory_names::{EXPORT, HISTOGRAMS, REPORT};
pub use git::Repository;
pub use groups::Groups;
pub(crate) use histograms::value_within;
pub use histograms::{encode_histogram, new_histogram, record_latency};
pub use journal::recorded_arguments;
pub(crate) use journal::{EncodedBlock, Journal, JournalReader};
pub(crate) use lines_json::lines_json;
pub use lock::Lock;
pub(crate) use lock::{Conditions, LockedFile, LockedStrategy};
pub(crate) use machine::{Machine, Session, load_per_processor};
pub(crate) use manifest::{LimitsManifest, StrategyManifest};
pub use manifest::{Manifest, RunOptions, find_reference};
pub use merge::merge;
pub use opened_results::OpenedResults;
pub(crate) use profile::{DepthNodes, StrategyProfile};
pub(crate) use puzzle_row::puzzle_name;
pub use puzzle_row::{ExtraColumns, PuzzleRow, SampleRow, sample_columns};
pub use ratings::{RatingOptions, Ratings};
pub use recorder::Finished;
pub(crate) use recorder::{Recorder, RenderedBlock};
pub use results::{Record, Results};
pub(crate) use results::{check_names, parse_json};
pub use revision::Revision;
pub(crate) use revision::is_commit_id;
pub use round_count::{RoundCount, RoundGoal, RoundsSoFar};
pub(crate) use rounds::{Round, Rounds};
pub(crate) use rows::{PuzzleRecord, Rows};
pub(crate) use rows_ahead::RowsAhead;
pub(crate) use run_corpus::puzzle_texts;
pub(crate) use summary::MIN_COMPARED_PUZZLES;
pub use summary::Summary;
pub(crate) use summary::{SCHEMA_VERSION, StrategySummary, VirtualBest};
pub(crate) use totals::Totals;

#[cfg(test)]
pub(crate) fn strategies_named(names: &[&str]) -> Vec<StrategyManifest> {
    let find = |name: &&str| solver::strategy::find(name).unwrap_or_else(|| panic!("no strategy is named {name}"));
    names.iter().map(|name| StrategyManifest::of(&find(name))).collect()
}
