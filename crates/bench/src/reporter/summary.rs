//! Renders the summary of a run as tables for the terminal.

use std::fmt::Write;

use corpus::{
    external::{External, LatencyClock},
    numbers::{count, duration, number, plural, three_digits},
    terminal::escape,
};

use super::table::{Column, Table, render};
use crate::record::{StrategySummary, Summary, VirtualBest};

/// The columns of the results.
const RESULTS: &[Column] = &[
    Column::kept("strategy"),
    Column::ranked("puzzles", 5),
    Column::ranked("solved", 7),
    Column::kept("p50"),
    Column::ranked("p90", 3),
    Column::ranked("p99", 6),
    Column::ranked("max", 2),
    Column::ranked("mean nodes", 4),
    Column::ranked("mean backtracks", 1),
    Column::kept("puzzles/s"),
    Column::kept("speed-up"),
];

/// The columns of the scores.
const SCORES: &[Column] = &[
    Column::kept("strategy"),
    Column::kept("PAR-2"),
    Column::ranked("PAR-10", 2),
    Column::ranked("PAR-2 nodes", 3),
    Column::ranked("PAR-10 nodes", 1),
    Column::ranked("VBS gap", 6),
    Column::ranked("unique", 5),
    Column::ranked("wins", 7),
    Column::ranked("ties", 4),
    Column::kept("geomean"),
    Column::ranked("99 % interval", 8),
];

