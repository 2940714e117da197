//! Residuals: measurements without the effects of the control, the block and the state of the machine.

use std::{array, collections::BTreeMap};

use super::{ControlSlope, cell::Cell, machine_states::states, median};

/// The share of the cells that must have a partner in the same state of the machine. If fewer have one, states are ignored.
const MIN_MATCHED_SHARE: f64 = 0.1;
/// Sums of weights that differ by this share are equal.
const ROUNDING_TOLERANCE: f64 = 1e-9;

/// A cell without what the control, its block and its state explain.
pub struct Residual {
    /// The value without these effects.
    pub value: f64,
    /// The control relative to its centre in the block.
    pub control: f64,
    pub round: usize,
    block: usize,
    state: usize,
}

/// The residuals of several sets of cells in their common blocks.
pub struct Residuals<const N: usize> {
    /// The residuals of each set, in ascending order of their values.
    pub sets: [Vec<Residual>; N],
    pub rounds: [usize; N],
    pub blocks: usize,
    /// The share of the cells of the smallest set that have partners in the same state in all other sets; 0 if these
    /// are so few that states are ignored.
    pub matched: f64,
    states: usize,
}

type Centres = BTreeMap<u64, (usize, f64)>;

impl<const N: usize> Residuals<N> {
    /// Returns the residuals of sets whose cells follow the control with `slope`.
    pub fn of(sets: [&[Cell]; N], slope: &ControlSlope) -> Residuals<N> {
        let values = centres(sets, |cell| slope.adjusted(cell));
        let controls = centres(sets, |cell| cell.control);
        let rounds = sets.map(distinct_rounds);
        let residuals = |set: usize| {
            let mut cells: Vec<&Cell> = sets[set].iter().filter(|cell| values.contains_key(&cell.block)).collect();
            cells.sort_by_key(|cell| (cell.round, cell.block));
            cells
                .iter()
                .map(|cell| {
                    let (block, centre) = values[&cell.block];
                    let round = rounds[set].binary_search(&cell.round).expect("every round is there");
                    let value = slope.adjusted(cell) - centre;
                    let control = cell.control - controls[&cell.block].1;
                    Residual { value, control, round, block, state: 0 }
                })
                .collect()
        };
        let rounds_of_sets = rounds.each_ref().map(Vec::len);
        let mut residuals = Residuals {
            sets: array::from_fn(residuals),
            rounds: rounds_of_sets,
            blocks: values.len(),
            matched: 1.0,
            states: 1,
        };
        residuals.set_states();
        residuals.centre_states();
        residuals
    }

    /// Finds the state of each cell. The cells of each set are in the order of time.
    fn set_states(&mut self) {
        let states = self.sets.each_ref().map(|set| states(&set.iter().map(|cell| cell.control).collect::<Vec<_>>()));
        let all = || states.iter().flatten();
        let (Some(&least), Some(&most)) = (all().min(), all().max()) else { return };
        let index = |state: i64| (state - least) as usize;
        let count = index(most) + 1;
        let counts = states.each_ref().map(|states| {
            let mut counts = vec![0usize; count];
            states.iter().for_each(|&state| counts[index(state)] += 1);
            counts
        });
        let fewest = |state: usize| counts.iter().map(|counts| counts[state]).min().unwrap_or(0);
        let smallest = states.iter().map(Vec::len).min().unwrap_or(0).max(1);
        self.matched = (0..count).map(fewest).sum::<usize>() as f64 / smallest as f64;
        if self.matched < MIN_MATCHED_SHARE {
            self.matched = 0.0;
            return;
        }
        self.states = count;
        for (cell, &state) in self.sets.iter_mut().flatten().zip(all()) {
            cell.state = index(state);
        }
    }

    /// Makes the values relative to the centre of their state, the mean of the medians of the sets, and sorts them.
    fn centre_states(&mut self) {
        let mut values = self.sets.each_ref().map(|_| vec![Vec::new(); self.states]);
        for (set, values) in self.sets.iter().zip(&mut values) {
            set.iter().for_each(|cell| values[cell.state].push(cell.value));
        }
        let mut medians =
            values.iter_mut().map(|states| states.iter_mut().map(|values| median(values)).collect::<Vec<_>>());
        let medians: [Vec<Option<f64>>; N] = array::from_fn(|_| medians.next().expect("every set has medians"));
        let centres: Vec<f64> = (0..self.states)
            .map(|state| {
                let known = medians.iter().filter_map(|medians| medians[state]);
                known.clone().sum::<f64>() / known.count().max(1) as f64
            })
            .collect();
        for set in &mut self.sets {
            set.iter_mut().for_each(|cell| cell.value -= centres[cell.state]);
            set.sort_by(|one, other| one.value.total_cmp(&other.value));
        }
    }
}

