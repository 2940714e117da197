//! `export/bencher.json`: Bencher Metric Format, an object of benchmarks, each of which is an object of measures.
//!
//! Schema: `services/console/public/bmf.json`; limits of names: `lib/bencher_valid/src/benchmark_name.rs`, both of
//! <https://github.com/bencherdev/bencher>.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Export, Series, per_second, thousandths};
use crate::stats::six_digits;

/// Benchmarks by name, in each of them metrics by measure.
pub type Benchmarks<'a> = BTreeMap<&'a str, BTreeMap<&'static str, Metric>>;

/// A value, and its smallest and largest value over the rounds.
#[derive(Serialize)]
pub struct Metric {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

impl Metric {
    /// Creates the metric of a mean over rounds, with the smallest and the largest round.
    fn between(lower: f64, value: f64, upper: f64) -> Metric {
        Metric { value, lower_value: Some(lower), upper_value: Some(upper) }
    }

    /// Creates the metric of a count, which is the same in every round.
    fn count(count: u64) -> Metric {
        Metric { value: count as f64, lower_value: None, upper_value: None }
    }
}

/// Returns the content of the file.
pub fn benchmarks<'a>(export: &'a Export<'_>) -> Benchmarks<'a> {
    export.series.iter().map(|series| (series.name.as_str(), metrics(series))).collect()
}

/// Returns the metrics of a strategy. Bencher predefines the measures `latency`, in nanoseconds, and `throughput`, in
/// operations per second.
fn metrics(series: &Series<'_>) -> BTreeMap<&'static str, Metric> {
    let latency = &series.latency_ns;
    let [mean, min, max] = [latency.mean, latency.min, latency.max].map(thousandths);
    let [speed, fastest, slowest] = [latency.mean, latency.min, latency.max].map(per_second).map(six_digits);
    BTreeMap::from([
        ("latency", Metric::between(min, mean, max)),
        ("throughput", Metric::between(slowest, speed, fastest)),
        ("nodes", Metric::count(series.row.nodes)),
        ("guesses", Metric::count(series.row.guesses)),
        ("backtracks", Metric::count(series.row.backtracks)),
        ("unsolved", Metric::count(series.unsolved())),
    ])
}

#[cfg(test)]
mod tests {
    use super::{super::tests::*, *};

    #[test]
    fn latency_is_in_nanoseconds_between_the_rounds() {
        let json = serde_json::to_value(benchmarks(&export(&record(&["17clue.csv"], 2)))).unwrap();
        let expected = serde_json::json!({
            "latency": { "value": 2500.0, "lower_value": 2000.0, "upper_value": 3000.0 },
            "throughput": { "value": 400_000.0, "lower_value": 333_333.0, "upper_value": 500_000.0 },
            "nodes": { "value": 130.0 },
            "guesses": { "value": 7.0 },
            "backtracks": { "value": 65.0 },
            "unsolved": { "value": 1.0 },
        });
        assert_eq!(json["dlx/17clue"], expected);
    }

    /// 1,024 bytes, not characters; and a name without a slash could be taken for a slug.
    #[test]
    fn names_are_not_too_long() {
        let files: Vec<String> = (0..99).map(|n| format!("{}{n}.txt", "🀄".repeat(50))).collect();
        let record = record(&files.iter().map(String::as_str).collect::<Vec<_>>(), 2);
        let export = export(&record);
        let names: Vec<&str> = benchmarks(&export).into_keys().collect();
        assert!(names.iter().all(|name| name.len() <= 1024 && name.len() > 700 && name.contains('/')), "{names:?}");
    }
}
