//! Renders the summary of a run as tables for the terminal.

use std::fmt::Write;

use corpus::{
    numbers::{count, duration, number, plural, three_digits},
    terminal::{escape, wrapped},
};
use pass::{
    Counts,
    external::{External, LatencyClock},
};

use super::table::{Column, Table, render};
use crate::record::{Groups, MIN_COMPARED_PUZZLES, StrategySummary, Summary, VirtualBest};

/// A column of a table with a row for each strategy, and the text of its cells.
pub struct SummaryColumn {
    column: Column,
    text: fn(&Summary, &StrategySummary) -> String,
}

const fn column(column: Column, text: fn(&Summary, &StrategySummary) -> String) -> SummaryColumn {
    SummaryColumn { column, text }
}

/// The columns of the results. A narrow terminal keeps the counts, the exact numbers, to the last.
const RESULT_COLUMNS: &[SummaryColumn] = &[
    column(Column::kept("strategy"), name),
    column(Column::ranked("answered", 4), |_, strategy| answered(strategy)),
    column(Column::ranked("p50", 3), |_, strategy| latency(strategy, strategy.latency_p50_ns)),
    column(Column::ranked("p99", 1), |_, strategy| p99(strategy)),
    column(Column::ranked("max", 2), |_, strategy| latency(strategy, strategy.latency_max_ns)),
    column(Column::kept("nodes"), mean_nodes),
    column(Column::kept("backtracks"), |_, strategy| {
        or_dash(counted(strategy, strategy.answered_mean_backtracks), number)
    }),
    column(Column::ranked("total time", 5), total_time),
];

const SCORE_COLUMNS: &[SummaryColumn] = &[
    column(Column::kept("strategy"), name),
    column(Column::ranked("puzzles/s", 9), puzzles_per_second),
    column(Column::kept("PAR-2"), |_, strategy| par_ns(strategy, strategy.par2_ns)),
    column(Column::ranked("PAR-10", 2), |_, strategy| par_ns(strategy, strategy.par10_ns)),
    column(Column::ranked("PAR-2 nodes", 3), |_, strategy| par_nodes(strategy, strategy.par2_nodes)),
    column(Column::ranked("PAR-10 nodes", 1), |_, strategy| par_nodes(strategy, strategy.par10_nodes)),
    column(Column::ranked("VBS gap", 6), |_, strategy| {
        bound_text(strategy.par_ns_lower_bound, or_dash(strategy.vbs_gap, times))
    }),
    column(Column::ranked("unique", 5), |_, strategy| count(strategy.unique)),
    column(Column::ranked("wins", 7), |_, strategy| count(strategy.wins)),
    column(Column::ranked("ties", 4), |_, strategy| count(strategy.ties)),
    column(Column::kept("geomean"), |_, strategy| or_dash(strategy.geomean_speedup, times)),
    column(Column::ranked("99 % interval", 8), |_, strategy| {
        let interval = strategy.geomean_low.zip(strategy.geomean_high);
        or_dash(interval, |(low, high)| format!("{} – {}", three_digits(low), three_digits(high)))
    }),
];

/// The numbers that the first table of the report leaves out.
pub const DETAIL_COLUMNS: &[SummaryColumn] = &[
    column(Column::kept("strategy"), name),
    column(Column::kept("puzzles"), |_, strategy| count(strategy.counts.puzzles)),
    column(Column::kept("p90"), |_, strategy| latency(strategy, strategy.latency_p90_ns)),
    column(Column::kept("p99.9"), |_, strategy| latency(strategy, strategy.latency_p999_ns)),
    column(Column::kept("max"), |_, strategy| latency(strategy, strategy.latency_max_ns)),
    column(Column::kept("mean (answered)"), |_, strategy| or_dash(strategy.latency_mean_ns, duration)),
    column(Column::kept("nodes"), mean_nodes),
    column(Column::kept("puzzles/s"), puzzles_per_second),
];

/// The number of puzzles from which on the 99th percentile is not the slowest puzzle.
const MIN_PUZZLES_OF_P99: u64 = 100;

/// Renders a table of the strategies' results and notes on the numbers. `scores` adds a table of the scores of solver
/// competitions, if there are several strategies.
///
/// The text fits into `width` characters: tables without lines around the columns if need be, and then without the least
/// useful columns. A width of 0 is no limit; no lines are drawn then.
pub fn summary_text(summary: &Summary, width: usize, scores: bool) -> String {
    let mut text = render(&summary_tables(summary, scores), width);
    for note in notes(summary) {
        let _ = writeln!(text, "{}", wrapped(&note, width));
    }
    text
}

