//! Renders the summary of a run as tables for the terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::{
    numbers::{count, duration, number, plural, three_digits},
    record::{StrategySummary, Summary, VirtualBest},
};

/// Renders a table of the strategies' results, a table of their scores if there are several, and notes on the numbers.
///
/// Lines are drawn around the columns if the tables fit into `width` characters with them.
pub fn comparison(summary: &Summary, width: usize) -> String {
    let mut text = fit(|drawn| tables(summary, drawn), width);
    for note in notes(summary) {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// Renders tables with lines around the columns if they fit into `width`, and without lines otherwise.
pub fn fit(tables: impl Fn(bool) -> String, width: usize) -> String {
    let drawn = tables(true);
    let fits = drawn.lines().all(|line| line.chars().count() <= width);
    if fits { drawn } else { tables(false) }
}

fn tables(summary: &Summary, drawn: bool) -> String {
    let header =
        ["strategy", "puzzles", "solved", "p50", "p90", "p99", "max", "mean nodes", "mean backtracks", "puzzles/s"];
    let header = [&header[..], &["speed-up"]].concat();
    let mut text = table(&header, summary.strategies.iter().map(cells), drawn);
    if summary.strategies.len() > 1 {
        let header =
            ["strategy", "PAR-2", "PAR-10", "PAR-2 nodes", "PAR-10 nodes", "VBS gap", "unique", "wins", "ties"];
        let header = [&header[..], &["geomean", "99 % interval"]].concat();
        let rows = summary.strategies.iter().map(score_cells).chain([best_cells(&summary.virtual_best)]);
        text = text + "\n" + &table(&header, rows, drawn);
    }
    text
}

/// Renders a table; the first column is aligned to the left, all others to the right.
pub fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>, drawn: bool) -> String {
    let mut table = Table::new();
    table.load_style(if drawn { presets::UTF8_FULL_CONDENSED } else { presets::NOTHING });
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    for row in rows {
        table.add_row(row);
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if place == 0 { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding(if drawn { (1, 1) } else { (0, 2) });
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn cells(StrategySummary { row, json_only }: &StrategySummary) -> Vec<String> {
    let time = |ns: Option<u64>| or_dash(ns, |ns| duration(ns as f64));
    vec![
        row.strategy.clone(),
        count(row.puzzles),
        count(row.solved),
        time(row.latency_p50_ns),
        time(row.latency_p90_ns),
        time(row.latency_p99_ns),
        time(row.latency_max_ns),
        or_dash(json_only.finished_mean_nodes, number),
        or_dash(json_only.finished_mean_backtracks, number),
        or_dash(row.puzzles_per_second, number),
        or_dash(row.speedup, times),
    ]
}

fn score_cells(StrategySummary { row, json_only }: &StrategySummary) -> Vec<String> {
    let bound = |is_bound: bool, text: String| if is_bound && text != DASH { format!("≥ {text}") } else { text };
    let time = |ns: Option<f64>| bound(json_only.par_ns_lower_bound, or_dash(ns, duration));
    let nodes = |nodes: Option<f64>| bound(json_only.par_nodes_lower_bound, or_dash(nodes, number));
    let interval = row.geomean_low.zip(row.geomean_high);
    vec![
        row.strategy.clone(),
        time(row.par2_ns),
        time(row.par10_ns),
        nodes(row.par2_nodes),
        nodes(row.par10_nodes),
        bound(json_only.par_ns_lower_bound, or_dash(row.vbs_gap, times)),
        count(row.unique),
        count(row.wins),
        count(row.ties),
        or_dash(row.geomean_speedup, times),
        or_dash(interval, |(low, high)| format!("{} – {}", three_digits(low), three_digits(high))),
    ]
}

fn best_cells(best: &VirtualBest) -> Vec<String> {
    vec!["virtual best".into(), or_dash(best.par2_ns, duration), or_dash(best.par10_ns, duration)]
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
fn notes(summary: &Summary) -> Vec<String> {
    let mut notes: Vec<_> = summary.strategies.iter().flat_map(notes_on_one).collect();
    let (first, several) = (&summary.strategies[0], summary.strategies.len() > 1);
    if first.row.invalid > 0 {
        notes.push(format!("{} with conflicting givens, not run", plural(first.row.invalid, "puzzle")));
    }
    let (run, answered) = (first.row.puzzles - first.row.invalid, first.row.solved + first.row.unsolvable);
    if run > 0 && answered == 0 {
        notes.push(format!("{} answered no puzzle: no speed-up can be measured", first.row.strategy));
    } else {
        let partly = |strategy: &&StrategySummary| strategy.json_only.speedup_puzzles < run;
        for StrategySummary { row, json_only } in summary.strategies.iter().skip(1).filter(partly) {
            let (name, puzzles) = (&row.strategy, plural(json_only.speedup_puzzles, "puzzle"));
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

fn notes_on_one(StrategySummary { row, json_only }: &StrategySummary) -> Vec<String> {
    let (mut notes, name) = (Vec::new(), &row.strategy);
    if json_only.amortised {
        notes.push(format!("{name}: latencies are amortised, each a puzzle's share of its block's time"));
    }
    if row.wrong > 0 {
        notes.push(format!("{name}: {} WRONG; failures.csv has the reasons", plural(row.wrong, "answer")));
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
    if json_only.latency_overflow > 0 {
        notes.push(format!("{name}: {} took over an hour", plural(json_only.latency_overflow, "puzzle")));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Sample, Status, Totals, strategies_named},
        strategy::Limits,
    };

    #[test]
    fn lines_are_drawn_where_both_tables_fit() {
        let strategies = strategies_named(&["dlx", "naive"]);
        let mut totals = Totals::new(&strategies, Limits { nodes: 50, ..Limits::NONE });
        let dlx = Sample { status: Status::Solved, nodes: 10, latency_ns: 2000, ..Sample::INVALID };
        totals.add(&[dlx, Sample { status: Status::NodeLimit, nodes: 50, latency_ns: 1500, ..dlx }]);
        let summary = totals.summary();
        let plain = comparison(&summary, 0);
        let drawn = comparison(&summary, 200);
        let width = drawn.lines().filter(|line| line.contains('┆')).map(|line| line.chars().count()).max().unwrap();
        assert_eq!((comparison(&summary, width), comparison(&summary, width - 1)), (drawn.clone(), plain.clone()));
        assert!(!plain.contains('┆'), "{plain}");
        for table in [plain, drawn] {
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
}
