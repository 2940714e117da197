//! `export/gab-smaller.json` and `export/gab-bigger.json`: entries of github-action-benchmark, one file for each
//! direction in which its `tool` expects values to improve.
//!
//! Shape: `BenchmarkResult` in `src/extract.ts` of <https://github.com/benchmark-action/github-action-benchmark>, and
//! `src/extractRangeInfo.ts` for `range`. An array without entries is an error there. A time whose unit changes is
//! converted to the unit of the run before, so the unit of a series must never change.

use serde::Serialize;

use super::{Export, Series, per_second, thousandths};
use crate::stats::{Spread, six_digits};

/// A series and its value.
#[derive(Debug, PartialEq, Serialize)]
pub struct Entry {
    name: String,
    value: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    /// The text shown with the point of the chart.
    extra: String,
}

/// Returns the values that are better when they are smaller: for each strategy its counts and its median latency.
pub fn smaller(export: &Export<'_>) -> Vec<Entry> {
    export.series.iter().flat_map(counts_and_median).collect()
}

fn counts_and_median(series: &Series<'_>) -> Vec<Entry> {
    let row = series.row;
    let counts = [("nodes", row.nodes), ("guesses", row.guesses), ("backtracks", row.backtracks)];
    let counts = counts.map(|(unit, count)| entry(series, unit, count as f64, unit, Some(0.0)));
    let median = row.latency_p50_ns.map(|median| {
        let rounds: Vec<f64> = series.rounds.iter().filter_map(|round| round.median_ns).map(|ns| ns as f64).collect();
        let deviation = Spread::of(&rounds).and_then(|rounds| rounds.standard_deviation);
        entry(series, "p50", median as f64, "ns", deviation.map(thousandths))
    });
    counts.into_iter().chain(median).collect::<Vec<_>>()
}

/// Returns the values that are better when they are bigger: for each strategy its throughput.
pub fn bigger(export: &Export<'_>) -> Vec<Entry> {
    export.series.iter().map(throughput).collect()
}

fn throughput(series: &Series<'_>) -> Entry {
    let rounds: Vec<f64> = series.means_ns().map(per_second).collect();
    let deviation = Spread::of(&rounds).and_then(|rounds| rounds.standard_deviation);
    let mean = six_digits(per_second(series.latency_ns.mean));
    entry(series, "throughput", mean, "puzzles/s", deviation.map(six_digits))
}

fn entry(series: &Series<'_>, metric: &str, value: f64, unit: &'static str, deviation: Option<f64>) -> Entry {
    Entry {
        name: format!("{} {metric}", series.name),
        value,
        unit,
        range: deviation.map(|deviation| format!("± {deviation}")),
        extra: format!("puzzles={}\nunsolved={}\nrounds={}", series.puzzles(), series.unsolved(), series.rounds.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::*, *};

    fn find<'a>(entries: &'a [Entry], name: &str) -> &'a Entry {
        entries.iter().find(|entry| entry.name == name).unwrap_or_else(|| panic!("{name}: {entries:?}"))
    }

    #[test]
    fn every_series_has_a_unit_and_a_range() {
        let record = record(&["17clue.csv"], 2);
        let smaller = smaller(&export(&record));
        let nodes = find(&smaller, "dlx/17clue nodes");
        let expected = serde_json::json!({
            "name": "dlx/17clue nodes", "value": 130.0, "unit": "nodes", "range": "± 0",
            "extra": "puzzles=4\nunsolved=1\nrounds=2",
        });
        assert_eq!(serde_json::to_value(nodes).unwrap(), expected);
        let median = find(&smaller, "dlx/17clue p50");
        // The medians of the rounds are 1,000 and 1,200.
        assert_eq!((median.value, median.unit, median.range.as_deref()), (900.0, "ns", Some("± 141.421")));
        let bigger = bigger(&export(&record));
        let speed = find(&bigger, "dlx/17clue throughput");
        // 500,000 and 333,333.333 a second, with a deviation of 117,851.13.
        assert_eq!((speed.value, speed.unit), (400_000.0, "puzzles/s"));
        assert_eq!(speed.range.as_deref(), Some("± 117851"));
    }

    /// One round says nothing about the next, and nothing finished has no median.
    #[test]
    fn unknown_values_are_left_out() {
        let mut record = record(&["17clue.csv"], 1);
        record.summary.strategies[0].row.latency_p50_ns = None;
        let export = export(&record);
        let smaller = smaller(&export);
        assert!(smaller.iter().all(|entry| entry.name != "dlx/17clue p50"));
        assert_eq!(find(&smaller, "naive/17clue p50").range, None);
        let json = serde_json::to_string(&bigger(&export)).unwrap();
        assert!(!json.contains("range") && !json.contains("null"), "{json}");
    }
}
