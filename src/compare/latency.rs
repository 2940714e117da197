//! Whether a strategy became slower, judged against the noise of the machine.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{
    record::StrategyCells,
    stats::{
        bootstrap::{Cell, Shift, noise, shift},
        holm, six_digits,
    },
};

/// The confidence of a verdict on latencies.
pub const CONFIDENCE: f64 = 0.99;
/// The fewest rounds with which latencies decide the verdict.
pub const FEWEST_ROUNDS: u32 = 3;
/// Noise floor: this multiple of the interquartile range of the round medians.
const NOISE: f64 = 1.5;
/// Noise floor: this fraction of the change of the control. A change of the machine's speed affects strategies a little
/// more or less than the control, and the difference is no property of the strategy.
const UNCONTROLLED: f64 = 0.25;
/// The seed of the bootstrap: the same files give the same verdict.
const SEED: u64 = 0x5eed;
/// The largest number of additional rounds that is advised: this, or [`MOST_TIMES`] those measured if that is less. Beyond,
/// a quieter measurement takes less time.
const MOST_ROUNDS: u32 = 50;
/// The largest number of additional rounds that is advised, as a multiple of those measured.
const MOST_TIMES: u32 = 10;

/// The verdict on a strategy's latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyVerdict {
    /// Slower by more than the noise floor.
    Regressed,
    /// Faster by more than the noise floor.
    Improved,
    /// Within the noise floor.
    Unchanged,
    /// The data do not suffice for any other verdict.
    Inconclusive,
}

impl LatencyVerdict {
    /// Returns the name in every file.
    pub fn name(self) -> &'static str {
        match self {
            LatencyVerdict::Regressed => "regressed",
            LatencyVerdict::Improved => "improved",
            LatencyVerdict::Unchanged => "unchanged",
            LatencyVerdict::Inconclusive => "inconclusive",
        }
    }
}

/// How the latency of a strategy changed, as ratios of current over base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LatencyChange {
    /// The ratio; above 1 is slower.
    pub ratio: f64,
    /// The lower end of its 99 % interval.
    pub low: f64,
    /// The upper end of its 99 % interval.
    pub high: f64,
    /// The noise floor: changes up to this fraction are ignored.
    pub floor: f64,
    /// The interquartile range of the round medians, as a fraction; the larger one of the two runs.
    pub noise: f64,
    /// The ratio of the control's latency, which is the change of the machine's speed; `None` without a control.
    pub control_ratio: Option<f64>,
    /// Blocks left out because different numbers of searches finished in them.
    pub blocks_left_out: usize,
    /// The verdict.
    pub verdict: LatencyVerdict,
    /// An estimate of how many more rounds each run needs to decide an inconclusive verdict; `None` if they are more than 50
    /// or ten times those measured, or if they cannot be estimated.
    pub more_rounds: Option<u32>,
}

/// Judges the strategies of two runs, given the cells of base and current for each. `least` is the smallest noise floor,
/// as a fraction. The result is `None` for a strategy without a common block.
pub(super) fn judge_runs(strategies: &[(StrategyCells, StrategyCells)], least: f64) -> Vec<Option<LatencyChange>> {
    judge(strategies.iter().map(|(base, current)| Evidence::of_runs(base, current, least)).collect())
}

/// Judges strategies by paired differences: each cell is the latency of the current build minus that of the base build in
/// the same round and block, as logarithms. `least` is the smallest noise floor, as a fraction. The result is `None` for a
/// strategy without cells.
pub(crate) fn judge_differences(strategies: &[Vec<Cell>], least: f64) -> Vec<Option<LatencyChange>> {
    judge(strategies.iter().map(|differences| Evidence::of_differences(differences, least)).collect())
}

