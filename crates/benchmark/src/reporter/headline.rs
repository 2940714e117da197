//! The answer of a run in one or two sentences: which strategy is the fastest, by how much, and with how many backtracks.

use corpus::numbers::{count, number, plural, three_digits};

use super::{
    summary::{counted, is_slowdown},
    warnings::disturbances,
};
use crate::record::{Record, StrategySummary, Summary};

const MAX_OTHERS: usize = 2;

/// Returns the sentences, and a warning if something disturbed the latencies.
pub fn headline(record: &Record) -> String {
    let disturbed =
        if disturbances(record).is_empty() { "" } else { " The latencies were disturbed: see the warnings." };
    format!("{}{disturbed}", answer(&record.summary))
}

pub(super) fn answer(summary: &Summary) -> String {
    let is_fastest = |strategy: &&StrategySummary| summary.fastest.as_deref() == Some(&strategy.name);
    let Some(fastest) = summary.strategies.iter().find(is_fastest) else {
        let run = summary.strategies.first().map_or(0, |strategy| strategy.counts.run());
        return if run == 0 { "No puzzle was run." } else { "No strategy answered a puzzle." }.into();
    };
    if summary.strategies.len() == 1 {
        return alone(fastest);
    }
    let others = others(summary, fastest);
    let comparisons: Vec<_> = others.iter().map(|other| comparison(summary, fastest, other)).collect();
    let counts = backtracks(summary, fastest, &others);
    format!("{}: {}.{counts}", lead(summary, fastest), comparisons.join("; "))
}

fn alone(strategy: &StrategySummary) -> String {
    let speed = number(strategy.puzzles_per_second.unwrap_or_default());
    let backtracks = counted(strategy, strategy.answered_mean_backtracks);
    let backtracks = backtracks.map_or(String::new(), |mean| format!(", with {} backtracks a puzzle", number(mean)));
    let run = strategy.counts.run();
    let puzzles = plural(run, "puzzle");
    if strategy.answered == run {
        format!("{} answered {puzzles}, {speed} a second on one core{backtracks}.", strategy.name)
    } else {
        let answered = count(strategy.answered);
        format!("{} ran {puzzles}, {speed} a second on one core, and answered {answered}{backtracks}.", strategy.name)
    }
}

/// Returns the others to compare with: the reference if it is another one, else the next fastest and the slowest.
fn others<'s>(summary: &'s Summary, fastest: &StrategySummary) -> Vec<&'s StrategySummary> {
    let named = |strategy: &&StrategySummary| summary.reference.as_deref() == Some(&strategy.name);
    let mut others: Vec<_> = summary.strategies.iter().filter(|strategy| strategy.name != fastest.name).collect();
    if let Some(reference) = others.iter().copied().find(named) {
        return vec![reference];
    }
    // A strategy that answers few puzzles is compared on the easy ones only.
    let answers_many = |strategy: &&StrategySummary| strategy.answered * 2 >= fastest.answered;
    if others.iter().any(answers_many) {
        others.retain(answers_many);
    }
    others.sort_by(|one, other| {
        let answered = other.answered.cmp(&one.answered);
        answered.then(speed_of(other).total_cmp(&speed_of(one)))
    });
    if others.len() > MAX_OTHERS {
        others.drain(MAX_OTHERS - 1..others.len() - 1);
    }
    others
}

fn speed_of(strategy: &StrategySummary) -> f64 {
    strategy.puzzles_per_second.unwrap_or_default()
}

/// Says which strategy is the fastest, and of how many puzzles if some have no answer.
fn lead(summary: &Summary, fastest: &StrategySummary) -> String {
    let name = &fastest.name;
    let answered = fastest.answered;
    let run = fastest.counts.run();
    let as_many = summary.strategies.iter().filter(|strategy| strategy.answered == answered).count();
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
    let name = &other.name;
    // The summary has speed-ups over the reference, which is one of the two.
    let is_reference = summary.reference.as_deref() == Some(name);
    let compared = if is_reference { fastest } else { other };
    let of_fastest = |factor: f64| if is_reference { factor } else { factor.recip() };
    let Some(total) = compared.speedup.map(of_fastest) else {
        return format!("{name} answers none of these");
    };
    let on_which = if compared.speedup_puzzles < fastest.counts.run() {
        format!("on the {} that {name} answers too, ", count(compared.speedup_puzzles))
    } else {
        String::new()
    };
    let in_total = if is_slowdown(total) {
        format!("{} × slower than {name} in total", three_digits(total.recip()))
    } else {
        format!("{} × {name} in total", three_digits(total))
    };
    let interval =
        compared.geomean_low.zip(compared.geomean_high).map(|(low, high)| (of_fastest(low), of_fastest(high)));
    let typical = compared.geomean_speedup.map(of_fastest).zip(interval);
    let on_typical = typical.map_or(String::new(), |(typical, (low, high))| {
        format!(", {}", typical_puzzle(total, typical, (low.min(high), low.max(high))))
    });
    format!("{on_which}{in_total}{on_typical}")
}

/// Says how much faster a strategy is on the typical puzzle, when it is `total` times as fast in total. `interval` is that of
/// 99 %.
fn typical_puzzle(total: f64, typical: f64, (low, high): (f64, f64)) -> String {
    if low <= 1.0 && high >= 1.0 {
        return format!(
            "no clear difference on the typical puzzle (99 %: {} to {})",
            three_digits(low),
            three_digits(high)
        );
    }
    let is_slower = high < 1.0;
    let but = if is_slower == is_slowdown(total) { "" } else { "but " };
    let [typical, low, high] = if is_slower { [typical, high, low].map(f64::recip) } else { [typical, low, high] };
    let slower = if is_slower { "slower " } else { "" };
    let [typical, low, high] = [typical, low, high].map(three_digits);
    format!("{but}{typical} × {slower}on the typical puzzle (99 %: {low} to {high})")
}

/// Says how many backtracks the strategies make for a puzzle: on those that all answered, if these are most.
fn backtracks(summary: &Summary, fastest: &StrategySummary, others: &[&StrategySummary]) -> String {
    let common = fastest.common_puzzles;
    if !fastest.is_counted() {
        return String::new();
    }
    if common * 2 < fastest.answered {
        let mean = fastest.answered_mean_backtracks.unwrap_or_default();
        return format!(" {} makes {} backtracks a puzzle.", fastest.name, number(mean));
    }
    let mean = |strategy: &StrategySummary| number(strategy.common_backtracks as f64 / common as f64);
    let of_others = others.iter().filter(|strategy| strategy.is_counted());
    let of_others: String = of_others.map(|strategy| format!(", {} {}", strategy.name, mean(strategy))).collect();
    let name = &fastest.name;
    let it = if common == fastest.counts.run() {
        name.clone()
    } else {
        let all =
            if summary.strategies.len() == 2 { "both".into() } else { format!("all {}", summary.strategies.len()) };
        format!("On the {} that {all} answer, {name}", plural(common, "puzzle"))
    };
    format!(" {it} makes {} backtracks a puzzle{of_others}.", mean(fastest))
}
