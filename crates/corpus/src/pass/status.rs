//! The statuses of a puzzle, and the sums of a strategy's rows by status.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use solver::strategy::{End, Outcome};

use super::Sample;

/// Declares each status once: its variant, its column in a summary or lock file, its name in the rows, and whether a lock
/// file leaves a count out.
macro_rules! statuses {
    ($($(#[$doc:meta])+ $status:ident, $column:ident, $name:literal, omit if $omit:literal;)+) => {
        /// How one strategy ended on one puzzle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Status {
            $($(#[$doc])+ $status,)+
        }

        impl Status {
            /// Every status, in the order of the columns of a summary.
            pub const ALL: [Status; [$($name),+].len()] = [$(Status::$status),+];

            /// Returns the name that every file uses.
            pub fn name(self) -> &'static str {
                match self {
                    $(Status::$status => $name,)+
                }
            }
        }

        /// Sums over a strategy's rows: puzzles, puzzles by status, and search counters.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Counts {
            /// Number of puzzles.
            pub puzzles: u64,
            $(
                #[doc = concat!("Puzzles with the status ", $name, ".")]
                #[serde(default, skip_serializing_if = $omit)]
                pub $column: u64,
            )+
            /// Sum of the nodes.
            pub nodes: u64,
            /// Sum of the guesses.
            pub guesses: u64,
            /// Sum of the backtracks.
            pub backtracks: u64,
        }

        impl Counts {
            /// Returns the number of puzzles with this status.
            pub fn of(&self, status: Status) -> u64 {
                match status {
                    $(Status::$status => self.$column,)+
                }
            }

            fn of_mut(&mut self, status: Status) -> &mut u64 {
                match status {
                    $(Status::$status => &mut self.$column,)+
                }
            }
        }
    };
}

statuses! {
    /// The search reached the solution limit, or was exhausted after at least one solution.
    Solved, solved, "solved", omit if "never";
    /// The search was exhausted without a solution.
    Unsolvable, unsolvable, "unsolvable", omit if "is_zero";
    /// The givens conflict; no strategy ran.
    Invalid, invalid, "invalid", omit if "is_zero";
    /// An incomplete strategy could not go on.
    Stalled, stalled, "stalled", omit if "is_zero";
    /// The search reached the node limit.
    NodeLimit, node_limit, "node-limit", omit if "is_zero";
    /// The search reached the time limit.
    TimeLimit, time_limit, "time-limit", omit if "is_zero";
    /// The answer is wrong; [`Sample::detail`] has the reason.
    Wrong, wrong, "wrong", omit if "is_zero";
    /// An external engine gave no answer.
    EngineError, engine_error, "engine-error", omit if "is_zero";
}

fn never(_: &u64) -> bool {
    false
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Status {
    /// Returns the status of a search with `found` solutions, before its answer is checked.
    pub fn of(outcome: &Outcome, found: u64) -> Status {
        match outcome.end {
            End::Complete if found > 0 => Status::Solved,
            End::Complete => Status::Unsolvable,
            End::Stalled { .. } => Status::Stalled,
            End::NodeLimit => Status::NodeLimit,
            End::TimeLimit => Status::TimeLimit,
            End::Failed => Status::EngineError,
        }
    }

    /// Returns true if the search ended by itself with an answer: solved or unsolvable.
    pub fn is_answer(self) -> bool {
        matches!(self, Status::Solved | Status::Unsolvable)
    }

    /// Returns true if the strategy ended by itself, so that its latency is not a lower bound.
    pub fn is_finished(self) -> bool {
        self.is_answer() || self == Status::Stalled
    }

    /// Returns true if a limit stopped the search, so that its latency is a lower bound.
    pub fn is_censored(self) -> bool {
        matches!(self, Status::NodeLimit | Status::TimeLimit)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Status, String> {
        Status::ALL.into_iter().find(|status| status.name() == text).ok_or_else(|| format!("unknown status {text:?}"))
    }
}

impl Counts {
    /// Adds the sample of one puzzle. Counters saturate, because a file may hold any number.
    pub fn add(&mut self, sample: &Sample) {
        self.puzzles += 1;
        *self.of_mut(sample.status) += 1;
        self.nodes = self.nodes.saturating_add(sample.nodes);
        self.guesses = self.guesses.saturating_add(sample.guesses);
        self.backtracks = self.backtracks.saturating_add(sample.backtracks);
    }

    /// Returns the number of puzzles that the strategy ran on: all but the invalid ones.
    pub fn run(&self) -> u64 {
        self.puzzles.saturating_sub(self.invalid)
    }

    /// Returns the number of puzzles whose latencies are added up: those that the strategy ran on, without those on which an
    /// engine failed.
    pub fn timed(&self) -> u64 {
        self.run().saturating_sub(self.engine_error)
    }

    /// Returns the number of puzzles with an answer.
    pub fn answered(&self) -> u64 {
        self.solved + self.unsolvable
    }

    /// Returns the number of puzzles that the strategy ran on without an answer.
    pub fn unanswered(&self) -> u64 {
        self.stalled + self.node_limit + self.time_limit + self.wrong + self.engine_error
    }

    /// Returns true if every puzzle has exactly one status.
    pub fn adds_up(&self) -> bool {
        Status::ALL.iter().map(|&status| u128::from(self.of(status))).sum::<u128>() == self.puzzles.into()
    }
}
