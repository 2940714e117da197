//! The interval of the difference of two models, by resampling puzzles.

use std::collections::HashMap;

use grid::random::SplitMix64;

const RESAMPLES: usize = 10_000;

/// A mean from which a Poisson variable is drawn as a rounded normal one.
const NORMAL_FROM_MEAN: f64 = 1000.0;

/// Returns the 95 % interval of a statistic of sums, by resampling units, each with what it adds to each sum; draws for which there is
/// no statistic do not count. Equal units are counted together, so it takes as long for a million as for a thousand; each is drawn a
/// Poisson-distributed number of times.
///
/// James A. Hanley and Brenda MacGibbon, "Creating non-parametric bootstrap samples using Poisson frequencies" (2006).
pub fn interval<const N: usize>(
    units: impl Iterator<Item = [u32; N]>,
    statistic: impl Fn(&[f64; N]) -> Option<f64>,
) -> (f64, f64) {
    let mut counts: HashMap<[u32; N], u64> = HashMap::new();
    units.for_each(|unit| *counts.entry(unit).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable();
    let mut random = SplitMix64(0);
    let mut values = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let mut sums = [0.0; N];
        for (unit, count) in &counts {
            let drawn = poisson(*count as f64, &mut random);
            sums.iter_mut().zip(unit).for_each(|(sum, &of_unit)| *sum += drawn * f64::from(of_unit));
        }
        values.extend(statistic(&sums));
    }
    values.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| values.get((share * values.len() as f64) as usize).copied().unwrap_or(0.0);
    (at(0.025), at(0.975))
}

/// Draws a number with a Poisson distribution.
fn poisson(mean: f64, random: &mut SplitMix64) -> f64 {
    if mean >= NORMAL_FROM_MEAN {
        return (mean + mean.sqrt() * normal(random)).round().max(0.0);
    }
    // Exponential waiting times until their sum exceeds the mean.
    let mut time = 0.0;
    let mut events = -1.0;
    while time <= mean {
        time -= uniform(random).ln();
        events += 1.0;
    }
    events
}

/// Draws a number with the standard normal distribution: G. E. P. Box and Mervin E. Muller (1958).
fn normal(random: &mut SplitMix64) -> f64 {
    (-2.0 * uniform(random).ln()).sqrt() * (std::f64::consts::TAU * uniform(random)).cos()
}

/// Draws a number greater than 0 and at most 1.
fn uniform(random: &mut SplitMix64) -> f64 {
    ((random.next_u64() >> 11) + 1) as f64 / 2f64.powi(53)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(units: impl Iterator<Item = [u32; 3]>) -> (f64, f64) {
        interval(units, |&[more, fewer, rows]| (rows > 0.0).then(|| (more - fewer) / rows))
    }

    #[test]
    fn the_interval_of_independent_rows_is_that_of_their_standard_error() {
        for n in [400, 1_000_000] {
            // A tenth gain, a twentieth lose.
            let row = |index: u64| [u32::from(index % 20 < 2), u32::from(index % 20 == 2), 1];
            let (low, high) = difference((0..n).map(row));
            let error = ((0.15 - 0.05f64.powi(2)) / n as f64).sqrt();
            for (end, wanted) in [(low, 0.05 - 1.96 * error), (high, 0.05 + 1.96 * error)] {
                assert!((end - wanted).abs() < 0.08 * error, "{end} {wanted}");
            }
        }
    }

    #[test]
    fn rows_of_one_unit_are_drawn_together() {
        let apart = difference((0..1000).map(|n| [n % 2, 0, 1]));
        let together = difference((0..100).map(|n| [n % 2 * 10, 0, 10]));
        let ratio = (together.1 - together.0) / (apart.1 - apart.0);
        assert!((ratio - 10f64.sqrt()).abs() < 0.3, "{ratio}");
    }
}