impl Residuals<2> {
    /// Returns the medians of both sets, given the weights of their rounds and blocks. Every state has the same weight
    /// in both sets. `None` if the sets have no state in common.
    ///
    /// The weight of a cell is the share of the other set in its state (Fan Li, Kari Lock Morgan and Alan M. Zaslavsky,
    /// "Balancing covariates via propensity score weighting", Journal of the American Statistical Association 113, 2018).
    pub fn medians(
        &self,
        rounds: &[Vec<u32>; 2],
        blocks: &[u32],
        value: impl Fn(&Residual) -> f64,
    ) -> Option<[f64; 2]> {
        let times = |set: usize, cell: &Residual| f64::from(rounds[set][cell.round] * blocks[cell.block]);
        let counts = [0, 1].map(|set| {
            let mut counts = vec![0.0; self.states];
            self.sets[set].iter().for_each(|cell| counts[cell.state] += times(set, cell));
            counts
        });
        let median = |set: usize| {
            let weighted = |cell: &Residual| {
                let [own, other] = [set, 1 - set].map(|set| counts[set][cell.state]);
                (value(cell), times(set, cell) * if other > 0.0 { other / (own + other) } else { 0.0 })
            };
            weighted_median(self.sets[set].iter().map(weighted).collect())
        };
        Some([median(0)?, median(1)?])
    }
}

/// Returns the median of values with weights: the mean of the first value at which the cumulated weight reaches half of the
/// total, and of the first at which it exceeds it. `None` if the total is 0.
fn weighted_median(mut values: Vec<(f64, f64)>) -> Option<f64> {
    values.sort_by(|one, other| one.0.total_cmp(&other.0));
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    // Rounding must not decide whether a half is reached.
    let reached = total * (0.5 - ROUNDING_TOLERANCE);
    let exceeded = total * (0.5 + ROUNDING_TOLERANCE);
    let mut below = 0.0;
    let mut lower = None;
    for (value, weight) in values {
        below += weight;
        if lower.is_none() && below >= reached && total > 0.0 {
            lower = Some(value);
        }
        if below > exceeded {
            return Some((lower? + value) / 2.0);
        }
    }
    None
}

pub fn centres<const N: usize>(sets: [&[Cell]; N], value: impl Fn(&Cell) -> f64) -> Centres {
    let mut blocks: BTreeMap<u64, [Vec<f64>; N]> = BTreeMap::new();
    for (set, cells) in sets.into_iter().enumerate() {
        for cell in cells {
            blocks.entry(cell.block).or_insert_with(|| array::from_fn(|_| Vec::new()))[set].push(value(cell));
        }
    }
    blocks.retain(|_, sets| sets.iter().all(|values| !values.is_empty()));
    blocks
        .into_iter()
        .enumerate()
        .map(|(number, (block, sets))| (block, (number, median(&mut sets.concat()).expect("all sets have cells"))))
        .collect()
}

/// Returns the rounds of the cells, in ascending order.
fn distinct_rounds(cells: &[Cell]) -> Vec<u32> {
    let mut rounds: Vec<u32> = cells.iter().map(|cell| cell.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weighted_median_is_that_of_repeated_values() {
        let median = |values: &[(f64, f64)]| weighted_median(values.to_vec());
        assert_eq!(median(&[(3.0, 1.0), (1.0, 1.0), (2.0, 1.0)]), Some(2.0));
        assert_eq!(median(&[(3.0, 1.0), (1.0, 1.0)]), Some(2.0));
        assert_eq!(median(&[(3.0, 2.0), (1.0, 1.0)]), Some(3.0));
        assert_eq!(median(&[(3.0, 0.1 + 0.2), (1.0, 0.3)]), Some(2.0), "rounding decides nothing");
        assert_eq!((median(&[(3.0, 0.0)]), median(&[])), (None, None));
    }

    /// Sets with common states are tested in `bootstrap.rs`.
    #[test]
    fn sets_without_a_common_state_are_compared_as_they_are() {
        let run = |control: f64| -> Vec<Cell> {
            let cell = |(round, block): (u32, u64)| Cell { round, block, control, ..Cell::default() };
            (0..16).flat_map(|round| (0..6).map(move |block| (round, block))).map(cell).collect()
        };
        let apart = Residuals::of([&run(0.0), &run(-0.1)], &ControlSlope(1.0));
        assert_eq!(apart.matched, 0.0);
        assert!(apart.medians(&[vec![1; 16], vec![1; 16]], &[1; 6], |residual| residual.value).is_some());
    }
}
