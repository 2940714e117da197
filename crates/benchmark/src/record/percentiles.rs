//! The percentile text of HdrHistogram (`.hgrm`), which its plotters read.
//!
//! The format and the choice of rows follow the reference implementation in Java (`outputPercentileDistribution` of
//! `AbstractHistogram`, and `PercentileIterator`). One difference: the value column is 20 characters wide instead of 12,
//! because readers expect a blank before the value. The Rust crate has no such writer, and its quantile iterator steps one
//! bin later than Java's at exact ties.

use std::fmt::Write;

use hdrhistogram::Histogram;

/// Rows for each halving of the distance to 100 %.
const ROWS_PER_HALVING: f64 = 5.0;

/// Renders a histogram of nanoseconds in microseconds, with three digits after the point.
pub fn percentile_text(histogram: &Histogram<u64>) -> String {
    let mut text = String::from("#[Values are in microseconds]\n");
    let out = &mut text;
    let _ = writeln!(out, "{:>20} {:>14} {:>10} {:>14}\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)");
    for Row { value, percentile, count } in rows(histogram) {
        let _ = write!(out, "{:20.3} {:.12} {count:>10}", microseconds(value as f64), percentile / 100.0);
        let _ = if percentile == 100.0 {
            writeln!(out)
        } else {
            writeln!(out, " {:>14.2}", 1.0 / (1.0 - percentile / 100.0))
        };
    }
    let (mean, deviation) = if histogram.is_empty() { (0.0, 0.0) } else { (histogram.mean(), histogram.stdev()) };
    let _ =
        writeln!(out, "#[Mean    = {:12.3}, StdDeviation   = {:12.3}]", microseconds(mean), microseconds(deviation));
    let _ = writeln!(
        out,
        "#[Max     = {:12.3}, Total count    = {:12}]",
        microseconds(histogram.max() as f64),
        histogram.len()
    );
    let _ = writeln!(out, "#[Buckets = {:12}, SubBuckets     = {:12}]", buckets(histogram), sub_buckets(histogram));
    text
}

fn microseconds(ns: f64) -> f64 {
    ns / 1000.0
}

struct Row {
    value: u64,
    percentile: f64,
    /// The number of values up to this one.
    count: u64,
}

/// Returns the rows: each percentile at the first bin that reaches it, then 100 %.
fn rows(histogram: &Histogram<u64>) -> Vec<Row> {
    let total = histogram.len();
    let mut rows = Vec::new();
    let mut percentile = 0.0;
    let mut count = 0;
    for bin in histogram.iter_recorded() {
        count += bin.count_at_value();
        let value = histogram.highest_equivalent(bin.value_iterated_to());
        while 100.0 * count as f64 / total as f64 >= percentile {
            rows.push(Row { value, percentile, count });
            // One more than the number of times that the distance to 100 % is halved before this percentile.
            let halvings = ((100.0 / (100.0 - percentile)).ln() / 2f64.ln()).trunc() + 1.0;
            percentile += 100.0 / (ROWS_PER_HALVING * f64::powf(2.0, halvings));
            if count == total {
                rows.push(Row { value, percentile: 100.0, count });
                break;
            }
        }
    }
    rows
}

/// Returns the number of linear bins in a bucket: 2,048 for a precision of three digits.
fn sub_buckets(histogram: &Histogram<u64>) -> u64 {
    (2 * 10u64.pow(histogram.sigfig().into())).next_power_of_two()
}

/// Returns the number of buckets up to the highest value; each is twice as wide as the one before.
fn buckets(histogram: &Histogram<u64>) -> u32 {
    let mut reach = sub_buckets(histogram);
    let mut buckets = 1;
    while reach <= histogram.high() {
        reach <<= 1;
        buckets += 1;
    }
    buckets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::histograms::{new_histogram, read_log};

    /// `java.hgrm` is the output of the reference implementation for `java.hlog`, a log of this
    /// tool: `HistogramLogProcessor -i java.hlog -tag dlx -outputValueUnitRatio 1000`.
    #[test]
    fn rows_equal_those_of_the_reference_implementation() {
        let mut histogram = new_histogram();
        let strategies = crate::record::strategies_named(&["dlx", "elimination"]);
        let log = read_log(include_bytes!("java.hlog"), &strategies).map(Result::unwrap);
        log.filter(|interval| interval.strategy == 0).for_each(|interval| histogram.add(interval.histogram).unwrap());
        let fields = |text: &str| -> Vec<Vec<String>> {
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("#[Values"));
            let lines = lines.filter(|line| !line.starts_with("#[Overall") && !line.starts_with("#[StartTime"));
            lines.map(|line| line.split_whitespace().map(String::from).collect()).collect()
        };
        let text = percentile_text(&histogram);
        let own = fields(&text);
        let java = fields(include_str!("java.hgrm"));
        assert_eq!(own.len(), java.len());
        assert!(
            text.lines().skip(3).all(|line| line.starts_with([' ', '#'])),
            "hdr-plot expects a blank before a value"
        );
        for (own, java) in own.iter().zip(&java) {
            // Java rounds the percentile's last digit half up, on the shortest decimal.
            let close = |(own, java): (&String, &String)| match (own.parse::<f64>(), java.parse::<f64>()) {
                (Ok(own), Ok(java)) => (own - java).abs() < 1.1e-12,
                _ => own == java,
            };
            assert!(own.len() == java.len() && own.iter().zip(java).all(close), "{own:?} {java:?}");
        }
    }

    #[test]
    fn ties_resolve_as_in_java() {
        // 1 to 10: Java's iterator emits 10 % at the first bin, whose cumulative share is exactly 10 %.
        let mut histogram = new_histogram();
        (1..=10).for_each(|value| histogram.record(value).unwrap());
        let found: Vec<_> = rows(&histogram).iter().map(|row| (row.value, row.percentile, row.count)).collect();
        assert_eq!(found[..5], [(1, 0.0, 1), (1, 10.0, 1), (2, 20.0, 2), (3, 30.0, 3), (4, 40.0, 4)]);
        assert_eq!(found[5..8], [(5, 50.0, 5), (6, 55.0, 6), (6, 60.0, 6)]);
        assert_eq!(found.last(), Some(&(10, 100.0, 10)));
    }

    #[test]
    fn an_empty_histogram_has_a_header_and_zeros() {
        let text = percentile_text(&new_histogram());
        assert_eq!(text.lines().filter(|line| line.starts_with('#')).count(), 4);
        assert!(text.contains("#[Mean    =        0.000, StdDeviation   =        0.000]"), "{text}");
        assert!(text.contains("SubBuckets     =         2048"), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
}
