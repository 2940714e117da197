//! The history of a program's runs: a small file for each run, and which commit changed what.
//!
//! Counts are exact, so a change lies between two commits that were run. Latencies are noisy, so a change is a step in the series of
//! one machine, with a region of commits that may have caused it. METHODOLOGY.md describes the analysis.

mod blessing;
mod bounded_file;
mod count_findings;
mod entry;
mod finding;
mod judgement;
mod order;
mod puzzle_counts;
mod series;
mod store;

pub use blessing::Blessing;
pub use count_findings::{CompareCounts, StrategyRun};
pub use entry::{Entry, EntryStrategy};
pub use finding::{Change, CommitRange, Finding, State};
pub use judgement::{History, Options, Verdict, Work};
pub use order::{Commit, Order};
pub use puzzle_counts::ChangedGroups;
pub use series::{FEWEST_POINTS, LeftOut, Point, Series};
pub use store::{Added, Store, Stored};
