//! The reasons of a verdict, with their numbers.

use corpus::numbers::plural;

use super::percent;
use crate::compare::{
    Comparison, CountChanges, CounterVerdict, LatencyChange, LatencyVerdict, StrategyComparison, Violation,
};

/// A larger change of the control is named as the cause of noise.
const SPEED_CHANGE: f64 = 0.1;

pub fn wrong_answers(counts: &CountChanges) -> Option<String> {
    let wrong = [
        (counts.current.wrong, "wrong"),
        (counts.lost, "no longer answered"),
        (counts.contradicted, "answered differently than in the baseline"),
    ];
    joined(wrong.into_iter().filter(|&(n, _)| n > 0).map(|(n, how)| format!("{} {how}", plural(n, "puzzle"))))
}

pub fn regressions(strategy: &StrategyComparison, latency_gates: bool) -> Option<String> {
    let latency = strategy.latency.filter(|latency| latency_gates && latency.verdict == LatencyVerdict::Regressed);
    joined(strategy.violations.iter().map(Violation::to_string).chain(latency.as_ref().map(slower_text)))
}

fn slower_text(latency: &LatencyChange) -> String {
    let ratio = latency.ratio;
    let interval = latency.interval_text(3);
    let floor = percent(latency.floor);
    format!("latency × {ratio:.3}, 99 % interval {interval}, noise floor {floor}")
}

pub fn undecided(strategy: &StrategyComparison, comparison: &Comparison) -> Option<String> {
    let left_out = (strategy.counters == CounterVerdict::LeftOut).then(|| "every puzzle hit a time limit".into());
    let latency = latency_doubt(strategy, comparison).filter(|_| comparison.latency_gates());
    let latency = latency.map(|reason| format!("latency inconclusive, {reason}"));
    joined(timed_out(strategy).into_iter().chain(left_out).chain(latency))
}

/// Returns the reasons that neither the headline nor the table has, each a sentence.
pub fn reasons(strategy: &StrategyComparison, comparison: &Comparison) -> Vec<String> {
    let has_rounds = strategy.latency.is_none_or(|latency| latency.interval().is_some());
    let latency = latency_doubt(strategy, comparison).filter(|_| has_rounds);
    strategy.violations.iter().map(Violation::to_string).chain(timed_out(strategy)).chain(latency).collect()
}

fn timed_out(strategy: &StrategyComparison) -> Option<String> {
    let puzzles = plural(strategy.counts.timed_out, "puzzle");
    (strategy.counts.timed_out > 0)
        .then(|| format!("{puzzles} answered in the baseline hit the time limit, which depends on the machine"))
}

fn latency_doubt(strategy: &StrategyComparison, comparison: &Comparison) -> Option<String> {
    match strategy.latency {
        None if comparison.different_searches.contains(&strategy.strategy) => {
            Some("different searches finished in every block".into())
        }
        Some(latency) if latency.verdict == LatencyVerdict::Inconclusive => match latency.interval() {
            Some(_) => Some(more_rounds(&latency)),
            None => Some(latency.interval_text(3)),
        },
        _ => None,
    }
}

/// Joins findings with commas; `None` if there are none.
fn joined(findings: impl Iterator<Item = String>) -> Option<String> {
    let findings: Vec<_> = findings.collect();
    (!findings.is_empty()).then(|| findings.join(", "))
}

/// Describes why a latency is inconclusive, and the number of rounds that would decide it.
fn more_rounds(latency: &LatencyChange) -> String {
    if let Some(hidden) = latency.hidden {
        return format!("{}: a change under {} could not be seen", cause_of_noise(latency), percent(hidden));
    }
    match latency.more_rounds {
        Some(rounds) => format!("about {} would decide", plural(rounds.into(), "more round")),
        None => "more rounds are unlikely to decide".into(),
    }
}

/// Names the cause that hides changes of a latency: noise that more rounds reduce if the noise floor is too high, otherwise a
/// difference between the runs.
fn cause_of_noise(latency: &LatencyChange) -> String {
    let is_noisy = latency.floor > latency.max_floor;
    let change_of_speed = latency.machine.map_or(0.0, |machine| match is_noisy {
        true => machine.control_range,
        false => machine.control_ratio.max(1.0 / machine.control_ratio) - 1.0,
    });
    match (change_of_speed > SPEED_CHANGE, is_noisy) {
        (true, true) => format!("the machine changed speed by {:.0} % during the runs", 100.0 * change_of_speed),
        (true, false) => format!("the machine changed speed by {:.0} % between the runs", 100.0 * change_of_speed),
        (false, true) => format!("two runs of the same build would differ by {}", percent(latency.noise)),
        (false, false) => "two runs of the same build differ, however many rounds they have".into(),
    }
}

/// Returns advice if more rounds are unlikely to decide a latency; `None` if there is no such latency.
pub fn quieter_measurement(comparison: &Comparison) -> Option<&'static str> {
    let is_stuck = |latency: &LatencyChange| {
        let is_inconclusive = latency.verdict == LatencyVerdict::Inconclusive;
        is_inconclusive && latency.interval().is_some() && latency.more_rounds.is_none()
    };
    let stuck = comparison.strategies.iter().find_map(|strategy| strategy.latency.filter(is_stuck))?;
    // Only two runs have a control.
    Some(match stuck.machine {
        Some(_) => {
            "for a clearer result, let the two versions take turns with `sudoku-bench ab`, or run both with --rounds auto and \
             --threads 1, at another time or on an idle machine"
        }
        None => "for a clearer result, compare the builds with --rounds auto, at another time or on an idle machine",
    })
}
