//! Student's distribution.
//!
//! The formulas are those of Milton Abramowitz and Irene A. Stegun, "Handbook of Mathematical Functions", 1964.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// Up to this many degrees of freedom, the exact sum is solved. Beyond them, the expansion has a relative error below
/// 10⁻⁹.
const MAX_SUMMED_FREEDOM: u64 = 100;

/// Returns the 0.995 quantile of Student's distribution, for a two-sided interval of 99 %.
///
/// # Panics
///
/// Panics for 0 degrees of freedom, for which there is no distribution.
pub fn quantile_995(freedom: u64) -> f64 {
    assert!(freedom > 0, "Student's distribution has at least one degree of freedom");
    if freedom > MAX_SUMMED_FREEDOM {
        return expansion_995(freedom as f64);
    }
    let mut low = 0.0;
    let mut high = FRAC_PI_2;
    // Each step gains a bit, and an f64 has 53.
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = (low + high) / 2.0;
        *(if central_probability(middle, freedom) < 0.99 { &mut low } else { &mut high }) = middle;
    }
    (freedom as f64).sqrt() * low.tan()
}

/// Returns the probability that a variable with Student's distribution is above `t`.
///
/// # Panics
///
/// Panics for 0 degrees of freedom, for which there is no distribution.
pub fn upper_tail(t: f64, freedom: u64) -> f64 {
    assert!(freedom > 0, "Student's distribution has at least one degree of freedom");
    let theta = (t.abs() / (freedom as f64).sqrt()).atan();
    // Rounding must not make a probability negative.
    let beyond = (1.0 - central_probability(theta, freedom)).max(0.0) / 2.0;
    if t > 0.0 { beyond } else { 1.0 - beyond }
}

/// Returns the probability that |t| is below √ν · tan θ: the finite sums 26.7.3 (odd ν) and 26.7.4 (even ν).
fn central_probability(theta: f64, freedom: u64) -> f64 {
    let (sine, cosine) = theta.sin_cos();
    let odd = freedom % 2;
    let mut sum = 0.0;
    let mut term = if odd == 1 { cosine } else { 1.0 };
    for k in (2 + odd..=freedom).step_by(2) {
        sum += term;
        term *= cosine * cosine * (k - 1) as f64 / k as f64;
    }
    if odd == 1 { FRAC_2_PI * (theta + sine * sum) } else { sine * sum }
}

/// Returns the 0.995 quantile by the expansion 26.7.5 in 1/ν.
fn expansion_995(freedom: f64) -> f64 {
    /// The same quantile of the normal distribution.
    const Z: f64 = 2.5758293035489004;
    /// Denominator, and coefficients of z, z³, z⁵, z⁷ and z⁹, of the terms in 1/ν to 1/ν⁴.
    const TERMS: [(f64, [f64; 5]); 4] = [
        (4.0, [1.0, 1.0, 0.0, 0.0, 0.0]),
        (96.0, [3.0, 16.0, 5.0, 0.0, 0.0]),
        (384.0, [-15.0, 17.0, 19.0, 3.0, 0.0]),
        (92160.0, [-945.0, -1920.0, 1482.0, 776.0, 79.0]),
    ];
    let polynomial = |odd: [f64; 5]| odd.iter().rev().fold(0.0, |sum, factor| sum * Z * Z + factor) * Z;
    TERMS.iter().rev().fold(0.0, |sum, &(denominator, odd)| (sum + polynomial(odd) / denominator) / freedom) + Z
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values agree with a numerical integration of the density.
    #[test]
    fn quantiles_are_exact_to_nine_digits() {
        let table = [
            (1, 63.6567411629),
            (2, 9.9248432009),
            (3, 5.8409093097),
            (4, 4.6040948713),
            (5, 4.0321429836),
            (7, 3.4994832974),
            (10, 3.1692726726),
            (30, 2.7499956536),
            (120, 2.6174211451),
            (u64::MAX, 2.5758293035),
        ];
        for (freedom, t) in table {
            let found = quantile_995(freedom);
            assert!((found / t - 1.0).abs() < 1e-9, "{found} is not {t}");
        }
    }

    #[test]
    fn tails_add_up_and_agree_with_the_quantiles() {
        for freedom in [1, 2, 3, 8, 30, 99] {
            let t = quantile_995(freedom);
            assert!((upper_tail(t, freedom) - 0.005).abs() < 1e-12, "{freedom}");
            assert!((upper_tail(-t, freedom) - 0.995).abs() < 1e-12, "{freedom}");
        }
        // Half of the Cauchy distribution lies between -1 and 1.
        assert!((upper_tail(1.0, 1) - 0.25).abs() < 1e-15);
        assert!(upper_tail(1e9, 40) >= 0.0 && upper_tail(f64::INFINITY, 3) < 1e-15);
    }

    #[test]
    fn the_sum_and_the_expansion_meet() {
        let summed = quantile_995(MAX_SUMMED_FREEDOM);
        let expanded = expansion_995(MAX_SUMMED_FREEDOM as f64);
        assert!((summed / expanded - 1.0).abs() < 1e-9, "{summed} {expanded}");
    }
}
