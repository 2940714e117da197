//! Parts of a corpus that another program hands out, such as Apache Spark, which runs this one as a filter of lines.
//!
//! ```text
//! lines of a partition ─► copy ─► reader, runner ─► rows, blocks, trailers        on every machine
//! blocks and trailers of all partitions ─► join ─► a results directory            on one
//! ```
//!
//! A filter reads the lines of a partition, each after the number of its file and its own: `FILE<tab>LINE<tab>TEXT`. Lines
//! that follow each other in a file are a *part*. Its copy on the disk begins with the first lines of the file, which tell
//! the layout and the columns, and is read like any corpus. After the rows of each part comes its [`Trailer`]: a filter
//! that ends too early leaves lines without a trailer, which [`join()`] refuses.

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
