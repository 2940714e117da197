//! Two models on the same puzzles.

use std::cmp::Ordering;

use grid::Shape;
use rustc_hash::FxHashMap;
use serde::Serialize;
use stats::{mcnemar, poisson_bootstrap};

const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// Minimum number of classes that differ. With five, even if all differ in the same direction, the p-value is 2 · ½⁵ = 0.06.
pub const MIN_UNITS: u64 = 6;

/// Counts the predictions of two models that solve their puzzles.
#[derive(Debug, Default)]
pub struct Pairs {
    puzzles: u64,
    /// True if a puzzle has several samples, so that it may be solved in part.
    has_samples: bool,
    /// True if the models differ in a puzzle.
    differ: bool,
    /// By class of isomorphic puzzles: the right predictions of each model, and all of each.
    units: FxHashMap<u128, [u32; 4]>,
}

impl Pairs {
    /// Adds a puzzle of a class: for each model, how many of how many samples solve it.
    pub fn add(&mut self, class: u128, [base, other]: [(u32, u32); 2]) {
        self.puzzles += 1;
        self.has_samples |= base.1 > 1 || other.1 > 1;
        self.differ |= base.0 * other.1 != other.0 * base.1;
        let sums = self.units.entry(class).or_default();
        sums.iter_mut().zip([base.0, base.1, other.0, other.1]).for_each(|(sum, added)| *sum += added);
    }

    pub fn compare(&self, base: &str, other: &str, shape: Shape) -> Comparison {
        let units = || self.units.values().copied();
        let sums =
            units().fold([0.0; 4], |sums, unit| std::array::from_fn(|index| sums[index] + f64::from(unit[index])));
        let (low, high) = poisson_bootstrap::interval(units(), difference);
        let more = |[right, all, of_other, all_of_other]: [u32; 4]| {
            (u64::from(right) * u64::from(all_of_other)).cmp(&(u64::from(of_other) * u64::from(all)))
        };
        let count = |order: Ordering| units().filter(|unit| more(*unit) == order).count() as u64;
        let [more_base, more_other] = [Ordering::Greater, Ordering::Less].map(count);
        Comparison {
            base: base.into(),
            other: other.into(),
            puzzles: self.puzzles,
            units: self.units.len() as u64,
            are_classes: shape.has_canonical_forms(),
            more_base,
            more_other,
            differ: self.differ,
            p: (!self.has_samples).then(|| mcnemar(more_base, more_other)),
            difference: difference(&sums).unwrap_or(0.0),
            low,
            high,
        }
    }
}

/// Returns the share of the other model's predictions that are right, minus that of the first model's.
fn difference(&[base, of_base, other, of_other]: &[f64; 4]) -> Option<f64> {
    (of_base > 0.0 && of_other > 0.0).then(|| other / of_other - base / of_base)
}

/// Two models, compared by the puzzles that they solve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub base: String,
    pub other: String,
    pub puzzles: u64,
    /// The number of classes of isomorphic puzzles, or of different puzzles.
    pub units: u64,
    /// True if units are classes of isomorphic puzzles; larger shapes have no canonical forms.
    pub are_classes: bool,
    /// Units of which the first model solves more.
    #[serde(rename = "only_base")]
    pub more_base: u64,
    #[serde(rename = "only_other")]
    pub more_other: u64,
    #[serde(skip)]
    pub differ: bool,
    /// The two-sided p-value of McNemar's exact test over units; `None` if puzzles have several samples.
    pub p: Option<f64>,
    /// The share of the other model's predictions that are right, minus that of the first model's.
    pub difference: f64,
    /// The lower end of the difference's 95 % interval, by resampling units.
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Better,
    Worse,
    NotShown,
    /// There are too few different puzzles to show any difference.
    TooFew,
}

impl Comparison {
    /// Returns the verdict: a difference is shown if enough units differ, the interval leaves out 0, and the test agrees.
    pub fn change(&self) -> Change {
        let is_shown = self.p.is_none_or(|p| p < SIGNIFICANCE_LEVEL) && self.more_base + self.more_other >= MIN_UNITS;
        if self.units < MIN_UNITS {
            Change::TooFew
        } else if is_shown && self.low > 0.0 {
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
            pairs.compare("a", "b", Shape::default())
        };
        assert_eq!(compare(3, 17, u128::MAX).change(), Change::Better);
        assert_eq!(compare(17, 3, u128::MAX).change(), Change::Worse);
        let few = compare(10, 3, u128::MAX);
        assert_eq!((few.change(), few.more_base, few.more_other, few.puzzles), (Change::NotShown, 10, 3, 93));
        assert!((few.p.unwrap() - 0.092285).abs() < 1e-6 && (few.difference + 7.0 / 93.0).abs() < 1e-9);
        // Isomorphs are no independent puzzles.
        let one = compare(17, 3, 1);
        assert_eq!((one.units, one.p, one.change()), (1, Some(1.0), Change::TooFew));
    }

    #[test]
    fn several_samples_have_no_exact_test() {
        // Puzzles without a difference do not make five others enough.
        let mut pairs = Pairs::default();
        (0..100).for_each(|class| pairs.add(class, [(1, 4), (if class < 5 { 4 } else { 1 }, 4)]));
        let found = pairs.compare("a", "b", Shape::default());
        assert_eq!((found.p, found.change()), (None, Change::NotShown));
    }
}
