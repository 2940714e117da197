//! Whether a strategy became slower, held against how much the machine's noise can do.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{
    record::StrategyCells,
    stats::{
        bootstrap::{Cell, Shift, noise, shift},
        holm, rounded,
    },
};

/// How sure a verdict is.
pub const CONFIDENCE: f64 = 0.99;
/// Rounds below which latencies decide nothing.
pub const FEWEST_ROUNDS: u32 = 3;
/// The floor is so many times what one run's own rounds are apart.
const NOISE: f64 = 1.5;
/// The floor is this share of how much faster or slower the control became: what slows it down slows others down a
/// little more or less, and the difference is not the strategy's.
const UNCONTROLLED: f64 = 0.25;
/// The same files give the same verdict.
const SEED: u64 = 0x5eed;
/// The most rounds that are worth advising.
const MOST_ROUNDS: f64 = 1000.0;

/// What became of a strategy's latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyVerdict {
    /// Slower by more than the floor.
    Regressed,
    /// Faster by more than the floor.
    Improved,
    /// Within the floor.
    Unchanged,
    /// None of these is sure.
    Inconclusive,
}

impl LatencyVerdict {
    /// Its name in every file.
    pub fn name(self) -> &'static str {
        match self {
            LatencyVerdict::Regressed => "regressed",
            LatencyVerdict::Improved => "improved",
            LatencyVerdict::Unchanged => "unchanged",
            LatencyVerdict::Inconclusive => "inconclusive",
        }
    }
}

/// A strategy's latency over its baseline's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// The ratio; above 1 is slower.
    pub ratio: f64,
    /// The lower end of its interval of 99 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Changes up to this share are none.
    pub floor: f64,
    /// How far apart the quartiles of one run's own rounds are, as a share; the noisier of the two runs.
    pub noise: f64,
    /// The control's latency over its baseline's: how much faster or slower the machine was; none without a control.
    pub control_ratio: Option<f64>,
    /// Blocks that are not compared, as not the same number of searches came to an end in them.
    pub blocks_left_out: usize,
    /// What it comes to.
    pub verdict: LatencyVerdict,
    /// About how many more rounds each run needs for a verdict; none where it has one, or where that cannot be told.
    pub more_rounds: Option<u32>,
}

/// What a strategy is judged by, before it is known how many others are.
struct Case {
    shift: Shift,
    floor: f64,
    noise: f64,
    control: Option<f64>,
    left_out: usize,
}

/// Judges all strategies of two runs, each with its cells of both; `least` is the smallest floor, as a share. A strategy
/// without a block in common has no verdict.
pub fn judge(strategies: &[(StrategyCells, StrategyCells)], least: f64) -> Vec<Option<Latency>> {
    let cases: Vec<_> = strategies.iter().map(|(base, current)| Case::new(base, current, least)).collect();
    // A level for each side, so that both together make the confidence.
    let level = (1.0 - CONFIDENCE) / 2.0;
    let sure = |p: fn(&Case) -> f64| {
        // What was not measured is no test.
        let mut adjusted = holm(&cases.iter().flatten().map(p).collect::<Vec<_>>()).into_iter();
        cases.iter().map(|case| case.is_some() && adjusted.next().is_some_and(|p| p <= level)).collect::<Vec<_>>()
    };
    let slower = sure(|case| case.shift.p_above(case.bound()));
    let faster = sure(|case| case.shift.p_below(-case.bound()));
    let rounds = |cells: &[Cell]| cells.iter().map(|cell| cell.round + 1).max().unwrap_or(0);
    let latency = |(i, case): (usize, &Option<Case>)| {
        let (base, current) = &strategies[i];
        let rounds = rounds(&base.beside_control).max(rounds(&current.beside_control));
        Some(case.as_ref()?.latency(slower[i], faster[i], rounds))
    };
    cases.iter().enumerate().map(latency).collect()
}

/// The cells of the blocks in which every cell of both sides is over as many puzzles. Where a limit stops other searches than
/// before, others are left: that says nothing of how long the same searches take.
fn over_the_same<'a>(base: &'a [Cell], current: &'a [Cell]) -> [Vec<Cell>; 2] {
    let mut sizes: BTreeMap<u64, Option<usize>> = BTreeMap::new();
    for cell in base.iter().chain(current) {
        let size = sizes.entry(cell.block).or_insert(Some(cell.of));
        *size = size.filter(|&size| size == cell.of);
    }
    let even = |cells: &[Cell]| cells.iter().copied().filter(|cell| sizes[&cell.block].is_some()).collect();
    [even(base), even(current)]
}

impl Case {
    fn new(base: &StrategyCells, current: &StrategyCells, least: f64) -> Option<Case> {
        let [ours, theirs] = over_the_same(&base.beside_control, &current.beside_control);
        let blocks = |cells: &[Cell]| cells.iter().map(|cell| cell.block).collect::<BTreeSet<_>>().len();
        let left_out = blocks(&base.beside_control) - blocks(&ours);
        let control = shift(&base.control, &current.control);
        let shift = Shift::between(&ours, &theirs, SEED)?;
        let noise = [ours, theirs].iter().filter_map(|cells| noise(cells)).fold(0.0, f64::max);
        let noise = noise.exp_m1();
        let uncontrolled = UNCONTROLLED * control.unwrap_or(0.0).abs().exp_m1();
        Some(Case { shift, floor: least.max(NOISE * noise).max(uncontrolled), noise, control, left_out })
    }

