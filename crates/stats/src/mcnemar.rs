//! The exact test of McNemar: whether two models solve equally many of the same puzzles.

/// Returns the two-sided p-value of the exact test, for the numbers of puzzles that only one of two models solves: the chance
/// of a split at least as uneven if each of these puzzles is equally likely to be on either side.
///
/// Quinn McNemar, "Note on the sampling error of the difference between correlated proportions or percentages" (1947).
pub fn mcnemar(only_a: u64, only_b: u64) -> f64 {
    let n = only_a + only_b;
    let least = only_a.min(only_b);
    // The terms C(n, i) / 2ⁿ for i from `least` down, relative to the first, which is the largest.
    let mut term = 1.0;
    let mut sum = 0.0;
    for i in (0..=least).rev() {
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
        term *= i as f64 / (n - i + 1) as f64;
    }
    let first = ln_factorial(n) - ln_factorial(least) - ln_factorial(n - least) - n as f64 * std::f64::consts::LN_2;
    (2.0 * first.exp() * sum).min(1.0)
}

/// Returns the logarithm of n!: a sum for small n, Stirling's series for others.
fn ln_factorial(n: u64) -> f64 {
    if n < 256 {
        return (2..=n).map(|factor| (factor as f64).ln()).sum();
    }
    let x = n as f64;
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    x * x.ln() - x + 0.5 * (std::f64::consts::TAU * x).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds up the terms with 128-bit integers.
    fn oracle(a: u64, b: u64) -> f64 {
        let n = a + b;
        let mut binomial = 1u128;
        let mut sum = 0;
        for i in 0..=a.min(b) {
            sum += binomial;
            binomial = binomial * u128::from(n - i) / u128::from(i + 1);
        }
        (sum as f64 / 2f64.powi(n as i32 - 1)).min(1.0)
    }

    #[test]
    fn small_numbers_agree_with_integers() {
        for a in 0..50 {
            for b in 0..50 {
                let found = mcnemar(a, b);
                let wanted = oracle(a, b);
                assert!((found - wanted).abs() <= 1e-12 * wanted, "{a} {b}: {found} {wanted}");
            }
        }
        assert!((ln_factorial(256) - (2..=256).map(|n| f64::from(n).ln()).sum::<f64>()).abs() < 1e-9);
        assert!((mcnemar(500_000, 502_000) - 0.0458).abs() < 1e-4);
    }
}
