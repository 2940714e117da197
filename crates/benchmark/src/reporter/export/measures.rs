//! What the files hold of each strategy.

use super::series::{Series, means_ns, thousandths};
use stats::{Spread, six_digits};

pub struct Measure {
    pub name: &'static str,
    pub unit: &'static str,
    pub files: &'static [&'static str],
    /// Returns the value; `None` if it is unknown.
    pub of: fn(&Series<'_>) -> Option<Value>,
}

pub struct Value {
    pub value: f64,
    /// The smallest and the largest value of a round.
    pub bounds: Option<[f64; 2]>,
    /// The standard deviation over the rounds.
    pub deviation: Option<f64>,
}

const BENCHER: &str = "bencher.json";
const SMALLER: &str = "gab-smaller.json";
const BIGGER: &str = "gab-bigger.json";

/// All measures. Bencher predefines `latency`, in nanoseconds, and `throughput`, in operations per second.
pub const MEASURES: &[Measure] = &[
    Measure { name: "latency", unit: "ns", files: &[BENCHER], of: latency },
    Measure { name: "throughput", unit: "puzzles/s", files: &[BENCHER, BIGGER], of: throughput },
    Measure {
        name: "nodes",
        unit: "nodes",
        files: &[BENCHER, SMALLER],
        of: |series| count(series.summary.counts.nodes),
    },
    Measure {
        name: "guesses",
        unit: "guesses",
        files: &[BENCHER, SMALLER],
        of: |series| count(series.summary.counts.guesses),
    },
    Measure {
        name: "backtracks",
        unit: "backtracks",
        files: &[BENCHER, SMALLER],
        of: |series| count(series.summary.counts.backtracks),
    },
    Measure { name: "unsolved", unit: "puzzles", files: &[BENCHER], of: |series| count(series.unsolved()) },
    Measure { name: "p50", unit: "ns", files: &[SMALLER], of: median },
    Measure { name: "relative-latency", unit: "× control", files: &[BENCHER, SMALLER], of: relative_latency },
];

/// A count is the same in every round.
fn count(count: u64) -> Option<Value> {
    Some(Value { value: count as f64, bounds: None, deviation: Some(0.0) })
}

fn latency(series: &Series<'_>) -> Option<Value> {
    let Spread { mean, min, max, .. } = series.latency_ns;
    Some(Value { value: thousandths(mean), bounds: Some([min, max].map(thousandths)), deviation: None })
}

fn throughput(series: &Series<'_>) -> Option<Value> {
    let Spread { mean, min, max, .. } = series.latency_ns;
    let [value, fastest, slowest] = [mean, min, max].map(per_second).map(six_digits);
    let deviation = deviation(means_ns(&series.rounds, series.summary).map(per_second)).map(six_digits);
    Some(Value { value, bounds: Some([slowest, fastest]), deviation })
}

/// The median of the summary, and the deviation of the medians of the rounds.
fn median(series: &Series<'_>) -> Option<Value> {
    let value = series.summary.latency_p50_ns? as f64;
    let medians = series.rounds.iter().filter_map(|round| round.median_ns).map(|ns| ns as f64);
    Some(Value { value, bounds: None, deviation: deviation(medians).map(thousandths) })
}

fn relative_latency(series: &Series<'_>) -> Option<Value> {
    Some(Value { value: six_digits(series.value?.ln_ratio.exp()), bounds: None, deviation: None })
}

fn deviation(values: impl Iterator<Item = f64>) -> Option<f64> {
    Spread::of(&values.collect::<Vec<_>>())?.standard_deviation
}

/// Returns the rate per second of an event that takes this many nanoseconds.
fn per_second(nanoseconds: f64) -> f64 {
    1e9 / nanoseconds
}
