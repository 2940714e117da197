//! Two runs: the ratios of the latencies with their intervals, and the counts that changed.

use std::collections::BTreeSet;

use corpus::numbers::{before_and_after, count};

use super::{Axis, Curve, Curves, Figure, Interval, Intervals, Plot, Table, Unit, View, colour};
use crate::{
    compare::{Comparison, Counter, LatencyChange, StrategyComparison},
    record::json_name,
};

pub fn view(comparison: &Comparison) -> View {
    let figures = vec![latencies(comparison), counts(comparison)];
    View { name: "comparison", title: "Comparison with the baseline", figures }
}

fn names(comparison: &Comparison) -> Vec<String> {
    comparison.strategies.iter().map(|strategy| strategy.strategy.clone()).collect()
}

fn latencies(comparison: &Comparison) -> Figure {
    let rows = intervals(comparison, |strategy| {
        let LatencyChange { ratio, low, high, floor, .. } = strategy.latency?;
        Some(Estimate { ratio, low, high, bound: 1.0 + floor })
    });
    let estimates = rows.iter().filter_map(|row| row.value).chain([0.9, 1.1]);
    let unchanged = rows.iter().filter_map(|row| row.unchanged).flat_map(|(low, high)| [low, high]);
    let ends = rows.iter().flat_map(|row| [row.low, row.high]).flatten().chain(unchanged);
    let x = Axis::ratios("latency, current over baseline", estimates, ends).with_room(0.03, 0.03);
    let is_cut = rows.iter().flat_map(|row| [row.low, row.high]).flatten().any(|end| !(x.min..=x.max).contains(&end));
    let cut = if is_cut { " An interval that leaves the axis is cut; the table has its ends." } else { "" };
    let header = ["strategy", "ratio", "99 % interval", "noise floor", "verdict"];
    let advisory = if comparison.latency_gates() { "" } else { ", advisory" };
    let table = Table::new(header, comparison.strategies.iter().map(|strategy| latency_row(strategy, advisory)));
    let advisory = advisory_note([comparison]);
    Figure {
        choices: vec![("of", "latencies".into())],
        caption: format!(
            "The latency of {} over that of {}, with its 99 % interval; the grey range around 1 × is the noise floor, within which a change cannot be told from noise. Right is slower.{cut}{advisory}",
            comparison.current, comparison.base
        ),
        x,
        y: Axis::runs("", &names(comparison)),
        plot: Plot::Intervals(Intervals { rows }),
        table,
    }
}

/// A ratio with its interval.
struct Estimate {
    ratio: f64,
    low: Option<f64>,
    high: Option<f64>,
    /// The factor up to which the ratio counts as unchanged.
    bound: f64,
}

fn intervals(comparison: &Comparison, estimate: fn(&StrategyComparison) -> Option<Estimate>) -> Vec<Interval> {
    let names = names(comparison);
    let interval = |(index, strategy): (usize, &StrategyComparison)| {
        let Estimate { ratio, low, high, bound } = estimate(strategy)?;
        Some(Interval {
            name: strategy.strategy.clone(),
            colour: colour(&names, index),
            value: Some(ratio),
            low,
            high,
            unchanged: Some((1.0 / bound, bound)),
            label: String::new(),
        })
    };
    comparison.strategies.iter().enumerate().filter_map(interval).collect()
}

fn latency_row(strategy: &StrategyComparison, advisory: &str) -> Vec<String> {
    match strategy.latency {
        None => vec![strategy.strategy.clone(), "–".into(), "–".into(), "–".into(), "not compared".into()],
        Some(latency) => vec![
            strategy.strategy.clone(),
            format!("{:.4} ×", latency.ratio),
            latency.interval_text(4),
            // With few rounds, the noise is unknown.
            latency.interval().map_or("–".into(), |_| format!("{:.1} %", 100.0 * latency.floor)),
            format!("{}{advisory}", json_name(&latency.verdict)),
        ],
    }
}

/// Returns a sentence for a caption: why latencies do not decide the verdict. Empty if they do.
pub fn advisory_note<'a>(comparisons: impl IntoIterator<Item = &'a Comparison>) -> String {
    let reasons: BTreeSet<&str> =
        comparisons.into_iter().flat_map(|comparison| &comparison.latency_advisory).map(String::as_str).collect();
    if reasons.is_empty() {
        return String::new();
    }
    format!(" Latencies do not decide the verdict: {}.", reasons.into_iter().collect::<Vec<_>>().join("; "))
}

fn counts(comparison: &Comparison) -> Figure {
    let header = ["strategy"].into_iter().chain(Counter::ALL.iter().map(|counter| counter.name())).chain(["verdict"]);
    let table = Table::new(header, comparison.strategies.iter().map(counts_row));
    // The interval of a count has no width.
    let rows = intervals(comparison, |strategy| {
        let [base, current] = [strategy.counts.base.nodes, strategy.counts.current.nodes];
        let ratio = if base == current { 1.0 } else { current as f64 / base as f64 };
        (ratio.is_finite() && ratio > 0.0).then_some(Estimate {
            ratio,
            low: Some(ratio),
            high: Some(ratio),
            bound: 1.0,
        })
    });
    Figure {
        choices: vec![("of", "counts".into())],
        caption: format!(
            "The nodes of {} over those of {}: counts are exact, so every difference is a change of the program.",
            comparison.current, comparison.base
        ),
        x: Axis::log(
            "nodes, current over baseline",
            Unit::Ratio,
            rows.iter().filter_map(|row| row.value).chain([0.9, 1.1]),
        )
        .with_room(0.03, 0.03),
        y: Axis::runs("", &names(comparison)),
        plot: Plot::Intervals(Intervals { rows }),
        table,
    }
}

fn counts_row(strategy: &StrategyComparison) -> Vec<String> {
    let counts = &strategy.counts;
    let counter = |counter: Counter| before_and_after(counter.of(&counts.base), counter.of(&counts.current));
    let verdict = if counts.has_wrong_answers() { "WRONG" } else { strategy.counters.name() };
    [strategy.strategy.clone()].into_iter().chain(Counter::ALL.map(counter)).chain([verdict.into()]).collect()
}

pub fn largest_changes(comparison: &Comparison) -> Table {
    let rows = comparison.strategies.iter().flat_map(|strategy| {
        strategy.counts.largest.iter().map(move |change| {
            let base = &change.base;
            let current = &change.current;
            vec![
                strategy.strategy.clone(),
                change.puzzle.clone(),
                step_text(base.status.name().into(), current.status.name().into()),
                step_text(count(base.nodes), count(current.nodes)),
                step_text(count(base.backtracks), count(current.backtracks)),
                change.text.clone().unwrap_or_default(),
            ]
        })
    });
    Table::new(["strategy", "puzzle", "status", "nodes", "backtracks", "givens"], rows)
}

fn step_text(before: String, after: String) -> String {
    if before == after { after } else { format!("{before} → {after}") }
}

impl Figure {
    /// Returns true if there is anything to see: a curve that is not flat, a cell or an interval.
    pub(super) fn has_data(&self) -> bool {
        match &self.plot {
            Plot::Curves(Curves { x, curves, .. }) => x.first() < x.last() && curves.iter().any(Curve::changes),
            Plot::Density(density) => !density.cells.is_empty(),
            Plot::Intervals(intervals) => intervals.rows.iter().any(|row| row.low.or(row.value).is_some()),
        }
    }
}
