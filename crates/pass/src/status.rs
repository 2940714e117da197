//! The statuses of a puzzle, and the sums of a strategy's rows by status.

#![warn(missing_docs)]

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use solver::strategy::{End, Outcome};

/// How a search ended, which is all that sums, scores and figures ask of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No strategy ran.
    NotRun,
    /// The search ended by itself: solved or unsolvable.
    Answer,
    /// The strategy ended by itself without an answer.
    GaveUp,
    /// A limit stopped the search, so that its latency is a lower bound.
    Limit,
    /// There is no right answer, because of an error.
    Failure,
}

/// Declares each status once: its variant, its column in a summary or lock file, its name in the rows, how the search ended,
/// whether its counts are the same in every round, and whether a lock file leaves a count out.
macro_rules! statuses {
    ($($(#[$doc:meta])+ $status:ident, $column:ident, $name:literal, $ending:ident, repeats $repeats:literal,
       omit if $omit:literal;)+) => {
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

            /// Returns how the search ended.
            pub fn ending(self) -> Ending {
                match self {
                    $(Status::$status => Ending::$ending,)+
                }
            }

            /// Returns true if every round of a run must repeat the status and its counts.
            pub fn repeats(self) -> bool {
                match self {
                    $(Status::$status => $repeats,)+
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

            pub(super) fn of_mut(&mut self, status: Status) -> &mut u64 {
                match status {
                    $(Status::$status => &mut self.$column,)+
                }
            }
        }
    };
}

statuses! {
    /// The search reached the solution limit, or was exhausted after at least one solution.
    Solved, solved, "solved", Answer, repeats true, omit if "never";
    /// The search was exhausted without a solution.
    Unsolvable, unsolvable, "unsolvable", Answer, repeats true, omit if "is_zero";
    /// The givens conflict; no strategy ran.
    Invalid, invalid, "invalid", NotRun, repeats true, omit if "is_zero";
    /// An incomplete strategy could not go on.
    Stalled, stalled, "stalled", GaveUp, repeats true, omit if "is_zero";
    /// The search reached the node limit.
    NodeLimit, node_limit, "node-limit", Limit, repeats true, omit if "is_zero";
    /// The search reached the time limit, which does not stop at the same node twice.
    TimeLimit, time_limit, "time-limit", Limit, repeats false, omit if "is_zero";
    /// The answer is wrong; [`Sample::detail`](super::Sample::detail) has the reason.
    Wrong, wrong, "wrong", Failure, repeats false, omit if "is_zero";
    /// An external engine gave no answer. It need not fail twice.
    EngineError, engine_error, "engine-error", Failure, repeats false, omit if "is_zero";
    /// An external engine was given up before this puzzle. Another round may try it.
    NotTried, not_tried, "not-tried", Failure, repeats false, omit if "is_zero";
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
            End::NotTried => Status::NotTried,
        }
    }

    /// Returns true if the search ended by itself with an answer: solved or unsolvable.
    pub fn is_answer(self) -> bool {
        self.ending() == Ending::Answer
    }

    /// Returns true if the strategy ended by itself, so that its latency is not a lower bound.
    pub fn is_finished(self) -> bool {
        matches!(self.ending(), Ending::Answer | Ending::GaveUp)
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
    /// Returns the number of puzzles that the strategy ran on: all but the invalid ones.
    pub fn run(&self) -> u64 {
        self.puzzles.saturating_sub(self.sum(|ending| ending == Ending::NotRun))
    }

    /// Returns the number of puzzles whose latencies are added up: those that the strategy ran on, without those on which an
    /// engine failed, or that it was not given.
    pub fn timed(&self) -> u64 {
        self.run().saturating_sub(self.engine_error).saturating_sub(self.not_tried)
    }

    /// Returns the number of puzzles with an answer.
    pub fn answered(&self) -> u64 {
        self.sum(|ending| ending == Ending::Answer)
    }

    /// Returns the number of puzzles that the strategy ran on without an answer.
    pub fn unanswered(&self) -> u64 {
        self.sum(|ending| !matches!(ending, Ending::NotRun | Ending::Answer))
    }

    /// Returns the number of puzzles whose searches ended in one of these ways.
    fn sum(&self, is_counted: impl Fn(Ending) -> bool) -> u64 {
        Status::ALL.into_iter().filter(|status| is_counted(status.ending())).map(|status| self.of(status)).sum()
    }

    /// Returns true if every puzzle has exactly one status.
    pub fn adds_up(&self) -> bool {
        Status::ALL.iter().map(|&status| u128::from(self.of(status))).sum::<u128>() == self.puzzles.into()
    }
}
