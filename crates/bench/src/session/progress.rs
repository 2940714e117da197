//! The progress of a run: its searches, and its rounds.

use std::sync::{Arc, Mutex, PoisonError};

use corpus::pass;

use crate::{record::RoundCount, stats::bootstrap::Precision};

/// The progress of a run, which other threads may read at any time.
#[derive(Debug)]
pub struct Progress {
    /// The searches, counted as they end.
    pub searches: Arc<pass::Progress>,
    rounds: Mutex<RoundsSoFar>,
}

impl Progress {
    /// Creates the progress of a run whose searches are counted in `searches`, which must be for its number of strategies and
    /// threads.
    pub fn of(searches: Arc<pass::Progress>) -> Progress {
        Progress { searches, rounds: Mutex::default() }
    }

    /// Returns the rounds of a run without a fixed number of rounds.
    pub fn rounds(&self) -> RoundsSoFar {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_rounds(&self, rounds: RoundsSoFar) {
        *self.rounds.lock().unwrap_or_else(PoisonError::into_inner) = rounds;
    }
}

/// The rounds of a run without a fixed number of rounds, when their precision was found last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundsSoFar {
    /// Number of complete rounds.
    pub complete: u32,
    /// The [precision](crate::record::Rounds::precision) of each strategy; `None` if it is not known. Empty before it was
    /// found for the first time.
    pub precisions: Vec<Option<Precision>>,
}

impl RoundsSoFar {
    /// Counts a round, after which `complete` are complete. Returns the worst precision of a strategy if it is to be found
    /// now; a strategy that finished nothing has none.
    pub fn end_round(
        &mut self,
        rounds: RoundCount,
        complete: u32,
        precisions: impl FnOnce() -> Vec<Option<Precision>>,
    ) -> Option<f64> {
        if rounds.is_judged_after(complete) {
            *self = RoundsSoFar { complete, precisions: precisions() };
            return self.precisions.iter().flatten().map(|precision| precision.reached).reduce(f64::max);
        }
        if self.precisions.is_empty() {
            self.complete = complete;
        }
        None
    }
}
