//! How many passes over a corpus a benchmark makes.

#![warn(missing_docs)]

use std::time::Duration;

use stats::Precision;

/// The fewest rounds of `--rounds auto`: fewer could seem to agree by chance.
const MIN_AUTO_ROUNDS: u32 = 10;

/// The number of passes over the corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoundCount {
    /// This many, at least 1.
    Fixed(u32),
    /// As many as the goal needs.
    Until(RoundGoal),
}

/// When a run with `--rounds auto` ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundGoal {
    /// The run ends when a comparison with a run like this one would give every latency a 99 % interval that reaches at
    /// most this fraction in either direction.
    pub precision: f64,
    /// The run ends before a round that would probably exceed this time.
    pub time: Duration,
}

impl RoundCount {
    /// Returns the number if it is fixed.
    pub fn fixed(self) -> Option<u32> {
        match self {
            RoundCount::Fixed(rounds) => Some(rounds),
            RoundCount::Until(_) => None,
        }
    }

    /// Returns true if the precision is computed after `complete` rounds: first after ten, then each time that about a
    /// tenth more are complete.
    pub fn is_judged_after(self, complete: u32) -> bool {
        self.fixed().is_none() && complete >= MIN_AUTO_ROUNDS && complete.is_multiple_of(complete / MIN_AUTO_ROUNDS)
    }

    /// Returns true if another round is to be run after the first `complete`, which took this time. `precision` is the
    /// precision of these rounds, if it was computed.
    pub fn wants_another(self, complete: u32, elapsed: Duration, precision: Option<f64>) -> bool {
        match self {
            RoundCount::Fixed(rounds) => complete < rounds,
            RoundCount::Until(_) if complete == 0 => true,
            RoundCount::Until(goal) => {
                elapsed + elapsed / complete <= goal.time && precision.is_none_or(|reached| reached > goal.precision)
            }
        }
    }
}

/// The rounds of a run with `--rounds auto`, as of the last time that their precision was computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundsSoFar {
    /// Number of complete rounds.
    pub complete: u32,
    /// The precision of each strategy, in a comparison with a run like this one; `None` if it is not known. Empty before the
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_ends_with_the_precision_or_before_the_time() {
        let until = RoundCount::Until(RoundGoal { precision: 0.02, time: Duration::from_secs(10) });
        let wants =
            |complete, seconds, precision| until.wants_another(complete, Duration::from_secs(seconds), precision);
        assert!(wants(0, 0, None) && wants(2, 2, None) && wants(5, 5, Some(0.03)));
        assert!(!wants(5, 5, Some(0.02)), "the goal is reached");
        assert!(wants(4, 8, None), "another round of two seconds ends in time");
        assert!(!wants(4, 9, None), "another round would end late");
        assert!(!wants(1, 6, None), "a single round took more than half of the time");
        let three = RoundCount::Fixed(3);
        assert!(three.wants_another(2, Duration::MAX, Some(0.0)) && !three.wants_another(3, Duration::ZERO, None));
    }

    #[test]
    fn the_precision_is_found_less_and_less_often() {
        let until = RoundCount::Until(RoundGoal { precision: 0.02, time: Duration::MAX });
        let judged: Vec<u32> = (0..40).filter(|&complete| until.is_judged_after(complete)).collect();
        assert_eq!(judged, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 28, 30, 33, 36, 39]);
        assert!(!RoundCount::Fixed(20).is_judged_after(10));
    }
}