/// Returns the table of the strategies' results, and with `scores` that of the scores.
pub fn summary_tables(summary: &Summary, scores: bool) -> Vec<Table> {
    let results = table(result_columns(summary), summary, None);
    let scores = scores.then(|| self::scores(summary)).flatten();
    [results].into_iter().chain(scores).collect()
}

fn result_columns(summary: &Summary) -> &'static [SummaryColumn] {
    // A single strategy is compared with no other.
    if summary.strategies.len() > 1 { RESULT_COLUMNS } else { &RESULT_COLUMNS[..RESULT_COLUMNS.len() - 1] }
}

/// Renders a table of the strategies' results in each group.
pub fn groups_text(groups: &Groups, width: usize) -> String {
    format!("\nby {}:\n{}", escape(&groups.by), render(&[groups_table(groups)], width))
}

/// Returns a table with a row for each group and strategy.
pub fn groups_table(groups: &Groups) -> Table {
    let columns = groups.summaries.first().map_or(RESULT_COLUMNS, |(_, summary)| result_columns(summary));
    let names = columns.iter().map(|column| column.column.clone());
    let names: Vec<Column> = [Column::kept("group")].into_iter().chain(names).collect();
    let rows = groups.summaries.iter().flat_map(|(value, summary)| {
        let row = |strategy| {
            let cells = columns.iter().map(|column| (column.text)(summary, strategy));
            [escape(value).into_owned()].into_iter().chain(cells).collect()
        };
        summary.strategies.iter().map(row).collect::<Vec<_>>()
    });
    Table::new(&names, rows)
}

/// Returns the table of scores; `None` for a single strategy.
pub(super) fn scores(summary: &Summary) -> Option<Table> {
    (summary.strategies.len() > 1).then(|| table(SCORE_COLUMNS, summary, Some(best_cells(&summary.virtual_best))))
}

/// Returns a table with a row for each strategy, and perhaps another at its end.
pub(super) fn table(columns: &[SummaryColumn], summary: &Summary, last: Option<Vec<String>>) -> Table {
    let row = |strategy| columns.iter().map(|column| (column.text)(summary, strategy)).collect();
    let names: Vec<Column> = columns.iter().map(|column| column.column.clone()).collect();
    Table::new(&names, summary.strategies.iter().map(row).chain(last))
}

fn name(_: &Summary, strategy: &StrategySummary) -> String {
    strategy.name.clone()
}

fn mean_nodes(_: &Summary, strategy: &StrategySummary) -> String {
    or_dash(counted(strategy, strategy.answered_mean_nodes), number)
}

fn puzzles_per_second(_: &Summary, strategy: &StrategySummary) -> String {
    or_dash(strategy.puzzles_per_second, number)
}

pub(super) fn counted(strategy: &StrategySummary, mean: Option<f64>) -> Option<f64> {
    mean.filter(|_| strategy.is_counted())
}

/// Returns the number of answered puzzles, and of how many if that is not all.
pub(super) fn answered(strategy: &StrategySummary) -> String {
    let run = strategy.counts.run();
    if strategy.answered == run { count(run) } else { format!("{} of {}", count(strategy.answered), count(run)) }
}

/// Returns a percentile of the latencies as text: puzzles without an answer rank last, beyond every latency.
pub(super) fn latency(strategy: &StrategySummary, ns: Option<u64>) -> String {
    match ns {
        Some(ns) => duration(ns as f64),
        None if strategy.counts.node_limit + strategy.counts.time_limit > 0 => "> limit".into(),
        None if strategy.latency_overflow > 0 => "> 1 h".into(),
        None if strategy.counts.run() > 0 => "no answer".into(),
        None => DASH.into(),
    }
}

/// Returns the 99th percentile of the latencies as text, if there are puzzles enough.
pub(super) fn p99(strategy: &StrategySummary) -> String {
    let is_known = strategy.counts.run() >= MIN_PUZZLES_OF_P99;
    if is_known { latency(strategy, strategy.latency_p99_ns) } else { DASH.into() }
}

/// Returns the total time over that of the reference, as text; a dash for a strategy that cannot be compared.
pub(super) fn total_time(summary: &Summary, strategy: &StrategySummary) -> String {
    if summary.reference.as_ref() == Some(&strategy.name) {
        return "reference".into();
    }
    or_dash(strategy.shown_speedup().map(f64::recip), times)
}

/// Returns true if a speed-up is below 1, and not 1.00 when it is written.
pub(super) fn is_slowdown(factor: f64) -> bool {
    factor < 0.995
}

