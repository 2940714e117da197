//! `export/critcmp.json`: a baseline of Criterion.rs in the form that `critcmp --export` writes.
//!
//! Shape: `BaseBenchmarks` in `src/data.rs` of <https://github.com/BurntSushi/critcmp>. An estimate that is null is an
//! error there, except for the slope, which Criterion.rs has only where it fits a line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Export, Series, thousandths};

/// The confidence level of the intervals; only a label, as they are the ranges of the rounds.
const CONFIDENCE_LEVEL: f64 = 0.99;

/// The content of the file.
#[derive(Serialize)]
pub struct Baseline<'a> {
    name: &'a str,
    benchmarks: BTreeMap<&'a str, Benchmark<'a>>,
}

#[derive(Serialize)]
struct Benchmark<'a> {
    baseline: &'a str,
    fullname: String,
    criterion_benchmark_v1: Identity<'a>,
    criterion_estimates_v1: Estimates,
}

#[derive(Serialize)]
struct Identity<'a> {
    group_id: &'a str,
    function_id: &'a str,
    value_str: Option<&'a str>,
    throughput: Throughput,
    full_id: &'a str,
    directory_name: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Throughput {
    bytes: Option<u64>,
    elements: u64,
}

/// The estimates of a strategy in nanoseconds.
#[derive(Serialize)]
struct Estimates {
    mean: Estimate,
    median: Estimate,
    median_abs_dev: Estimate,
    slope: Option<Estimate>,
    std_dev: Estimate,
}

#[derive(Serialize)]
struct Estimate {
    confidence_interval: Interval,
    point_estimate: f64,
    standard_error: f64,
}

#[derive(Serialize)]
struct Interval {
    confidence_level: f64,
    lower_bound: f64,
    upper_bound: f64,
}

/// Returns the content of the file.
pub fn baseline<'a>(export: &'a Export<'_>) -> Baseline<'a> {
    let benchmark = |series: &'a Series<'_>| (series.name.as_str(), benchmark(export, series));
    Baseline { name: &export.baseline, benchmarks: export.series.iter().map(benchmark).collect() }
}

fn benchmark<'a>(export: &'a Export<'_>, series: &'a Series<'_>) -> Benchmark<'a> {
    Benchmark {
        baseline: &export.baseline,
        fullname: format!("{}/{}", export.baseline, series.name),
        criterion_benchmark_v1: Identity {
            group_id: &series.row.strategy,
            function_id: &export.corpus,
            value_str: None,
            // An iteration is one puzzle.
            throughput: Throughput { bytes: None, elements: 1 },
            full_id: &series.name,
            directory_name: &series.name,
        },
        criterion_estimates_v1: estimates(series),
    }
}

fn estimates(series: &Series<'_>) -> Estimates {
    let latency = &series.latency_ns;
    let deviation = latency.standard_deviation.unwrap_or(0.0);
    let error = deviation / (latency.n as f64).sqrt();
    // A few rounds give no better interval than their range, and none for their deviation.
    let all = [latency.min, latency.max];
    Estimates {
        mean: estimate_of(latency.mean, all, error),
        median: estimate_of(latency.median, all, error),
        median_abs_dev: exact_estimate(latency.median_absolute_deviation),
        slope: None,
        std_dev: exact_estimate(deviation),
    }
}

/// Returns an estimate without an interval.
fn exact_estimate(deviation: f64) -> Estimate {
    estimate_of(deviation, [deviation; 2], 0.0)
}

fn estimate_of(point: f64, [lower, upper]: [f64; 2], error: f64) -> Estimate {
    Estimate {
        confidence_interval: Interval {
            confidence_level: CONFIDENCE_LEVEL,
            lower_bound: thousandths(lower),
            upper_bound: thousandths(upper),
        },
        point_estimate: thousandths(point),
        standard_error: thousandths(error),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::*, *};

    #[test]
    fn runs_of_a_corpus_have_the_same_benchmarks_in_different_baselines() {
        let record = record(&["17clue.csv"], 2);
        let json = serde_json::to_value(baseline(&export(&record))).unwrap();
        assert_eq!(json["name"], "out");
        let benchmark = &json["benchmarks"]["dlx/17clue"];
        assert_eq!((&benchmark["baseline"], &benchmark["fullname"]), (&json!("out"), &json!("out/dlx/17clue")));
        let identity = json!({
            "group_id": "dlx", "function_id": "17clue", "value_str": null, "full_id": "dlx/17clue",
            "throughput": { "Bytes": null, "Elements": 1 }, "directory_name": "dlx/17clue",
        });
        assert_eq!(benchmark["criterion_benchmark_v1"], identity);
        let interval = json!({ "confidence_level": 0.99, "lower_bound": 2000.0, "upper_bound": 3000.0 });
        let mean = json!({ "point_estimate": 2500.0, "standard_error": 500.0, "confidence_interval": interval });
        assert_eq!(benchmark["criterion_estimates_v1"]["mean"], mean);
        assert_eq!(benchmark["criterion_estimates_v1"]["std_dev"]["point_estimate"], 707.107);
        assert_eq!(benchmark["criterion_estimates_v1"]["median_abs_dev"]["point_estimate"], 741.3);
    }

    #[test]
    fn one_round_has_estimates_too() {
        let record = record(&["17clue.csv"], 1);
        let export = export(&record);
        let json = serde_json::to_value(baseline(&export)).unwrap();
        let estimates = json["benchmarks"]["dlx/17clue"]["criterion_estimates_v1"].as_object().unwrap();
        assert!(estimates.keys().eq(["mean", "median", "median_abs_dev", "slope", "std_dev"]), "{json}");
        assert!(estimates.iter().all(|(name, estimate)| estimate.is_null() == (name == "slope")), "{json}");
        assert_eq!(estimates["std_dev"]["point_estimate"], 0.0);
    }
}
