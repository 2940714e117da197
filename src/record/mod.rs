//! The record of a run: what it measured, as data, and the files of a results directory that hold it.
//!
//! Each file has one module with its schema. A record is written as the run goes, read back with distrust, and merged
//! by pure functions. Nothing here knows who draws it.

mod blocks;
mod cells;
mod directory;
mod failures;
mod histograms;
mod lock;
mod machine;
mod manifest;
mod percentiles;
mod puzzle_row;
mod puzzles;
mod recorder;
mod rejects;
mod results;
mod round;
mod rounds;
mod rows;
mod sample;
mod scores;
mod solved;
mod summary;
mod totals;
mod usage;

pub use blocks::{BlockRow, CONTROL};
pub use cells::StrategyCells;
pub use directory::{COMPARISON, Directory, MANIFEST, json_text, remove};
pub use lock::{Conditions, Counts, Lock, LockedFile, LockedStrategy};
pub use machine::Machine;
pub use manifest::{LimitsManifest, Manifest, StrategyManifest, Tool};
pub(crate) use puzzle_row::HEADER as PUZZLES_HEADER;
pub use puzzle_row::PuzzleRow;
pub use puzzles::puzzle_name;
pub use recorder::{Recorder, Report};
pub use rejects::{Rejected, Rejects};
pub use results::Results;
pub use rounds::{Round, Rounds};
pub use rows::{PuzzleRecord, Rows};
pub use sample::{Detail, Sample, Status};
pub use solved::{ControlTurn, SolvedBlock, Turn};
pub use summary::{More, SCHEMA_VERSION, StrategySummary, Summary, SummaryRow, VirtualBest};
pub use totals::Totals;
pub use usage::Usage;
