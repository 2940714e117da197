//! How far two sets of repeated measurements are apart, and how sure that is.
//!
//! A measurement is a [`Cell`]: one round's value of one block. Rounds differ because the machine does, blocks because
//! their puzzles do, so both are drawn again: a bootstrap over blocks alone takes the luck of a round for a fact. Rounds
//! are drawn for each set on its own, blocks for both alike, as they are the same puzzles. (Tomas Kalibera and Richard
//! Jones, "Quantifying performance changes with effect size confidence intervals", 2012, arXiv 2007.10899: every level
//! that varies is resampled.) The medians of all cells are compared, each cell seen from the median of its block: a mean
//! follows the few cells that a neighbour on the machine disturbed.

use std::collections::BTreeMap;

use super::{median, quantile};
use crate::random::SplitMix64;

/// How often cells are drawn: so often that the lowest level there is, one in so many, is still below half a percent when
/// it is multiplied for twenty strategies.
pub const DRAWS: usize = 4000;

/// One round's value of one block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The round.
    pub round: u32,
    /// The block.
    pub block: u64,
    /// What was measured.
    pub value: f64,
    /// How many values that sums up.
    pub of: usize,
}

/// How much more one set is than another.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// As measured.
    pub estimate: f64,
    /// What it is when rounds and blocks are drawn again, in order.
    draws: Vec<f64>,
}

impl Shift {
    /// From `base` to `current`, over the blocks that both have; `None` if there is none.
    ///
    /// The same cells and the same seed give the same result, on every machine.
    pub fn between(base: &[Cell], current: &[Cell], seed: u64) -> Option<Shift> {
        let centres = centres(base, current);
        let estimate = shift_from(&centres, base, current)?;
        let (base, current) = (Side::new(base, &centres), Side::new(current, &centres));
        let mut random = SplitMix64(seed);
        let draw = |_| {
            let blocks = drawn(&mut random, centres.len());
            let [base_rounds, current_rounds] = [&base, &current].map(|side| drawn(&mut random, side.rounds));
            // Where cells are missing, a draw can miss all that are there.
            Some(current.median(&current_rounds, &blocks)? - base.median(&base_rounds, &blocks)?)
        };
        let mut draws: Vec<f64> = (0..DRAWS).filter_map(draw).collect();
        draws.sort_unstable_by(f64::total_cmp);
        (!draws.is_empty()).then_some(Shift { estimate, draws })
    }

    /// Where the shift is with this confidence: the percentile interval of Bradley Efron, "Bootstrap methods: another look
    /// at the jackknife", Annals of Statistics 7, 1979.
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let tail = (1.0 - confidence) / 2.0;
        (quantile(&self.draws, tail), quantile(&self.draws, 1.0 - tail))
    }

    /// How probable draws of no more than `bound` are: the level at which the shift is above it. Never 0, as there are
    /// only so many draws (A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their Application", 1997, 4.2).
    pub fn p_above(&self, bound: f64) -> f64 {
        let not = self.draws.partition_point(|&draw| draw <= bound);
        (1 + not) as f64 / (1 + self.draws.len()) as f64
    }

    /// The level at which the shift is below `bound`.
    pub fn p_below(&self, bound: f64) -> f64 {
        let below = self.draws.partition_point(|&draw| draw < bound);
        (1 + self.draws.len() - below) as f64 / (1 + self.draws.len()) as f64
    }
}

/// How much more `current` is than `base`, as measured, over the blocks that both have; `None` if there is none.
pub fn shift(base: &[Cell], current: &[Cell]) -> Option<f64> {
    shift_from(&centres(base, current), base, current)
}

fn shift_from(centres: &BTreeMap<u64, (usize, f64)>, base: &[Cell], current: &[Cell]) -> Option<f64> {
    let whole = |cells: &[Cell]| {
        let seen = cells.iter().filter_map(|cell| Some(cell.value - centres.get(&cell.block)?.1));
        median(&mut seen.collect::<Vec<_>>())
    };
    Some(whole(current)? - whole(base)?)
}

/// How far the rounds of one set are apart, from quartile to quartile: the same code, measured on the same machine, so all
/// of it is noise. None of fewer than two rounds.
pub fn noise(cells: &[Cell]) -> Option<f64> {
    let centres = centres(cells, cells);
    let mut rounds: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for cell in cells {
        rounds.entry(cell.round).or_default().push(cell.value - centres[&cell.block].1);
    }
    let mut medians: Vec<f64> = rounds.values_mut().filter_map(|values| median(values)).collect();
    medians.sort_unstable_by(f64::total_cmp);
    (medians.len() > 1).then(|| quantile(&medians, 0.75) - quantile(&medians, 0.25))
}

/// Of each block that both have, its number and the median of its cells.
fn centres(base: &[Cell], current: &[Cell]) -> BTreeMap<u64, (usize, f64)> {
    let mut blocks: BTreeMap<u64, [Vec<f64>; 2]> = BTreeMap::new();
    for (side, cells) in [base, current].into_iter().enumerate() {
        cells.iter().for_each(|cell| blocks.entry(cell.block).or_default()[side].push(cell.value));
    }
    blocks.retain(|_, sides| sides.iter().all(|values| !values.is_empty()));
    let centre = |(number, (block, sides)): (usize, (u64, [Vec<f64>; 2]))| {
        (block, (number, median(&mut sides.concat()).expect("both have cells")))
    };
    blocks.into_iter().enumerate().map(centre).collect()
}

