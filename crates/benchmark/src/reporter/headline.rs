//! The answer of a run in one sentence: which strategy is the fastest, and by how much. The table has the rest.

use corpus::numbers::{count, number, plural, three_digits};

use super::{summary::is_slowdown, warnings::disturbances};
use crate::record::{Record, StrategySummary, Summary};

/// Returns the sentence, and a warning if something disturbed the latencies.
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
    let comparison = compared(summary, fastest).map_or(String::new(), |other| comparison(summary, fastest, other));
    format!("{}{comparison}.", lead(summary, fastest))
}

fn alone(strategy: &StrategySummary) -> String {
    let speed = number(strategy.puzzles_per_second.unwrap_or_default());
    let run = strategy.counts.run();
    let puzzles = plural(run, "puzzle");
    if strategy.answered == run {
        format!("{} answered {puzzles}, {speed} a second on one core.", strategy.name)
    } else {
        let answered = count(strategy.answered);
        format!("{} ran {puzzles}, {speed} a second on one core, and answered {answered}.", strategy.name)
    }
}

/// Returns the strategy to compare the fastest with: the reference if it is another one, else the next fastest. `None` if no strategy
/// can be compared.
fn compared<'s>(summary: &'s Summary, fastest: &StrategySummary) -> Option<&'s StrategySummary> {
    let reference = summary.reference.as_deref();
    if reference != Some(&fastest.name) {
        let is_reference = |strategy: &&StrategySummary| reference == Some(&strategy.name);
        return summary.strategies.iter().find(is_reference).filter(|_| fastest.shown_speedup().is_some());
    }
    let next = summary.ranking().get(1).map(|&index| &summary.strategies[index]);
    next.filter(|strategy| strategy.shown_speedup().is_some())
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

/// Says how much faster a strategy is than another: ": 4.03 × as fast as dlx in total time".
fn comparison(summary: &Summary, fastest: &StrategySummary, other: &StrategySummary) -> String {
    let name = &other.name;
    // The summary has speed-ups over the reference, which is one of the two.
    let is_reference = summary.reference.as_deref() == Some(name);
    let (of_pair, speedup) =
        if is_reference { (fastest, fastest.speedup) } else { (other, other.speedup.map(f64::recip)) };
    let Some(total) = speedup else { return String::new() };
    let on_which = if of_pair.speedup_puzzles < fastest.counts.run() {
        format!("on the {} that {name} answers too, ", count(of_pair.speedup_puzzles))
    } else {
        String::new()
    };
    if is_slowdown(total) {
        format!(": {on_which}{} × slower than {name} in total time", three_digits(total.recip()))
    } else {
        format!(": {on_which}{} × as fast as {name} in total time", three_digits(total))
    }
}
