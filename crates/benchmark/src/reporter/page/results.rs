//! The table of the first screen: six columns, each with its definition.

use corpus::numbers::number;

use super::{escaped, html};
use crate::{
    record::{StrategySummary, Summary},
    reporter::summary::{answered, counted, latency, or_dash, p99, total_time},
};

struct Column {
    /// The name in the header, and in the address of its definition.
    name: &'static str,
    about: &'static str,
    text: fn(&Summary, &StrategySummary) -> String,
    /// Returns the number by which rows are sorted; `None` ranks last.
    order: fn(&StrategySummary) -> Option<f64>,
}

static COLUMNS: [Column; 6] = [
    Column {
        name: "strategy",
        about: "An algorithm with its rules for ties; METHODOLOGY.md has them.",
        text: |_, strategy| strategy.name.clone(),
        order: |_| None,
    },
    Column {
        name: "answered",
        about: "Puzzles that the strategy solved, or proved to have no solution, within the limits.",
        text: |_, strategy| answered(strategy),
        order: |strategy| Some(strategy.answered as f64),
    },
    Column {
        name: "median",
        about: "The latency that half of the puzzles do not exceed. Puzzles without an answer rank last.",
        text: |_, strategy| latency(strategy, strategy.latency_p50_ns),
        order: |strategy| strategy.latency_p50_ns.map(|ns| ns as f64),
    },
    Column {
        name: "slowest 1 %",
        about: "The latency that 99 % of the puzzles do not exceed. Puzzles without an answer rank last. It needs 100 \
                puzzles.",
        text: |_, strategy| p99(strategy),
        order: |strategy| strategy.latency_p99_ns.map(|ns| ns as f64),
    },
    Column {
        name: "backtracks",
        about: "Assignments that the search undid: the mean over the puzzles that the strategy answered. Strategies differ in \
                the work that they do for one.",
        text: |_, strategy| or_dash(backtracks(strategy), number),
        order: backtracks,
    },
    Column {
        name: "total time",
        about: "The time of the strategy as a multiple of the reference's, for the puzzles that both answered. It needs answers \
                to at least half of the puzzles.",
        text: total_time,
        order: |strategy| strategy.speedup.map(f64::recip),
    },
];

fn backtracks(strategy: &StrategySummary) -> Option<f64> {
    counted(strategy, strategy.answered_mean_backtracks)
}

/// Returns the columns of a run: a single strategy is compared with no other.
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
    let cell = |Column { text, order, .. }: &Column| {
        let order = order(strategy).map_or(String::new(), |value| format!(" data-order=\"{value}\""));
        format!("<td{order}>{}</td>", escaped(&text(summary, strategy)))
    };
    format!("<tr>{}</tr>", columns(summary).iter().map(cell).collect::<String>())
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
