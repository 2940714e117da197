//! Statistics: pure functions, each with its source.

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
    fn rounding_keeps_digits() {
        assert_eq!(rounded(1234.5678, 1), 1234.6);
        assert_eq!(rounded(0.25, 4), 0.25);
    }
}
