//! Student's distribution.
//!
//! The formulas are those of Milton Abramowitz and Irene A. Stegun, "Handbook of Mathematical Functions", 1964.

use std::f64::consts::FRAC_PI_2;

/// Up to this many degrees of freedom, the distribution is inverted. Beyond them, the expansion has a relative error below
/// 10⁻⁹.
const MAX_INVERTED_FREEDOM: u64 = 100;
/// The nodes of the quadrature are from -3.25 to 3.25. Beyond, weights are below the precision of a number.
const NODES_PER_UNIT: f64 = 24.0;
const MAX_NODE: i32 = 78;

/// Returns the 0.995 quantile of Student's distribution, for a two-sided interval of 99 %.
///
/// # Panics
///
/// Panics for 0 degrees of freedom, for which there is no distribution.
pub fn quantile_995(freedom: u64) -> f64 {
    assert!(freedom > 0, "Student's distribution has at least one degree of freedom");
    if freedom > MAX_INVERTED_FREEDOM {
        return expansion_995(freedom as f64);
    }
    let mut low = 0.0;
    let mut high = FRAC_PI_2;
    // Each step gains a bit, and an f64 has 53.
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = (low + high) / 2.0;
        let t = (freedom as f64).sqrt() * middle.tan();
        *(if two_sided_tail(t, freedom as f64) > 0.01 { &mut low } else { &mut high }) = middle;
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
    let beyond = two_sided_tail(t, freedom as f64) / 2.0;
    if t > 0.0 { beyond } else { 1.0 - beyond }
}

/// Returns the probability that a variable with Student's distribution is at least as far from 0 as `t`. It is exact to nine digits, however
/// small it is. There is at least one degree of freedom; the number need not be whole, as correlated values count less than independent ones.
pub fn two_sided_tail(t: f64, freedom: f64) -> f64 {
    let angle = freedom.sqrt().atan2(t.abs());
    sine_integral(angle, freedom - 1.0) / sine_integral(FRAC_PI_2, freedom - 1.0)
}

/// Returns the integral of a power of the sine from 0 to `end`: with t = √ν cot θ, the density of t becomes one.
///
/// The double exponential rule: Hidetosi Takahasi and Masatake Mori, "Double exponential formulas for numerical integration", Publications
/// of the Research Institute for Mathematical Sciences 9, 1974.
fn sine_integral(end: f64, power: f64) -> f64 {
    let term = |node: i32| {
        let u = f64::from(node) / NODES_PER_UNIT;
        let v = FRAC_PI_2 * u.sinh();
        (end / (1.0 + (-2.0 * v).exp())).sin().powf(power) * u.cosh() / v.cosh().powi(2)
    };
    end * (-MAX_NODE..=MAX_NODE).map(term).sum::<f64>()
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
        // Far out, and with a fraction: the values agree with the incomplete beta function.
        assert!((two_sided_tail(10.0, 30.0) / 4.575_251_408_229_618e-11 - 1.0).abs() < 1e-10);
        assert!((two_sided_tail(3.2, 7.5) / 0.013_735_153_862_408_266 - 1.0).abs() < 1e-10);
        // Half of the Cauchy distribution lies between -1 and 1.
        assert!((upper_tail(1.0, 1) - 0.25).abs() < 1e-15);
        assert!(upper_tail(1e9, 40) >= 0.0 && upper_tail(f64::INFINITY, 3) < 1e-15);
    }

    #[test]
    fn the_distribution_and_the_expansion_meet() {
        let inverted = quantile_995(MAX_INVERTED_FREEDOM);
        let expanded = expansion_995(MAX_INVERTED_FREEDOM as f64);
        assert!((inverted / expanded - 1.0).abs() < 1e-9, "{inverted} {expanded}");
    }
}
