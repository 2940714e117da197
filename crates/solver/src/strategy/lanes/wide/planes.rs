//! The states of many puzzles as bit planes: a vector for each candidate of each cell, with a bit for each lane.

use super::{
    state::{Packed, STATE_WORDS, WORD_CELLS, bit_position},
    transpose::transpose,
};
use crate::strategy::lanes::{bits::Bits, kernel::MAX_LANES};
use grid::{ALL_VALUES, CELLS, Candidates};

const WORD_PLANES: usize = 9 * WORD_CELLS;

#[repr(align(64))]
pub struct Planes<V> {
    /// Each cell's candidates. The cells after the 81st have none.
    pub cells: [[V; 9]; STATE_WORDS * WORD_CELLS],
    /// Whether each cell has one candidate, or had more than one and a hidden single among them.
    pub single: [V; CELLS],
    /// The values with several places both in the row and in the box of each triad, by row, then by box.
    pub several_in_triad: [[V; 9]; 27],
    /// The values with several places in each column.
    pub several_in_column: [[V; 9]; 9],
    /// The lanes without a contradiction.
    pub alive: V,
    /// The lanes that the last sweep changed.
    pub changed: V,
    /// The rows of a matrix that is being transposed.
    rows: [V; 64],
}

/// States by word, then by lane.
#[repr(align(64))]
pub struct Staging {
    // Not a multiple of 4,096 bytes, so that the words of a state are not all in one set of the cache.
    words: [[u64; MAX_LANES + 8]; STATE_WORDS],
}

impl Staging {
    pub const EMPTY: Staging = Staging { words: [[0; MAX_LANES + 8]; STATE_WORDS] };

    #[inline(always)]
    pub fn put(&mut self, lane: usize, state: &Packed) {
        for (words, &word) in self.words.iter_mut().zip(&state.0) {
            words[lane % MAX_LANES] = word;
        }
    }

    #[inline(always)]
    pub fn get(&self, lane: usize, state: &mut Packed) {
        for (word, words) in state.0.iter_mut().zip(&self.words) {
            *word = words[lane % MAX_LANES];
        }
    }

    #[inline(always)]
    pub fn candidates(&self, lane: usize, cell: u8) -> Candidates {
        let (word, shift) = bit_position(cell);
        (self.words[word][lane % MAX_LANES] >> shift) as Candidates & ALL_VALUES
    }

    #[inline(always)]
    pub fn keep(&mut self, lane: usize, cell: u8, values: Candidates) {
        let (word, shift) = bit_position(cell);
        self.words[word][lane % MAX_LANES] &= !(u64::from(!values & ALL_VALUES) << shift);
    }
}

impl<V: Bits> Planes<V> {
    pub fn new(zero: V) -> Planes<V> {
        Planes {
            cells: [[zero; 9]; STATE_WORDS * WORD_CELLS],
            single: [zero; CELLS],
            several_in_triad: [[zero; 9]; 27],
            several_in_column: [[zero; 9]; 9],
            alive: zero,
            changed: zero,
            rows: [zero; 64],
        }
    }

    #[inline(always)]
    pub fn load(&mut self, staging: &Staging) {
        let zero = self.alive.splat(0);
        let Planes { cells, rows, .. } = self;
        for (i, words) in staging.words.iter().enumerate() {
            let planes = &mut cells.as_flattened_mut()[9 * i..];
            let read = |row: usize| zero.load(&words[row * V::WORDS..]);
            transpose(rows, read, |row, bits| {
                if row < WORD_PLANES {
                    planes[PLANES[row]] = bits;
                }
            });
        }
    }

    #[inline(always)]
    pub fn store(&mut self, staging: &mut Staging) {
        let zero = self.alive.splat(0);
        let Planes { cells, rows, .. } = self;
        for (i, words) in staging.words.iter_mut().enumerate() {
            let planes = &cells.as_flattened()[9 * i..];
            let read = |row: usize| if row < WORD_PLANES { planes[PLANES[row]] } else { zero };
            transpose(rows, read, |row, bits| bits.store(&mut words[row * V::WORDS..]));
        }
    }
}

/// The planes of the bits of a word, counted from the planes of its first cell.
const PLANES: [usize; WORD_PLANES] = {
    let mut planes = [0; WORD_PLANES];
    let mut bit = 0;
    while bit < WORD_PLANES {
        planes[bit] = bit / 9 * (9 * STATE_WORDS) + bit % 9;
        bit += 1;
    }
    planes
};
