//! The comparison on the terminal.

use std::fmt::Write;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

use super::summary::{StrategySummary, Summary};

/// The table, and under it what a reader of its numbers has to know.
///
/// There are lines around the columns if the table then is not wider than `width`; otherwise only what a script or a log
/// can use.
pub fn comparison(summary: &Summary, width: usize) -> String {
    let drawn = table(summary, true);
    let fits = drawn.lines().all(|line| line.chars().count() <= width);
    let mut text = if fits { drawn } else { table(summary, false) };
    for note in notes(summary) {
        let _ = writeln!(text, "{note}");
    }
    text
}

fn table(summary: &Summary, drawn: bool) -> String {
    let mut table = Table::new();
    table.load_style(if drawn { presets::UTF8_FULL_CONDENSED } else { presets::NOTHING });
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(
        ["strategy", "puzzles", "solved", "p50", "p90", "p99", "max", "mean nodes", "mean backtracks", "puzzles/s"]
            .into_iter()
            .chain(["speed-up"]),
    );
    for strategy in &summary.strategies {
        table.add_row(cells(strategy));
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if place == 0 { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding(if drawn { (1, 1) } else { (0, 2) });
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn cells(StrategySummary { row, more }: &StrategySummary) -> Vec<Cell> {
    let time = |ns: Option<u64>| ns.map_or("–".into(), |ns| duration(ns as f64));
    let mean = |mean: Option<f64>| mean.map_or("–".into(), number);
    [
        row.strategy.clone(),
        count(row.puzzles),
        count(row.solved),
        time(row.latency_p50_ns),
        time(row.latency_p90_ns),
        time(row.latency_p99_ns),
        time(row.latency_max_ns),
        mean(more.finished_mean_nodes),
        mean(more.finished_mean_backtracks),
        mean(row.puzzles_per_second),
        row.speedup.map_or("–".into(), |speedup| format!("{} ×", three_digits(speedup))),
    ]
    .into_iter()
    .map(Cell::new)
    .collect()
}

/// What the numbers leave out.
fn notes(summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    for StrategySummary { row, more } in &summary.strategies {
        let name = &row.strategy;
        if more.amortised {
            notes.push(format!("{name}: latencies are amortised, each a puzzle's share of its block's time"));
        }
        let limited = row.node_limit + row.time_limit;
        if row.wrong > 0 {
            notes.push(format!("{name}: {} WRONG; failures.csv has the reasons", plural(row.wrong, "answer")));
        }
        if limited > 0 {
            let puzzles = plural(limited, "puzzle");
            notes.push(format!("{name}: {puzzles} hit a limit, which counts in puzzles/s, not in latencies and means"));
        }
        for (n, what) in [(row.unsolvable, "without a solution"), (row.stalled, "stalled")] {
            if n > 0 {
                notes.push(format!("{name}: {} {what}", plural(n, "puzzle")));
            }
        }
        if more.latency_overflow > 0 {
            notes.push(format!("{name}: {} took over an hour", plural(more.latency_overflow, "puzzle")));
        }
    }
    let first = &summary.strategies[0];
    if first.row.invalid > 0 {
        notes.push(format!("{} with conflicting givens, not run", plural(first.row.invalid, "puzzle")));
    }
    let (all, answered) = (first.row.puzzles - first.row.invalid, first.row.solved + first.row.unsolvable);
    if all == 0 {
        return notes;
    }
    if answered == 0 {
        notes.push(format!("{} answered no puzzle: nothing to measure a speed-up from", first.row.strategy));
        return notes;
    }
    let common = |strategy: &&StrategySummary| strategy.more.speedup_puzzles < all;
    for StrategySummary { row, more } in summary.strategies.iter().skip(1).filter(common) {
        let puzzles = plural(more.speedup_puzzles, "puzzle");
        notes
            .push(format!("{}: speed-up over the {puzzles} that it and {} answered", row.strategy, first.row.strategy));
    }
    notes
}

/// A duration with a unit and three digits.
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "µs"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A number with its thousands apart, and a digit after the point where it is small.
fn number(value: f64) -> String {
    if value < 999.95 { format!("{value:.1}") } else { count(value.round() as u64) }
}

fn three_digits(value: f64) -> String {
    match value {
        value if value < 0.0995 => format!("{value:.4}"),
        value if value < 9.995 => format!("{value:.2}"),
        value if value < 99.95 => format!("{value:.1}"),
        value => count(value.round() as u64),
    }
}

/// A count with its thousands apart.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 puzzle", "2,000 puzzles".
pub fn plural(n: u64, what: &str) -> String {
    format!("{} {what}{}", count(n), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people() {
        let durations = [1.0, 999.0, 999.6, 14_210.0, 3_100_000.0, 2_000_000_000.0, 3.6e12].map(duration);
        assert_eq!(durations, ["1.00 ns", "999 ns", "1.00 µs", "14.2 µs", "3.10 ms", "2.00 s", "3,600 s"]);
        assert_eq!([0, 999, 1000, 1234567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.04, 64.0, 999.96, 1234.5].map(number), ["0.0", "64.0", "1,000", "1,235"]);
        assert_eq!(plural(1, "row") + &plural(1000, "row"), "1 row1,000 rows");
    }
}