fn par_ns(strategy: &StrategySummary, ns: Option<f64>) -> String {
    bound_text(strategy.par_ns_lower_bound, or_dash(ns, duration))
}

fn par_nodes(strategy: &StrategySummary, nodes: Option<f64>) -> String {
    bound_text(strategy.par_nodes_lower_bound, or_dash(nodes, number))
}

fn bound_text(is_bound: bool, text: String) -> String {
    if is_bound && text != DASH { format!("≥ {text}") } else { text }
}

fn best_cells(best: &VirtualBest) -> Vec<String> {
    let mut cells =
        vec!["virtual best".into(), String::new(), or_dash(best.par2_ns, duration), or_dash(best.par10_ns, duration)];
    cells.resize(SCORE_COLUMNS.len(), String::new());
    cells
}

const DASH: &str = "–";

pub(super) fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or(DASH.into(), show)
}

fn times(factor: f64) -> String {
    format!("{} ×", three_digits(factor))
}

pub(super) fn notes(summary: &Summary) -> Vec<String> {
    let mut notes: Vec<_> = summary.strategies.iter().flat_map(notes_on_one).collect();
    let Some(first) = summary.strategies.first() else { return notes };
    let several = summary.strategies.len() > 1;
    if first.counts.invalid > 0 {
        notes.push(format!("{} with conflicting givens, not run", plural(first.counts.invalid, "puzzle")));
    }
    let run = first.counts.run();
    if summary.strategies.iter().any(|strategy| strategy.answered < run) {
        let of_reference = if several { "; a total time is over those that the reference answered too" } else { "" };
        notes.push(format!("nodes and backtracks are means over the puzzles that a strategy answered{of_reference}"));
    }
    notes.extend(note_on_speed_ups(summary));
    if several {
        notes.push("nodes of different strategies are different amounts of work: compare their times".into());
    }
    if (1..MIN_PUZZLES_OF_P99).contains(&run) {
        notes.push(format!("p99 needs {MIN_PUZZLES_OF_P99} puzzles"));
    }
    notes
}

/// Names the strategies that cannot be compared, and are not in the headline either.
fn note_on_speed_ups(summary: &Summary) -> Option<String> {
    let is_left_out = |strategy: &&StrategySummary| {
        summary.reference.as_ref() != Some(&strategy.name)
            && strategy.answered > 0
            && strategy.shown_speedup().is_none()
    };
    let names: Vec<&str> = summary.strategies.iter().filter(is_left_out).map(|strategy| &*strategy.name).collect();
    let reason =
        format!("it needs {MIN_COMPARED_PUZZLES} puzzles that the reference answered too, and half of all puzzles");
    (!names.is_empty()).then(|| format!("no total time of {}: {reason}", names.join(", ")))
}

fn notes_on_one(strategy: &StrategySummary) -> Vec<String> {
    let mut notes = Vec::new();
    let name = &strategy.name;
    notes.extend(strategy.external.as_ref().map(|external| note_on_external(name, external)));
    if strategy.amortised {
        notes.push(format!("{name}: latencies are amortised, each a puzzle's share of its block's time"));
    }
    if strategy.counts.wrong > 0 {
        notes.push(format!("{name}: {} WRONG; failures.csv has the reasons", plural(strategy.counts.wrong, "answer")));
    }
    let Counts { engine_error, not_tried, unsolvable, stalled, .. } = strategy.counts;
    if engine_error > 0 {
        notes.push(format!(
            "{name}: {} WITHOUT AN ANSWER; failures.csv has the reasons",
            plural(engine_error, "puzzle")
        ));
    }
    for (n, what) in [(not_tried, "not tried"), (unsolvable, "without a solution"), (stalled, "stalled")] {
        if n > 0 {
            notes.push(format!("{name}: {} {what}", plural(n, "puzzle")));
        }
    }
    if strategy.latency_overflow > 0 {
        notes.push(format!("{name}: {} took over an hour", plural(strategy.latency_overflow, "puzzle")));
    }
    notes
}

fn note_on_external(name: &str, External { version, clock, empty_round_trip_ns }: &External) -> String {
    let latencies = match (clock, empty_round_trip_ns) {
        (LatencyClock::Own, _) => "latencies are those that it measured itself".into(),
        (LatencyClock::RoundTrip, Some(ns)) => {
            format!("latencies are round trips through a pipe, an empty one takes {}", duration(*ns as f64))
        }
        (LatencyClock::RoundTrip, None) => "latencies contain the exchange through a pipe".to_string(),
    };
    // The version is text that the engine reports.
    format!("{name}: another program ({}); {latencies}", escape(version))
}
