#![doc = include_str!("../README.md")]
//!
//! Stage 2: blocks of puzzles × strategies → samples, solved in parallel, within limits, timed and checked.

mod check;
mod clock;
pub mod control;
#[cfg(unix)]
pub mod engine;
pub mod external;
mod first_rows;
mod options;
mod pipeline;
pub mod process_group;
pub mod processor;
mod profile_fields;
mod progress;
mod referee;
mod rejects;
mod sample;
mod solved;
mod status;
pub mod stderr_tail;
mod threads;
mod worker;

use solver::strategy::Stop;

use corpus::{error::Result, reader::Blocks};

pub use check::wrong_solutions;
pub use clock::{Clock, now};
pub use first_rows::FirstRows;
pub use options::Options;
pub use profile_fields::ProfileFields;
pub use progress::{Progress, Search, Searches, TurnProgress};
pub use rejects::{REJECTS, RejectRows, Rejected, Rejects};
pub use sample::{Detail, Fault, Sample};
pub use solved::{BlockMessage, SolvedBlock, Turn, Usage};
pub use status::{Counts, Ending, Status};
pub use threads::{PassEnd, Threads};
pub use worker::{Pass, Worker};

pub struct Runner<'a> {
    pub threads: Threads<Worker<'a>>,
    progress: Option<&'a Progress>,
    clock: Clock,
}

impl<'a> Runner<'a> {
    /// Starts the threads and builds every strategy's workspace on each. `progress` counts the searches, and must
    /// be made for as many strategies and threads. The start of every turn is measured from the start of `clock`.
    pub fn new(options: &'a Options, progress: Option<&'a Progress>, clock: Clock) -> Result<Runner<'a>> {
        let threads = Threads::try_new(options.threads, || Worker::new(options))?;
        Ok(Runner { threads, progress, clock })
    }

    /// Solves the blocks and applies `finish` to each and to the worker that solved it, both in parallel, and hands the
    /// results to `sink` in corpus order. See [`Threads::map`]. Returns the first error of `sink`, or of a strategy
    /// that fails to start again; no more results reach the sink.
    pub fn map<T: Send>(
        &self,
        blocks: &mut Blocks<'_>,
        round: u32,
        finish: impl Fn(SolvedBlock, &Worker<'_>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        let work = |worker: &mut Worker<'a>, number, block, stop: Stop<'_>| {
            let pass = Pass { round, clock: self.clock, stop, progress: self.progress };
            let solved = worker.solve(block, &pass, number)?;
            Ok(finish(solved, worker))
        };
        self.threads.map_stoppable(blocks, work, |result: Result<T>| sink(result?))
    }
}
