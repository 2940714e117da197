//! A change that the history shows: where it lies, and how large it is.

use serde::Serialize;
pub use stats::change_points::State;

use super::{ChangedGroups, Order};
use crate::compare::{CountChanges, CounterVerdict};

impl From<CounterVerdict> for State {
    fn from(verdict: CounterVerdict) -> State {
        match verdict {
            CounterVerdict::Regressed => State::Regressed,
            CounterVerdict::Improved => State::Improved,
            CounterVerdict::Same | CounterVerdict::Changed | CounterVerdict::LeftOut => State::Changed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// A change of counts, which is exact.
    Counts {
        #[serde(flatten)]
        counts: Box<CountChanges>,
        /// The groups of puzzles that changed, where the rows of a corpus are too many to keep.
        groups: Option<ChangedGroups>,
    },
    /// A step from one level of the latency to another, both as multiples of the control.
    Latency {
        class: String,
        before: f64,
        /// A finding has the key `after` already: a commit.
        #[serde(rename = "after_value")]
        after: f64,
        change: f64,
        p: f64,
    },
    /// Several minor steps that add up, from the commit of the finding on.
    Drift { class: String, change: f64 },
}

/// The commits that may have made a change, as indices in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitRange {
    /// The last commit with a run that is certainly before the change.
    pub after: usize,
    /// The commit that made the change; for latencies, the most likely one.
    pub near: usize,
    /// The last commit that may have made the change.
    pub up_to: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    pub strategy: String,
    pub work: String,
    pub state: State,
    #[serde(flatten)]
    pub change: Change,
    #[serde(skip)]
    pub range: CommitRange,
    /// The ids of the commits in `range`.
    pub commit: String,
    pub after: String,
    pub up_to: String,
    #[serde(rename = "new")]
    pub is_new: bool,
    /// The reason of a blessing.
    pub blessed: Option<String>,
    /// What else changed there, each as a part of a sentence.
    pub context: Vec<String>,
}

impl Finding {
    /// Describes a change of a strategy over a work, which nobody blessed yet.
    pub fn new(strategy: &str, work: &str, state: State, change: Change, range: CommitRange, order: &Order) -> Finding {
        let id = |commit: usize| order.commits[commit].id.clone();
        Finding {
            strategy: strategy.into(),
            work: work.into(),
            state,
            change,
            range,
            commit: id(range.near),
            after: id(range.after),
            up_to: id(range.up_to),
            is_new: false,
            blessed: None,
            context: Vec::new(),
        }
    }

    /// Returns true for a change for the worse that nobody blessed.
    pub fn is_open_regression(&self) -> bool {
        self.state == State::Regressed && self.blessed.is_none()
    }

    pub fn is_of_counts(&self) -> bool {
        matches!(self.change, Change::Counts { .. })
    }
}
