//! The rows of a 9×9 grid that can be next in its smallest image.

use super::{
    columns::{Image, State, UNKNOWN_IMAGE},
    row::Row,
};
use crate::nine::Grid;

pub struct ImageSearch {
    /// The puzzle and the transposed puzzle.
    sides: [Side; 2],
    /// The smallest known image of each row.
    pub images: [Image; 9],
}

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
        ImageSearch { sides, images: [UNKNOWN_IMAGE; 9] }
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
