//! The shift between two runs, or of paired differences, with its uncertainty.
//!
//! The shift of two runs is the difference of their [values](RunValue). Its standard error has two parts: what each value varies by without
//! a part of its run, which more rounds reduce, and what two runs of one build differ by however many rounds they have: more if the machine was slower
//! in one of them, as what slows a machine down affects programs differently.
//!
//! The shift of paired differences is their median. The rounds are resampled, because the machine's speed and the placement of memory vary
//! between rounds (Tomas Kalibera and Richard Jones, "Quantifying performance changes with effect size confidence intervals", 2012, arXiv
//! 2007.10899). With few rounds, the quantiles of the replicates would be too close together, so the bootstrap gives only the standard
//! error.
//!
//! Intervals are those of Student's distribution, with the degrees of freedom of B. L. Welch, "The generalization of 'Student's' problem
//! when several different population variances are involved", Biometrika 34, 1947.

use std::collections::{BTreeMap, BTreeSet};

use grid::random::SplitMix64;

use super::{Cell, RunValue, Variation, median, quantile, student};

/// The number of resamples; the standard error of 1,000 is known to 2 %.
const RESAMPLES: usize = 1000;
/// The standard deviation between runs of one build, of the logarithm of the latency, that more rounds do not reduce: the placement of
/// memory, and what the machine does for minutes. docs/STUDIES.md has the measurement.
const RUN_DEVIATION: f64 = 0.005;
/// With this many rounds, a run has a variance of [`RUN_DEVIATION`] more, because it may not have met the quietest state of the machine, which
/// its own rounds do not show; with twice as many, a quarter of it.
const ROUNDS_OF_STATES: f64 = 8.0;
/// The standard error of a strategy's slow-down where the control slows down: strategies follow it with slopes of 0.6 to 1.
const SLOPE_ERROR: f64 = 0.3;
/// The median of paired differences is divided into at most this many stretches, which are compared to find the noise.
const MOST_STRETCHES: usize = 5;
/// Degrees of freedom above which Student's distribution is the normal one.
const MOST_FREEDOM: f64 = 1e6;

/// How precise a shift is: how far its 99 % interval reaches, as fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// With the rounds so far.
    pub reached: f64,
    /// With any number of rounds.
    pub at_best: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// The shift; above 0 if the current side has the larger values.
    pub estimate: f64,
    pub standard_error: f64,
    /// The part of the standard error that more rounds do not reduce.
    pub lasting_error: f64,
    /// The shift of the control; 0 without one.
    pub control: f64,
    pub freedom: u64,
    /// The number of rounds of each side.
    pub rounds: [usize; 2],
}

impl Shift {
    /// Returns the shift between two runs over the same blocks; `None` if they have none.
    pub fn between_runs(base: &[Cell], current: &[Cell]) -> Option<Shift> {
        let sides = [base, current];
        let [before, after] = [RunValue::of(base, 0)?, RunValue::of(current, 0)?];
        let variations = sides.map(Variation::of);
        let variances = || variations.iter().flatten().map(|of| (of.standard_error.powi(2), of.freedom as f64));
        let rounds = sides.map(count_rounds);
        let unmet = rounds.map(|rounds| (RUN_DEVIATION * ROUNDS_OF_STATES / rounds as f64).powi(2));
        let sampling: f64 = variances().map(|(variance, _)| variance).chain(unmet).sum();
        let control = after.ln_control - before.ln_control;
        let lasting_error = (RUN_DEVIATION * 2f64.sqrt()).hypot(SLOPE_ERROR * control);
        let total = sampling + lasting_error * lasting_error;
        let weights: f64 = variances().map(|(variance, freedom)| variance * variance / freedom).sum();
        Some(Shift {
            estimate: after.ln_ratio - before.ln_ratio,
            standard_error: total.sqrt(),
            lasting_error,
            control,
            freedom: (total * total / weights).min(MOST_FREEDOM).max(1.0) as u64,
            rounds,
        })
    }

