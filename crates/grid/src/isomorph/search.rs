//! The search for the smallest image, row by row.

use super::{
    Canonical,
    columns::{Columns, Image, label_at},
    descent::Descent,
    row::{Row, UNKNOWN_IMAGE},
};
use crate::{CELLS, Grid, column_of, row_of};

/// A set of symmetries that map some rows to the smallest image of the first rows.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub columns: Columns,
    /// The remaining rows, as a set.
    pub rows: u16,
    /// True if the rows belong to the transposed grid.
    pub transposed: bool,
    /// The number of choices of rows that the state represents: equal rows are interchangeable.
    pub weight: u64,
}

pub struct ImageSearch {
    /// The puzzle and the transposed puzzle.
    sides: [Side; 2],
    /// The smallest known image of each row.
    pub images: [Image; 9],
    /// The largest number of states for breadth-first search.
    breadth: usize,
    pub descent: Descent,
}

/// The default breadth: most puzzles without automorphisms never have more states.
const BREADTH: usize = 64;

struct Side {
    rows: [[u8; 9]; 9],
    /// The values that occur more than once in each row: bit `v` for value `v`.
    repeated: [u16; 9],
    /// The rows in the same band that are equal to each row, including the row itself.
    twins: [u16; 9],
    /// The bands with the same rows as each band, including the band itself.
    twin_bands: [u16; 3],
}

impl ImageSearch {
    pub fn new(puzzle: &Grid) -> ImageSearch {
        let rows = std::array::from_fn(|row| std::array::from_fn(|column| puzzle.get(9 * row + column)));
        let transposed = std::array::from_fn(|row| std::array::from_fn(|column| puzzle.get(9 * column + row)));
        let sides = [Side::new(rows), Side::new(transposed)];
        let descent = Descent::default();
        ImageSearch { sides, images: [UNKNOWN_IMAGE; 9], breadth: BREADTH, descent }
    }

    /// Creates a search that switches to depth-first search at more than `breadth` states.
    #[cfg(test)]
    pub(crate) fn with_breadth(puzzle: &Grid, breadth: usize) -> ImageSearch {
        ImageSearch { breadth, ..ImageSearch::new(puzzle) }
    }

    pub fn run(mut self) -> Canonical {
        let root = State { columns: Columns::ALL_TIED, rows: 0o777, transposed: false, weight: 1 };
        let mut states = vec![root, State { transposed: true, ..root }];
        let mut next = Vec::with_capacity(64);
        let mut number = 0;
        while number < 9 && states.len() <= self.breadth {
            for state in &states {
                self.expand(state, number, &mut next, 0);
            }
            std::mem::swap(&mut states, &mut next);
            next.clear();
            number += 1;
        }
        let automorphisms =
            if number == 9 { states.iter().map(State::ways).sum() } else { self.descend(number, &mut states, 0) };
        let cells: [u8; CELLS] = std::array::from_fn(|cell| label_at(self.images[row_of(cell)], column_of(cell)));
        Canonical { grid: Grid::of(cells), automorphisms }
    }

    /// Appends the successors of a state to `states`. A smaller image first removes the states from `first` on.
    pub fn expand(&mut self, state: &State, number: usize, states: &mut Vec<State>, first: usize) {
        let side = &self.sides[usize::from(state.transposed)];
        let place = |row: usize, weight: u32| {
            let cells = &side.rows[row];
            let repeated = side.repeated[row];
            let state = State { rows: state.rows & !(1 << row), weight: state.weight * u64::from(weight), ..*state };
            Row { cells, repeated, number, images: &mut self.images, state, states, first }.place();
        };
        side.choices(state.rows, number.is_multiple_of(3), place);
    }
}

impl State {
    /// Returns the number of symmetries that a state without remaining rows represents.
    pub fn ways(&self) -> u64 {
        self.weight * self.columns.freedom()
    }
}

impl Side {
    fn new(rows: [[u8; 9]; 9]) -> Side {
        let twins = std::array::from_fn(|row| {
            let band = row / 3 * 3;
            (band..band + 3).filter(|&other| rows[other] == rows[row]).fold(0, |twins, other| twins | 1 << other)
        });
        let bands: [[[u8; 9]; 3]; 3] = std::array::from_fn(|band| {
            let mut band = [rows[3 * band], rows[3 * band + 1], rows[3 * band + 2]];
            band.sort_unstable();
            band
        });
        let twin_bands = std::array::from_fn(|band| {
            (0..3).filter(|&other| bands[other] == bands[band]).fold(0, |twins, other| twins | 1 << other)
        });
        Side { repeated: rows.map(|row| repeated(&row)), rows, twins, twin_bands }
    }

    /// Calls `place` for every remaining row that can be next, with the number of equivalent rows that it represents.
    fn choices(&self, left: u16, new_band: bool, mut place: impl FnMut(usize, u32)) {
        let whole = (0..3).filter(|band| left >> (3 * band) & 7 == 7).fold(0u16, |bands, band| bands | 1 << band);
        for band in 0..3 {
            let rows = left & 7 << (3 * band);
            let mut weight = 1;
            if new_band {
                let twins = self.twin_bands[band] & whole;
                if whole >> band & 1 == 0 || twins.trailing_zeros() != band as u32 {
                    continue;
                }
                weight = twins.count_ones();
            } else if rows.count_ones() == 3 {
                continue;
            }
            for row in (3 * band..3 * band + 3).filter(|row| rows >> row & 1 == 1) {
                let twins = self.twins[row] & rows;
                if twins.trailing_zeros() == row as u32 {
                    place(row, weight * twins.count_ones());
                }
            }
        }
    }
}

fn repeated(row: &[u8; 9]) -> u16 {
    let mut once = 1;
    let mut twice = 0;
    for &value in row {
        twice |= once & 1 << value;
        once |= 1 << value;
    }
    twice & !1
}
