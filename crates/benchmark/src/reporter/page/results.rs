//! The table of the first screen: six columns, each with its definition.

use corpus::numbers::{count, duration, number};

use super::{escaped, html};
use crate::{
    record::{StrategySummary, Summary},
    reporter::summary::{answered, counted, latency, p99, speed_up_of},
};

struct Column {
    /// The name in the header, and in the address of its definition.
    name: &'static str,
    about: &'static str,
    text: fn(&StrategySummary) -> String,
    /// Returns the number by which rows are sorted; `None` ranks last.
    order: fn(&StrategySummary) -> Option<f64>,
}

static COLUMNS: [Column; 6] = [
    Column {
        name: "strategy",
        about: "An algorithm with its rules for ties; METHODOLOGY.md has them.",
        text: |strategy| strategy.row.strategy.clone(),
        order: |_| None,
    },
    Column {
        name: "answered",
        about: "Puzzles that the strategy solved, or proved to have no solution, within the limits.",
        text: answered,
        order: |strategy| Some(strategy.extras.answered as f64),
    },
    Column {
        name: "median",
        about: "The latency that half of the puzzles do not exceed. Puzzles without an answer rank last.",
        text: |strategy| latency(strategy, strategy.row.latency_p50_ns),
        order: |strategy| strategy.row.latency_p50_ns.map(|ns| ns as f64),
    },
    Column {
        name: "slowest 1 %",
        about: "The latency that 99 % of the puzzles do not exceed. Puzzles without an answer rank last. It needs 100 \
                puzzles.",
        text: p99,
        order: |strategy| strategy.row.latency_p99_ns.map(|ns| ns as f64),
    },
    Column {
        name: "backtracks",
        about: "Assignments that the search undid: the mean over the puzzles that the strategy answered. Strategies differ in \
                the work that they do for one.",
        text: |strategy| backtracks(strategy).map_or("–".into(), number),
        order: backtracks,
    },
    Column {
        name: "speed-up",
        about: "The time of the reference over the time of this strategy, in total over the puzzles that both answered; for \
                strategies that answer at least half of the puzzles.",
        text: speed_up_of,
        order: |strategy| strategy.row.speedup,
    },
];

fn backtracks(strategy: &StrategySummary) -> Option<f64> {
    counted(strategy, strategy.extras.answered_mean_backtracks)
}

/// Returns the columns of a run: a single strategy has no speed-up.
fn columns(summary: &Summary) -> &'static [Column] {
    if summary.strategies.len() > 1 { &COLUMNS } else { &COLUMNS[..COLUMNS.len() - 1] }
}

/// Renders the table. A click on a header sorts it.
pub fn table(summary: &Summary) -> String {
    let head: String = columns(summary).iter().map(header).collect();
    let body: String = summary.strategies.iter().map(|strategy| row(summary, strategy)).collect();
    html::scrolling(&format!("<table class=\"sorted\"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"))
}

fn header(Column { name, about, .. }: &Column) -> String {
    format!(
        "<th scope=\"col\"><span title=\"{}\">{name}</span><a href=\"#{}\" aria-label=\"definition of {name}\">?</a></th>",
        escaped(about),
        address(name)
    )
}

fn row(summary: &Summary, strategy: &StrategySummary) -> String {
    let is_reference = summary.reference.as_ref() == Some(&strategy.row.strategy);
    let cells = columns(summary).iter().map(|column| cell_html(strategy, is_reference, column));
    format!("<tr>{}</tr>", cells.collect::<String>())
}

fn cell_html(strategy: &StrategySummary, is_reference: bool, Column { name, text, order, .. }: &Column) -> String {
    let text = if is_reference && *name == "speed-up" { "reference".into() } else { text(strategy) };
    let order = order(strategy).map_or(String::new(), |value| format!(" data-order=\"{value}\""));
    format!("<td{order}>{}</td>", escaped(&text))
}

pub fn definitions() -> String {
    let definition = |Column { name, about, .. }: &Column| {
        format!("<dt id=\"{}\">{name}</dt><dd>{}</dd>", address(name), escaped(about))
    };
    format!("<h3>Definitions</h3><dl>{}</dl>", COLUMNS.iter().map(definition).collect::<String>())
}

fn address(name: &str) -> String {
    format!("about-{}", name.replace([' ', '%'], ""))
}

/// Renders the numbers that the first table leaves out.
pub fn more(summary: &Summary) -> String {
    let header = ["strategy", "puzzles", "p90", "p99.9", "max", "mean (answered)", "nodes", "puzzles/s"];
    html::table(&header, &summary.strategies.iter().map(latencies_row).collect::<Vec<_>>())
}

fn latencies_row(strategy: &StrategySummary) -> Vec<String> {
    let StrategySummary { row, extras } = strategy;
    vec![
        row.strategy.clone(),
        count(row.puzzles),
        latency(strategy, row.latency_p90_ns),
        latency(strategy, row.latency_p999_ns),
        latency(strategy, row.latency_max_ns),
        row.latency_mean_ns.map_or("–".into(), duration),
        counted(strategy, extras.answered_mean_nodes).map_or("–".into(), number),
        row.puzzles_per_second.map_or("–".into(), number),
    ]
}
