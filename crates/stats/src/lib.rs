#![doc = include_str!("../README.md")]
//!
//! Statistics as pure functions, each with its source.

mod cell;
pub mod change_points;
mod common_state;
mod mcnemar;
mod pass_at_k;
pub mod poisson_bootstrap;
pub mod rank_correlation;
mod run_value;
pub mod scores;
mod segments;
mod share;
mod shift;
pub mod student;

pub use cell::Cell;
pub use common_state::control_range;
pub use mcnemar::mcnemar;
pub use pass_at_k::pass_at_k;
pub use run_value::RunValue;
pub use share::{Share, UnitSums, Z_95};
pub use shift::{Precision, Shift};

use std::collections::BTreeMap;

/// Returns the mean without the lowest and the highest `floor(share · n)` of `n` values; `None` if no value is left.
/// Sorts the values.
///
/// John W. Tukey and Donald H. McLaughlin, "Less vulnerable confidence and significance procedures for location based
/// on a single sample", Sankhyā A 25, 1963; the number of values cut is that of `scipy.stats.trim_mean`.
pub fn trimmed_mean(values: &mut [f64], share: f64) -> Option<f64> {
    let cut = (share * values.len() as f64) as usize;
    values.sort_unstable_by(f64::total_cmp);
    let kept = values.get(cut..values.len().saturating_sub(cut))?;
    (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
}

/// Returns the mean of the natural logarithms of latencies, without the lowest and the highest tenth. Disturbances of
/// up to a tenth of the puzzles do not affect it, and slow puzzles do not dominate it.
pub fn trimmed_log_mean(latencies: impl Iterator<Item = u64>) -> Option<f64> {
    let mut logarithms: Vec<f64> = latencies.map(|latency| (latency as f64).ln()).collect();
    trimmed_mean(&mut logarithms, 0.1)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub mean: f64,
    pub min: f64,
    pub max: f64,
    /// Sample standard deviation, over n − 1; `None` for a single value.
    pub standard_deviation: Option<f64>,
}

impl Spread {
    /// Returns the spread of these values; `None` if there is no value.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let mut values = values.to_vec();
        values.sort_unstable_by(f64::total_cmp);
        let min = *values.first()?;
        let max = *values.last()?;
        let n = values.len();
        // Rounding of the sum must not move the mean out of the range of the values.
        let mean = (values.iter().sum::<f64>() / n as f64).clamp(min, max);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Spread { mean, min, max, standard_deviation: (n > 1).then(|| (squares / (n - 1) as f64).sqrt()) })
    }
}

/// Returns the `q` quantile of sorted values, interpolated linearly (type 7 of Rob J. Hyndman and Yanan Fan, "Sample
/// quantiles in statistical packages", The American Statistician 50, 1996).
///
/// # Panics
///
/// Panics if there is no value.
pub fn quantile(values: &[f64], q: f64) -> f64 {
    let position = q * (values.len() - 1) as f64;
    let low = values[position.floor() as usize];
    let high = values[position.ceil() as usize];
    low + (high - low) * position.fract()
}

/// Returns the geometric mean, the only mean of ratios that does not depend on the choice of the baseline: Philip J.
/// Fleming and John J. Wallace, "How not to lie with statistics: the correct way to summarize benchmark results", CACM 29,
/// 1986. `None` if there is no value, or a value that is not positive.
///
/// ```
/// use sudoku_bench_stats::geometric_mean;
/// assert_eq!(geometric_mean([0.5, 2.0]), Some(1.0));
/// assert_eq!(geometric_mean([0.5, 0.0]), None);
/// ```
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.into_iter().map(f64::ln).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    mean.is_finite().then(|| mean.exp())
}

/// Adjusts the p-values of several tests, so that the probability of any false positive is that of a single test: Sture
/// Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut highest = 0.0f64;
    for (rank, &index) in order.iter().enumerate() {
        highest = highest.max(p_values[index] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[index] = highest;
    }
    adjusted
}

