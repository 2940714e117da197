//! The quietest state of the machine that two runs have in common.
//!
//! A neighbour on a shared processor slows down programs differently, and differently for each kind of work that it does: one
//! state of a machine may cost the control 47 % and a strategy 17 %, and another the control 26 % and the strategy 23 %. No line
//! describes that, so only measurements of one state are compared.

use std::collections::BTreeMap;

use super::{Cell, medians, quantile};

/// The quietest state of a run is the level of the control that this share of its cells does not exceed.
const QUIET_SHARE: f64 = 0.1;
/// Cells within this distance of a level, as a difference of logarithms, are of one state.
const STATE_WIDTH: f64 = 0.05;

/// Returns the cells of each run in the quietest state that both runs have met. A run that has not met it has none.
///
/// The level of a cell is the mean of its neighbours' controls, because its own error would bias the choice: the value over the
/// control contains the same error with the opposite sign.
pub fn cells_of_common_state(runs: [&[Cell]; 2]) -> [Vec<Cell>; 2] {
    let centres = control_centres(runs);
    let levels = runs.map(|cells| levels(cells, &centres));
    let common = levels.each_ref().map(|levels| quiet_level(levels)).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let of_state = |(level, cell)| (f64::abs(level - common) <= STATE_WIDTH).then_some(cell);
    levels.map(|levels| levels.into_iter().filter_map(of_state).collect())
}

/// Returns the level that a tenth of the cells do not exceed; minus infinity without a cell.
fn quiet_level(levels: &[(f64, Cell)]) -> f64 {
    let mut sorted: Vec<f64> = levels.iter().map(|&(level, _)| level).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    if sorted.is_empty() { f64::NEG_INFINITY } else { quantile(&sorted, QUIET_SHARE) }
}

/// Returns the range of the control in its blocks, without the lowest and the highest twentieth, over both runs; 0 without a cell.
pub fn control_range(runs: [&[Cell]; 2]) -> f64 {
    let centres = control_centres(runs);
    let mut controls: Vec<f64> = runs.concat().iter().map(|cell| cell.control - centres[&cell.block]).collect();
    controls.sort_unstable_by(f64::total_cmp);
    if controls.is_empty() { 0.0 } else { quantile(&controls, 0.95) - quantile(&controls, 0.05) }
}

/// Returns the median of the control in each block, over both runs.
fn control_centres(runs: [&[Cell]; 2]) -> BTreeMap<u64, f64> {
    medians(runs.concat().iter().map(|cell| (cell.block, cell.control)))
}

/// Returns the cells in the order of time, each with the mean control of the cells before and after it, relative to the centres.
fn levels(cells: &[Cell], centres: &BTreeMap<u64, f64>) -> Vec<(f64, Cell)> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| (cell.round, cell.block));
    let controls: Vec<f64> = cells.iter().map(|cell| cell.control - centres[&cell.block]).collect();
    let level = |at: usize| {
        let before = at.checked_sub(1).map(|before| controls[before]);
        let neighbours = [before, controls.get(at + 1).copied()];
        let (sum, n) = neighbours.iter().flatten().fold((0.0, 0), |(sum, n), control| (sum + control, n + 1));
        sum / f64::from(n.max(1))
    };
    cells.iter().enumerate().map(|(at, &cell)| (level(at), cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen rounds of one block; the machine is slower by `slower` from round 8.
    fn run(level: f64, slower: f64) -> Vec<Cell> {
        let control = |round| level + if round < 8 { 0.0 } else { slower };
        (0..16).map(|round| Cell { round, control: control(round), ..Cell::default() }).collect()
    }

    /// A cell between two states has a neighbour of each, and is of neither.
    #[test]
    fn the_common_state_is_the_quietest_of_the_busier_run() {
        let rounds = |runs: [&[Cell]; 2]| {
            cells_of_common_state(runs).map(|run| run.iter().map(|cell| cell.round).collect::<Vec<_>>())
        };
        let (both, quiet, busy) = (run(0.0, 0.3), run(0.0, 0.0), run(0.3, 0.0));
        let every: Vec<u32> = (0..16).collect();
        assert_eq!(rounds([&both, &quiet]), [every[..7].to_vec(), every.clone()]);
        assert_eq!(rounds([&busy, &both]), [every.clone(), every[9..].to_vec()]);
        assert_eq!(rounds([&quiet, &busy]), [vec![], every.clone()]);
        assert_eq!(rounds([&quiet, &[]]), [every, vec![]]);
        assert_eq!((control_range([&both, &quiet]), control_range([&quiet, &[]])), (0.3, 0.0));
    }
}
