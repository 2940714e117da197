//! The shift between two sets of repeated measurements, with its uncertainty.
//!
//! A measurement is a [`Cell`]: the value of one block in one round. The statistic is the difference of the medians of all
//! cells, each relative to the median of its block and without what the [control explains](ControlSlope). Every state of the
//! machine counts alike in both sets. Unlike a mean, the median is robust against a few cells that were
//! disturbed by other processes.
//!
//! Rounds differ because the machine's speed varies; blocks differ because their puzzles do. The bootstrap resamples
//! rounds, or rounds and blocks: resampling blocks alone would mistake the variation between rounds for a shift. Rounds
//! are resampled separately in each set, blocks jointly, because both sets have the same puzzles (Tomas Kalibera and
//! Richard Jones, "Quantifying performance changes with effect size confidence intervals", 2012, arXiv 2007.10899:
//! every level that varies is resampled). With few rounds, the quantiles of the replicates would be too close together.
//! The bootstrap therefore gives only the standard error. The interval is that of Student's distribution, with the
//! degrees of freedom of B. L. Welch, "The generalization of 'Student's' problem when several different population
//! variances are involved", Biometrika 34, 1947.

use grid::random::SplitMix64;

pub use super::cell::Cell;
use super::{
    ControlSlope, median, quantile,
    residuals::{Residual, Residuals, centres},
    student,
};

/// The number of resamples; the standard error of 1,000 is known to 2 %.
pub const RESAMPLES: usize = 1000;
/// A run is divided into at most this many stretches, which are compared to find its noise.
const MAX_STRETCHES: usize = 5;
/// The standard error of the slope between states of a machine: strategies follow the control with slopes of 0.6 to 1 on
/// average, and differently in every state.
const SLOPE_ERROR: f64 = 0.3;
/// Variance shared by all rounds of a process, as a number of rounds: averaging more than 24 rounds cannot remove it.
/// The causes are the placement of memory, and what the machine does for minutes. Where threads stay on their
/// processors, runs of 16 rounds of the same build differ by about the error that resampled rounds and blocks explain,
/// and runs of 40 rounds by up to twice that.
const SHARED_VARIANCE_ROUNDS: f64 = 24.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resampled {
    /// Rounds only, for sets whose rounds share nothing but the puzzles.
    Rounds,
    /// Rounds and blocks. The interval is longer than with rounds alone (Art B. Owen, "The pigeonhole bootstrap",
    /// Annals of Applied Statistics 1, 2007), which covers the variation that all rounds of a process share.
    RoundsAndBlocks,
}

/// How far the 99 % interval of the change of a latency reaches in either direction, as fractions: 0.02 is 2 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    pub reached: f64,
    /// With any number of further rounds.
    pub at_best: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    pub estimate: f64,
    pub standard_error: f64,
    /// The part of the standard error that more rounds do not reduce: the error of the slope, and the variation that
    /// all rounds of a process share.
    pub lasting_error: f64,
    pub control: f64,
    /// The share of the measurements that both sets made in the same states of the machine; 0 if these are so few that
    /// states are ignored.
    pub matched: f64,
    pub freedom: u64,
    pub rounds: [usize; 2],
    pub slope: ControlSlope,
}

