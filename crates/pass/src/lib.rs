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

use corpus::{
    error::Result,
    reader::{Block, Blocks},
};

pub use check::wrong_solutions;
pub use clock::{Clock, now};
pub use first_rows::FirstRows;
pub use options::Options;
pub use profile_fields::ProfileFields;
pub use progress::{Progress, Search, Searches, TurnProgress};
pub use rejects::{REJECTS, RejectRows, Rejected, Rejects};
pub use sample::{Detail, Fault, Sample};
pub use solved::{EngineError, SolvedBlock, Turn, Usage, WrongSolution};
pub use status::{Counts, Ending, Status};
pub use threads::{PassEnd, Threads};
pub use worker::{Pass, Worker};

pub struct Runner<'a> {
    threads: Threads<Worker<'a>>,
    progress: Option<&'a Progress>,
    clock: Clock,
}

impl<'a> Runner<'a> {
    /// Starts the threads and builds every strategy's workspace on each.
    pub fn new(options: &'a Options) -> Result<Runner<'a>> {
        let threads = Threads::try_new(options.threads, || Worker::new(options))?;
        Ok(Runner { threads, progress: None, clock: Clock::start() })
    }

    pub fn change_processors(&self) {
        self.threads.change_processors();
    }

    /// Drops a block on one of the threads, soon.
    pub fn drop_later(&self, block: Block) {
        self.threads.drop_later(block);
    }

    /// Counts the searches of the runner in `progress`, which must be for its number of strategies and threads.
    pub fn with_progress(self, progress: Option<&'a Progress>) -> Runner<'a> {
        Runner { progress, ..self }
    }

    /// Measures the start of every turn from the start of this clock, instead of from the creation of the runner.
    pub fn with_clock(self, clock: Clock) -> Runner<'a> {
        Runner { clock, ..self }
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
