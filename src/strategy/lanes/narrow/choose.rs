//! The choice of the cell to guess in, in every lane at once.
//!
//! The rule chooses among the cells with two candidates the cell with the largest weight: each peer that shares a
//! candidate with the cell counts 1, or 3 if the peer has two candidates itself and may become a single. Ties go to the
//! lowest cell. If no cell has two candidates, the rule chooses among the cells with three, or else among all open cells.

use super::sweep::{LaneCandidates, PerLane};
use crate::grid::CELLS;

/// The workspace: numbers by cell, then by lane.
#[repr(align(64))]
pub struct Choice<const L: usize> {
    /// A cell's weight for its peers.
    weights: [[u16; L]; CELLS],
    /// The cell with the largest key is chosen.
    keys: [[u16; L]; CELLS],
}

/// What a candidate fewer is worth in a key: more than the weights of all peers.
const FEWER: u16 = 256;

/// Evaluates an expression for all pairs of the given indices.
macro_rules! pairs {
    ($pair:ident) => {};
    ($pair:ident $i:literal $($j:literal)*) => {
        $( $pair!($i, $j); )*
        pairs!($pair $($j)*);
    };
}

impl<const L: usize> Choice<L> {
    pub const NEW: Choice<L> = Choice { weights: [[0; L]; CELLS], keys: [[0; L]; CELLS] };

    /// Returns the cell to guess in, for every lane that has a cell with more than one candidate.
    #[inline(always)]
    pub fn choose(&mut self, cells: &LaneCandidates<L>) -> PerLane {
        for row in 0..9 {
            self.begin(cells, row);
        }
        for unit in 0..9 {
            let r#box = unit / 3 * 27 + unit % 3 * 3;
            self.weigh::<true>(cells, |i| unit * 9 + i);
            self.weigh::<true>(cells, |i| unit + 9 * i);
            self.weigh::<false>(cells, |i| r#box + i / 3 * 9 + i % 3);
        }
        self.largest()
    }

    /// Sets the weights of the cells in a row, and their keys without the weights of peers.
    #[inline(always)]
    fn begin(&mut self, cells: &LaneCandidates<L>, row: usize) {
        let values = nine(|i| cells.values[9 * row + i]);
        let (mut weights, mut keys) = ([[0; L]; 9], [[0; L]; 9]);
        for lane in 0..L {
            let counts = nine(|i| values[i][lane].count_ones() as u16);
            let of_count = nine(|i| if counts[i] == 2 { 3 } else { 1 });
            let key_of_count = nine(|i| if counts[i] < 2 { 0 } else { (5 - counts[i].min(4)) * FEWER });
            for i in 0..9 {
                (weights[i][lane], keys[i][lane]) = (of_count[i], key_of_count[i]);
            }
        }
        for i in 0..9 {
            (self.weights[9 * row + i], self.keys[9 * row + i]) = (weights[i], keys[i]);
        }
    }

    /// Adds the weights of the peers in a unit to the keys of its cells; in a box, of the peers that are in no line with
    /// the cell.
    #[inline(always)]
    fn weigh<const LINE: bool>(&mut self, cells: &LaneCandidates<L>, cell: impl Fn(usize) -> usize) {
        let at: [usize; 9] = nine(|i| cell(i).min(CELLS - 1));
        // Copies, so that the compiler sees that nothing overlaps.
        let (values, weights) = (nine(|i| cells.values[at[i]]), nine(|i| self.weights[at[i]]));
        let mut keys = nine(|i| self.keys[at[i]]);
        for lane in 0..L {
            let (values, weights) = (nine(|i| values[i][lane]), nine(|i| weights[i][lane]));
            let mut sums = nine(|i| keys[i][lane]);
            macro_rules! pair {
                ($i:literal, $j:literal) => {
                    if LINE || $i / 3 != $j / 3 && $i % 3 != $j % 3 {
                        let shares = if values[$i] & values[$j] != 0 { u16::MAX } else { 0 };
                        sums[$i] += weights[$j] & shares;
                        sums[$j] += weights[$i] & shares;
                    }
                };
            }
            pairs!(pair 0 1 2 3 4 5 6 7 8);
            for i in 0..9 {
                keys[i][lane] = sums[i];
            }
        }
        for (&cell, keys) in at.iter().zip(&keys) {
            self.keys[cell] = *keys;
        }
    }

    /// Returns the first cell with the largest key.
    #[inline(always)]
    fn largest(&self) -> PerLane {
        let (mut best, mut choice) = (PerLane([0; 32]), PerLane([0; 32]));
        for row in 0..9 {
            for lane in 0..L {
                let (mut key, mut cell) = (best.0[lane], choice.0[lane]);
                for i in 0..9 {
                    let other = self.keys[9 * row + i][lane];
                    cell = if other > key { (9 * row + i) as u16 } else { cell };
                    key = key.max(other);
                }
                (best.0[lane], choice.0[lane]) = (key, cell);
            }
        }
        choice
    }
}

/// Returns the values of a function for 0 to 8.
#[inline(always)]
fn nine<T>(value: impl Fn(usize) -> T) -> [T; 9] {
    [value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7), value(8)]
}
