//! Renders a comparison: a table for the terminal, Markdown, and annotations for GitHub. Sentences are shared.

mod annotations;
mod markdown;
mod table;

#[cfg(test)]
mod tests;

use corpus::{
    numbers::{self, plural},
    terminal,
};

use crate::compare::{
    Comparison, CountChanges, CounterVerdict, LatencyChange, LatencyVerdict, PuzzleChange, StrategyComparison, Verdict,
    Violation,
};

pub use annotations::{annotation, annotations};
pub use markdown::{failure_markdown, markdown};
pub use table::verdict_table;
pub(super) use table::{columns, rows};

/// A larger change of the control is named as the cause of noise.
const SPEED_CHANGE: f64 = 0.1;

/// Returns the verdict and its reasons, on one line.
pub(super) fn headline(comparison: &Comparison) -> String {
    let reasons = match comparison.verdict {
        Verdict::Wrong => list(comparison, |strategy, _| wrong_answers(&strategy.counts)),
        Verdict::Regressed => list(comparison, regressions),
        Verdict::Inconclusive => list(comparison, |strategy, _| undecided(strategy, comparison)),
        Verdict::Pass => passed(comparison),
    };
    format!("{}: {reasons}", comparison.verdict.name())
}

/// Lists the strategies for which `finding` returns a text; neighbours with the same text share it.
fn list(comparison: &Comparison, finding: impl Fn(&StrategyComparison, bool) -> Option<String>) -> String {
    let item = |strategy: &StrategyComparison| {
        Some((strategy.strategy.clone(), finding(strategy, comparison.latency_gates())?))
    };
    let items: Vec<_> = comparison.strategies.iter().filter_map(item).collect();
    let group = |group: &[(String, String)]| {
        let names: Vec<_> = group.iter().map(|(name, _)| name.as_str()).collect();
        format!("{}: {}", names.join(", "), group[0].1)
    };
    items.chunk_by(|item, next| item.1 == next.1).map(group).collect::<Vec<_>>().join("; ")
}

fn passed(comparison: &Comparison) -> String {
    let all = |verdict| comparison.strategies.iter().all(|strategy| strategy.counters == verdict);
    let counts = if all(CounterVerdict::Same) { "every count is the same" } else { "counts changed as allowed" };
    let latencies = if comparison.latency_gates() {
        no_latency_is_worse(comparison)
    } else if comparison.strategies.iter().any(|strategy| strategy.latency.is_some()) {
        "latencies are advisory".into()
    } else {
        "latencies are not compared".into()
    };
    let left_out: u64 = comparison.strategies.iter().map(|strategy| strategy.counts.left_out).sum();
    let left_out = if left_out > 0 { format!(", {} left out", plural(left_out, "row")) } else { String::new() };
    format!("{counts}{left_out}, {latencies}")
}

/// Says how much worse a latency may be at most.
fn no_latency_is_worse(comparison: &Comparison) -> String {
    let highs = comparison.strategies.iter().filter_map(|strategy| Some(strategy.latency?.high));
    let increase = highs.fold(1.0, f64::max) - 1.0;
    if increase > 0.0 {
        format!("no latency is worse by more than {}", percent(increase))
    } else {
        "no latency is worse".into()
    }
}

/// Returns a fraction in percent.
fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// Describes wrong and missing answers.
fn wrong_answers(counts: &CountChanges) -> Option<String> {
    let wrong = [
        (counts.current.wrong, "wrong"),
        (counts.lost, "no longer answered"),
        (counts.contradicted, "answered differently than in the baseline"),
    ];
    joined(wrong.into_iter().filter(|&(n, _)| n > 0).map(|(n, how)| format!("{} {how}", plural(n, "puzzle"))))
}

/// Describes violations of the rules and a regression of the latency.
fn regressions(strategy: &StrategyComparison, latency_gates: bool) -> Option<String> {
    let slower = |latency: &LatencyChange| format!("latency × {:.3}, {}", latency.ratio, interval(latency));
    let latency = strategy.latency.filter(|latency| latency_gates && latency.verdict == LatencyVerdict::Regressed);
    joined(strategy.violations.iter().map(Violation::to_string).chain(latency.as_ref().map(slower)))
}

/// Describes the questions that the data do not decide.
fn undecided(strategy: &StrategyComparison, comparison: &Comparison) -> Option<String> {
    let latency_gates = comparison.latency_gates();
    let inconclusive = |latency: &LatencyChange| latency_gates && latency.verdict == LatencyVerdict::Inconclusive;
    let latency =
        strategy.latency.filter(inconclusive).map(|latency| format!("latency inconclusive, {}", more_rounds(&latency)));
    let timed_out = match strategy.counts.timed_out {
        0 => None,
        n => Some(format!(
            "{} answered in the baseline hit the time limit, which depends on the machine",
            plural(n, "puzzle")
        )),
    };
    let left_out = (strategy.counters == CounterVerdict::LeftOut).then(|| "every puzzle hit a time limit".into());
    let unjudged = (latency_gates && comparison.different_searches.contains(&strategy.strategy))
        .then(|| "latency inconclusive, different searches finished in every block".into());
    joined(timed_out.into_iter().chain(left_out).chain(latency).chain(unjudged))
}

