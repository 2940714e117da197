//! The record of a run: what it measured, as data, and the files of a results directory that hold it.
//!
//! One module for each file has its schema. A record is written as the run goes ([`Recorder`]), read back and verified
//! ([`Results`]), and its rounds are merged by a pure function. Nothing here renders it.

mod blocks;
mod corpus_form;
mod destination;
mod directory;
mod directory_lock;
mod directory_names;
mod disturbance;
mod earlier_round;
mod failures;
mod histograms;
mod journal;
mod latencies;
mod lock;
mod machine;
mod manifest;
mod merge;
mod opened_results;
mod percentiles;
mod profile;
mod puzzle_row;
mod puzzle_texts;
mod puzzles;
mod ratings;
mod recorder;
mod rendered_block;
mod results;
mod round;
mod round_count;
mod rounds;
mod rows;
mod rows_ahead;
mod run_corpus;
mod scores;
mod summary;
mod totals;

pub use blocks::BlockRow;
pub use corpus_form::{CorpusForm, ROW_MAJOR_STRATEGIES};
pub use destination::Destination;
pub use directory::{Directory, json_text};
pub use directory_names::{BLOCKS, COMPARISON, EXPORT, HISTOGRAMS, MANIFEST, REPORT, remove};
pub use disturbance::Disturbance;
pub use earlier_round::EarlierRound;
pub use histograms::{encode_histogram, new_histogram, record_latency, value_within};
pub use journal::{Journal, JournalReader, Session, journal_entry, recorded_arguments};
pub use latencies::{StrategyCells, strategy_cells};
pub use lock::{Conditions, Lock, LockedFile, LockedStrategy};
pub use machine::{Machine, load_per_processor};
pub use manifest::{LimitsManifest, Manifest, RunOptions, StrategyManifest, find_reference};
pub use merge::{merge, merge_samples};
pub use opened_results::OpenedResults;
pub use profile::{DepthNodes, StrategyProfile};
pub use puzzle_row::{ExtraColumns, PuzzleRow, puzzle_name};
pub use puzzle_texts::puzzle_texts;
pub use ratings::{RatingOptions, Ratings};
pub use recorder::{CorpusRead, Finished, Recorder};
pub use rendered_block::RenderedBlock;
pub use results::{Record, Results};
pub use round_count::{RoundCount, RoundGoal};
pub use rounds::{Round, Rounds};
pub use rows::{PuzzleRecord, Rows};
pub use rows_ahead::RowsAhead;
pub use summary::{SCHEMA_VERSION, StrategySummary, Summary, SummaryExtras, SummaryRow, VirtualBest};
pub use totals::Totals;

/// Returns the descriptions of registered strategies, for tests.
#[cfg(test)]
pub(crate) fn strategies_named(names: &[&str]) -> Vec<StrategyManifest> {
    let find = |name: &&str| solver::strategy::find(name).unwrap_or_else(|| panic!("no strategy is named {name}"));
    names.iter().map(|name| StrategyManifest::of(&find(name))).collect()
}
