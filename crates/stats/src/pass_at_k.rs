//! The chance that one of k samples solves a puzzle.

/// Returns the chance that at least one of `k` samples, drawn without replacement from `samples` of which `right` solve the
/// puzzle, solves it; `None` if there are fewer than `k` samples. The estimator is unbiased: Mark Chen et al., "Evaluating Large
/// Language Models Trained on Code" (2021).
///
/// ```
/// use sudoku_bench_stats::pass_at_k;
///
/// assert!((pass_at_k(3, 10, 5).unwrap() - 0.916667).abs() < 1e-6);
/// assert_eq!(pass_at_k(6, 10, 5), Some(1.0));
/// assert_eq!(pass_at_k(1, 4, 5), None);
/// ```
pub fn pass_at_k(right: u64, samples: u64, k: u64) -> Option<f64> {
    if k > samples || right > samples {
        return None;
    }
    let wrong = samples - right;
    if wrong < k {
        return Some(1.0);
    }
    // 1 − C(wrong, k) / C(samples, k), factor by factor.
    let none: f64 = (wrong + 1..=samples).map(|n| 1.0 - k as f64 / n as f64).product();
    Some(1.0 - none)
}
