//! The shift between two runs, or of paired differences, with its uncertainty.
//!
//! Two runs are compared in the quietest state of the machine that both have met. As in the [value of a run](super::RunValue), the smallest
//! latency of each block over the rounds is divided by the smallest of the control; the shift is the mean over the blocks of the
//! difference between the runs. Its standard error has two parts: the standard error of the mean, and a lasting error, by which two runs of
//! one build differ however many rounds they have. The lasting error is larger if the control shifted, too.
//!
//! The shift of paired differences is the mean over the rounds of their medians. Rounds vary because each has new processes, and because
//! the machine's speed varies.
//!
//! Intervals are those of Student's distribution, with the degrees of freedom of B. L. Welch, "The generalization of 'Student's' problem
//! when several different population variances are involved", Biometrika 34, 1947.

use std::collections::BTreeSet;

use super::{Cell, Spread, common_state::cells_of_common_state, medians, run_value::Quietest, student};

/// The standard deviation of the logarithm of the latency between runs of one build that more rounds do not reduce: the placement of
/// memory, and what the machine does for minutes.
const RUN_DEVIATION: f64 = 0.004;
/// The seconds of searches with which two runs of one build differ by as much again; shorter runs differ by more. A machine does much in
/// milliseconds that neither the control nor other blocks show.
const SHORT_RUN: f64 = 0.15;
/// The standard error of how much a strategy slows down when the control does: each state of a machine slows them down differently.
const SLOPE_ERROR: f64 = 0.3;
/// The same for runs that are compared in different states of the machine.
const SLOPE_ERROR_BETWEEN_STATES: f64 = 1.0;
/// The fewest differences that show how much they vary. If there are fewer blocks, the rounds are divided, too.
const FEWEST_DIFFERENCES: usize = 8;
/// With so many degrees of freedom, Student's distribution is the normal one.
const MAX_FREEDOM: f64 = 1e6;
/// The distance of the quartiles of the normal distribution, in standard deviations.
const QUARTILES: f64 = 1.349;

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
    /// The part of the standard error that more rounds reduce.
    sampling_error: f64,
    /// The part of the standard error that more rounds do not reduce.
    pub lasting_error: f64,
    /// The shift of the control; 0 without one.
    pub control: f64,
    /// The number of differences less one.
    freedom: usize,
    /// The number of rounds of each side.
    pub rounds: [usize; 2],
}

impl Shift {
    /// Returns the shift between two runs over the same blocks; `None` if they have none.
    pub fn between_runs(base: &[Cell], current: &[Cell]) -> Option<Shift> {
        let every = [base, current];
        let rounds = every.map(count_rounds);
        let of_common_state = cells_of_common_state(every);
        let mut differences = block_differences(of_common_state.each_ref().map(Vec::as_slice), rounds);
        let mut slope_error = SLOPE_ERROR;
        if differences.len() < 2 {
            differences = block_differences(every, rounds);
            slope_error = SLOPE_ERROR_BETWEEN_STATES;
        }
        let [values, controls] = [0, 1].map(|of| differences.iter().map(|both| both[of]).collect::<Vec<_>>());
        let values = Spread::of(&values)?;
        let control = Spread::of(&controls)?.mean;
        let of_blocks = Shift::of_mean(values, differences.len(), rounds);
        let of_short_runs = RUN_DEVIATION * every.map(|cells| SHORT_RUN / seconds(cells)).iter().sum::<f64>().sqrt();
        Some(Shift {
            sampling_error: of_blocks.sampling_error.hypot(of_short_runs),
            lasting_error: (RUN_DEVIATION * 2f64.sqrt()).hypot(slope_error * control),
            control,
            ..of_blocks
        })
    }