/// The cells of one set, in order.
struct Side {
    /// The value seen from the block's centre, the number of the round, that of the block.
    cells: Vec<(f64, usize, usize)>,
    rounds: usize,
}

impl Side {
    fn new(cells: &[Cell], centres: &BTreeMap<u64, (usize, f64)>) -> Side {
        let mut rounds: Vec<u32> = cells.iter().map(|cell| cell.round).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let seen = |cell: &Cell| {
            let &(block, centre) = centres.get(&cell.block)?;
            Some((cell.value - centre, rounds.binary_search(&cell.round).ok()?, block))
        };
        let mut cells: Vec<_> = cells.iter().filter_map(seen).collect();
        cells.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        Side { cells, rounds: rounds.len() }
    }

    /// The median of the cells when rounds and blocks count so often.
    fn median(&self, rounds: &[u32], blocks: &[u32]) -> Option<f64> {
        let weight = |&(_, round, block): &(f64, usize, usize)| u64::from(rounds[round] * blocks[block]);
        let total: u64 = self.cells.iter().map(weight).sum();
        let (mut below, mut lower) = (0, None);
        for cell in &self.cells {
            below += weight(cell);
            if lower.is_none() && 2 * below >= total {
                lower = Some(cell.0);
            }
            if 2 * below > total {
                return Some((lower? + cell.0) / 2.0);
            }
        }
        None
    }
}

/// How often each of `n` comes up in `n` draws.
fn drawn(random: &mut SplitMix64, n: usize) -> Vec<u32> {
    let mut times = vec![0; n];
    (0..n).for_each(|_| times[random.below(n as u64) as usize] += 1);
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of some rounds over blocks that differ by 10, with what a function says.
    fn cells(rounds: u32, blocks: u64, value: impl Fn(u32, u64) -> f64) -> Vec<Cell> {
        let cell = |round, block| Cell { round, block, value: 10.0 * block as f64 + value(round, block), of: 1 };
        (0..rounds).flat_map(|round| (0..blocks).map(move |block| (round, block))).map(|(r, b)| cell(r, b)).collect()
    }

    #[test]
    fn a_shift_without_noise_is_exact() {
        let (base, current) = (cells(3, 4, |_, _| 0.0), cells(5, 4, |_, _| 0.25));
        let shift = Shift::between(&base, &current, 1).unwrap();
        assert_eq!((shift.estimate, shift.interval(0.99)), (0.25, (0.25, 0.25)));
        assert_eq!(shift.p_above(0.2), 1.0 / 4001.0);
        assert_eq!((shift.p_above(0.25), shift.p_below(0.25), shift.p_below(0.3)), (1.0, 1.0, 1.0 / 4001.0));
    }

    /// Rounds of 0 and 0.1 in equal numbers: one set's round says nothing about the other's.
    #[test]
    fn what_differs_between_rounds_is_not_taken_for_a_fact() {
        let base = cells(1, 50, |_, _| 0.0);
        let current = cells(4, 50, |round, _| 0.1 * f64::from(round % 2));
        let (low, high) = Shift::between(&base, &current, 1).unwrap().interval(0.99);
        assert!(low <= 0.0 && high >= 0.1, "{low} {high}");
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let noisy = |salt: u64| {
            cells(5, 20, move |round, block| {
                SplitMix64(salt + u64::from(round) * 1000 + block).next() as f64 / u64::MAX as f64
            })
        };
        let shift = |seed| Shift::between(&noisy(1), &noisy(50_000), seed).unwrap();
        assert_eq!(shift(7), shift(7));
        assert_ne!(shift(7).draws, shift(8).draws);
        let (low, high) = shift(7).interval(0.99);
        assert!(low < shift(7).estimate && shift(7).estimate < high && high - low < 1.0);
    }

    #[test]
    fn a_few_disturbed_cells_move_nothing() {
        let base = cells(5, 20, |_, _| 0.0);
        let current = cells(5, 20, |round, block| if (round + block as u32).is_multiple_of(5) { 9.0 } else { 0.0 });
        let shift = Shift::between(&base, &current, 1).unwrap();
        assert_eq!((shift.estimate, shift.interval(0.99)), (0.0, (0.0, 0.0)));
    }

    #[test]
    fn only_blocks_that_both_have_are_compared() {
        let mut current = cells(3, 4, |_, _| 0.5);
        current.retain(|cell| cell.block != 2);
        let shift = Shift::between(&cells(3, 3, |_, _| 0.0), &current, 1).unwrap();
        assert_eq!(shift.estimate, 0.5);
        assert_eq!(Shift::between(&cells(3, 0, |_, _| 0.0), &current, 1), None);
    }

    #[test]
    fn noise_is_how_far_the_rounds_are_apart() {
        assert_eq!(noise(&cells(1, 9, |_, _| 3.0)), None);
        // Medians of the rounds, seen from their middle: -0.2, -0.1, 0, 0.1, 9, whose quartiles are -0.1 and 0.1.
        let five = noise(&cells(5, 9, |round, _| if round == 4 { 9.0 } else { f64::from(round) / 10.0 })).unwrap();
        assert!((five - 0.2).abs() < 1e-9, "{five}");
    }
}
