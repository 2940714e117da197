//! Whether a strategy became slower, judged against the noise of the machine.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::typical_latency::typical_latencies;
use crate::record::StrategyCells;
use stats::{Cell, Precision, Shift, control_range, holm, six_digits};

pub const CONFIDENCE: f64 = 0.99;
/// The fewest rounds of either run with which a latency has an interval and can decide the verdict. The smallest of one or two
/// latencies may still be a disturbed one; paired differences of two rounds have one degree of freedom.
pub const FEWEST_ROUNDS: u32 = 3;
/// The noise floor is this multiple of the [noise](Shift::noise).
const NOISE_FLOOR_FACTOR: f64 = 1.5;
/// A change counts if its estimate exceeds the noise floor, and if it exceeds this share of the floor with 99 %
/// confidence.
const CERTAIN_SHARE_OF_FLOOR: f64 = 0.5;
/// Extra standard error for amortised latencies: two runs of one build can differ by this much with no sign in either.
/// Strategies that solve puzzles together use more memory than the control, so other programs that use the caches slow
/// down the strategy and not the control, often for a whole run.
const AMORTISED_ERROR: f64 = 0.2;
/// Never advises more additional rounds than this: waiting for a quieter machine is cheaper.
const MAX_ADVISED_ROUNDS: u32 = 50;
/// Never advises more additional rounds than this multiple of the rounds measured.
const MAX_ADVISED_MULTIPLE: u32 = 10;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorBounds {
    /// The smallest noise floor: an estimated change up to this is no change.
    pub least: f64,
    /// The largest noise floor with which a latency can be called unchanged: a larger change would have been seen. At
    /// least `least`.
    pub most: f64,
}

impl Default for FloorBounds {
    fn default() -> FloorBounds {
        FloorBounds { least: 0.025, most: 0.05 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyVerdict {
    /// Slower: the estimate exceeds the bound, and the whole interval exceeds half of the bound. The bound is the noise
    /// floor, or twice the noise floor if the floor exceeds the largest one.
    Regressed,
    Improved,
    /// The estimate is within the noise floor, and the interval within the largest noise floor.
    Unchanged,
    /// The data do not suffice for any other verdict.
    Inconclusive,
}

/// How the latency of a strategy changed, as ratios of current over base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LatencyChange {
    /// The ratio; above 1 is slower.
    pub ratio: f64,
    /// The typical latencies of the baseline and of the current run in nanoseconds, as measured: they include the change of
    /// the machine's speed. For people; `compare.json` has the ratio only.
    #[serde(skip)]
    pub typical_ns: Option<[f64; 2]>,
    /// The lower end of its 99 % interval; `None` with fewer than [`FEWEST_ROUNDS`] rounds.
    pub low: Option<f64>,
    /// The upper end of its 99 % interval; `None` with fewer than [`FEWEST_ROUNDS`] rounds.
    pub high: Option<f64>,
    /// The noise floor: an estimated change up to this fraction is no change.
    pub floor: f64,
    /// The largest noise floor with which the latency can be unchanged.
    pub max_floor: f64,
    /// The smallest change that this machine could reveal, however many rounds there are; `None` if that is within the
    /// largest noise floor, or if there is no interval.
    pub hidden: Option<f64>,
    /// The noise, as a fraction: the interquartile range of the changes that two runs of one build would show, without what more
    /// rounds do not reduce.
    pub noise: f64,
    /// How the machine's speed changed; `None` without a control.
    #[serde(flatten)]
    pub machine: Option<MachineChange>,
    /// Blocks left out because different numbers of searches finished in them.
    pub blocks_left_out: usize,
    pub verdict: LatencyVerdict,
    /// An estimate of how many more rounds each run needs to decide an inconclusive verdict; `None` if they are more than 50
    /// or ten times those measured, or if they cannot be estimated.
    pub more_rounds: Option<u32>,
}

/// How the machine's speed changed, as the control shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MachineChange {
    /// The ratio of the control's latency, current over base.
    pub control_ratio: f64,
    /// The range of the control's latency in both runs, as a fraction: 0.4 is 40 %.
    pub control_range: f64,
}

impl LatencyChange {
    /// Returns the ends of the 99 % interval; `None` with fewer than [`FEWEST_ROUNDS`] rounds.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }

