//! A state of one puzzle, packed.

use crate::{
    grid::{ALL_VALUES, CELLS, Candidates, Grid},
    strategy::lanes::kernel::State,
};

/// The number of words in a state.
pub const STATE_WORDS: usize = 12;
/// The number of cells in a word; each has nine bits.
pub const WORD_CELLS: usize = 7;

/// The candidates of all cells: seven cells in a word, nine bits each, from the lowest bit.
#[derive(Clone, Copy)]
pub struct Packed(pub [u64; STATE_WORDS]);

impl Packed {
    /// Returns the candidates of all cells.
    #[inline(always)]
    fn unpack(&self) -> [Candidates; UNPACKED] {
        let mut cells = [0; UNPACKED];
        for (i, &word) in self.0.iter().enumerate() {
            let first = WORD_CELLS * i;
            for (first, word) in [(first, apart(word)), (first + 4, apart(word >> 36))] {
                for (j, cell) in cells[first..first + 4].iter_mut().enumerate() {
                    *cell = (word >> (16 * j)) as Candidates;
                }
            }
        }
        cells
    }

    /// Returns the candidates of the 81 cells.
    #[inline(always)]
    pub fn cells(&self) -> [Candidates; CELLS] {
        let cells = self.unpack();
        std::array::from_fn(|cell| cells[cell])
    }
}

/// The number of cells in all words, and one more.
const UNPACKED: usize = STATE_WORDS * WORD_CELLS + 1;

/// Moves four numbers of nine bits to places 16 bits apart.
#[inline(always)]
fn apart(word: u64) -> u64 {
    let pairs = word & 0x3ffff | (word & 0x3ffff << 18) << 14;
    pairs & 0x1ff_0000_01ff | (pairs & 0x1ff_0000_01ff << 9) << 7
}

impl State for Packed {
    const EMPTY: Packed = Packed([0; STATE_WORDS]);

    #[inline(always)]
    fn of(puzzle: &Grid) -> Packed {
        let mut state = Packed::EMPTY;
        for (word, givens) in state.0.iter_mut().zip(puzzle.cells().chunks(WORD_CELLS)) {
            for (i, &given) in givens.iter().enumerate() {
                *word |= VALUES_OF_GIVEN[usize::from(given) % 16] << (9 * i);
            }
        }
        state
    }

    #[inline(always)]
    fn from(state: &Packed) -> Packed {
        *state
    }

    #[inline(always)]
    fn grid(&self) -> Grid {
        let cells = self.unpack();
        Grid::of(std::array::from_fn(|cell| cells[cell].trailing_zeros() as u8 + 1))
    }

    #[inline(always)]
    fn cell(&self, cell: u8) -> Candidates {
        let (word, shift) = place(cell);
        (self.0[word] >> shift) as Candidates & ALL_VALUES
    }

    #[inline(always)]
    fn set(&mut self, cell: u8, values: Candidates) {
        let (word, shift) = place(cell);
        replace(&mut self.0[word], shift, values);
    }
}

/// Returns the word of a cell, and the place of its lowest bit there.
#[inline(always)]
pub fn place(cell: u8) -> (usize, u32) {
    let word = usize::from(cell) / WORD_CELLS;
    (word.min(STATE_WORDS - 1), 9 * (u32::from(cell) % WORD_CELLS as u32))
}

/// Replaces the candidates of a cell in a word.
#[inline(always)]
pub fn replace(word: &mut u64, shift: u32, values: Candidates) {
    *word = *word & !(u64::from(ALL_VALUES) << shift) | u64::from(values) << shift;
}

/// The candidates of a cell by its given, 0 being a blank. With 16 entries, a masked index needs no bounds check.
const VALUES_OF_GIVEN: [u64; 16] = [ALL_VALUES as u64, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn cells_keep_their_candidates() {
        let mut random = SplitMix64(1);
        let cells: [Candidates; CELLS] = std::array::from_fn(|_| random.below(512) as Candidates);
        let mut state = Packed([u64::MAX >> 1; STATE_WORDS]);
        (0..CELLS).for_each(|cell| state.set(cell as u8, cells[cell]));
        assert_eq!(state.cells(), cells);
        (0..CELLS).for_each(|cell| assert_eq!(state.cell(cell as u8), cells[cell]));
    }

    #[test]
    fn a_state_begins_with_the_givens() {
        let text = format!("{}{}", "123456789".repeat(9).split_at(40).0, ".".repeat(41));
        let puzzle = Grid::parse(text.as_bytes()).unwrap();
        let cells = Packed::of(&puzzle).cells();
        assert_eq!((cells[0], cells[8], cells[39], cells[40], cells[80]), (1, 256, 8, ALL_VALUES, ALL_VALUES));
    }
}
