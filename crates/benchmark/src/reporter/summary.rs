//! Renders the summary of a run as tables for the terminal.

use std::fmt::Write;

use corpus::{
    numbers::{count, duration, number, plural, three_digits},
    terminal::{escape, wrapped},
};
use pass::external::{External, LatencyClock};

use super::table::{Column, Table, render};
use crate::record::{StrategySummary, Summary, VirtualBest};

/// The columns of the results. A narrow terminal keeps the counts, the exact numbers, to the last.
const RESULTS: &[Column] = &[
    Column::kept("strategy"),
    Column::ranked("answered", 4),
    Column::ranked("p50", 3),
    Column::ranked("p99", 1),
    Column::ranked("max", 2),
    Column::kept("nodes"),
    Column::kept("backtracks"),
    Column::ranked("speed-up", 5),
];

const SCORES: &[Column] = &[
    Column::kept("strategy"),
    Column::ranked("puzzles/s", 9),
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

/// The number of puzzles from which on the 99th percentile is not the slowest puzzle.
const MIN_PUZZLES_OF_P99: u64 = 100;

/// Renders a table of the strategies' results and notes on the numbers. `scores` adds a table of the scores of solver
/// competitions, if there are several strategies.
///
/// The text fits into `width` characters: tables without lines around the columns if need be, and then without the least
/// useful columns. A width of 0 is no limit; no lines are drawn then.
pub fn summary_text(summary: &Summary, width: usize, scores: bool) -> String {
    let tables = [Some(results(summary)), scores.then(|| self::scores(summary)).flatten()];
    let mut text = render(&tables.into_iter().flatten().collect::<Vec<_>>(), width);
    for note in notes(summary) {
        let _ = writeln!(text, "{}", wrapped(&note, width));
    }
    text
}

fn results(summary: &Summary) -> Table {
    // A single strategy has no speed-up.
    let columns = if summary.strategies.len() > 1 { RESULTS } else { &RESULTS[..RESULTS.len() - 1] };
    let reference = summary.reference.as_deref();
    Table::new(
        columns,
        summary.strategies.iter().map(|strategy| {
            let mut cells = cells(strategy, reference);
            cells.truncate(columns.len());
            cells
        }),
    )
}

/// Returns the table of scores; `None` for a single strategy.
pub(super) fn scores(summary: &Summary) -> Option<Table> {
    let rows = summary.strategies.iter().map(score_cells).chain([best_cells(&summary.virtual_best)]);
    (summary.strategies.len() > 1).then(|| Table::new(SCORES, rows))
}

fn cells(strategy: &StrategySummary, reference: Option<&str>) -> Vec<String> {
    let StrategySummary { row, extras } = strategy;
    let is_reference = reference == Some(&row.strategy);
    vec![
        row.strategy.clone(),
        answered(strategy),
        latency(strategy, row.latency_p50_ns),
        p99(strategy),
        latency(strategy, row.latency_max_ns),
        or_dash(counted(strategy, extras.answered_mean_nodes), number),
        or_dash(counted(strategy, extras.answered_mean_backtracks), number),
        if is_reference { "reference".into() } else { speed_up_of(strategy) },
    ]
}

pub(super) fn counted(strategy: &StrategySummary, mean: Option<f64>) -> Option<f64> {
    mean.filter(|_| strategy.is_counted())
}

/// Returns the number of answered puzzles, and of how many if that is not all.
pub(super) fn answered(StrategySummary { row, extras }: &StrategySummary) -> String {
    let run = row.counts().run();
    if extras.answered == run { count(run) } else { format!("{} of {}", count(extras.answered), count(run)) }
}

/// Returns a percentile of the latencies as text: puzzles without an answer rank last, beyond every latency.
pub(super) fn latency(StrategySummary { row, extras }: &StrategySummary, ns: Option<u64>) -> String {
    match ns {
        Some(ns) => duration(ns as f64),
        None if row.node_limit + row.time_limit > 0 => "> limit".into(),
        None if extras.latency_overflow > 0 => "> 1 h".into(),
        None if row.counts().run() > 0 => "no answer".into(),
        None => DASH.into(),
    }
}

/// Returns the 99th percentile of the latencies as text, if there are puzzles enough.
pub(super) fn p99(strategy: &StrategySummary) -> String {
    let is_known = strategy.row.counts().run() >= MIN_PUZZLES_OF_P99;
    if is_known { latency(strategy, strategy.row.latency_p99_ns) } else { DASH.into() }
}

/// Returns the speed-up as text; a dash for a strategy that answers less than half of the puzzles, as it is compared on the easy
/// ones only.
pub(super) fn speed_up_of(StrategySummary { row, extras }: &StrategySummary) -> String {
    or_dash(row.speedup.filter(|_| extras.answered * 2 >= row.counts().run()), speed_up)
}

/// Returns true if a speed-up is below 1, and not 1.00 when it is written.
pub(super) fn is_slowdown(factor: f64) -> bool {
    factor < 0.995
}

/// Returns a speed-up as text: below 1, as a fraction.
fn speed_up(factor: f64) -> String {
    if is_slowdown(factor) { format!("1/{} ×", three_digits(factor.recip())) } else { times(factor) }
}

fn score_cells(StrategySummary { row, extras }: &StrategySummary) -> Vec<String> {
    let time = |ns: Option<f64>| bound_text(extras.par_ns_lower_bound, or_dash(ns, duration));
    let nodes = |nodes: Option<f64>| bound_text(extras.par_nodes_lower_bound, or_dash(nodes, number));
    let interval = row.geomean_low.zip(row.geomean_high);
    vec![
        row.strategy.clone(),
        or_dash(row.puzzles_per_second, number),
        time(row.par2_ns),
        time(row.par10_ns),
        nodes(row.par2_nodes),
        nodes(row.par10_nodes),
        bound_text(extras.par_ns_lower_bound, or_dash(row.vbs_gap, times)),
        count(row.unique),
        count(row.wins),
        count(row.ties),
        or_dash(row.geomean_speedup, times),
        or_dash(interval, |(low, high)| format!("{} – {}", three_digits(low), three_digits(high))),
    ]
}

fn bound_text(is_bound: bool, text: String) -> String {
    if is_bound && text != DASH { format!("≥ {text}") } else { text }
}

fn best_cells(best: &VirtualBest) -> Vec<String> {
    let mut cells =
        vec!["virtual best".into(), String::new(), or_dash(best.par2_ns, duration), or_dash(best.par10_ns, duration)];
    cells.resize(SCORES.len(), String::new());
    cells
}

const DASH: &str = "–";

fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or(DASH.into(), show)
}

