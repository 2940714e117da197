//! Two models on the same puzzles.

use std::collections::HashMap;

use serde::Serialize;

use stats::{mcnemar, poisson_bootstrap};

/// The shares of samples that solve a puzzle are counted in these parts, in which every share of up to 20 samples is whole.
const SHARE_DENOMINATOR: f64 = 232_792_560.0;

const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// Counts the puzzles that one of two models solves.
#[derive(Debug, Default)]
pub struct Pairs {
    only_base: u64,
    only_other: u64,
    /// True if a puzzle has several samples, so that it may be solved in part.
    is_fractional: bool,
    /// By class of isomorphic puzzles: the sum of the differences, and the number of puzzles.
    units: HashMap<u128, poisson_bootstrap::UnitSum>,
}

impl Pairs {
    /// Adds a puzzle of a class: for each model, how many of how many samples solve it.
    pub fn add(&mut self, class: u128, [base, other]: [(u32, u32); 2]) {
        self.only_base += u64::from(base == (1, 1) && other == (0, 1));
        self.only_other += u64::from(base == (0, 1) && other == (1, 1));
        self.is_fractional |= base.1 > 1 || other.1 > 1;
        let unit = self.units.entry(class).or_default();
        unit.0 += ((share_of(other) - share_of(base)) * SHARE_DENOMINATOR).round() as i64;
        unit.1 += 1;
    }

    pub fn compare(&self, base: &str, other: &str) -> Comparison {
        let units = || self.units.values().copied();
        let sums = units().fold((0, 0), |sums, unit| (sums.0 + unit.0, sums.1 + unit.1));
        let (low, high) = poisson_bootstrap::interval(units(), 1.0 / SHARE_DENOMINATOR);
        Comparison {
            base: base.into(),
            other: other.into(),
            puzzles: sums.1,
            units: self.units.len() as u64,
            only_base: self.only_base,
            only_other: self.only_other,
            p: (!self.is_fractional).then(|| mcnemar(self.only_base, self.only_other)),
            difference: sums.0 as f64 / SHARE_DENOMINATOR / (sums.1.max(1)) as f64,
            low,
            high,
        }
    }
}

fn share_of((right, samples): (u32, u32)) -> f64 {
    f64::from(right) / f64::from(samples.max(1))
}

/// Two models, compared by the puzzles that they solve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub base: String,
    pub other: String,
    pub puzzles: u64,
    /// The number of classes of isomorphic puzzles.
    pub units: u64,
    pub only_base: u64,
    pub only_other: u64,
    /// The two-sided p-value of McNemar's exact test; `None` if puzzles have several samples.
    pub p: Option<f64>,
    /// The share of puzzles that the other model solves, minus that of the first.
    pub difference: f64,
    /// The lower end of the difference's 95 % interval, by resampling classes of isomorphic puzzles.
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Better,
    Worse,
    NotShown,
}

impl Comparison {
    /// Returns the verdict: a difference is shown if the interval leaves out 0 and the test agrees.
    pub fn change(&self) -> Change {
        let is_shown = self.p.is_none_or(|p| p < SIGNIFICANCE_LEVEL);
        if is_shown && self.low > 0.0 {
            Change::Better
        } else if is_shown && self.high < 0.0 {
            Change::Worse
        } else {
            Change::NotShown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_by_the_test_and_the_interval() {
        let compare = |only_base: u64, only_other: u64, classes: u128| {
            let mut pairs = Pairs::default();
            let base = (0..only_base).map(|_| [(1, 1), (0, 1)]);
            let rows = base.chain((0..only_other).map(|_| [(0, 1), (1, 1)])).chain((0..80).map(|_| [(1, 1), (1, 1)]));
            rows.enumerate().for_each(|(class, row)| pairs.add(class as u128 % classes, row));
            pairs.compare("a", "b")
        };
        assert_eq!(compare(3, 17, u128::MAX).change(), Change::Better);
        assert_eq!(compare(17, 3, u128::MAX).change(), Change::Worse);
        let few = compare(10, 3, u128::MAX);
        assert_eq!((few.change(), few.only_base, few.only_other, few.puzzles), (Change::NotShown, 10, 3, 93));
        assert!((few.p.unwrap() - 0.092285).abs() < 1e-6 && (few.difference + 7.0 / 93.0).abs() < 1e-9);
        // Isomorphs are no independent puzzles.
        let one = compare(17, 3, 1);
        assert!(one.units == 1 && (one.low - one.difference).abs() < 1e-9 && (one.high - one.difference).abs() < 1e-9);
    }

    #[test]
    fn several_samples_have_no_exact_test() {
        let mut pairs = Pairs::default();
        (0..100).for_each(|class| pairs.add(class, [(1, 4), (3, 4)]));
        let found = pairs.compare("a", "b");
        assert_eq!((found.p, found.difference, found.change()), (None, 0.5, Change::Better));
    }
}