/// Gives a verdict on each strategy. Holm's correction keeps the confidence for all strategies together.
fn judge(strategies: Vec<Option<Evidence>>) -> Vec<Option<LatencyChange>> {
    // Half of the error probability for each direction.
    let level = (1.0 - CONFIDENCE) / 2.0;
    let significant = |p: fn(&Evidence) -> f64| {
        // A strategy without evidence is no test.
        let mut adjusted = holm(&strategies.iter().flatten().map(p).collect::<Vec<_>>()).into_iter();
        let is_significant =
            |evidence: &Option<Evidence>| evidence.is_some() && adjusted.next().is_some_and(|p| p <= level);
        strategies.iter().map(is_significant).collect::<Vec<_>>()
    };
    let slower = significant(|evidence| evidence.shift.p_above(evidence.bound()));
    let faster = significant(|evidence| evidence.shift.p_below(-evidence.bound()));
    let directions = slower.into_iter().zip(faster);
    strategies
        .iter()
        .zip(directions)
        .map(|(evidence, (slower, faster))| Some(evidence.as_ref()?.change(slower, faster)))
        .collect()
}

/// What the cells of one strategy show, before the correction for several strategies.
struct Evidence {
    shift: Shift,
    floor: f64,
    noise: f64,
    control: Option<f64>,
    blocks_left_out: usize,
    rounds: u32,
}

impl Evidence {
    fn of_runs(base: &StrategyCells, current: &StrategyCells, least: f64) -> Option<Evidence> {
        let [ours, theirs] = comparable_cells(&base.beside_control, &current.beside_control);
        let blocks = |cells: &[Cell]| cells.iter().map(|cell| cell.block).collect::<BTreeSet<_>>().len();
        let control = shift(&base.control, &current.control);
        Some(Evidence {
            control,
            blocks_left_out: blocks(&base.beside_control) - blocks(&ours),
            rounds: rounds(&base.beside_control).max(rounds(&current.beside_control)),
            ..Evidence::new(&ours, &theirs, least.max(UNCONTROLLED * control.unwrap_or(0.0).abs().exp_m1()))?
        })
    }

    /// Both builds solve each block in turn, so there is no control, and both finish the same searches.
    fn of_differences(differences: &[Cell], least: f64) -> Option<Evidence> {
        // The null hypothesis: both builds take equally long in every round and block.
        let no_difference: Vec<_> = differences.iter().map(|cell| Cell { value: 0.0, ..*cell }).collect();
        Evidence::new(&no_difference, differences, least)
    }

    fn new(base: &[Cell], current: &[Cell], least: f64) -> Option<Evidence> {
        let shift = Shift::between(base, current, SEED)?;
        let noise = [base, current].into_iter().filter_map(noise).fold(0.0, f64::max).exp_m1();
        let rounds = rounds(base).max(rounds(current));
        Some(Evidence { shift, floor: least.max(NOISE * noise), noise, control: None, blocks_left_out: 0, rounds })
    }

    /// Returns the noise floor, as a difference of logarithms.
    fn bound(&self) -> f64 {
        self.floor.ln_1p()
    }

    fn change(&self, slower: bool, faster: bool) -> LatencyChange {
        let (low, high) = self.shift.interval(CONFIDENCE);
        let bound = self.bound();
        let verdict = match () {
            () if slower => LatencyVerdict::Regressed,
            () if faster => LatencyVerdict::Improved,
            () if low >= -bound && high <= bound => LatencyVerdict::Unchanged,
            () => LatencyVerdict::Inconclusive,
        };
        let undecided = verdict == LatencyVerdict::Inconclusive;
        let more_rounds =
            undecided.then(|| more_rounds(self.shift.estimate, (low, high), bound, self.rounds)).flatten();
        LatencyChange {
            ratio: six_digits(self.shift.estimate.exp()),
            low: six_digits(low.exp()),
            high: six_digits(high.exp()),
            floor: six_digits(self.floor),
            noise: six_digits(self.noise),
            control_ratio: self.control.map(|control| six_digits(control.exp())),
            blocks_left_out: self.blocks_left_out,
            verdict,
            more_rounds,
        }
    }
}

/// Returns the number of rounds.
fn rounds(cells: &[Cell]) -> u32 {
    cells.iter().map(|cell| cell.round + 1).max().unwrap_or(0)
}

