//! Messages of `--rounds auto`.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use benchmark::record::{RoundCount, RoundGoal, RoundsSoFar};
use corpus::{error::Result, numbers};
use stats::Precision;

use crate::cli::{GoalArgs, Rounds};

pub fn round_count(rounds: Rounds, goal: GoalArgs) -> Result<RoundCount> {
    match rounds {
        Rounds::Auto => Ok(RoundCount::Until(RoundGoal {
            precision: goal.precision.unwrap_or(2.0) / 100.0,
            time: goal.time.unwrap_or(Duration::from_secs(300)),
        })),
        Rounds::Number(_) if goal.precision.is_some() || goal.time.is_some() => {
            usage!("--precision and --time need --rounds auto")
        }
        Rounds::Number(rounds) => Ok(RoundCount::Fixed(rounds)),
    }
}

/// The rounds so far, which a command and its progress share.
#[derive(Clone, Default)]
pub struct SharedRounds(Arc<Mutex<RoundsSoFar>>);

impl SharedRounds {
    pub fn lock(&self) -> MutexGuard<'_, RoundsSoFar> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Describes the changes of latency that the rounds so far can show, and the goal: "8 rounds show changes of latency
/// beyond ± 3.1 % (dlx); the goal is ± 2 %".
pub fn describe(rounds: &RoundsSoFar, strategies: &[String], goal: RoundGoal) -> String {
    let count = numbers::plural(rounds.complete.into(), "round");
    let goal = format!("the goal is ± {} %", 100.0 * goal.precision);
    match worst(rounds, strategies) {
        None => format!("{count}: no change of latency can be judged yet; {goal}"),
        Some((name, Precision { reached, .. })) => {
            format!("{count} show changes of latency beyond ± {:.1} % ({name}); {goal}", 100.0 * reached)
        }
    }
}

pub fn conclude(rounds: &RoundsSoFar, strategies: &[String], goal: RoundGoal) -> String {
    let description = describe(rounds, strategies, goal);
    match worst(rounds, strategies) {
        Some((_, precision)) if precision.reached <= goal.precision => description,
        Some((_, precision)) if precision.at_best > goal.precision => format!(
            "the time is up: {description}; two runs differ by about ± {:.1} % however many rounds they have; \
             `sudoku-bench ab` compares builds more precisely",
            100.0 * precision.at_best
        ),
        _ => format!("the time is up: {description}; --time gives more"),
    }
}

fn worst<'a>(rounds: &RoundsSoFar, strategies: &'a [String]) -> Option<(&'a str, Precision)> {
    let known =
        strategies.iter().zip(&rounds.precisions).filter_map(|(name, precision)| Some((&**name, (*precision)?)));
    known.max_by(|one, other| one.1.reached.total_cmp(&other.1.reached))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_precise_strategy_is_named() {
        let names = ["naive", "dlx"].map(String::from);
        let goal = RoundGoal { precision: 0.02, time: Duration::from_secs(300) };
        let rounds = |complete, reached: [Option<f64>; 2]| {
            let precision = |reached| Precision { reached, at_best: 0.8 * reached };
            RoundsSoFar { complete, precisions: reached.map(|reached| reached.map(precision)).into() }
        };
        let missed = rounds(8, [Some(0.012), Some(0.0307)]);
        assert_eq!(
            describe(&missed, &names, goal),
            "8 rounds show changes of latency beyond ± 3.1 % (dlx); the goal is ± 2 %"
        );
        let conclusion = conclude(&missed, &names, goal);
        assert!(conclusion.starts_with("the time is up: 8 rounds show"), "{conclusion}");
        assert!(conclusion.contains("± 2.5 % however many rounds"), "{conclusion}");
        let reachable = conclude(&rounds(8, [Some(0.012), Some(0.023)]), &names, goal);
        assert!(reachable.ends_with("the goal is ± 2 %; --time gives more"), "{reachable}");
        assert!(
            conclude(&rounds(9, [Some(0.02), None]), &names, goal)
                .starts_with("9 rounds show changes of latency beyond ± 2.0 % (naive)")
        );
        assert_eq!(
            describe(&rounds(1, [None; 2]), &names, goal),
            "1 round: no change of latency can be judged yet; the goal is ± 2 %"
        );
    }
}