    /// Returns the shift of paired differences: each cell is the value of the current side less that of the base side in the same round and
    /// block. `None` without a cell.
    pub fn of_differences(differences: &[Cell], seed: u64) -> Option<Shift> {
        let mut rounds: Vec<u32> = differences.iter().map(|cell| cell.round).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let round = |cell: &Cell| rounds.binary_search(&cell.round).expect("every round is there");
        let mut values: Vec<(f64, usize)> = differences.iter().map(|cell| (cell.value, round(cell))).collect();
        values.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let estimate = weighted_median(&values, &vec![1; rounds.len()])?;
        let mut random = SplitMix64(seed);
        let replicate = |_| weighted_median(&values, &draw_weights(&mut random, rounds.len()));
        let replicates: Vec<f64> = (0..RESAMPLES).filter_map(replicate).collect();
        // A resample of n rounds varies as if the variance were divided by n, and not by n - 1.
        let few = rounds.len().max(2) as f64;
        let of_replicates = variance(&replicates) * few / (few - 1.0);
        let freedom = rounds.len().saturating_sub(1).max(1) as u64;
        let rounds = [rounds.len(); 2];
        Some(Shift {
            estimate,
            standard_error: of_replicates.sqrt(),
            lasting_error: 0.0,
            control: 0.0,
            freedom,
            rounds,
        })
    }

    /// Returns the shift with an additional standard error that is independent of the others, and that more rounds do not reduce.
    pub fn with_lasting_error(self, error: f64) -> Shift {
        Shift {
            standard_error: self.standard_error.hypot(error),
            lasting_error: self.lasting_error.hypot(error),
            ..self
        }
    }

    pub fn interval_99(&self) -> (f64, f64) {
        let reach = self.reach_99(self.standard_error);
        (self.estimate - reach, self.estimate + reach)
    }

    /// Returns how far a 99 % interval with this standard error reaches in either direction.
    pub fn reach_99(&self, standard_error: f64) -> f64 {
        student::quantile_995(self.freedom) * standard_error
    }

    /// Returns how far the 99 % interval reaches, as fractions, if the shift is one of logarithms.
    pub fn precision(&self) -> Precision {
        let reach = |standard_error| self.reach_99(standard_error).exp_m1();
        Precision { reached: reach(self.standard_error), at_best: reach(self.lasting_error) }
    }

    /// Returns the p-value of the alternative that the shift is above `bound`.
    pub fn p_above(&self, bound: f64) -> f64 {
        let distance = self.estimate - bound;
        // Without any variation, the standard error is 0, and 0 / 0 must not give NaN.
        let t = if distance == 0.0 { 0.0 } else { distance / self.standard_error };
        student::upper_tail(t, self.freedom)
    }

    /// Returns the p-value of the alternative that the shift is below `bound`.
    pub fn p_below(&self, bound: f64) -> f64 {
        1.0 - self.p_above(bound)
    }
}

fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0)
}

fn count_rounds(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.round).collect::<BTreeSet<_>>().len()
}

/// Draws `n` of `n` items with replacement, and returns how often each was drawn.
fn draw_weights(random: &mut SplitMix64, n: usize) -> Vec<usize> {
    let mut times = vec![0; n];
    (0..n).for_each(|_| times[random.below(n as u64) as usize] += 1);
    times
}

/// Returns the median of ascending values, each of a round, if every value is there as often as its round was drawn.
fn weighted_median(values: &[(f64, usize)], times: &[usize]) -> Option<f64> {
    let total: usize = values.iter().map(|&(_, round)| times[round]).sum();
    let at = |rank: usize| {
        let mut below = 0;
        values.iter().find(|&&(_, round)| {
            below += times[round];
            below > rank
        })
    };
    let (low, high) = (at(total.checked_sub(1)? / 2)?, at(total / 2)?);
    Some((low.0 + high.0) / 2.0)
}

/// Returns the noise of paired differences: the interquartile range of the medians of their stretches, which compare the same two builds.
/// A stretch is a fifth of the rounds, or a round if there are fewer. `None` for fewer than two rounds.
pub fn noise_of_differences(differences: &[Cell]) -> Option<f64> {
    let rounds: Vec<u32> = differences.iter().map(|cell| cell.round).collect::<BTreeSet<_>>().into_iter().collect();
    let stretches = rounds.len().min(MOST_STRETCHES);
    let mut values = vec![Vec::new(); stretches];
    for cell in differences {
        let round = rounds.binary_search(&cell.round).expect("every round is there");
        values[round * stretches / rounds.len()].push(cell.value);
    }
    let mut medians: Vec<f64> = values.iter_mut().filter_map(|values| median(values)).collect();
    medians.sort_unstable_by(f64::total_cmp);
    (medians.len() > 1).then(|| quantile(&medians, 0.75) - quantile(&medians, 0.25))
}