    /// Returns the 99 % interval as text, or what it needs.
    pub fn interval_text(&self, decimals: usize) -> String {
        match self.interval() {
            Some((low, high)) => format!("{low:.decimals$} – {high:.decimals$}"),
            None => format!("needs {FEWEST_ROUNDS} rounds"),
        }
    }

    /// Returns the largest change within the 99 % interval, as a fraction.
    pub fn within(&self) -> Option<f64> {
        self.interval().map(|(low, high)| (high - 1.0).max(1.0 - low).max(0.0))
    }
}

/// Judges the strategies of two runs, given the cells of base and current for each. The result is `None` for a strategy
/// without a common block.
pub(super) fn judge_runs(
    strategies: &[(StrategyCells, StrategyCells)],
    floors: FloorBounds,
) -> Vec<Option<LatencyChange>> {
    judge(strategies.iter().map(|(base, current)| Evidence::of_runs(base, current, floors)).collect())
}

/// Judges strategies by paired differences: each cell is the log latency of the current build minus that of the base
/// build in the same round and block. There is no control, and both builds finish the same searches. Every round has new
/// processes; fewer than [`FEWEST_ROUNDS`] rounds do not show how much processes vary, so the result is `None`.
pub(crate) fn judge_differences(strategies: &[Vec<Cell>], floors: FloorBounds) -> Vec<Option<LatencyChange>> {
    let evidence = |differences: &Vec<Cell>| {
        let evidence = Evidence::new(Shift::of_differences(differences)?, floors);
        Some(evidence).filter(Evidence::has_interval)
    };
    judge(strategies.iter().map(evidence).collect())
}

pub(crate) fn precision(differences: &[Cell]) -> Option<Precision> {
    Shift::of_differences(differences).map(|shift| shift.precision())
}

/// Gives a verdict on each strategy. Holm's correction keeps the confidence for all strategies together.
fn judge(strategies: Vec<Option<Evidence>>) -> Vec<Option<LatencyChange>> {
    // Half of the error probability for each direction.
    let level = (1.0 - CONFIDENCE) / 2.0;
    let certain_shift = |evidence: &Evidence| CERTAIN_SHARE_OF_FLOOR * evidence.bound();
    let slower = are_significant(&strategies, level, |evidence| evidence.shift.p_above(certain_shift(evidence)));
    let faster = are_significant(&strategies, level, |evidence| evidence.shift.p_below(-certain_shift(evidence)));
    let judged = strategies.iter().zip(slower).zip(faster);
    judged.map(|((evidence, slower), faster)| Some(evidence.as_ref()?.change(slower, faster))).collect()
}

/// Returns for each strategy whether its adjusted p-value is at most `level`.
fn are_significant(strategies: &[Option<Evidence>], level: f64, p: impl Fn(&Evidence) -> f64) -> Vec<bool> {
    // A strategy without an interval does not count as a test.
    let tested: Vec<bool> = strategies.iter().map(|own| own.as_ref().is_some_and(Evidence::has_interval)).collect();
    let tests = strategies.iter().flatten().filter(|evidence| evidence.has_interval());
    let mut adjusted = holm(&tests.map(p).collect::<Vec<_>>()).into_iter();
    tested.into_iter().map(|tested| tested && adjusted.next().is_some_and(|p| p <= level)).collect::<Vec<_>>()
}

/// What the cells of one strategy show, before the correction for several strategies.
struct Evidence {
    shift: Shift,
    floor: f64,
    floors: FloorBounds,
    noise: f64,
    machine: Option<MachineChange>,
    blocks_left_out: usize,
    typical_ns: Option<[f64; 2]>,
}

impl Evidence {
    fn of_runs(base: &StrategyCells, current: &StrategyCells, floors: FloorBounds) -> Option<Evidence> {
        let amortised_error = if base.amortised || current.amortised { AMORTISED_ERROR } else { 0.0 };
        let base = &base.cells;
        let current = &current.cells;
        let [ours, theirs] = comparable_cells(base, current);
        let shift = Shift::between_runs(&ours, &theirs)?;
        let machine = MachineChange {
            control_ratio: six_digits(shift.control.exp()),
            control_range: six_digits(control_range([&ours, &theirs]).exp_m1()),
        };
        Some(Evidence {
            machine: Some(machine),
            blocks_left_out: count_blocks(base) - count_blocks(&ours),
            typical_ns: typical_latencies(&ours, &theirs),
            ..Evidence::new(shift.with_lasting_error(amortised_error), floors)
        })
    }

