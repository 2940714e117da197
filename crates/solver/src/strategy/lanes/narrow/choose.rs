//! The choice of the cell to guess in, in every lane at once.
//!
//! The rule chooses among the cells with two candidates the cell with the largest weight. The weight counts the peers
//! in the box that share a candidate, but no line, with the cell: 1 for each, or 3 if the peer has two candidates
//! itself and may become a single. Ties go to the first box, and there to the lowest cell. If no cell has two
//! candidates, the rule chooses among the cells with three, or else among all open cells.

use super::sweep::{LaneCandidates, PerLane};
use grid::{CELLS, cell_in_box};

/// The weight in a key of each candidate that a cell lacks: more than the weights of all peers.
const CANDIDATE_WEIGHT: u16 = 256;

/// Returns the cell to guess in, for every lane that has a cell with more than one candidate.
#[inline(always)]
pub fn choose<const L: usize>(cells: &LaneCandidates<L>) -> PerLane {
    let mut best = PerLane([0; 32]);
    let mut choice = PerLane([0; 32]);
    for r#box in 0..9 {
        let cell = |i: usize| cell_in_box(r#box, i).min(CELLS - 1);
        for (i, keys) in keys(&nine(|i| cells.values[cell(i)])).iter().enumerate() {
            for (lane, &key) in keys.iter().enumerate() {
                let is_larger = key > best.0[lane];
                choice.0[lane] = if is_larger { cell(i) as u16 } else { choice.0[lane] };
                best.0[lane] = best.0[lane].max(key);
            }
        }
    }
    choice
}

/// Returns the keys of the cells of a box, given their candidates: the cell with the largest key is chosen.
#[inline(always)]
fn keys<const L: usize>(candidates: &[[u16; L]; 9]) -> [[u16; L]; 9] {
    let mut keys = [[0; L]; 9];
    for lane in 0..L {
        let values = nine(|i| candidates[i][lane]);
        let counts = nine(|i| values[i].count_ones() as u16);
        let weights = nine(|i| if counts[i] == 2 { 3 } else { 1 });
        let mut sums = nine(|i| if counts[i] < 2 { 0 } else { (5 - counts[i].min(4)) * CANDIDATE_WEIGHT });
        macro_rules! pairs {
            ($($i:literal $j:literal),*) => {
                $(
                    let shares = if values[$i] & values[$j] != 0 { u16::MAX } else { 0 };
                    sums[$i] += weights[$j] & shares;
                    sums[$j] += weights[$i] & shares;
                )*
            };
        }
        // The pairs of cells in a box that are in no line.
        pairs!(0 4, 0 5, 0 7, 0 8, 1 3, 1 5, 1 6, 1 8, 2 3, 2 4, 2 6, 2 7, 3 7, 3 8, 4 6, 4 8, 5 6, 5 7);
        for i in 0..9 {
            keys[i][lane] = sums[i];
        }
    }
    keys
}

#[inline(always)]
fn nine<T>(value: impl Fn(usize) -> T) -> [T; 9] {
    [value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7), value(8)]
}