impl Shift {
    /// Returns the shift from `base` to `current` over the blocks in both sets; `None` if there are none.
    ///
    /// The result depends only on the cells and the seed.
    pub fn between(base: &[Cell], current: &[Cell], resampled: Resampled, seed: u64) -> Option<Shift> {
        let slope = ControlSlope::fit(&[base, current]);
        let residuals = Residuals::of([base, current], &slope);
        let every = residuals.rounds.map(|rounds| vec![1; rounds]);
        let every_block = vec![1; residuals.blocks];
        let estimate = difference(residuals.medians(&every, &every_block, |cell| cell.value)?);
        let mut random = SplitMix64(seed);
        let replicate = |_| {
            let blocks = match resampled {
                Resampled::Rounds => every_block.clone(),
                Resampled::RoundsAndBlocks => draw_weights(&mut random, residuals.blocks),
            };
            let rounds = residuals.rounds.map(|rounds| draw_weights(&mut random, rounds));
            // The sets may have no state in common in a resample.
            residuals.medians(&rounds, &blocks, |cell| cell.value)
        };
        let replicates: Vec<[f64; 2]> = (0..RESAMPLES).filter_map(replicate).collect();
        let (sampling_error, freedom) = spread(&replicates, residuals.rounds)?;
        let of_matched = difference(residuals.medians(&every, &every_block, |cell| cell.control)?);
        let in_common = match resampled {
            Resampled::Rounds => 0.0,
            Resampled::RoundsAndBlocks => {
                let [base, current] = residuals.rounds;
                sampling_error * (base.max(current) as f64 / SHARED_VARIANCE_ROUNDS).sqrt()
            }
        };
        let lasting_error = in_common.hypot(SLOPE_ERROR * of_matched);
        let standard_error = sampling_error.hypot(lasting_error);
        let controls = |set: &[Residual]| median(&mut set.iter().map(|cell| cell.control).collect::<Vec<_>>());
        let control = controls(&residuals.sets[1])? - controls(&residuals.sets[0])?;
        let matched = residuals.matched;
        let rounds = residuals.rounds;
        Some(Shift { estimate, standard_error, lasting_error, control, matched, freedom, rounds, slope })
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

fn difference([base, current]: [f64; 2]) -> f64 {
    current - base
}

/// Returns the standard error of the difference between the replicates of two sides, and its degrees of freedom, given
/// the number of rounds of each side. `None` without replicates.
fn spread(replicates: &[[f64; 2]], rounds: [usize; 2]) -> Option<(f64, u64)> {
    let variance = |value: &dyn Fn(&[f64; 2]) -> f64| {
        let mean = replicates.iter().map(value).sum::<f64>() / replicates.len() as f64;
        replicates.iter().map(|replicate| (value(replicate) - mean).powi(2)).sum::<f64>() / replicates.len() as f64
    };
    let [base, current] = [variance(&|[base, _]| *base), variance(&|[_, current]| *current)];
    let freedom = rounds.map(|rounds| rounds.saturating_sub(1).max(1) as f64);
    // A resample of n rounds varies as if the variance were divided by n, and not by n - 1.
    let fewest = rounds.into_iter().min()?.max(2) as f64;
    let of_difference = variance(&|[base, current]| current - base) * fewest / (fewest - 1.0);
    let welch = (base + current).powi(2) / (base * base / freedom[0] + current * current / freedom[1]);
    let freedom = if welch.is_finite() { welch } else { freedom[0] + freedom[1] };
    (!replicates.is_empty()).then_some((of_difference.sqrt(), (freedom as u64).max(1)))
}

/// Returns the range of the control in its blocks, without the lowest and the highest twentieth, over both sets; 0 without a
/// cell.
pub fn control_range(base: &[Cell], current: &[Cell]) -> f64 {
    let centres = centres([base, current], |cell| cell.control);
    let level = |cell: &Cell| Some(cell.control - centres.get(&cell.block)?.1);
    let mut levels: Vec<f64> = base.iter().chain(current).filter_map(level).collect();
    levels.sort_unstable_by(f64::total_cmp);
    if levels.is_empty() { 0.0 } else { quantile(&levels, 0.95) - quantile(&levels, 0.05) }
}

/// Returns the noise of one set: the interquartile range of the medians of its stretches, which measure the same code on the
/// same machine. A stretch is a fifth of the rounds, or a round if there are fewer. Cells follow the control with `slope`, and
/// are relative to the median of their state. `None` for fewer than two rounds.
pub fn noise(cells: &[Cell], slope: &ControlSlope) -> Option<f64> {
    let residuals = Residuals::of([cells], slope);
    let rounds = residuals.rounds[0];
    let stretches = rounds.min(MAX_STRETCHES);
    let mut values = vec![Vec::new(); stretches];
    residuals.sets[0].iter().for_each(|cell| values[cell.round * stretches / rounds].push(cell.value));
    let mut medians: Vec<f64> = values.iter_mut().filter_map(|values| median(values)).collect();
    medians.sort_unstable_by(f64::total_cmp);
    (medians.len() > 1).then(|| quantile(&medians, 0.75) - quantile(&medians, 0.25))
}

/// Draws `n` of `n` items with replacement, and returns how often each was drawn.
fn draw_weights(random: &mut SplitMix64, n: usize) -> Vec<u32> {
    let mut times = vec![0; n];
    (0..n).for_each(|_| times[random.below(n as u64) as usize] += 1);
    times
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
    fn a_shift_without_noise_is_exact() {
        let base = cells(3, 4, |_, _| 0.0);
        let current = cells(5, 4, |_, _| 0.25);
        let shift = Shift::between(&base, &current, Resampled::RoundsAndBlocks, 1).unwrap();
        assert_eq!((shift.estimate, shift.interval_99()), (0.25, (0.25, 0.25)));
        assert!(shift.p_above(0.2) < 1e-12 && shift.p_below(0.3) < 1e-12);
        assert_eq!((shift.p_above(0.25), shift.p_below(0.25)), (0.5, 0.5));
    }

    #[test]
    fn variation_between_rounds_widens_the_interval() {
        let base = cells(1, 50, |_, _| 0.0);
        let current = cells(4, 50, |round, _| 0.1 * f64::from(round % 2));
        let (low, high) = Shift::between(&base, &current, Resampled::RoundsAndBlocks, 1).unwrap().interval_99();
        assert!(low <= 0.0 && high >= 0.1, "{low} {high}");
        // More rounds with the same variation give a shorter interval.
        let reach = |rounds| {
            let sides = [0, 1].map(|salt| cells(rounds, 50, |round, _| 0.02 * f64::from((3 * round + salt) % 5)));
            let (low, high) =
                Shift::between(&sides[0], &sides[1], Resampled::RoundsAndBlocks, 1).unwrap().interval_99();
            high - low
        };
        assert!(reach(4) > 1.5 * reach(16), "{} {}", reach(4), reach(16));
    }

    fn noisy(rounds: u32, blocks: u64, salt: u64) -> Vec<Cell> {
        let random =
            |round, block| SplitMix64(salt + u64::from(round) * 1000 + block).next_u64() as f64 / u64::MAX as f64;
        cells(rounds, blocks, random)
    }

    #[test]
    fn blocks_that_are_not_resampled_add_nothing() {
        let sides = [1, 90_000].map(|salt| noisy(8, 12, salt));
        let error = |resampled| Shift::between(&sides[0], &sides[1], resampled, 1).unwrap().standard_error;
        assert!(error(Resampled::Rounds) < 0.8 * error(Resampled::RoundsAndBlocks));
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let sides = [1, 50_000].map(|salt| noisy(5, 20, salt));
        let shift = |seed| Shift::between(&sides[0], &sides[1], Resampled::RoundsAndBlocks, seed).unwrap();
        assert_eq!(shift(7), shift(7));
        assert_ne!(shift(7).standard_error, shift(8).standard_error);
        let (low, high) = shift(7).interval_99();
        assert!(low < shift(7).estimate && shift(7).estimate < high && high - low < 1.0);
    }

    #[test]
    fn a_few_disturbed_cells_do_not_change_the_shift() {
        let base = cells(5, 20, |_, _| 0.0);
        let current = cells(5, 20, |round, block| if (round + block as u32).is_multiple_of(5) { 9.0 } else { 0.0 });
        let shift = Shift::between(&base, &current, Resampled::RoundsAndBlocks, 1).unwrap();
        assert_eq!((shift.estimate, shift.interval_99()), (0.0, (0.0, 0.0)));
    }

    #[test]
    fn only_common_blocks_are_compared() {
        let mut current = cells(3, 4, |_, _| 0.5);
        current.retain(|cell| cell.block != 2);
        let shift = Shift::between(&cells(3, 3, |_, _| 0.0), &current, Resampled::RoundsAndBlocks, 1).unwrap();
        assert_eq!(shift.estimate, 0.5);
        assert_eq!(Shift::between(&cells(3, 0, |_, _| 0.0), &current, Resampled::RoundsAndBlocks, 1), None);
    }

    #[test]
    fn noise_is_the_interquartile_range_of_the_stretches() {
        let noise = |cells: &[Cell]| noise(cells, &ControlSlope::fit(&[cells]));
        assert_eq!(noise(&cells(1, 9, |_, _| 3.0)), None);
        // The centred medians of the rounds are -0.2, -0.1, 0, 0.1 and 9; their quartiles are -0.1 and 0.1.
        let five = noise(&cells(5, 9, |round, _| if round == 4 { 9.0 } else { f64::from(round) / 10.0 })).unwrap();
        assert!((five - 0.2).abs() < 1e-9, "{five}");
        // In fifteen rounds, the same five stretches have three rounds each.
        let fifteen = cells(15, 9, |round, _| if round > 11 { 9.0 } else { f64::from(round / 3) / 10.0 });
        assert!((noise(&fifteen).unwrap() - 0.2).abs() < 1e-9);
    }

    #[test]
    fn what_the_control_explains_is_no_shift() {
        // The current run meets a machine that is slower for three quarters of the time, the base run for one quarter.
        let run = |slower_in: [u32; 4], shift: f64| {
            let mut cells = cells(16, 6, |_, _| shift);
            for cell in &mut cells {
                let slower = f64::from(slower_in[cell.round as usize % 4]);
                (cell.value, cell.control) = (cell.value + 0.15 * slower, 0.25 * slower);
            }
            cells
        };
        let base = run([0, 0, 1, 0], 0.0);
        let current = run([1, 1, 0, 1], 0.05);
        let shift = Shift::between(&base, &current, Resampled::RoundsAndBlocks, 1).unwrap();
        assert!((shift.estimate - 0.05).abs() < 0.01, "{shift:?}");
        assert!((shift.control - 0.25).abs() < 1e-9);
        // With a process for each round, only the slope could have an error that lasts.
        let shift_of_processes = Shift::between(&base, &current, Resampled::Rounds, 1).unwrap();
        assert_eq!((shift.matched, shift_of_processes.lasting_error), (0.5, 0.0));
        assert!((control_range(&base, &current) - 0.25).abs() < 1e-9);
        assert!(noise(&base, &shift.slope).unwrap() < 0.01);
    }
}
