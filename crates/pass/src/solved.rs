//! A solved block: the output of the runner, and the input of the recorder.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use solver::strategy::MissingCounts;

use super::{FirstRows, Sample};
use corpus::reader::Block;

#[derive(Debug)]
pub struct SolvedBlock {
    pub block: Block,
    /// The samples as measured, puzzle by puzzle; for each puzzle in the order of the strategies.
    pub samples: Vec<Sample>,
    /// The nodes of each sample's search at each depth, from depth 1, in the order of the samples. Empty unless the pass keeps
    /// profiles, and after the first round, because later rounds have the same.
    pub nodes_by_depth: Vec<Vec<u64>>,
    /// The counts that external engines did not report, in the order of the samples. Empty if no strategy is an engine.
    pub missing_counts: Vec<MissingCounts>,
    /// Each strategy's turn, in the order of the strategies.
    pub turns: Vec<Turn>,
    /// The solutions of the corpus that do not solve their puzzles, in the order of the puzzles. Answers are not compared with
    /// them.
    pub wrong_solutions: Vec<BlockMessage>,
    /// The messages of the samples with the status engine-error, in their order: what went wrong, with the last messages of the
    /// engine.
    pub engine_errors: Vec<BlockMessage>,
}

impl SolvedBlock {
    /// Returns the samples of one strategy, in the order of the puzzles.
    pub fn samples_of(&self, strategy: usize) -> impl Iterator<Item = &Sample> {
        self.samples.iter().skip(strategy).step_by(self.turns.len())
    }

    /// Returns true if the corpus has a solution of the puzzle at this index that does not solve it.
    pub fn has_wrong_solution(&self, index: usize) -> bool {
        self.wrong_solutions.binary_search_by_key(&index, |wrong| wrong.index).is_ok()
    }

    pub fn add_wrong_solutions(&self, rows: &mut FirstRows) {
        for BlockMessage { index, message } in &self.wrong_solutions {
            rows.add(|| format!("{}: {message}", self.block.puzzles[*index].location()));
        }
    }

    pub fn missing_counts(&self, index: usize) -> MissingCounts {
        self.missing_counts.get(index).copied().unwrap_or(MissingCounts::NONE)
    }

    pub fn engine_error(&self, index: usize) -> Option<&str> {
        let found = self.engine_errors.binary_search_by_key(&index, |error| error.index);
        found.ok().map(|found| &*self.engine_errors[found].message)
    }
}

/// What is wrong with the puzzle or the sample of a block that has this index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockMessage {
    #[serde(rename = "place")]
    pub index: usize,
    pub message: Box<str>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Index in the order of turns at this block.
    pub slot: usize,
    /// Number of the thread, from 0.
    pub worker: usize,
    /// Time from the start of the run to the start of the turn.
    pub start: Duration,
    pub usage: Usage,
    pub control: Vec<Duration>,
}

/// Processor time and involuntary context switches of a thread; zero on systems that do not report them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time in user and system mode.
    pub cpu: Duration,
    /// Involuntary context switches.
    pub preempted: u64,
}

impl Usage {
    /// Returns the usage of the calling thread since it started.
    #[cfg(target_os = "linux")]
    pub(crate) fn of_this_thread() -> Usage {
        use nix::sys::resource::{UsageWho, getrusage};
        let Ok(usage) = getrusage(UsageWho::RUSAGE_THREAD) else { return Usage::default() };
        let micros = |time: nix::sys::time::TimeVal| {
            Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec().unsigned_abs() as u32 * 1000)
        };
        Usage {
            cpu: micros(usage.user_time()) + micros(usage.system_time()),
            preempted: usage.involuntary_context_switches().unsigned_abs(),
        }
    }

    /// Returns the usage of the calling thread since it started.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of_this_thread() -> Usage {
        Usage::default()
    }

    pub fn since(self, before: Usage) -> Usage {
        Usage { cpu: self.cpu.saturating_sub(before.cpu), preempted: self.preempted.saturating_sub(before.preempted) }
    }
}