    /// The floor, as a difference of logarithms.
    fn bound(&self) -> f64 {
        self.floor.ln_1p()
    }

    fn latency(&self, slower: bool, faster: bool, rounds: u32) -> Latency {
        let (low, high) = self.shift.interval(CONFIDENCE);
        let bound = self.bound();
        let verdict = match () {
            () if slower => LatencyVerdict::Regressed,
            () if faster => LatencyVerdict::Improved,
            () if low >= -bound && high <= bound => LatencyVerdict::Unchanged,
            () => LatencyVerdict::Inconclusive,
        };
        let undecided = verdict == LatencyVerdict::Inconclusive;
        let more_rounds = undecided.then(|| more_rounds(self.shift.estimate, (low, high), bound, rounds)).flatten();
        let share = |value: f64| rounded(value, 5);
        Latency {
            ratio: share(self.shift.estimate.exp()),
            low: share(low.exp()),
            high: share(high.exp()),
            floor: share(self.floor),
            noise: share(self.noise),
            control_ratio: self.control.map(|control| share(control.exp())),
            blocks_left_out: self.left_out,
            verdict,
            more_rounds,
        }
    }
}

/// How many more rounds would make the interval so short that it no longer reaches over a bound, if it shortens as the
/// square root of the rounds grows.
fn more_rounds(estimate: f64, (low, high): (f64, f64), bound: f64, rounds: u32) -> Option<u32> {
    // The side of the interval that must become short enough, and how short.
    let (reach, room) = match estimate {
        slower if slower > bound => (slower - low, slower - bound),
        faster if faster < -bound => (high - faster, -bound - faster),
        within => ((high - within).max(within - low), bound - within.abs()),
    };
    let wanted = f64::from(rounds) * (reach / room).powi(2);
    // What is short enough already is undecided for the number of strategies, of which this says nothing.
    let told = reach > room && wanted <= MOST_ROUNDS;
    told.then(|| (wanted.ceil() as u32).saturating_sub(rounds).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Five rounds of 20 blocks with a control that is quick or slow, and noise of this size between rounds and between
    /// blocks.
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

    fn judged(slower: f64, machine: f64, noise: f64) -> Latency {
        judge(&[(cells(1, 0.0, 0.0, noise), cells(2, slower, machine, noise))], 0.02)[0].unwrap()
    }

    #[test]
    fn verdicts_are_held_against_the_floor() {
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
        let more = noisy.more_rounds;
        assert!(more.is_none_or(|more| more > 0), "{more:?}");
    }

    /// A machine that became 40 % slower may have slowed the strategy down by 10 % more than the control.
    #[test]
    fn a_control_that_moved_raises_the_floor() {
        let moved = judged(0.05, 0.4f64.ln_1p(), 0.01);
        assert_eq!((moved.control_ratio, moved.floor), (Some(1.4), 0.1));
        assert_eq!(moved.verdict, LatencyVerdict::Unchanged);
        assert_eq!(judged(0.05, -(0.4f64.ln_1p()), 0.01).verdict, LatencyVerdict::Unchanged);
    }

    /// A limit that stops others than before makes the latencies of those that are left longer or shorter, not the code.
    #[test]
    fn blocks_in_which_others_finish_are_left_out() {
        let (base, mut current) = (cells(1, 0.0, 0.0, 0.01), cells(2, 0.0, 0.0, 0.01));
        for cell in current.beside_control.iter_mut().filter(|cell| cell.block < 15) {
            (cell.of, cell.value) = (500, cell.value + 1.0);
        }
        let latency = judge(&[(base, current)], 0.02)[0].unwrap();
        assert_eq!((latency.blocks_left_out, latency.verdict), (15, LatencyVerdict::Unchanged));
    }

    #[test]
    fn a_strategy_without_cells_has_no_verdict() {
        let nothing = || StrategyCells::default();
        let pair = || (cells(1, 0.0, 0.0, 0.01), cells(2, 0.05, 0.0, 0.01));
        let judged = judge(&[(nothing(), nothing()), pair()], 0.02);
        assert_eq!(judged[0], None);
        assert_eq!(judged[1].unwrap().verdict, LatencyVerdict::Regressed);
    }

    /// An interval of ±3 around a shift of 4, with a bound of 2: it must become a third shorter, so 9/4 of the rounds.
    #[test]
    fn rounds_go_by_the_square_of_the_interval() {
        assert_eq!(more_rounds(4.0, (1.0, 7.0), 2.0, 4), Some(5));
        assert_eq!(more_rounds(-4.0, (-7.0, -1.0), 2.0, 4), Some(5));
        assert_eq!(more_rounds(1.0, (-1.0, 3.0), 2.0, 4), Some(12));
        assert_eq!(more_rounds(2.0, (1.0, 3.0), 2.0, 4), None, "on the bound, no number of rounds would do");
        assert_eq!(more_rounds(4.0, (3.0, 5.0), 2.0, 4), None, "it is short enough for one strategy");
    }
}
