//! The comparison on the terminal.

use std::fmt::Write;

use super::{change, delta, headline, interval, more_rounds, moves, place, plain, wrongs};
use crate::{
    compare::{Comparison, CounterVerdict, Latency, LatencyVerdict, StrategyComparison},
    numbers::{count, plural},
    reporter::table::{fit, table},
};

/// The verdict, the table, and what changed. Lines are drawn around the columns if the table then fits into `width`.
pub fn verdict_table(comparison: &Comparison, width: usize) -> String {
    let mut text = format!("{}\n\n", headline(comparison));
    text += &fit(|drawn| table(&header(comparison), rows(comparison), drawn), width);
    for strategy in &comparison.strategies {
        explain(&mut text, strategy);
    }
    for reason in &comparison.latency_advisory {
        let what = if latencies(comparison) { "latencies only advise" } else { "latencies are not compared" };
        let _ = writeln!(text, "{what}: {}", plain(reason));
    }
    for name in &comparison.left_out {
        let _ = writeln!(text, "{name}: left out, as only one side has it");
    }
    text
}

fn latencies(comparison: &Comparison) -> bool {
    comparison.strategies.iter().any(|strategy| strategy.latency.is_some())
}

/// The columns; those of latency only where there is one.
pub fn header(comparison: &Comparison) -> Vec<&'static str> {
    let mut header = vec!["strategy", "solved", "nodes", "change", "backtracks", "change", "counts"];
    if latencies(comparison) {
        header.extend(["latency", "99 % interval", "floor", "verdict"]);
    }
    header
}

/// A row a strategy, and the geometric means.
pub fn rows(comparison: &Comparison) -> impl Iterator<Item = Vec<String>> {
    let with_latency = latencies(comparison);
    let row = move |strategy: &StrategyComparison| {
        let latency = strategy.latency.map_or(["–"; 4].map(String::from), |latency| cells(&latency));
        counts(strategy).into_iter().chain(latency.into_iter().filter(move |_| with_latency)).collect()
    };
    comparison.strategies.iter().map(row).chain([geomeans(comparison)])
}

fn geomeans(comparison: &Comparison) -> Vec<String> {
    let nodes = match comparison.geomean_nodes {
        None => "–".into(),
        Some(_) if comparison.strategies.iter().all(|own| own.tally.base.nodes == own.tally.current.nodes) => {
            "~".into()
        }
        Some(ratio) => format!("× {ratio:.4}"),
    };
    let latency = comparison.geomean_latency.map_or("–".into(), |ratio| format!("× {ratio:.3}"));
    let mut row = ["geomean", "", "", &nodes, "", "", "", &latency, "", "", ""].map(String::from).to_vec();
    row.truncate(header(comparison).len());
    row
}

fn counts(strategy: &StrategyComparison) -> Vec<String> {
    let (base, current) = (&strategy.tally.base, &strategy.tally.current);
    let counters = match strategy.counters {
        CounterVerdict::Same => "~",
        CounterVerdict::Improved => "improved",
        CounterVerdict::Changed => "changed",
        CounterVerdict::Regressed => "regressed",
        CounterVerdict::LeftOut => "left out",
    };
    vec![
        strategy.strategy.clone(),
        match base.solved == current.solved {
            true => count(current.solved),
            false => format!("{} → {}", count(base.solved), count(current.solved)),
        },
        count(current.nodes),
        delta(base.nodes, current.nodes),
        count(current.backtracks),
        delta(base.backtracks, current.backtracks),
        if strategy.tally.is_wrong() { "WRONG".into() } else { counters.into() },
    ]
}

fn cells(latency: &Latency) -> [String; 4] {
    [
        format!("× {:.3}", latency.ratio),
        format!("{:.3} – {:.3}", latency.low, latency.high),
        format!("{:.1} %", 100.0 * latency.floor),
        match latency.verdict {
            LatencyVerdict::Unchanged => "~".into(),
            verdict => verdict.name().into(),
        },
    ]
}

/// What the numbers of a strategy do not say.
fn explain(text: &mut String, strategy: &StrategyComparison) {
    let (name, tally) = (&strategy.strategy, &strategy.tally);
    if let Some(wrongs) = wrongs(tally) {
        let _ = writeln!(text, "{name}: {wrongs}");
    }
    for violation in &strategy.violations {
        let _ = writeln!(text, "{name}: {violation}");
    }
    if !tally.same || tally.left_out > 0 {
        let _ = writeln!(text, "{name}: {}", moves(tally));
    }
    for largest in &tally.largest {
        let puzzle = largest.text.as_deref().unwrap_or("");
        let _ = writeln!(text, "{}", format!("  {}: {}  {puzzle}", place(largest), change(largest)).trim_end());
    }
    if strategy.counters == CounterVerdict::Improved {
        let _ = writeln!(text, "{name}: the baseline is outdated; renew it, with --bless where it is a lock file");
    }
    if let Some(latency) = strategy.latency {
        if latency.blocks_left_out > 0 {
            let blocks = plural(latency.blocks_left_out as u64, "block");
            let _ =
                writeln!(text, "{name}: latency without {blocks}, in which other searches came to an end than before");
        }
        match latency.verdict {
            LatencyVerdict::Inconclusive => {
                let _ = writeln!(text, "{name}: latency inconclusive, {}", more_rounds(&latency));
            }
            LatencyVerdict::Regressed => {
                let _ = writeln!(text, "{name}: latency × {:.3}, {}", latency.ratio, interval(&latency));
            }
            LatencyVerdict::Improved | LatencyVerdict::Unchanged => {}
        }
    }
}
