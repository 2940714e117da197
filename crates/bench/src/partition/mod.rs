//! Solving a corpus on a cluster: another program, such as Apache Spark, divides the lines of the corpus and runs this
//! program for the lines of each partition.
//!
//! ```text
//! lines of a partition ─► copy ─► reader, runner ─► rows, blocks, trailers        on every machine
//! blocks and trailers of all partitions ─► join ─► a results directory            on one
//! ```
//!
//! The lines of a partition are read as `FILE<tab>LINE<tab>TEXT`, where FILE is the index of the file in the
//! plan. Consecutive lines of a file form a *range*. Each range is copied to the disk, after the first lines of the
//! file, from which the layout and the columns are found, and is read like any corpus. A [`Trailer`] follows the rows
//! of each range: [`join()`] refuses lines without a trailer, so output that ends too early is noticed.

mod block;
mod copy;
mod draw;
mod join;
mod plan;
mod run;
mod solve;
mod tally;

#[cfg(test)]
mod tests;

pub use join::join;
pub use plan::{Plan, PlannedFile};
pub use run::run;
pub use solve::{REJECTED, solve};
pub use tally::Trailer;