    /// Returns the shift between two runs like this one: its estimate is 0. To find its error, the rounds with an even index are compared
    /// with the others. `None` for a single round.
    pub fn of_equal_runs(cells: &[Cell]) -> Option<Shift> {
        let half = |of: u32| -> Vec<Cell> {
            let cells = cells.iter().filter(|cell| cell.round % 2 == of);
            cells.map(|cell| Cell { round: cell.round / 2, ..*cell }).collect()
        };
        let halves = Shift::between_runs(&half(0), &half(1))?;
        // The difference between the halves is an error, too. Whole runs have twice the rounds, and so half the variance.
        let sampling_error = halves.sampling_error.hypot(halves.estimate) / 2f64.sqrt();
        Some(Shift { estimate: 0.0, sampling_error, rounds: [count_rounds(cells); 2], ..halves })
    }

    /// Returns the shift of paired differences: each cell is the value of the current side less that of the base side in the same round and
    /// block. `None` without a cell.
    pub fn of_differences(differences: &[Cell]) -> Option<Shift> {
        let medians = medians(differences.iter().map(|cell| (cell.round, cell.value)));
        let medians: Vec<f64> = medians.into_values().collect();
        Some(Shift::of_mean(Spread::of(&medians)?, medians.len(), [medians.len(); 2]))
    }

    /// Returns the shift whose estimate is the mean of `n` differences.
    fn of_mean(differences: Spread, n: usize, rounds: [usize; 2]) -> Shift {
        Shift {
            estimate: differences.mean,
            sampling_error: differences.standard_deviation.unwrap_or(0.0) / (n as f64).sqrt(),
            lasting_error: 0.0,
            control: 0.0,
            freedom: n.saturating_sub(1).max(1),
            rounds,
        }
    }

    /// Returns the shift with an additional standard error that is independent of the others, and that more rounds do not reduce.
    pub fn with_lasting_error(self, error: f64) -> Shift {
        Shift { lasting_error: self.lasting_error.hypot(error), ..self }
    }

    fn standard_error(&self) -> f64 {
        self.sampling_error.hypot(self.lasting_error)
    }

    /// Returns the degrees of freedom of the standard error. Its lasting part counts as known exactly.
    fn freedom(&self) -> u64 {
        if self.sampling_error == 0.0 {
            return MAX_FREEDOM as u64;
        }
        // Exactly 1 without a lasting error.
        let ratio = self.standard_error() / self.sampling_error;
        (self.freedom as f64 * ratio.powi(4)).min(MAX_FREEDOM) as u64
    }

    /// Returns the noise: the interquartile range of the shifts between runs of one build, without the lasting error.
    pub fn noise(&self) -> f64 {
        QUARTILES * self.sampling_error
    }

    pub fn interval_99(&self) -> (f64, f64) {
        let reach = self.reach_99(self.standard_error());
        (self.estimate - reach, self.estimate + reach)
    }

    /// Returns how far a 99 % interval with this standard error reaches in either direction.
    pub fn reach_99(&self, standard_error: f64) -> f64 {
        student::quantile_995(self.freedom()) * standard_error
    }

    /// Returns how far the 99 % interval reaches, as fractions, if the shift is one of logarithms.
    pub fn precision(&self) -> Precision {
        let reach = |standard_error| self.reach_99(standard_error).exp_m1();
        Precision { reached: reach(self.standard_error()), at_best: reach(self.lasting_error) }
    }

    /// Returns the p-value of the alternative that the shift is above `bound`.
    pub fn p_above(&self, bound: f64) -> f64 {
        let distance = self.estimate - bound;
        // Without any variation, the standard error is 0, and 0 / 0 must not give NaN.
        let t = if distance == 0.0 { 0.0 } else { distance / self.standard_error() };
        student::upper_tail(t, self.freedom())
    }

    /// Returns the p-value of the alternative that the shift is below `bound`.
    pub fn p_below(&self, bound: f64) -> f64 {
        1.0 - self.p_above(bound)
    }
}

/// Returns how long the searches of the cells took, without disturbances.
fn seconds(cells: &[Cell]) -> f64 {
    cells.iter().map(|cell| cell.value.exp() * cell.of as f64 / 1e9).sum()
}

fn count_rounds(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.round).collect::<BTreeSet<_>>().len()
}