/// Returns the cells of the blocks in which every cell of both runs covers the same number of puzzles. Where a limit
/// stops different searches than before, the finished ones are different searches too, and their latencies cannot be
/// compared.
fn comparable_cells(base: &[Cell], current: &[Cell]) -> [Vec<Cell>; 2] {
    let mut sizes: BTreeMap<u64, Option<usize>> = BTreeMap::new();
    for cell in base.iter().chain(current) {
        let size = sizes.entry(cell.block).or_insert(Some(cell.of));
        *size = size.filter(|&size| size == cell.of);
    }
    let keep = |cells: &[Cell]| cells.iter().copied().filter(|cell| sizes[&cell.block].is_some()).collect();
    [keep(base), keep(current)]
}

/// Estimates how many more rounds shorten the interval enough to exclude a bound, if its length is inversely proportional
/// to the square root of the rounds.
fn more_rounds(estimate: f64, (low, high): (f64, f64), bound: f64, rounds: u32) -> Option<u32> {
    // The half of the interval that must become shorter, and the length that it must not exceed.
    let (reach, room) = match estimate {
        slower if slower > bound => (slower - low, slower - bound),
        faster if faster < -bound => (high - faster, -bound - faster),
        within => ((high - within).max(within - low), bound - within.abs()),
    };
    let wanted = f64::from(rounds) * (reach / room).powi(2);
    // If the interval is short enough already, the correction for several strategies is the obstacle, which this estimate
    // does not model.
    let more = (reach > room).then(|| (wanted.ceil() as u32).saturating_sub(rounds).max(1))?;
    (more <= MOST_ROUNDS.min(MOST_TIMES.saturating_mul(rounds))).then_some(more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Five rounds of 20 blocks. `slower` shifts the strategy, `machine` the control; `noise` is the range of the random
    /// differences between rounds and between blocks.
    fn cells(salt: u64, slower: f64, machine: f64, noise: f64) -> StrategyCells {
        let mut random = SplitMix64(salt);
        let mut uniform = || noise * (random.next() as f64 / u64::MAX as f64 - 0.5);
        let mut cells = StrategyCells::default();
        let rounds: Vec<f64> = (0..5).map(|_| uniform()).collect();
        for (round, block) in (0..5).flat_map(|round| (0..20).map(move |block| (round, block))) {
            let value = slower + block as f64 + rounds[round as usize] + uniform();
            cells.beside_control.push(Cell { round, block, value, of: 512 });
            cells.control.push(Cell { round, block, value: machine, of: 512 });
        }
        cells
    }

    fn judged(slower: f64, machine: f64, noise: f64) -> LatencyChange {
        judge_runs(&[(cells(1, 0.0, 0.0, noise), cells(2, slower, machine, noise))], 0.02)[0].unwrap()
    }

    #[test]
    fn verdicts_depend_on_the_noise_floor() {
        use LatencyVerdict::{Improved, Inconclusive, Regressed, Unchanged};
        let verdict = |slower| judged(slower, 0.0, 0.01).verdict;
        assert_eq!([0.0, 0.01, 0.05, -0.05].map(verdict), [Unchanged, Unchanged, Regressed, Improved]);
        let close = judged(0.0195, 0.0, 0.01);
        assert_eq!(close.verdict, Inconclusive, "{close:?}");
        assert!(close.low < 1.02 && close.high > 1.02);
    }

    #[test]
    fn noise_raises_the_floor() {
        let noisy = judged(0.05, 0.0, 0.2);
        assert!(noisy.noise > 0.03 && (noisy.floor - 1.5 * noisy.noise).abs() < 1e-4, "{noisy:?}");
        assert_eq!(noisy.verdict, LatencyVerdict::Inconclusive);
        assert_eq!(noisy.more_rounds, None, "over 50");
    }

    /// A machine that is 40 % slower may slow the strategy down by 10 % more than the control.
    #[test]
    fn a_change_of_the_control_raises_the_floor() {
        let moved = judged(0.05, 0.4f64.ln_1p(), 0.01);
        assert_eq!((moved.control_ratio, moved.floor), (Some(1.4), 0.1));
        assert_eq!(moved.verdict, LatencyVerdict::Unchanged);
        assert_eq!(judged(0.05, -(0.4f64.ln_1p()), 0.01).verdict, LatencyVerdict::Unchanged);
    }

    /// If a limit stops different searches, the mean latency of the others changes although the code is as fast as before.
    #[test]
    fn blocks_with_different_finished_searches_are_left_out() {
        let (base, mut current) = (cells(1, 0.0, 0.0, 0.01), cells(2, 0.0, 0.0, 0.01));
        for cell in current.beside_control.iter_mut().filter(|cell| cell.block < 15) {
            (cell.of, cell.value) = (500, cell.value + 1.0);
        }
        let latency = judge_runs(&[(base, current)], 0.02)[0].unwrap();
        assert_eq!((latency.blocks_left_out, latency.verdict), (15, LatencyVerdict::Unchanged));
    }

    #[test]
    fn a_strategy_without_cells_has_no_verdict() {
        let nothing = || StrategyCells::default();
        let pair = || (cells(1, 0.0, 0.0, 0.01), cells(2, 0.05, 0.0, 0.01));
        let judged = judge_runs(&[(nothing(), nothing()), pair()], 0.02);
        assert_eq!(judged[0], None);
        assert_eq!(judged[1].unwrap().verdict, LatencyVerdict::Regressed);
    }

    /// An interval of ±3 around a shift of 4 must shrink to ±2 to exclude the bound 2, which takes 9/4 of the rounds.
    #[test]
    fn rounds_grow_with_the_square_of_the_interval() {
        assert_eq!(more_rounds(4.0, (1.0, 7.0), 2.0, 4), Some(5));
        assert_eq!(more_rounds(-4.0, (-7.0, -1.0), 2.0, 4), Some(5));
        assert_eq!(more_rounds(1.0, (-1.0, 3.0), 2.0, 4), Some(12));
        assert_eq!(more_rounds(1.0, (-2.3, 3.0), 2.0, 4), Some(40));
        assert_eq!(more_rounds(1.0, (-2.4, 3.0), 2.0, 4), None, "43 more rounds are over ten times 4");
        assert_eq!(more_rounds(1.0, (-1.4, 2.0), 2.0, 10), Some(48));
        assert_eq!(more_rounds(1.0, (-1.5, 2.0), 2.0, 10), None, "53 more rounds are over 50");
        assert_eq!(more_rounds(2.0, (1.0, 3.0), 2.0, 4), None, "an estimate on the bound is never decided");
        assert_eq!(more_rounds(4.0, (3.0, 5.0), 2.0, 4), None, "the interval is short enough for one strategy");
    }

    /// Differences are judged as two runs of which one has the value 0 everywhere.
    #[test]
    fn differences_are_compared_with_no_difference() {
        let differences = |salt, slower| {
            let block_effect = |cell: &Cell| cell.block as f64;
            let cells = cells(salt, slower, 0.0, 0.05).beside_control;
            cells.into_iter().map(|cell| Cell { value: cell.value - block_effect(&cell), ..cell }).collect::<Vec<_>>()
        };
        let strategies = [differences(1, 0.1), differences(2, 0.0), Vec::new(), differences(3, 0.02)];
        let as_runs = |cells: &Vec<Cell>| {
            let zero = cells.iter().map(|cell| Cell { value: 0.0, ..*cell }).collect();
            let run = |cells| StrategyCells { beside_control: cells, ..StrategyCells::default() };
            (run(zero), run(cells.clone()))
        };
        let judged = judge_differences(&strategies, 0.02);
        assert_eq!(judged, judge_runs(&strategies.each_ref().map(as_runs), 0.02));
        assert_eq!(judged[0].unwrap().verdict, LatencyVerdict::Regressed);
        assert_eq!((judged[0].unwrap().control_ratio, judged[2]), (None, None));
    }
}