/// Joins findings with commas; `None` if there are none.
fn joined(findings: impl Iterator<Item = String>) -> Option<String> {
    let findings: Vec<_> = findings.collect();
    (!findings.is_empty()).then(|| findings.join(", "))
}

/// Describes the interval of the ratio and the noise floor.
fn interval(latency: &LatencyChange) -> String {
    format!("99 % interval {:.3} to {:.3}, floor {}", latency.low, latency.high, percent(latency.floor))
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

/// Names the cause that hides changes of a latency: noise within the runs if the noise floor is too high, otherwise a
/// difference between the runs.
fn cause_of_noise(latency: &LatencyChange) -> String {
    let is_within_runs = latency.floor > latency.max_floor;
    let change_of_speed = latency.machine.map_or(0.0, |machine| match is_within_runs {
        true => machine.control_range,
        false => machine.control_ratio.max(1.0 / machine.control_ratio) - 1.0,
    });
    match (change_of_speed > SPEED_CHANGE, is_within_runs) {
        (true, true) => format!("the machine changed speed by {:.0} % during the runs", 100.0 * change_of_speed),
        (true, false) => format!("the machine changed speed by {:.0} % between the runs", 100.0 * change_of_speed),
        (false, true) => format!("the same build differs by {} within a run", percent(latency.noise)),
        (false, false) => "two runs of the same build differ, however many rounds they have".into(),
    }
}

/// Returns advice if more rounds are unlikely to decide a latency; `None` if there is no such latency.
fn quieter_measurement(comparison: &Comparison) -> Option<&'static str> {
    let is_stuck =
        |latency: &LatencyChange| latency.verdict == LatencyVerdict::Inconclusive && latency.more_rounds.is_none();
    let stuck = comparison.strategies.iter().find_map(|strategy| strategy.latency.filter(is_stuck))?;
    // Only two runs have a control.
    Some(match stuck.machine {
        Some(_) => {
            "for a clearer result, let the two builds take turns with `sudoku-bench ab`, or run both with --rounds auto and \
             --threads 1, at another time or on an idle machine"
        }
        None => "for a clearer result, compare the builds with --rounds auto, at another time or on an idle machine",
    })
}

/// Describes how many puzzles of a strategy changed.
fn describe_moves(counts: &CountChanges) -> String {
    let mut text = match counts.moves {
        Some(moves) => {
            let other = if moves.other > 0 { format!(", {} otherwise changed", moves.other) } else { String::new() };
            format!("{} up, {} down{other}, {} same", plural(moves.longer, "puzzle"), moves.shorter, moves.same)
        }
        None => "a lock file does not record which puzzles changed".into(),
    };
    if counts.left_out > 0 {
        text += &format!("; {} left out because of a time limit", plural(counts.left_out, "puzzle"));
    }
    text
}

/// Describes how the row of a puzzle changed.
fn describe_change(change: &PuzzleChange) -> String {
    let (base, current) = (&change.base, &change.current);
    let counts = [
        ("nodes", base.nodes, current.nodes),
        ("backtracks", base.backtracks, current.backtracks),
        ("guesses", base.guesses, current.guesses),
        ("solutions", base.solutions, current.solutions),
        ("depth", base.max_depth.into(), current.max_depth.into()),
    ];
    let mut changes: Vec<_> = counts
        .into_iter()
        .filter(|(_, base, current)| base != current)
        .map(|(name, base, current)| format!("{name} {base} → {current}"))
        .collect();
    if base.status != current.status {
        changes.insert(0, format!("{} → {}", base.status, current.status));
    }
    changes.join(", ")
}

/// Returns the line of a puzzle in the corpus, and its name if that is not the line.
fn location(change: &PuzzleChange) -> String {
    let line = change.line.to_string();
    if change.puzzle == line {
        return format!("line {line}");
    }
    format!("line {line} ({})", inert(&change.puzzle))
}

/// Escapes text for the middle of a line, so that neither a terminal nor the log of a GitHub workflow interprets it.
fn inert(text: &str) -> String {
    // GitHub reads `::` at the beginning of a line as a command, and `##[` anywhere.
    terminal::escape(text).replace("##[", "## [")
}

/// Returns the difference of two counts, absolute and in percent; `~` if there is none.
fn delta(base: u64, current: u64) -> String {
    let (sign, by) = if current > base { ('+', current - base) } else { ('−', base - current) };
    match (by, base) {
        (0, _) => "~".into(),
        (_, 0) => format!("{sign}{}", numbers::count(by)),
        _ => {
            let percent = 100.0 * by as f64 / base as f64;
            let digits = if percent < 0.01 { 4 } else { 2 };
            format!("{sign}{} ({sign}{percent:.digits$} %)", numbers::count(by))
        }
    }
}