fn times(factor: f64) -> String {
    format!("{} ×", three_digits(factor))
}

pub(super) fn notes(summary: &Summary) -> Vec<String> {
    let mut notes: Vec<_> = summary.strategies.iter().flat_map(notes_on_one).collect();
    let Some(first) = summary.strategies.first() else { return notes };
    let several = summary.strategies.len() > 1;
    if first.row.invalid > 0 {
        notes.push(format!("{} with conflicting givens, not run", plural(first.row.invalid, "puzzle")));
    }
    let run = first.row.counts().run();
    if summary.strategies.iter().any(|strategy| strategy.extras.answered < run) {
        let of_reference = if several { "; a speed-up is over those that the reference answered too" } else { "" };
        notes.push(format!("nodes and backtracks are means over the puzzles that a strategy answered{of_reference}"));
    }
    if several {
        notes.push("nodes of different strategies are different amounts of work: compare their times".into());
    }
    if (1..MIN_PUZZLES_OF_P99).contains(&run) {
        notes.push(format!("p99 needs {MIN_PUZZLES_OF_P99} puzzles"));
    }
    notes
}

fn notes_on_one(StrategySummary { row, extras }: &StrategySummary) -> Vec<String> {
    let mut notes = Vec::new();
    let name = &row.strategy;
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
    use pass::{Sample, Status};
    use solver::strategy::Limits;

    use super::*;
    use crate::{
        record::{Totals, strategies_named},
        reporter::headline::answer,
    };

    /// The second of these strategies hits the limit on the second puzzle.
    fn summary(names: &[&str]) -> Summary {
        let mut totals = Totals::new(&strategies_named(names), Limits { nodes: 50, ..Limits::NONE });
        let first = Sample { status: Status::Solved, nodes: 10, latency_ns: 2000, ..Sample::INVALID };
        let limited = Sample { status: Status::NodeLimit, nodes: 50, latency_ns: 1500, ..first };
        totals.add(&[&[first, limited][..], &vec![first; names.len() - 2]].concat());
        totals.summary(None)
    }

    #[test]
    fn both_tables_have_the_numbers_of_the_summary() {
        let summary = summary(&["dlx", "naive"]);
        for text in [summary_text(&summary, 0, true), summary_text(&summary, 200, true)] {
            let rows = |name: &str| -> Vec<String> {
                let lines = text.lines().map(|line| line.split(['┆', '│']).collect::<String>());
                let rows =
                    lines.filter(|line| line.trim_start().starts_with(&format!("{name} ")) && !line.contains(':'));
                rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
            };
            let [results, scores] = &rows("dlx")[..] else { panic!("{text}") };
            assert_eq!(results, "dlx 1 2.00 µs – 2.00 µs 10.0 0.0 reference");
            assert_eq!(scores, "dlx 500,000 2.00 µs 2.00 µs 10.0 10.0 1.00 × 1 1 0 1.00 × 1.00 – 1.00");
            let [results, scores] = &rows("naive")[..] else { panic!("{text}") };
            assert_eq!(results, "naive 0 of 1 > limit – > limit – – –");
            // 2 · 1.5 and 10 · 1.5 µs, 2 · 50 and 10 · 50 nodes, 3 over 2 µs.
            assert_eq!(scores, "naive 666,667 ≥ 3.00 µs ≥ 15.0 µs 100.0 500.0 ≥ 1.50 × 0 0 0 – –");
            assert_eq!(rows("virtual best"), ["virtual best 2.00 µs 2.00 µs"]);
        }
    }

    #[test]
    fn a_summary_without_strategies_has_no_notes() {
        let summary = Totals::new(&[], Limits::NONE).summary(None);
        assert!(notes(&summary).is_empty());
        assert_eq!(summary_text(&summary, 0, false).lines().count(), 1);
    }

    #[test]
    fn one_strategy_has_no_scores() {
        let mut totals = Totals::new(&strategies_named(&["dlx"]), Limits::NONE);
        totals.add(&[Sample { status: Status::Solved, nodes: 10, latency_ns: 2000, ..Sample::INVALID }]);
        let text = summary_text(&totals.summary(None), 0, true);
        assert!(text.contains("dlx") && !text.contains("virtual best"), "{text}");
    }

    /// Puzzles of which the first is easy, and the last is beyond the limit of `naive`.
    fn run(names: &[&str]) -> Summary {
        let mut totals = Totals::new(&strategies_named(names), Limits { nodes: 900_000, ..Limits::NONE });
        for puzzle in 1..=130 {
            let sample = |strategy: u64| Sample {
                status: if strategy == 1 && puzzle > 80 { Status::NodeLimit } else { Status::Solved },
                nodes: puzzle * 9_000 / (strategy + 1),
                backtracks: puzzle * 8_940 / (strategy + 1),
                latency_ns: puzzle * puzzle * 12_345 / (strategy + 1),
                ..Sample::INVALID
            };
            totals.add(&(0..names.len() as u64).map(sample).collect::<Vec<_>>());
        }
        totals.summary(None)
    }

    #[test]
    fn the_text_fits_the_terminal() {
        let summary = run(&["forward-checking", "naive", "dlx"]);
        let within = |width: usize, scores: bool| {
            let text = summary_text(&summary, width, scores) + &wrapped(&answer(&summary), width) + "\n";
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            format!("=== {width} columns\n{text}")
        };
        insta::assert_snapshot!(within(80, false) + &within(120, false) + &within(80, true));
    }
}
