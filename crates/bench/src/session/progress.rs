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
    /// Creates the progress of a run whose searches are counted in `searches`. It must be made for the run's numbers of
    /// strategies and threads.
    pub fn of(searches: Arc<pass::Progress>) -> Progress {
        Progress { searches, rounds: Mutex::default() }
    }

    /// Returns the rounds so far of a run with `--rounds auto`.
    pub fn rounds(&self) -> RoundsSoFar {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_rounds(&self, rounds: RoundsSoFar) {
        *self.rounds.lock().unwrap_or_else(PoisonError::into_inner) = rounds;
    }
}

/// The rounds of a run with `--rounds auto`, as of the last time that their precision was computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundsSoFar {
    /// Number of complete rounds.
    pub complete: u32,
    /// The [precision](crate::record::Rounds::precision) of each strategy; `None` if it is not known. Empty before the
    /// first computation.
    pub precisions: Vec<Option<Precision>>,
}

impl RoundsSoFar {
    /// Records that `complete` rounds are complete. Returns the worst precision of any strategy if the precision is
    /// computed after this round. A strategy that finished nothing has no precision.
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
