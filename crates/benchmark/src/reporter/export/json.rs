//! The JSON of Bencher and of github-action-benchmark.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    measures::{MEASURES, Measure, Value},
    series::Series,
};
use crate::record::json_text;

/// A value of Bencher.
#[derive(Serialize)]
struct Metric {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

/// An entry of github-action-benchmark.
#[derive(Serialize)]
struct Entry {
    name: String,
    value: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    /// The text shown with the point of the chart.
    extra: String,
}

/// Bencher Metric Format, an object of benchmarks, each of which is an object of measures.
///
/// Schema: `services/console/public/bmf.json`; limits of names: `lib/bencher_valid/src/benchmark_name.rs`, both of
/// <https://github.com/bencherdev/bencher>.
pub fn bencher(file: &str, series: &[Series<'_>]) -> Vec<u8> {
    let metric = |Value { value, bounds, .. }: Value| {
        let [lower_value, upper_value] = [0, 1].map(|end| bounds.map(|bounds| bounds[end]));
        Metric { value, lower_value, upper_value }
    };
    let benchmark = |series: &Series<'_>| -> BTreeMap<&str, Metric> {
        values(file, series).map(|(measure, value)| (measure.name, metric(value))).collect()
    };
    json_text(&series.iter().map(|series| (&*series.name, benchmark(series))).collect::<BTreeMap<_, _>>())
}

/// Entries of github-action-benchmark, one file for each direction in which its `tool` expects values to improve.
///
/// Shape: `BenchmarkResult` in `src/extract.ts` of <https://github.com/benchmark-action/github-action-benchmark>, and
/// `src/extractRangeInfo.ts` for `range`. An array without entries is an error there. A time whose unit changes is
/// converted to the unit of the run before, so the unit of a series must never change.
pub fn github_action_benchmark(file: &str, series: &[Series<'_>]) -> Vec<u8> {
    let entries = series.iter().flat_map(|series| {
        let puzzles = series.puzzles();
        let extra = format!("puzzles={puzzles}\nunsolved={}\nrounds={}", series.unsolved(), series.rounds.len());
        values(file, series).map(move |(measure, Value { value, deviation, .. })| Entry {
            name: format!("{} {}", series.name, measure.name),
            value,
            unit: measure.unit,
            range: deviation.map(|deviation| format!("± {deviation}")),
            extra: extra.clone(),
        })
    });
    json_text(&entries.collect::<Vec<_>>())
}

/// Returns the known values of a series that a file holds.
fn values(file: &str, series: &Series<'_>) -> impl Iterator<Item = (&'static Measure, Value)> {
    let measures = MEASURES.iter().filter(move |measure| measure.files.contains(&file));
    measures.filter_map(move |measure| Some((measure, (measure.of)(series)?)))
}
