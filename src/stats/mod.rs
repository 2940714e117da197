//! Statistics: pure functions, each with its source.

pub mod bootstrap;
pub mod scores;

/// The mean of what is left when the lowest and the highest `share` of the values are cut off, `floor(share · n)` of
/// each; `None` of no value. The values are reordered.
///
/// John W. Tukey and Donald H. McLaughlin, "Less vulnerable confidence and significance procedures for location based on
/// a single sample", Sankhyā A 25, 1963; counts cut as by `scipy.stats.trim_mean`.
///
/// ```
/// use sudoku_bench::stats::trimmed_mean;
/// let mut values = [5.0, 1.0, 100.0, 2.0, 3.0, 4.0, -50.0, 6.0, 7.0, 8.0];
/// assert_eq!(trimmed_mean(&mut values, 0.1), Some(4.5));
/// ```
pub fn trimmed_mean(values: &mut [f64], share: f64) -> Option<f64> {
    let cut = (share * values.len() as f64) as usize;
    values.sort_unstable_by(f64::total_cmp);
    let kept = values.get(cut..values.len().saturating_sub(cut))?;
    (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
}

/// The mean of the natural logarithms of latencies without the lowest and the highest tenth: a tenth of the puzzles may be
/// disturbed, and it does not matter whose latencies are long.
pub fn trimmed_log_mean(latencies: impl Iterator<Item = u64>) -> Option<f64> {
    let mut logarithms: Vec<f64> = latencies.map(|latency| (latency as f64).ln()).collect();
    trimmed_mean(&mut logarithms, 0.1)
}

/// What a few repeated measurements come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many there are.
    pub n: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// The middle one, or the mean of the middle two.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// Sample standard deviation, over n − 1; none of one value.
    pub standard_deviation: Option<f64>,
    /// Median absolute deviation from the median, times 1.4826, so that it estimates the standard deviation of a normal
    /// distribution. Frank R. Hampel, "The influence curve and its role in robust estimation", JASA 69, 1974.
    pub median_absolute_deviation: f64,
}

impl Spread {
    /// That of these values; `None` of no value.
    ///
    /// ```
    /// use sudoku_bench::stats::Spread;
    /// let spread = Spread::of(&[2.0, 4.0, 9.0]).unwrap();
    /// assert_eq!((spread.mean, spread.median, spread.min, spread.max), (5.0, 4.0, 2.0, 9.0));
    /// ```
    pub fn of(values: &[f64]) -> Option<Spread> {
        let mut values = values.to_vec();
        let median = median(&mut values)?;
        let (min, max) = (values[0], values[values.len() - 1]);
        let n = values.len();
        // A sum that is rounded must not put the mean outside.
        let mean = (values.iter().sum::<f64>() / n as f64).clamp(min, max);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        values.iter_mut().for_each(|value| *value = (*value - median).abs());
        Some(Spread {
            n,
            mean,
            median,
            min,
            max,
            standard_deviation: (n > 1).then(|| (squares / (n - 1) as f64).sqrt()),
            median_absolute_deviation: 1.4826 * self::median(&mut values)?,
        })
    }
}

/// The value below which so great a share of the values is, of values in order; between two of them by their distances (type
/// 7 of Rob J. Hyndman and Yanan Fan, "Sample quantiles in statistical packages", The American Statistician 50, 1996).
///
/// # Panics
///
/// When there is no value.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let place = share * (values.len() - 1) as f64;
    let (low, high) = (values[place.floor() as usize], values[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

/// The geometric mean, the only mean of ratios that does not depend on which side is the baseline: Philip J. Fleming and
/// John J. Wallace, "How not to lie with statistics: the correct way to summarize benchmark results", CACM 29, 1986. None
/// of no value, and of one that is not above 0.
///
/// ```
/// use sudoku_bench::stats::geometric_mean;
/// assert_eq!(geometric_mean([0.5, 2.0]), Some(1.0));
/// assert_eq!(geometric_mean([0.5, 0.0]), None);
/// ```
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.into_iter().map(f64::ln).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    mean.is_finite().then(|| mean.exp())
}

/// Adjusts the levels of several tests, so that one of them errs no more often than a single one would: Sture Holm, "A
/// simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.
///
/// ```
/// use sudoku_bench::stats::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(levels: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by(|&a, &b| levels[a].total_cmp(&levels[b]));
    let (mut adjusted, mut highest) = (vec![0.0; levels.len()], 0.0f64);
    for (rank, &place) in order.iter().enumerate() {
        highest = highest.max(levels[place] * (levels.len() - rank) as f64).min(1.0);
        adjusted[place] = highest;
    }
    adjusted
}

/// The values are sorted.
fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let (low, high) = (values.get(values.len().saturating_sub(1) / 2)?, values[values.len() / 2]);
    Some((low + high) / 2.0)
}

/// A number with so many digits after the point: reports are for people, and for `diff`.
pub fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
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
    fn a_spread_is_that_of_the_textbook() {
        assert_eq!(Spread::of(&[]), None);
        let one = Spread::of(&[0.1]).unwrap();
        assert_eq!((one.mean, one.median, one.min, one.max), (0.1, 0.1, 0.1, 0.1));
        assert_eq!((one.standard_deviation, one.median_absolute_deviation), (None, 0.0));
        let spread = Spread::of(&[9.0, 2.0, 4.0, 4.0, 5.0, 4.0, 5.0, 7.0]).unwrap();
        assert_eq!((spread.n, spread.mean, spread.median), (8, 5.0, 4.5));
        assert_eq!(spread.standard_deviation, Some((32.0f64 / 7.0).sqrt()), "n − 1, as these are a sample");
        // From 4.5 it is half to each of five, then 2.5, 2.5 and 4.5: the median is a half.
        assert_eq!(spread.median_absolute_deviation, 1.4826 * 0.5);
        let same = Spread::of(&[0.1; 3]).unwrap();
        assert_eq!((same.mean, same.max), (0.1, 0.1), "though 0.1 + 0.1 + 0.1 > 0.3");
    }

    #[test]
    fn quantiles_lie_between_values() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|share| quantile(&values, share)), [1.0, 2.0, 4.0, 16.0]);
        // 0.9 of four steps is 3.6: six tenths of the way from 8 to 16.
        assert!((quantile(&values, 0.9) - 12.8).abs() < 1e-12);
        assert_eq!(quantile(&[3.0], 0.99), 3.0);
    }

    #[test]
    fn holm_multiplies_by_what_is_left() {
        // In order: 0.01 · 4, 0.02 · 3, 0.022 · 2 (no less than the one before), 0.5 · 1.
        assert_eq!(holm(&[0.5, 0.02, 0.01, 0.022]), [0.5, 0.06, 0.04, 0.06]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn rounding_keeps_digits() {
        assert_eq!(rounded(1234.5678, 1), 1234.6);
        assert_eq!(rounded(0.25, 4), 0.25);
    }
}