/// Returns the range of the control in its blocks, without the lowest and the highest twentieth, over both runs; 0 without a cell.
pub fn control_range(base: &[Cell], current: &[Cell]) -> f64 {
    let mut blocks: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    base.iter().chain(current).for_each(|cell| blocks.entry(cell.block).or_default().push(cell.control));
    let relative = |controls: Vec<f64>| {
        let centre = median(&mut controls.clone()).unwrap_or(0.0);
        controls.into_iter().map(move |control| control - centre)
    };
    let mut levels: Vec<f64> = blocks.into_values().flat_map(relative).collect();
    levels.sort_unstable_by(f64::total_cmp);
    if levels.is_empty() { 0.0 } else { quantile(&levels, 0.95) - quantile(&levels, 0.05) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns cells whose values are those of a function plus 10 times the index of the block.
    fn cells(rounds: u32, blocks: u64, value: impl Fn(u32, u64) -> f64) -> Vec<Cell> {
        let cell = |round, block| {
            let value = 10.0 * block as f64 + value(round, block);
            Cell { round, block, value, control: 0.0, of: 1 }
        };
        (0..rounds).flat_map(|round| (0..blocks).map(move |block| (round, block))).map(|(r, b)| cell(r, b)).collect()
    }

    #[test]
    fn a_shift_of_runs_is_the_difference_of_their_quietest_rounds() {
        let base = cells(16, 4, |round, _| f64::from(round % 8) * 0.1);
        let current = cells(12, 4, |round, _| 0.25 + f64::from(round % 4) * 0.3);
        let shift = Shift::between_runs(&base, &current).unwrap();
        assert!((shift.estimate - 0.25).abs() < 1e-9 && shift.rounds == [16, 12], "{shift:?}");
        assert_eq!(Shift::between_runs(&base, &[]), None);
    }

    #[test]
    fn parts_that_differ_widen_the_interval() {
        let reach = |scale: f64| {
            let run = |salt| cells(16, 4, move |round, _| scale * f64::from(round + salt));
            Shift::between_runs(&run(0), &run(1)).unwrap().precision()
        };
        let [still, noisy] = [reach(0.0), reach(0.02)];
        assert!(still.reached > still.at_best && noisy.reached > 1.2 * still.reached, "{still:?} {noisy:?}");
    }

    #[test]
    fn a_shift_of_differences_is_their_median() {
        let differences = |rounds, disturbed: f64| {
            let value = move |round: u32, block: u64| {
                if (u64::from(round) + block).is_multiple_of(5) { disturbed } else { 0.25 }
            };
            let cell = |round, block| Cell { round, block, value: value(round, block), ..Cell::default() };
            (0..rounds)
                .flat_map(|round| (0..20).map(move |block| (round, block)))
                .map(|(r, b)| cell(r, b))
                .collect::<Vec<_>>()
        };
        let shift = Shift::of_differences(&differences(5, 9.0), 1).unwrap();
        assert_eq!((shift.estimate, shift.interval_99(), shift.freedom), (0.25, (0.25, 0.25), 4));
        assert!(shift.p_above(0.2) < 1e-12 && shift.p_below(0.3) < 1e-12);
        assert_eq!((shift.p_above(0.25), shift.p_below(0.25), Shift::of_differences(&[], 1)), (0.5, 0.5, None));
    }

    #[test]
    fn rounds_that_differ_widen_the_interval_of_differences() {
        let error = |rounds| {
            let value = |round| 0.02 * f64::from(3 * round % 5);
            let cells: Vec<_> =
                (0..rounds).map(|round| Cell { round, value: value(round), ..Cell::default() }).collect();
            Shift::of_differences(&cells, 7).unwrap().standard_error
        };
        assert!(error(5) > 1.5 * error(20), "{} {}", error(5), error(20));
        assert_eq!(error(9).to_bits(), error(9).to_bits());
    }

    #[test]
    fn noise_is_the_interquartile_range_of_the_stretches() {
        let noise = |rounds: u32, value: &dyn Fn(u32) -> f64| {
            let cells: Vec<_> =
                (0..rounds).map(|round| Cell { round, value: value(round), ..Cell::default() }).collect();
            noise_of_differences(&cells)
        };
        assert_eq!(noise(1, &|_| 3.0), None);
        // The medians are 0, 0.1, 0.2, 0.3 and 9; their quartiles are 0.1 and 0.3.
        let five = noise(5, &|round| if round == 4 { 9.0 } else { f64::from(round) / 10.0 }).unwrap();
        let fifteen = noise(15, &|round| if round > 11 { 9.0 } else { f64::from(round / 3) / 10.0 }).unwrap();
        assert!((five - 0.2).abs() < 1e-9 && (fifteen - 0.2).abs() < 1e-9, "{five} {fifteen}");
    }
}