/// Sorts the values and returns their median; `None` if there is no value.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let low = values.get(values.len().saturating_sub(1) / 2)?;
    let high = values[values.len() / 2];
    Some((low + high) / 2.0)
}

/// Returns the median of the values of each key.
pub fn medians<K: Ord>(values: impl Iterator<Item = (K, f64)>) -> BTreeMap<K, f64> {
    let mut groups: BTreeMap<K, Vec<f64>> = BTreeMap::new();
    values.for_each(|(key, value)| groups.entry(key).or_default().push(value));
    groups.into_iter().filter_map(|(key, mut values)| Some((key, median(&mut values)?))).collect()
}

pub fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}

/// Rounds a number to `digits` significant digits, as suits ratios and rates, which can have any size.
pub fn significant(value: f64, digits: usize) -> f64 {
    // Formatting rounds once, whereas a scale factor would itself be rounded, or overflow.
    format!("{value:.*e}", digits - 1).parse().expect("a formatted number is a number")
}

/// Rounds a ratio or a rate as it is written to files: to six significant digits.
pub fn six_digits(value: f64) -> f64 {
    significant(value, 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trimmed_mean_cuts_whole_values() {
        assert_eq!(trimmed_mean(&mut [], 0.1), None);
        assert_eq!(trimmed_mean(&mut [3.0], 0.1), Some(3.0));
        assert_eq!(trimmed_mean(&mut [1.0, 2.0, 9.0], 0.1), Some(4.0), "a tenth of three is none");
        let mut twenty: Vec<f64> = (1..=20).map(f64::from).collect();
        twenty[19] = 1e9;
        // 1, 2, 19 and the outlier go; 3 to 18 have the mean 10.5.
        assert_eq!(trimmed_mean(&mut twenty, 0.1), Some(10.5));
    }

    #[test]
    fn spread_matches_a_worked_example() {
        assert_eq!(Spread::of(&[]), None);
        let one = Spread::of(&[0.1]).unwrap();
        assert_eq!((one.mean, one.min, one.max, one.standard_deviation), (0.1, 0.1, 0.1, None));
        let spread = Spread::of(&[9.0, 2.0, 4.0, 4.0, 5.0, 4.0, 5.0, 7.0]).unwrap();
        assert_eq!(spread.mean, 5.0);
        assert_eq!(spread.standard_deviation, Some((32.0f64 / 7.0).sqrt()), "divided by n − 1");
        let same = Spread::of(&[0.1; 3]).unwrap();
        assert_eq!((same.mean, same.max), (0.1, 0.1), "though 0.1 + 0.1 + 0.1 > 0.3");
    }

    #[test]
    fn quantiles_lie_between_values() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|share| quantile(&values, share)), [1.0, 2.0, 4.0, 16.0]);
        // 0.9 of four steps is 3.6: 60 % of the way from 8 to 16.
        assert!((quantile(&values, 0.9) - 12.8).abs() < 1e-12);
        assert_eq!(quantile(&[3.0], 0.99), 3.0);
    }

    #[test]
    fn holm_multiplies_by_the_number_of_remaining_tests() {
        // In order: 0.01 · 4, 0.02 · 3, 0.022 · 2 (at least the value before), 0.5 · 1.
        assert_eq!(holm(&[0.5, 0.02, 0.01, 0.022]), [0.5, 0.06, 0.04, 0.06]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn rounding_keeps_digits() {
        assert_eq!(rounded(1234.5678, 1), 1234.6);
        assert_eq!(rounded(0.25, 4), 0.25);
        assert_eq!([0.0, -2.0 / 3.0, 1e300 / 3.0].map(six_digits), [0.0, -0.666667, 3.33333e299]);
        assert_eq!([f64::INFINITY, f64::MIN_POSITIVE].map(six_digits), [f64::INFINITY, 2.22507e-308]);
        assert_eq!([5_429_876.54, 0.0000123456789].map(six_digits), [5_429_880.0, 0.0000123457]);
    }
}