/// Renders a table of the strategies' results, a table of their scores if there are several, and notes on the numbers.
///
/// The tables fit into `width` characters: without lines around the columns if need be, and then without the least useful
/// columns. A width of 0 is no limit; no lines are drawn then.
pub fn summary_tables(summary: &Summary, width: usize) -> String {
    let mut text = render(&tables(summary), width);
    for note in notes(summary) {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// Returns the table of results, and that of scores if there are several strategies.
pub(super) fn tables(summary: &Summary) -> Vec<Table> {
    let mut tables = vec![Table::new(RESULTS, summary.strategies.iter().map(cells))];
    if summary.strategies.len() > 1 {
        let rows = summary.strategies.iter().map(score_cells).chain([best_cells(&summary.virtual_best)]);
        tables.push(Table::new(SCORES, rows));
    }
    tables
}

fn cells(StrategySummary { row, extras }: &StrategySummary) -> Vec<String> {
    let time = |ns: Option<u64>| or_dash(ns, |ns| duration(ns as f64));
    // An engine need not report counts.
    let is_counted = extras.external.is_none() || row.nodes > 0;
    let mean = |count: Option<f64>| or_dash(count.filter(|_| is_counted), number);
    vec![
        row.strategy.clone(),
        count(row.puzzles),
        count(row.solved),
        time(row.latency_p50_ns),
        time(row.latency_p90_ns),
        time(row.latency_p99_ns),
        time(row.latency_max_ns),
        mean(extras.finished_mean_nodes),
        mean(extras.finished_mean_backtracks),
        or_dash(row.puzzles_per_second, number),
        or_dash(row.speedup, times),
    ]
}

fn score_cells(StrategySummary { row, extras }: &StrategySummary) -> Vec<String> {
    let bound = |is_bound: bool, text: String| if is_bound && text != DASH { format!("≥ {text}") } else { text };
    let time = |ns: Option<f64>| bound(extras.par_ns_lower_bound, or_dash(ns, duration));
    let nodes = |nodes: Option<f64>| bound(extras.par_nodes_lower_bound, or_dash(nodes, number));
    let interval = row.geomean_low.zip(row.geomean_high);
    vec![
        row.strategy.clone(),
        time(row.par2_ns),
        time(row.par10_ns),
        nodes(row.par2_nodes),
        nodes(row.par10_nodes),
        bound(extras.par_ns_lower_bound, or_dash(row.vbs_gap, times)),
        count(row.unique),
        count(row.wins),
        count(row.ties),
        or_dash(row.geomean_speedup, times),
        or_dash(interval, |(low, high)| format!("{} – {}", three_digits(low), three_digits(high))),
    ]
}

fn best_cells(best: &VirtualBest) -> Vec<String> {
    let mut cells = vec!["virtual best".into(), or_dash(best.par2_ns, duration), or_dash(best.par10_ns, duration)];
    cells.resize(SCORES.len(), String::new());
    cells
}

/// The text for a missing number.
const DASH: &str = "–";

fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or(DASH.into(), show)
}

fn times(factor: f64) -> String {
    format!("{} ×", three_digits(factor))
}

/// Returns notes on puzzles that the numbers leave out.
pub(super) fn notes(summary: &Summary) -> Vec<String> {
    let mut notes: Vec<_> = summary.strategies.iter().flat_map(notes_on_one).collect();
    let Some(first) = summary.strategies.first() else { return notes };
    let several = summary.strategies.len() > 1;
    if first.row.invalid > 0 {
        notes.push(format!("{} with conflicting givens, not run", plural(first.row.invalid, "puzzle")));
    }
    let (run, answered) = (first.row.counts().run(), first.row.solved + first.row.unsolvable);
    if run > 0 && answered == 0 {
        notes.push(format!("{} answered no puzzle: no speed-up can be measured", first.row.strategy));
    } else {
        let partly = |strategy: &&StrategySummary| strategy.extras.speedup_puzzles < run;
        for StrategySummary { row, extras } in summary.strategies.iter().skip(1).filter(partly) {
            let (name, puzzles) = (&row.strategy, plural(extras.speedup_puzzles, "puzzle"));
            notes.push(format!("{name}: speed-up over the {puzzles} that it and {} answered", first.row.strategy));
        }
    }
    if several && first.row.common_puzzles < run {
        let (common, puzzles) = (count(first.row.common_puzzles), plural(run, "puzzle"));
        let all = summary.strategies.len();
        let all = if all == 2 { "both".into() } else { format!("all {all}") };
        notes.push(format!("{all} strategies answered {common} of {puzzles}: common totals in summary.csv"));
    }
    notes
}

fn notes_on_one(StrategySummary { row, extras }: &StrategySummary) -> Vec<String> {
    let (mut notes, name) = (Vec::new(), &row.strategy);
    notes.extend(extras.external.as_ref().map(|external| note_on_external(name, external)));
    if extras.amortised {
        notes.push(format!("{name}: latencies are amortised, each a puzzle's share of its block's time"));
    }
    if row.wrong > 0 {
        notes.push(format!("{name}: {} WRONG; failures.csv has the reasons", plural(row.wrong, "answer")));
    }
    if row.engine_error > 0 {
        notes.push(format!(
            "{name}: {} WITHOUT AN ANSWER; failures.csv has the reasons",
            plural(row.engine_error, "puzzle")
        ));
    }
    let limited = row.node_limit + row.time_limit;
    if limited > 0 {
        let puzzles = plural(limited, "puzzle");
        notes.push(format!("{name}: {puzzles} hit a limit, which counts in puzzles/s, not in latencies and means"));
    }
    for (n, what) in [(row.unsolvable, "without a solution"), (row.stalled, "stalled")] {
        if n > 0 {
            notes.push(format!("{name}: {} {what}", plural(n, "puzzle")));
        }
    }
    if extras.latency_overflow > 0 {
        notes.push(format!("{name}: {} took over an hour", plural(extras.latency_overflow, "puzzle")));
    }
    notes
}

/// Describes an external engine and what its latencies measure.
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

#[cfg(test)]
mod tests {
    use corpus::pass::{Sample, Status};
    use solver::strategy::Limits;

    use super::*;
    use crate::record::{Totals, strategies_named};

    /// The second of these strategies hits the limit on the second puzzle.
    fn summary(names: &[&str]) -> Summary {
        let mut totals = Totals::new(&strategies_named(names), Limits { nodes: 50, ..Limits::NONE });
        let first = Sample { status: Status::Solved, nodes: 10, latency_ns: 2000, ..Sample::INVALID };
        let limited = Sample { status: Status::NodeLimit, nodes: 50, latency_ns: 1500, ..first };
        totals.add(&[&[first, limited][..], &vec![first; names.len() - 2]].concat());
        totals.summary()
    }

    #[test]
    fn both_tables_have_the_numbers_of_the_summary() {
        let summary = summary(&["dlx", "naive"]);
        for table in [summary_tables(&summary, 0), summary_tables(&summary, 200)] {
            let row = |name: &str| {
                let row = table.lines().rev().find(|line| line.contains(name) && !line.contains(':')).unwrap();
                row.split(['┆', '│']).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
            };
            assert_eq!(row("dlx"), "dlx 2.00 µs 2.00 µs 10.0 10.0 1.00 × 1 1 0 1.00 × –");
            // 2 · 1.5 and 10 · 1.5 µs, 2 · 50 and 10 · 50 nodes, 3 over 2 µs.
            assert_eq!(row("naive"), "naive ≥ 3.00 µs ≥ 15.0 µs 100.0 500.0 ≥ 1.50 × 0 0 0 – –");
            assert_eq!(row("virtual best"), "virtual best 2.00 µs 2.00 µs");
            assert!(
                table.ends_with("both strategies answered 0 of 1 puzzle: common totals in summary.csv\n"),
                "{table}"
            );
        }
    }

    #[test]
    fn a_summary_without_strategies_has_no_notes() {
        let summary = Totals::new(&[], Limits::NONE).summary();
        assert!(notes(&summary).is_empty());
        assert_eq!(summary_tables(&summary, 0).lines().count(), 1);
    }

    #[test]
    fn one_strategy_has_no_scores() {
        let mut totals = Totals::new(&strategies_named(&["dlx"]), Limits::NONE);
        totals.add(&[Sample { status: Status::Solved, nodes: 10, latency_ns: 2000, ..Sample::INVALID }]);
        let text = summary_tables(&totals.summary(), 0);
        assert!(text.contains("dlx") && !text.contains("virtual best"), "{text}");
    }

    #[test]
    fn tables_fit_the_terminal() {
        let summary = summary(&["forward-checking", "naive", "dlx", "lanes"]);
        let within = |width: usize| {
            let text = summary_tables(&summary, width);
            let tables = text.lines().take_while(|line| !line.starts_with("too wide"));
            assert!(tables.clone().all(|line| line.chars().count() <= width), "{text}");
            format!("=== {width} columns\n{text}")
        };
        insta::assert_snapshot!(within(80) + &within(120));
    }
}