    fn new(shift: Shift, floors: FloorBounds) -> Evidence {
        let noise = shift.noise().exp_m1();
        Evidence {
            shift,
            floor: floors.least.max(NOISE_FLOOR_FACTOR * noise),
            floors: FloorBounds { most: floors.most.max(floors.least), ..floors },
            noise,
            machine: None,
            blocks_left_out: 0,
            typical_ns: None,
        }
    }

    /// Returns true if both runs have enough rounds for an interval.
    fn has_interval(&self) -> bool {
        self.shift.rounds.iter().all(|&rounds| rounds >= FEWEST_ROUNDS as usize)
    }

    /// Returns the bound of a verdict, as a difference of logarithms: the estimate must exceed the bound, and the
    /// interval must exclude half of it. The bound is the noise floor, or twice the noise floor if the floor exceeds
    /// the largest one, because the noise of such a run is poorly known.
    fn bound(&self) -> f64 {
        if self.floor > self.floors.most { (2.0 * self.floor).ln_1p() } else { self.floor.ln_1p() }
    }

    /// Returns the 99 % interval of the difference of logarithms.
    fn interval(&self) -> Option<(f64, f64)> {
        self.has_interval().then(|| self.shift.interval_99())
    }

    /// Returns how far an interval reaches with any number of rounds.
    fn lasting_reach(&self) -> f64 {
        self.shift.reach_99(self.shift.lasting_error)
    }

    fn hidden(&self) -> Option<f64> {
        let hidden = self.floor.max(self.lasting_reach().exp_m1());
        (self.has_interval() && hidden > self.floors.most).then_some(hidden)
    }

    fn verdict(&self, slower: bool, faster: bool) -> LatencyVerdict {
        let Some((low, high)) = self.interval() else { return LatencyVerdict::Inconclusive };
        let estimate = self.shift.estimate;
        let bound = self.bound();
        let widest = self.floors.most.ln_1p();
        let is_within = estimate.abs() <= bound && low >= -widest && high <= widest;
        match () {
            () if slower && estimate > bound => LatencyVerdict::Regressed,
            () if faster && estimate < -bound => LatencyVerdict::Improved,
            () if is_within && self.floor <= self.floors.most => LatencyVerdict::Unchanged,
            () => LatencyVerdict::Inconclusive,
        }
    }

    /// Estimates how many more rounds decide an inconclusive verdict.
    fn more_rounds(&self) -> Option<u32> {
        let (_, high) = self.interval()?;
        if self.hidden().is_some() {
            return None;
        }
        let estimate = self.shift.estimate;
        let bound = self.bound();
        // An estimate beyond the bound needs an interval that excludes half of the bound. An estimate within the bound
        // needs an interval within the largest floor.
        let room = if estimate.abs() > bound {
            estimate.abs() - CERTAIN_SHARE_OF_FLOOR * bound
        } else {
            self.floors.most.ln_1p() - estimate.abs()
        };
        let [base, current] = self.shift.rounds;
        more_rounds(high - estimate, self.lasting_reach(), room, base.max(current) as u32)
    }

    fn change(&self, slower: bool, faster: bool) -> LatencyChange {
        let interval = self.interval();
        let verdict = self.verdict(slower, faster);
        let undecided = verdict == LatencyVerdict::Inconclusive;
        LatencyChange {
            ratio: six_digits(self.shift.estimate.exp()),
            typical_ns: self.typical_ns,
            low: interval.map(|(low, _)| six_digits(low.exp())),
            high: interval.map(|(_, high)| six_digits(high.exp())),
            floor: six_digits(self.floor),
            max_floor: six_digits(self.floors.most),
            hidden: self.hidden().map(six_digits),
            noise: six_digits(self.noise),
            machine: self.machine,
            blocks_left_out: self.blocks_left_out,
            verdict,
            more_rounds: undecided.then(|| self.more_rounds()).flatten(),
        }
    }
}

fn count_blocks(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.block).collect::<BTreeSet<_>>().len()
}

