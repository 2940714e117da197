//! What a report of several runs begins with: for two runs the verdict and its table, for more a matrix of all verdicts.

use super::{escaped, html};
use crate::{
    compare::{Comparison, CounterVerdict, LatencyVerdict, StrategyComparison},
    figures::{Report, run_names},
    reporter::verdict,
};

/// Renders the beginning; empty for a single run.
pub fn beginning(report: &Report) -> String {
    match &report.comparisons[..] {
        [] => String::new(),
        [only] => pair(only),
        several => matrix(report, several),
    }
}

/// Renders the verdict on two runs, and the tables of `compare`.
fn pair(comparison: &Comparison) -> String {
    let all: Vec<_> = comparison.strategies.iter().collect();
    let tables = verdict::tables(comparison, &all, true);
    let tables: String = tables.iter().map(|table| html::table(&table.names(), table.rows())).collect();
    let headline = escaped(&verdict::headline(comparison));
    format!("<p class=\"verdict {}\">{headline}</p>{tables}", comparison.verdict.name())
}

/// Renders a row for each strategy, with a cell for every run.
fn matrix(report: &Report, comparisons: &[Comparison]) -> String {
    let runs: String =
        run_names(&report.paths).iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
    let rows: String = comparisons[0].strategies.iter().map(|strategy| row(comparisons, strategy)).collect();
    let table = format!("<thead><tr><th scope=\"col\">strategy</th>{runs}</tr></thead><tbody>{rows}</tbody>");
    let caption =
        "Each run against the first, the baseline: the ratio of the latencies, and every change of the counts.";
    format!("<p>{caption}</p>{}", html::scrolling(&format!("<table class=\"matrix\">{table}</table>")))
}

fn row(comparisons: &[Comparison], strategy: &StrategyComparison) -> String {
    let find =
        |comparison: &Comparison| comparison.strategies.iter().find(|own| own.strategy == strategy.strategy).map(cell);
    let cells: String = comparisons.iter().map(|comparison| find(comparison).unwrap_or("<td>–</td>".into())).collect();
    format!("<tr><td>{}</td><td>baseline</td>{cells}</tr>", escaped(&strategy.strategy))
}

/// Renders what a run changes for a strategy, in the colour of the worse of both verdicts: the ratio of the latencies, its
/// verdict, and what became of the counts if they changed.
fn cell(strategy: &StrategyComparison) -> String {
    let counts = match strategy.counters {
        CounterVerdict::Same if strategy.latency.is_some() => None,
        CounterVerdict::Same => Some("counts unchanged"),
        CounterVerdict::Improved => Some("fewer counts"),
        CounterVerdict::Changed => Some("counts changed"),
        CounterVerdict::Regressed => Some("more counts"),
        CounterVerdict::LeftOut => Some("no counts"),
    };
    let ratio = strategy.latency.as_ref().map(|latency| format!("<b>{:.3} ×</b>", latency.ratio));
    let latency = strategy.latency.as_ref().map(|latency| latency.verdict);
    let texts = latency.map(LatencyVerdict::name).into_iter().chain(counts).map(|text| format!("<span>{text}</span>"));
    let text: String = ratio.into_iter().chain(texts).collect();
    if strategy.counts.has_wrong_answers() {
        return "<td class=\"regressed\"><b>WRONG</b><span>answers are wrong or missing</span></td>".into();
    }
    let class = match (strategy.counters, latency) {
        (CounterVerdict::Regressed, _) | (_, Some(LatencyVerdict::Regressed)) => "regressed",
        (_, Some(LatencyVerdict::Inconclusive)) => "inconclusive",
        (CounterVerdict::Improved, _) | (_, Some(LatencyVerdict::Improved)) => "improved",
        _ => "unchanged",
    };
    format!("<td class=\"{class}\">{text}</td>")
}
