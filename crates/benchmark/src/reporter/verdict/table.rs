//! The comparison for the terminal: the verdict, tables of counts and of latencies, and notes.

use std::iter::once;

use corpus::{
    numbers::{before_and_after, duration, plural},
    terminal::wrapped,
};

use super::{
    delta, describe_change, describe_moves, headline, inert, location, percent,
    reasons::{quieter_measurement, reasons},
};
use crate::{
    compare::{Comparison, CounterVerdict, LatencyChange, StrategyComparison, Verdict},
    record::json_name,
    reporter::table::{Column, Table, render},
};

/// If the measured latencies differ from the ratio by more than this share, a note says why.
const NOTED_CORRECTION: f64 = 0.01;

/// Renders the verdict, tables, and notes on what the tables do not show. The text fits into `width` characters: notes are
/// broken between words, and tables have no lines around the columns if need be, and then not the least useful columns. A
/// width of 0 is no limit; no lines are drawn then.
pub fn verdict_table(comparison: &Comparison, width: usize) -> String {
    let all: Vec<_> = comparison.strategies.iter().collect();
    let mut text = format!("{}\n\n", wrapped(&headline(comparison), width));
    text += &render(&tables(comparison, &all, true), width);
    for note in notes(comparison) {
        text += &format!("{}\n", wrapped(&note, width));
    }
    text
}

const COUNTS: [Column; 7] = [
    Column::kept("strategy"),
    Column::ranked("solved", 1),
    Column::kept("nodes"),
    Column::kept("change"),
    Column::ranked("backtracks", 3),
    Column::ranked("change", 3),
    Column::ranked("counts", 2),
];

const LATENCIES: [Column; 7] = [
    Column::kept("strategy"),
    Column::ranked("typical before", 2),
    Column::ranked("typical after", 2),
    Column::kept("ratio"),
    Column::ranked("99 % interval", 3),
    Column::ranked("noise floor", 1),
    Column::kept("verdict"),
];

/// Returns the tables of the counts and, if any was compared, of the latencies. They have a row for each of these strategies
/// and, with `means`, one for the geometric means of all strategies.
pub fn tables(comparison: &Comparison, strategies: &[&StrategyComparison], means: bool) -> Vec<Table> {
    let mean = |of: fn(&Comparison) -> Vec<String>| means.then(|| of(comparison));
    let counts = strategies.iter().map(|strategy| count_cells(strategy)).chain(mean(count_means));
    let latencies = strategies.iter().map(|strategy| latency_cells(strategy)).chain(mean(latency_means));
    let latencies = comparison.has_latencies().then(|| Table::new(&LATENCIES, latencies));
    once(Table::new(&COUNTS, counts)).chain(latencies).collect()
}

fn count_means(comparison: &Comparison) -> Vec<String> {
    let nodes = match comparison.geomean_nodes {
        None => "–".into(),
        Some(_) if comparison.strategies.iter().all(|own| own.counts.base.nodes == own.counts.current.nodes) => {
            "~".into()
        }
        Some(ratio) => format!("× {ratio:.4}"),
    };
    ["geomean", "", "", &nodes, "", "", ""].map(String::from).to_vec()
}

fn latency_means(comparison: &Comparison) -> Vec<String> {
    let ratio = comparison.geomean_latency.map_or("–".into(), |ratio| format!("× {ratio:.3}"));
    ["geomean", "", "", &ratio, "", "", ""].map(String::from).to_vec()
}

fn count_cells(strategy: &StrategyComparison) -> Vec<String> {
    let base = &strategy.counts.base;
    let current = &strategy.counts.current;
    let counters = match strategy.counters {
        _ if strategy.counts.has_wrong_answers() => "WRONG",
        CounterVerdict::Same => "~",
        counters => counters.name(),
    };
    vec![
        strategy.strategy.clone(),
        before_and_after(base.solved, current.solved),
        before_and_after(base.nodes, current.nodes),
        delta(base.nodes, current.nodes),
        before_and_after(base.backtracks, current.backtracks),
        delta(base.backtracks, current.backtracks),
        counters.into(),
    ]
}

fn latency_cells(strategy: &StrategyComparison) -> Vec<String> {
    let name = strategy.strategy.clone();
    let Some(latency) = strategy.latency else {
        return once(name).chain(["–"; 6].map(String::from)).collect();
    };
    let [before, after] = latency.typical_ns.map_or(["–"; 2].map(String::from), |typical| typical.map(duration));
    // With few rounds, the noise is unknown.
    let floor = latency.interval().map_or("–".into(), |_| percent(latency.floor));
    let ratio = format!("× {:.3}", latency.ratio);
    vec![name, before, after, ratio, latency.interval_text(3), floor, json_name(&latency.verdict)]
}

fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes: Vec<_> = measured_note(comparison).map(String::from).into_iter().collect();
    notes.extend(comparison.strategies.iter().flat_map(|strategy| notes_on_one(strategy, comparison)));
    notes.extend(quieter_measurement(comparison).map(String::from));
    // The headline of a pass has the reasons.
    if comparison.verdict != Verdict::Pass {
        let state = if comparison.has_latencies() { "advisory" } else { "not compared" };
        let reason = |reason: &String| format!("latencies are {state}: {}", inert(reason));
        notes.extend(comparison.latency_advisory.iter().map(reason));
    }
    notes.extend(comparison.left_out.iter().map(|name| format!("{name}: left out, because only one run has it")));
    notes
}

/// Says why the measured latencies do not have the ratio beside them; `None` if they do.
pub fn measured_note(comparison: &Comparison) -> Option<&'static str> {
    let is_corrected = |latency: &LatencyChange| {
        let measured = latency.typical_ns.map(|[before, after]| after / before);
        measured.is_some_and(|measured| (measured / latency.ratio).ln().abs() > NOTED_CORRECTION)
    };
    let corrected = comparison.strategies.iter().filter_map(|strategy| strategy.latency).find(is_corrected)?;
    // Only two runs have a control.
    Some(match corrected.machine {
        Some(_) => "the typical latencies are as measured; the ratio leaves out what the machine's speed explains",
        None => "the typical latencies are as measured; the ratio leaves out the effect of the order of the builds",
    })
}

fn notes_on_one(strategy: &StrategyComparison, comparison: &Comparison) -> Vec<String> {
    let name = &strategy.strategy;
    let counts = &strategy.counts;
    let named = |note: String| format!("{name}: {note}");
    let mut notes: Vec<_> = reasons(strategy, comparison).into_iter().map(named).collect();
    if !counts.same || counts.left_out > 0 {
        notes.push(named(describe_moves(counts)));
    }
    for change in &counts.largest {
        let puzzle = change.text.as_deref().unwrap_or("");
        let line = format!("  {}: {}  {puzzle}", location(change), describe_change(change));
        notes.push(line.trim_end().into());
    }
    if strategy.counters == CounterVerdict::Improved && !counts.has_wrong_answers() {
        notes.push(named("the baseline is out of date; update it".into()));
    }
    if let Some(latency) = strategy.latency.filter(|latency| latency.blocks_left_out > 0) {
        let blocks = plural(latency.blocks_left_out as u64, "block");
        notes.push(named(format!("latency excludes {blocks} in which a different number of searches finished")));
    }
    notes
}
