//! A state of one puzzle, packed.

use crate::strategy::lanes::kernel::State;
use grid::{ALL_VALUES, CELLS, Candidates, Grid};

pub const STATE_WORDS: usize = 12;
/// The number of cells in a word; each has nine bits.
pub const WORD_CELLS: usize = 7;

/// The candidates of all cells: cells `i`, `12 + i`, `24 + i` and so on in word `i`, nine bits each, from the lowest
/// bit. Neighbouring cells have the same position in their words, so that the compiler vectorises the loops over them.
#[derive(Clone, Copy)]
pub struct Packed(pub [u64; STATE_WORDS]);

impl Packed {
    /// Returns the values of a function of the candidates of all cells.
    #[inline(always)]
    fn map<T: Copy + Default>(&self, function: impl Fn(u32) -> T) -> [T; CELLS] {
        let mut cells = [T::default(); STATE_WORDS * WORD_CELLS];
        for (i, cells) in cells.chunks_exact_mut(STATE_WORDS).enumerate() {
            for (cell, word) in cells.iter_mut().zip(&self.0) {
                *cell = function((word >> (9 * i)) as u32 & u32::from(ALL_VALUES));
            }
        }
        // `array::from_fn` would copy the cells one by one.
        *cells.first_chunk().expect("there are 84 places")
    }

    #[inline(always)]
    pub fn cells(&self) -> [Candidates; CELLS] {
        self.map(|values| values as Candidates)
    }
}

impl From<&Packed> for Packed {
    #[inline(always)]
    fn from(state: &Packed) -> Packed {
        *state
    }
}

impl State for Packed {
    const EMPTY: Packed = Packed([0; STATE_WORDS]);

    #[inline(always)]
    fn of(puzzle: &Grid) -> Packed {
        let mut state = Packed::EMPTY;
        for (i, givens) in puzzle.cells().chunks(STATE_WORDS).enumerate() {
            for (word, &given) in state.0.iter_mut().zip(givens) {
                let values = if given == 0 { ALL_VALUES.into() } else { 1 << u64::from(given) >> 1 };
                *word |= values << (9 * i);
            }
        }
        state
    }

    #[inline(always)]
    fn grid(&self) -> Grid {
        // The exponent of a floating-point number is faster to find in many cells at once than the index of a bit.
        Grid::of(self.map(|values| (((values as i32 as f32).to_bits() >> 23) as u8).wrapping_sub(126)))
    }

    #[inline(always)]
    fn rule_out(&mut self, cell: u8, values: Candidates) {
        let (word, shift) = bit_position(cell);
        self.0[word] &= !(u64::from(values) << shift);
    }
}

/// Returns the word of a cell, and the position of its lowest bit there.
#[inline(always)]
pub fn bit_position(cell: u8) -> (usize, u32) {
    (usize::from(cell) % STATE_WORDS, 9 * (u32::from(cell) / STATE_WORDS as u32))
}

#[cfg(test)]
mod tests {
    use std::array;

    use super::*;
    use grid::random::SplitMix64;

    #[test]
    fn cells_keep_their_candidates() {
        let mut random = SplitMix64(1);
        let cells: [Candidates; CELLS] = array::from_fn(|_| random.below(512) as Candidates);
        let mut state = Packed([u64::MAX >> 1; STATE_WORDS]);
        (0..CELLS).for_each(|cell| state.rule_out(cell as u8, ALL_VALUES & !cells[cell]));
        assert_eq!(state.cells(), cells);
    }

    #[test]
    fn a_state_begins_with_the_givens() {
        let text = format!("{}{}", "123456789".repeat(9).split_at(40).0, ".".repeat(41));
        let puzzle = Grid::parse(text.as_bytes()).unwrap();
        let cells = Packed::of(&puzzle).cells();
        assert_eq!((cells[0], cells[8], cells[39], cells[40], cells[80]), (1, 256, 8, ALL_VALUES, ALL_VALUES));
    }
}
