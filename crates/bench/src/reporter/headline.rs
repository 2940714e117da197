//! The answer of a run in one or two sentences: which strategy is the fastest, by how much, and with how many backtracks.

use corpus::numbers::{count, number, plural, three_digits};

use super::summary::speed_up;
use crate::record::{StrategySummary, Summary};

/// The number of other strategies that the sentences name.
const MAX_OTHERS: usize = 2;

/// Returns the sentences.
pub fn headline(summary: &Summary) -> String {
    let Some(fastest) = summary.fastest() else { return "No strategy answered a puzzle.".into() };
    let fastest = &summary.strategies[fastest];
    if summary.strategies.len() == 1 {
        return alone(fastest);
    }
    let others = others(summary, fastest);
    let comparisons: Vec<_> = others.iter().map(|other| comparison(summary, fastest, other)).collect();
    let counts = backtracks(summary, fastest, &others);
    format!("{}: {}.{counts}", lead(summary, fastest), comparisons.join("; "))
}

/// Describes the only strategy of a run.
fn alone(strategy: &StrategySummary) -> String {
    let StrategySummary { row, extras } = strategy;
    let speed = number(row.puzzles_per_second.unwrap_or_default());
    let backtracks = extras.answered_mean_backtracks.filter(|_| is_counted(strategy));
    let backtracks = backtracks.map_or(String::new(), |mean| format!(", with {} backtracks a puzzle", number(mean)));
    let run = row.counts().run();
    let all = if extras.answered == run { String::new() } else { format!("{} of ", count(extras.answered)) };
    format!("{} answered {all}{}, {speed} a second on one core{backtracks}.", row.strategy, plural(run, "puzzle"))
}

/// Returns the others to compare with: the reference if it is another one, else the next fastest and the slowest.
fn others<'s>(summary: &'s Summary, fastest: &StrategySummary) -> Vec<&'s StrategySummary> {
    let named = |strategy: &&StrategySummary| summary.reference.as_deref() == Some(&strategy.row.strategy);
    let mut others: Vec<_> =
        summary.strategies.iter().filter(|strategy| strategy.row.strategy != fastest.row.strategy).collect();
    if let Some(reference) = others.iter().copied().find(named) {
        return vec![reference];
    }
    // A strategy that answers few puzzles is compared on the easy ones only.
    let answers_many = |strategy: &&StrategySummary| strategy.extras.answered * 2 >= fastest.extras.answered;
    if others.iter().any(answers_many) {
        others.retain(answers_many);
    }
    let speed = |strategy: &StrategySummary| strategy.row.puzzles_per_second.unwrap_or_default();
    others.sort_by(|one, other| {
        let answered = other.extras.answered.cmp(&one.extras.answered);
        answered.then(speed(other).total_cmp(&speed(one)))
    });
    if others.len() > MAX_OTHERS {
        others.drain(MAX_OTHERS - 1..others.len() - 1);
    }
    others
}

/// Says which strategy is the fastest, and of how many puzzles if some have no answer.
fn lead(summary: &Summary, fastest: &StrategySummary) -> String {
    let (name, answered, run) = (&fastest.row.strategy, fastest.extras.answered, fastest.row.counts().run());
    let as_many = summary.strategies.iter().filter(|strategy| strategy.extras.answered == answered).count();
    let puzzles = if answered == run {
        if run == 1 { "the puzzle".into() } else { format!("all {} puzzles", count(run)) }
    } else {
        format!("{} of {}", count(answered), plural(run, "puzzle"))
    };
    if as_many == summary.strategies.len() && answered == run {
        format!("{name} is the fastest")
    } else if as_many == 1 && answered == run {
        format!("{name} alone answers {puzzles}")
    } else if as_many == 1 {
        format!("{name} answers the most, {puzzles}")
    } else {
        format!("{name} is the fastest of those that answer {puzzles}")
    }
}

/// Says how much faster a strategy is than another: in total, and on the typical puzzle.
fn comparison(summary: &Summary, fastest: &StrategySummary, other: &StrategySummary) -> String {
    let name = &other.row.strategy;
    // The summary has speed-ups over the reference, which is one of the two.
    let is_reference = summary.reference.as_deref() == Some(name);
    let StrategySummary { row, extras } = if is_reference { fastest } else { other };
    let of_fastest = |factor: f64| if is_reference { factor } else { factor.recip() };
    let Some(total) = row.speedup.map(of_fastest) else {
        return format!("{name} answers none of these");
    };
    let where_ = if extras.speedup_puzzles < fastest.row.counts().run() {
        format!("on the {} that {name} answers too, ", count(extras.speedup_puzzles))
    } else {
        String::new()
    };
    let typical = match (row.geomean_speedup.map(of_fastest), row.geomean_low.zip(row.geomean_high)) {
        (Some(typical), Some((low, high))) => {
            let (low, high) = (of_fastest(low), of_fastest(high));
            typical_puzzle(name, &fastest.row.strategy, typical, (low.min(high), low.max(high)))
        }
        _ => "with too few puzzles for an interval".into(),
    };
    format!("{where_}{} {name} in total, {typical}", speed_up(total))
}

/// Says how much faster a strategy is on the typical puzzle. `interval` is that of 99 %.
fn typical_puzzle(other: &str, fastest: &str, typical: f64, (low, high): (f64, f64)) -> String {
    if low <= 1.0 && high >= 1.0 {
        return format!("neither on the typical puzzle (99 %: {} to {})", three_digits(low), three_digits(high));
    }
    if high < 1.0 {
        let [typical, low, high] = [typical, high, low].map(|factor| three_digits(factor.recip()));
        return format!("but on the typical puzzle {other} is {typical} × {fastest} (99 %: {low} to {high})");
    }
    let [low, high] = [low, high].map(three_digits);
    format!("{} on the typical puzzle (99 %: {low} to {high})", speed_up(typical))
}

/// Says how many backtracks the strategies make for a puzzle: on those that all answered, if these are most.
fn backtracks(summary: &Summary, fastest: &StrategySummary, others: &[&StrategySummary]) -> String {
    let common = fastest.row.common_puzzles;
    if !is_counted(fastest) {
        return String::new();
    }
    if common * 2 < fastest.extras.answered {
        let mean = fastest.extras.answered_mean_backtracks.unwrap_or_default();
        return format!(" It makes {} backtracks a puzzle.", number(mean));
    }
    let mean = |strategy: &StrategySummary| number(strategy.row.common_backtracks as f64 / common as f64);
    let of_others = others.iter().filter(|strategy| is_counted(strategy));
    let of_others: String =
        of_others.map(|strategy| format!(", {} {}", strategy.row.strategy, mean(strategy))).collect();
    let it = if common == fastest.row.counts().run() {
        "It".into()
    } else {
        let all =
            if summary.strategies.len() == 2 { "both".into() } else { format!("all {}", summary.strategies.len()) };
        format!("On the {} that {all} answer, it", plural(common, "puzzle"))
    };
    format!(" {it} makes {} backtracks a puzzle{of_others}.", mean(fastest))
}

/// Returns true if a strategy counts its search: an engine need not.
fn is_counted(strategy: &StrategySummary) -> bool {
    strategy.extras.external.is_none() || strategy.row.nodes > 0
}
