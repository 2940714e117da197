//! What stage 2 hands to stage 3: one strategy's outcome on one puzzle.

use std::{fmt, str::FromStr};

use crate::strategy::{End, Outcome};

/// How one strategy ended on one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// As many solutions as were wanted, or all there are, and at least one.
    Solved,
    /// The search was exhausted without a solution.
    Unsolvable,
    /// The givens conflict; no strategy was run.
    Invalid,
    /// An incomplete strategy got no further.
    Stalled,
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The answer is not right; [`Sample::detail`] says why.
    Wrong,
}

impl Status {
    /// Every status, in the order of the columns of a summary.
    pub const ALL: [Status; 7] = [
        Status::Solved,
        Status::Unsolvable,
        Status::Invalid,
        Status::Stalled,
        Status::NodeLimit,
        Status::TimeLimit,
        Status::Wrong,
    ];

    /// Returns the status of a search that ended like this with `found` solutions, before its answer is checked.
    pub fn of(outcome: &Outcome, found: u64) -> Status {
        match outcome.end {
            End::Complete if found > 0 => Status::Solved,
            End::Complete => Status::Unsolvable,
            End::Stalled { .. } => Status::Stalled,
            End::NodeLimit => Status::NodeLimit,
            End::TimeLimit => Status::TimeLimit,
        }
    }

    /// The name in every file.
    pub fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Invalid => "invalid",
            Status::Stalled => "stalled",
            Status::NodeLimit => "node-limit",
            Status::TimeLimit => "time-limit",
            Status::Wrong => "wrong",
        }
    }

    /// Whether the search came to its own end with an answer.
    pub fn is_answer(self) -> bool {
        matches!(self, Status::Solved | Status::Unsolvable)
    }

    /// Whether the strategy came to its own end, so that its latency is no lower bound of something longer.
    pub fn is_finished(self) -> bool {
        self.is_answer() || self == Status::Stalled
    }

    /// Whether a limit cut the search short: its latency is a lower bound.
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
        Status::ALL.into_iter().find(|status| status.name() == text).ok_or_else(|| format!("no status: {text:?}"))
    }
}

/// One strategy's outcome on one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How it ended.
    pub status: Status,
    /// Solutions found.
    pub solutions: u64,
    /// Values assigned to blanks by the search.
    pub nodes: u64,
    /// Nodes chosen while an untried alternative was left at the same choice point.
    pub guesses: u64,
    /// Assignments undone.
    pub backtracks: u64,
    /// The most assignments on one path.
    pub max_depth: u8,
    /// Wall time of the call, or the puzzle's share of the block's, in nanoseconds; 0 where no strategy was run.
    pub latency_ns: u64,
    /// What there is to say about a status other than solved.
    pub detail: Detail,
}

impl Sample {
    /// The sample of a puzzle whose givens conflict.
    pub const INVALID: Sample = Sample {
        status: Status::Invalid,
        solutions: 0,
        nodes: 0,
        guesses: 0,
        backtracks: 0,
        max_depth: 0,
        latency_ns: 0,
        detail: Detail::None,
    };

    /// The sample of a puzzle at which the strategy panicked.
    pub const PANICKED: Sample =
        Sample { status: Status::Wrong, detail: Detail::Reason("the strategy panicked"), ..Sample::INVALID };

    /// Makes this a wrong answer.
    pub fn mark_wrong(&mut self, reason: &'static str) {
        (self.status, self.detail) = (Status::Wrong, Detail::Reason(reason));
    }
}

/// What there is to say about a sample beside its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    None,
    /// Cells without a value where an incomplete strategy stalled.
    CellsLeft(u8),
    /// Why an answer is wrong.
    Reason(&'static str),
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::None => Ok(()),
            Detail::CellsLeft(1) => f.write_str("1 cell left"),
            Detail::CellsLeft(cells) => write!(f, "{cells} cells left"),
            Detail::Reason(reason) => f.write_str(reason),
        }
    }
}
