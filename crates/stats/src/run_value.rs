//! The latency of a run as one number that other runs of the same work on the same machine can be compared with.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Cell, rounded};

/// The largest possible logarithm of a ratio or a latency.
const MOST: f64 = 50.0;
/// A run is divided into at most this many parts, which show how much its value varies.
const MOST_PARTS: usize = 8;
/// The distance of the quartiles of the normal distribution, in standard deviations.
const QUARTILES: f64 = 1.349;

/// The latency of a strategy in a run, as natural logarithms.
///
/// In each block, the smallest latency over the rounds is compared with the smallest latency of the control over the same rounds.
/// Interruptions only add time, so the quietest cell of many is the one state of the machine that two runs share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunValue {
    /// The mean over the blocks of the strategy's smallest latency divided by the control's.
    pub ln_ratio: f64,
    /// The mean over the blocks of the control's smallest latency in nanoseconds: how fast the machine was at best.
    pub ln_control: f64,
}

impl RunValue {
    /// Returns the value of a strategy's cells; `None` if there are none, or if fewer than half of the run's `blocks` have cells.
    pub fn of(cells: &[Cell], blocks: usize) -> Option<RunValue> {
        let mut smallest: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        for cell in cells {
            let (value, control) = smallest.entry(cell.block).or_insert((f64::INFINITY, f64::INFINITY));
            *value = value.min(cell.value);
            *control = control.min(cell.control);
        }
        if smallest.is_empty() || 2 * smallest.len() < blocks {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| smallest.values().map(of).sum::<f64>() / smallest.len() as f64;
        Some(RunValue { ln_ratio: rounded(mean(|&(y, x)| y - x), 6), ln_control: rounded(mean(|&(_, x)| x), 6) })
    }

    /// Returns true if both logarithms are those of a latency.
    pub fn is_plausible(&self) -> bool {
        [self.ln_ratio, self.ln_control].iter().all(|ln| ln.is_finite() && ln.abs() <= MOST)
    }
}

/// How much the value of a run varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variation {
    pub standard_error: f64,
    pub freedom: usize,
}

impl Variation {
    /// Returns how much the value of these cells varies; `None` for a single round.
    ///
    /// The rounds are divided into parts, and the value is taken without each (Maurice H. Quenouille and John W. Tukey's jackknife). Parts
    /// are interleaved, so that each meets all states of the machine.
    pub fn of(cells: &[Cell]) -> Option<Variation> {
        let rounds: BTreeSet<u32> = cells.iter().map(|cell| cell.round).collect();
        let part_of: BTreeMap<u32, usize> =
            rounds.iter().enumerate().map(|(at, &round)| (round, at % MOST_PARTS)).collect();
        let parts = rounds.len().min(MOST_PARTS);
        let without = |part: usize| {
            let kept: Vec<Cell> = cells.iter().filter(|cell| part_of[&cell.round] != part).copied().collect();
            Some(RunValue::of(&kept, 0)?.ln_ratio)
        };
        let values: Vec<f64> = (0..parts).filter_map(without).collect();
        if values.len() < 2 {
            return None;
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Variation { standard_error: (squares * (n - 1.0) / n).sqrt(), freedom: values.len() - 1 })
    }
}

/// Returns the noise of a run: the interquartile range in which the value of such runs lies, as a difference of logarithms. `None` for a
/// single round.
pub fn noise(cells: &[Cell]) -> Option<f64> {
    Some(QUARTILES * Variation::of(cells)?.standard_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds of four blocks, the control at 5.
    fn run(rounds: u32, value: impl Fn(u32) -> f64) -> Vec<Cell> {
        let cell = |(round, block): (u32, u64)| {
            let value = value(round) + block as f64;
            Cell { round, block, value, control: 5.0, of: 1 }
        };
        (0..rounds).flat_map(|round| (0..4).map(move |block| (round, block))).map(cell).collect()
    }

    #[test]
    fn a_value_is_that_of_the_quietest_rounds() {
        let cells = run(8, |round| if round == 3 { 6.0 } else { 7.0 });
        assert_eq!(RunValue::of(&cells, 4), Some(RunValue { ln_ratio: 2.5, ln_control: 5.0 }));
        assert_eq!(
            (RunValue::of(&cells, 8).is_some(), RunValue::of(&cells, 9), RunValue::of(&[], 0)),
            (true, None, None)
        );
    }

    #[test]
    fn a_value_that_hangs_on_one_round_varies() {
        assert_eq!((Variation::of(&run(1, f64::from)), noise(&run(16, |_| 6.0))), (None, Some(0.0)));
        // Without its quietest round, the value of eight rounds is 1 more.
        let variation = Variation::of(&run(8, f64::from)).unwrap();
        assert!((variation.standard_error - 0.875).abs() < 1e-9 && variation.freedom == 7, "{variation:?}");
    }
}
