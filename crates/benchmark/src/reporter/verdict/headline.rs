//! The verdict of a comparison in a sentence: what became worse in which strategies. The numbers are in the table, and the
//! [reasons](super::reasons) that are not in the table are below it.

use corpus::numbers::plural;

use super::{inert, percent, reasons::wrong_answers};
use crate::{
    compare::{Comparison, CounterVerdict, FEWEST_ROUNDS, LatencyVerdict, StrategyComparison, Verdict, Violation},
    record::json_name,
};

pub fn headline(comparison: &Comparison) -> String {
    let reasons = match comparison.verdict {
        Verdict::Wrong => list(comparison, |strategy| wrong_answers(&strategy.counts).into_iter().collect()),
        Verdict::Regressed => list(comparison, |strategy| worse(strategy, comparison)),
        Verdict::Inconclusive => list(comparison, |strategy| unclear(strategy, comparison)),
        Verdict::Pass => passed(comparison),
    };
    format!("{}: {reasons}", json_name(&comparison.verdict))
}

/// Lists the strategies with findings; neighbours with the same findings share them.
fn list(comparison: &Comparison, findings: impl Fn(&StrategyComparison) -> Vec<String>) -> String {
    let item = |strategy: &StrategyComparison| (strategy.strategy.clone(), findings(strategy).join(", "));
    let items: Vec<_> = comparison.strategies.iter().map(item).filter(|(_, findings)| !findings.is_empty()).collect();
    let group_text = |group: &[(String, String)]| {
        let names: Vec<_> = group.iter().map(|(name, _)| name.as_str()).collect();
        format!("{}: {}", names.join(", "), group[0].1)
    };
    items.chunk_by(|item, next| item.1 == next.1).map(group_text).collect::<Vec<_>>().join("; ")
}

/// Says what violates the rules, and whether the latency regressed.
fn worse(strategy: &StrategyComparison, comparison: &Comparison) -> Vec<String> {
    // Fewer are a regression only where no change is allowed.
    let directions = [(true, "more", ""), (false, "fewer", ", although no change is allowed")];
    let counts = directions.into_iter().filter_map(|(grows, word, reason)| {
        let moved = |violation: &Violation| match violation {
            Violation::Sum { counter, base, current, .. } if (current > base) == grows => Some(counter.name()),
            _ => None,
        };
        let counters: Vec<_> = strategy.violations.iter().filter_map(moved).collect();
        (!counters.is_empty()).then(|| format!("{word} {}{reason}", enumerated(&counters)))
    });
    let rows = strategy.violations.contains(&Violation::Rows).then(|| "changed rows".into());
    let latency =
        strategy.latency.filter(|latency| comparison.latency_gates() && latency.verdict == LatencyVerdict::Regressed);
    counts.chain(rows).chain(latency.map(|latency| format!("slower (× {:.3})", latency.ratio))).collect()
}

/// Returns names as text: with commas, and `and` before the last.
pub fn enumerated(names: &[&str]) -> String {
    match names {
        [first @ .., one, last] => [first, &[&format!("{one} and {last}")]].concat().join(", "),
        names => names.concat(),
    }
}

fn unclear(strategy: &StrategyComparison, comparison: &Comparison) -> Vec<String> {
    let timed_out = match (strategy.counters, strategy.counts.timed_out) {
        (CounterVerdict::LeftOut, _) => Some("every puzzle hit a time limit".into()),
        (_, 0) => None,
        _ => Some("time limit hit".into()),
    };
    let latency = match strategy.latency {
        _ if !comparison.latency_gates() => None,
        None => comparison.different_searches.contains(&strategy.strategy).then(|| "latency not comparable".into()),
        Some(latency) if latency.verdict != LatencyVerdict::Inconclusive => None,
        Some(latency) if latency.interval().is_none() => Some(format!("latency needs {FEWEST_ROUNDS} rounds")),
        Some(_) => Some("noise could hide a change of latency".into()),
    };
    timed_out.into_iter().chain(latency).collect()
}

fn passed(comparison: &Comparison) -> String {
    let all = |verdict| comparison.strategies.iter().all(|strategy| strategy.counters == verdict);
    let counts = if all(CounterVerdict::Same) { "every count is the same" } else { "counts changed as allowed" };
    let left_out: u64 = comparison.strategies.iter().map(|strategy| strategy.counts.left_out).sum();
    let left_out = if left_out > 0 { format!(", {} left out", plural(left_out, "row")) } else { String::new() };
    let latencies = if comparison.latency_gates() { good_latencies(comparison) } else { advisory(comparison) };
    format!("{counts}{left_out}, {latencies}")
}

fn advisory(comparison: &Comparison) -> String {
    let state = if comparison.has_latencies() { "advisory" } else { "not compared" };
    format!("latencies are {state}: {}", inert(&comparison.latency_advisory.join("; ")))
}

/// Says which latencies improved, and that the others are unchanged.
fn good_latencies(comparison: &Comparison) -> String {
    let latencies =
        || comparison.strategies.iter().filter_map(|strategy| Some((&strategy.strategy, strategy.latency?)));
    let faster = latencies().filter(|(_, latency)| latency.verdict == LatencyVerdict::Improved);
    let mut findings: Vec<_> =
        faster.map(|(name, latency)| format!("{name} is faster (× {:.3})", latency.ratio)).collect();
    let unchanged = latencies().filter(|(_, latency)| latency.verdict == LatencyVerdict::Unchanged);
    if let Some(within) = unchanged.filter_map(|(_, latency)| latency.within()).reduce(f64::max) {
        let which = if findings.is_empty() { "every" } else { "every other" };
        findings.push(format!("{which} latency is unchanged (within {})", percent(within)));
    }
    if findings.is_empty() { "latencies are not compared".into() } else { findings.join(", ") }
}