/// Returns the cells of the blocks that both runs have, if every cell of the block covers the same number of puzzles. Where a limit
/// stops different searches than before, the finished searches differ too, and their latencies cannot be compared.
fn comparable_cells(base: &[Cell], current: &[Cell]) -> [Vec<Cell>; 2] {
    let mut sizes: BTreeMap<u64, Option<usize>> = BTreeMap::new();
    for cell in base.iter().chain(current) {
        let size = sizes.entry(cell.block).or_insert(Some(cell.of));
        *size = size.filter(|&size| size == cell.of);
    }
    let blocks = [base, current].map(|cells| cells.iter().map(|cell| cell.block).collect::<BTreeSet<_>>());
    let is_common = |cell: &Cell| blocks.iter().all(|blocks| blocks.contains(&cell.block));
    let keep = |cells: &[Cell]| {
        let kept = cells.iter().filter(|cell| sizes[&cell.block].is_some() && is_common(cell));
        kept.copied().collect()
    };
    [keep(base), keep(current)]
}

/// Estimates how many more rounds shorten the interval enough for a verdict. The interval reaches `reach` to either
/// side of the estimate, and must shrink to `room`. More rounds do not reduce its component `lasting`; the variance of
/// the rest is inversely proportional to the number of rounds.
fn more_rounds(reach: f64, lasting: f64, room: f64, rounds: u32) -> Option<u32> {
    // If the interval is short enough already, the correction for several strategies is the obstacle, which this estimate
    // does not model.
    if reach <= room || room <= lasting {
        return None;
    }
    let square = |x: f64| x * x - lasting * lasting;
    let wanted = f64::from(rounds) * square(reach) / square(room);
    let more = (wanted.ceil() as u32).saturating_sub(rounds).max(1);
    (more <= MAX_ADVISED_ROUNDS.min(MAX_ADVISED_MULTIPLE.saturating_mul(rounds))).then_some(more)
}

#[cfg(test)]
mod tests {
    use grid::random::SplitMix64;

    use super::*;

    /// Five rounds of 20 blocks. `slower` shifts the strategy; `noise` is the range of the random differences between rounds
    /// and between blocks.
    fn cells(salt: u64, slower: f64, noise: f64) -> StrategyCells {
        let mut random = SplitMix64(salt);
        let mut uniform = || noise * (random.next_u64() as f64 / u64::MAX as f64 - 0.5);
        let mut cells = StrategyCells::default();
        let rounds: Vec<f64> = (0..5).map(|_| uniform()).collect();
        for (round, block) in (0..5).flat_map(|round| (0..20).map(move |block| (round, block))) {
            let value = slower + block as f64 + rounds[round as usize] + uniform();
            cells.cells.push(Cell { round, block, value, of: 512, ..Cell::default() });
        }
        cells
    }

    /// Holm's correction requires more evidence for each strategy when there are more strategies.
    #[test]
    fn more_strategies_need_more_evidence() {
        let verdict = |slower: f64, others: usize| {
            let mut runs = vec![(cells(1, 0.0, 0.04), cells(2, slower, 0.04))];
            runs.resize_with(1 + others, || (cells(3, 0.0, 0.01), cells(4, 0.0, 0.01)));
            judge_runs(&runs, FloorBounds::default())[0].unwrap().verdict
        };
        let thousandths = (20..80).map(|n| f64::from(n) / 1000.0);
        let smallest = { thousandths }.find(|&slower| verdict(slower, 0) == LatencyVerdict::Regressed).unwrap();
        assert_eq!(verdict(smallest, 3), LatencyVerdict::Inconclusive);
        assert_eq!(verdict(0.08, 3), LatencyVerdict::Regressed);
    }

    /// An interval of ±3 must shrink to ±2, which takes 9/4 of the rounds.
    #[test]
    fn rounds_grow_with_the_square_of_the_interval() {
        assert_eq!(more_rounds(3.0, 0.0, 2.0, 4), Some(5));
        assert_eq!(more_rounds(13.2, 0.0, 4.0, 4), Some(40));
        assert_eq!(more_rounds(13.3, 0.0, 4.0, 4), None, "41 more rounds are over ten times 4");
        assert_eq!(more_rounds(9.7, 0.0, 4.0, 10), Some(49));
        assert_eq!(more_rounds(9.9, 0.0, 4.0, 10), None, "52 more rounds are over 50");
        assert_eq!(more_rounds(5.0, 3.0, 4.0, 4), Some(6), "16 of the 25 shrink, and must become 7");
        assert_eq!(more_rounds(5.0, 4.0, 4.0, 4), None, "all that shrinks is too much");
        assert_eq!(more_rounds(1.0, 0.0, 2.0, 4), None, "the interval is short enough for one strategy");
    }
}
