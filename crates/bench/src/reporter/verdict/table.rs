//! The comparison as a table for the terminal.

use std::fmt::Write;

use corpus::numbers::{count, plural};

use super::{
    delta, describe_change, describe_moves, headline, inert, interval, location, more_rounds, percent,
    quieter_measurement, wrong_answers,
};
use crate::{
    compare::{Comparison, CounterVerdict, LatencyChange, LatencyVerdict, StrategyComparison},
    reporter::table::{Column, Table, render},
};

/// Renders the verdict, a table, and explanations of each change. The table fits into `width` characters: without lines
/// around the columns if need be, and then without the least useful columns. A width of 0 is no limit; no lines are drawn
/// then.
pub fn verdict_table(comparison: &Comparison, width: usize) -> String {
    let mut text = format!("{}\n\n", headline(comparison));
    text += &render(&[Table::new(&columns(comparison), rows(comparison))], width);
    for strategy in &comparison.strategies {
        explain(&mut text, strategy);
    }
    if let Some(advice) = quieter_measurement(comparison) {
        let _ = writeln!(text, "{advice}");
    }
    for reason in &comparison.latency_advisory {
        let prefix = if has_latencies(comparison) { "latencies are advisory" } else { "latencies are not compared" };
        let _ = writeln!(text, "{prefix}: {}", inert(reason));
    }
    for name in &comparison.left_out {
        let _ = writeln!(text, "{name}: left out, because only one run has it");
    }
    text
}

fn has_latencies(comparison: &Comparison) -> bool {
    comparison.strategies.iter().any(|strategy| strategy.latency.is_some())
}

/// The columns of the counts.
const COUNTS: [Column; 7] = [
    Column::kept("strategy"),
    Column::ranked("solved", 3),
    Column::ranked("nodes", 4),
    Column::kept("change"),
    Column::ranked("backtracks", 2),
    Column::ranked("change", 2),
    Column::kept("counts"),
];

/// The columns of the latencies.
const LATENCY: [Column; 4] =
    [Column::kept("latency"), Column::ranked("99 % interval", 5), Column::ranked("floor", 1), Column::kept("verdict")];

/// Returns the columns. Those of latency are omitted if no latency was compared.
pub fn columns(comparison: &Comparison) -> Vec<Column> {
    let latency = if has_latencies(comparison) { &LATENCY[..] } else { &[] };
    [&COUNTS, latency].concat()
}

/// Returns a row for each strategy, and one with the geometric means.
pub fn rows(comparison: &Comparison) -> impl Iterator<Item = Vec<String>> {
    let with_latency = has_latencies(comparison);
    let row = move |strategy: &StrategyComparison| {
        let latency = strategy.latency.map_or(["–"; 4].map(String::from), |latency| latency_cells(&latency));
        count_cells(strategy).into_iter().chain(latency.into_iter().filter(move |_| with_latency)).collect()
    };
    comparison.strategies.iter().map(row).chain([geomeans(comparison)])
}

fn geomeans(comparison: &Comparison) -> Vec<String> {
    let nodes = match comparison.geomean_nodes {
        None => "–".into(),
        Some(_) if comparison.strategies.iter().all(|own| own.counts.base.nodes == own.counts.current.nodes) => {
            "~".into()
        }
        Some(ratio) => format!("× {ratio:.4}"),
    };
    let latency = comparison.geomean_latency.map_or("–".into(), |ratio| format!("× {ratio:.3}"));
    let mut row = ["geomean", "", "", &nodes, "", "", "", &latency, "", "", ""].map(String::from).to_vec();
    row.truncate(columns(comparison).len());
    row
}

fn count_cells(strategy: &StrategyComparison) -> Vec<String> {
    let (base, current) = (&strategy.counts.base, &strategy.counts.current);
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
        if strategy.counts.has_wrong_answers() { "WRONG".into() } else { counters.into() },
    ]
}

fn latency_cells(latency: &LatencyChange) -> [String; 4] {
    [
        format!("× {:.3}", latency.ratio),
        format!("{:.3} – {:.3}", latency.low, latency.high),
        percent(latency.floor),
        match latency.verdict {
            LatencyVerdict::Unchanged => format!("within {}", percent(latency.within())),
            verdict => verdict.name().into(),
        },
    ]
}

/// Explains the row of a strategy.
fn explain(text: &mut String, strategy: &StrategyComparison) {
    let (name, counts) = (&strategy.strategy, &strategy.counts);
    if let Some(wrong) = wrong_answers(counts) {
        let _ = writeln!(text, "{name}: {wrong}");
    }
    for violation in &strategy.violations {
        let _ = writeln!(text, "{name}: {violation}");
    }
    if !counts.same || counts.left_out > 0 {
        let _ = writeln!(text, "{name}: {}", describe_moves(counts));
    }
    for change in &counts.largest {
        let puzzle = change.text.as_deref().unwrap_or("");
        let _ =
            writeln!(text, "{}", format!("  {}: {}  {puzzle}", location(change), describe_change(change)).trim_end());
    }
    if strategy.counters == CounterVerdict::Improved {
        let _ = writeln!(text, "{name}: the baseline is out of date; update it");
    }
    if let Some(latency) = strategy.latency {
        if latency.blocks_left_out > 0 {
            let blocks = plural(latency.blocks_left_out as u64, "block");
            let _ =
                writeln!(text, "{name}: latency excludes {blocks} in which a different number of searches finished");
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