/// Returns the differences of the value over the control, and of the control, for each block or for each block and part of the rounds.
fn block_differences(runs: [&[Cell]; 2], rounds: [usize; 2]) -> Vec<[f64; 2]> {
    let blocks = runs[0].iter().map(|cell| cell.block).collect::<BTreeSet<_>>().len().max(1);
    let parts = FEWEST_DIFFERENCES.div_ceil(blocks).min(rounds[0]).min(rounds[1]).max(1);
    let [base, current] = runs.map(|cells| Quietest::of(cells, |cell| (cell.block, cell.round as usize % parts)));
    let both = base.iter().filter_map(|(key, before)| Some((before, current.get(key)?)));
    both.map(|(before, after)| [after.ratio() - before.ratio(), after.control - before.control]).collect()
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
    fn a_shift_of_runs_is_that_of_their_quietest_rounds() {
        let base = cells(16, 8, |round, _| f64::from(round % 8) * 0.1);
        let current = cells(12, 8, |round, _| 0.25 + f64::from(round % 4) * 0.3);
        let shift = Shift::between_runs(&base, &current).unwrap();
        assert!((shift.estimate - 0.25).abs() < 1e-9 && shift.rounds == [16, 12], "{shift:?}");
        assert!(shift.p_above(0.2) < 1e-6 && shift.p_below(0.3) < 1e-6);
        assert!((shift.p_above(shift.estimate) - 0.5).abs() < 1e-9);
        assert!(Shift::between_runs(&base, &[]).is_none());
    }

    #[test]
    fn blocks_that_differ_widen_the_interval() {
        let reach = |blocks, scale: f64| {
            let run = |salt| cells(16, blocks, move |_, block| scale * ((block + salt) % 3) as f64);
            Shift::between_runs(&run(0), &run(1)).unwrap().precision()
        };
        let [still, noisy, many] = [reach(12, 0.0), reach(12, 0.02), reach(48, 0.02)];
        assert!(still.reached == still.at_best && noisy.reached > 1.5 * still.reached, "{still:?} {noisy:?}");
        assert!(many.reached < 0.8 * noisy.reached, "{many:?}");
    }

    /// With one block, the smallest values of eight parts of the rounds are compared.
    #[test]
    fn few_blocks_are_divided_by_rounds() {
        let base = cells(16, 1, |round, _| f64::from(round % 8) * 0.01);
        let shift = Shift::between_runs(&base, &cells(16, 1, |_, _| 0.5)).unwrap();
        assert!((shift.estimate - 0.465).abs() < 1e-9 && shift.freedom == 7, "{shift:?}");
        let parts_of_three = Shift::between_runs(&base, &cells(3, 1, |_, _| 0.5)).unwrap();
        assert_eq!(parts_of_three.freedom, 2);
    }

    #[test]
    fn rounds_that_differ_widen_the_interval_of_equal_runs() {
        let noise = |rounds, scale: f64| {
            let value = |round: u32, block: u64| scale * ((u64::from(round) * 7 + block * 5) % 11) as f64;
            Some(Shift::of_equal_runs(&cells(rounds, 8, value))?.noise())
        };
        assert_eq!((noise(1, 0.01), noise(16, 0.0) < Some(1e-9)), (None, true));
        assert!(noise(4, 0.01) > noise(16, 0.01) && noise(16, 0.01) > Some(0.0));
    }

    #[test]
    fn a_shift_of_differences_is_the_mean_of_the_rounds_medians() {
        let disturbed = |round: u32, block: u64| (u64::from(round) + block).is_multiple_of(5);
        let cell = |round, block| {
            let value = f64::from(round % 3) * 0.1 + if disturbed(round, block) { 9.0 } else { 0.25 };
            Cell { round, block, value, ..Cell::default() }
        };
        let blocks = |round| (0..20).map(move |block| cell(round, block));
        let shift = Shift::of_differences(&(0..6).flat_map(blocks).collect::<Vec<_>>()).unwrap();
        assert!((shift.estimate - 0.35).abs() < 1e-9 && shift.rounds == [6, 6], "{shift:?}");
        let (low, high) = shift.interval_99();
        assert!(low > 0.2 && low < 0.25 && high < 0.5 && high > 0.45, "{low} {high}");
        assert!(Shift::of_differences(&[]).is_none());
    }
}
