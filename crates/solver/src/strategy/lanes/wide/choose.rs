//! The choice of the cell to guess in, in every lane at once.
//!
//! The rule is the same as in the [narrow kernel](super::super::narrow).

use super::{
    planes::Planes,
    sweep::{groups, majority},
    transpose::transpose,
    triples::odd,
};
use crate::strategy::lanes::{bits::Bits, kernel::MAX_LANES, three::three};
use grid::{ALL_CELLS, CELLS, CellSet, cell_in_box};

/// The number of bits in the weight of a cell: four peers count, which add at most 3 each.
const WEIGHT_BITS: usize = 4;
const CELL_BITS: usize = 7;

#[repr(align(64))]
pub struct Choice<V> {
    /// The cells with two candidates, followed by the bits of the chosen cell's number, from the lowest.
    pairs: [V; 128],
    threes: [V; CELLS],
    /// `pairs` by lane: the first 64 bits, then the others.
    by_lane: [[u64; MAX_LANES]; 2],
    /// The rows of a matrix that is being transposed.
    rows: [V; 64],
}

impl<V: Bits> Choice<V> {
    pub fn new(zero: V) -> Choice<V> {
        Choice { pairs: [zero; 128], threes: [zero; CELLS], by_lane: [[0; MAX_LANES]; 2], rows: [zero; 64] }
    }

    #[inline(always)]
    pub fn choose(&mut self, planes: &Planes<V>) {
        for cell in 0..CELLS {
            (self.pairs[cell], self.threes[cell]) = two_or_three(&planes.cells[cell]);
        }
        self.choose_largest(planes);
        for (pairs, words) in self.pairs.chunks_exact(64).zip(&mut self.by_lane) {
            transpose(&mut self.rows, |row| pairs[row], |row, bits| bits.store(&mut words[row * V::WORDS..]));
        }
    }

    #[inline(always)]
    pub fn pairs(&self, lane: usize) -> CellSet {
        self.lane(lane) & ALL_CELLS
    }

    #[inline(always)]
    pub fn choice(&self, lane: usize) -> u8 {
        (self.lane(lane) >> CELLS) as u8
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> u128 {
        let word = |i: usize| u128::from(self.by_lane[i][lane % MAX_LANES]);
        word(1) << 64 | word(0)
    }

    /// Chooses the first cell with the largest weight of those with two candidates; if there are none, of those with
    /// three, or else of all open cells. The cells of a box come before those of the next.
    #[inline(always)]
    fn choose_largest(&mut self, planes: &Planes<V>) {
        let zero = planes.alive.splat(0);
        let no_pair = any(&self.pairs[..CELLS], zero).not();
        let neither = no_pair.without(any(&self.threes, zero));
        let mut found = zero;
        let mut largest = [zero; WEIGHT_BITS];
        let mut chosen = [zero; CELL_BITS];
        for r#box in 0..9 {
            for (i, weight) in self.weigh(planes, r#box).as_flattened().iter().enumerate() {
                let cell = cell_in_box(r#box, i);
                // From the lowest bit, so that the highest bit that differs decides. Of equal weights, the first wins.
                let mut is_larger = found.not();
                for (&bit, &largest) in weight.iter().zip(&largest) {
                    is_larger = bit.exceeds(largest, is_larger);
                }
                let pair = self.pairs[cell];
                let three = self.threes[cell];
                let open = planes.single[cell].not();
                let is_eligible = pair.or_and(three, no_pair).or_and(open, neither);
                let is_better = is_eligible.and(is_larger);
                for (&bit, largest) in weight.iter().zip(&mut largest) {
                    *largest = is_better.select(bit, *largest);
                }
                for (&bit, chosen) in NUMBERS[cell].iter().zip(&mut chosen) {
                    *chosen = is_better.select(zero.splat(bit), *chosen);
                }
                found = found.or(is_eligible);
            }
        }
        self.pairs[CELLS..][..CELL_BITS].copy_from_slice(&chosen);
    }

    /// Returns the weights of the cells in a box, from the lowest bit.
    #[inline(always)]
    fn weigh(&self, planes: &Planes<V>, r#box: usize) -> [[[V; WEIGHT_BITS]; 3]; 3] {
        let cell = |a: usize, b: usize| cell_in_box(r#box, a % 3 * 3 + b % 3);
        let cells = &planes.cells;
        // Whether each cell shares a candidate with its two peers in the next row.
        let next = three!(A => three!(B => [
            share(&cells[cell(A, B)], &cells[cell(A + 1, B + 1)]),
            share(&cells[cell(A, B)], &cells[cell(A + 1, B + 2)]),
        ]));
        three!(A => three!(B => {
            let last = &next[(A + 2) % 3];
            let shares = [next[A][B][0], next[A][B][1], last[(B + 2) % 3][0], last[(B + 1) % 3][1]];
            let is_pair = |a, b| self.pairs[cell(a, b)];
            let pairs = [is_pair(A + 1, B + 1), is_pair(A + 1, B + 2), is_pair(A + 2, B + 2), is_pair(A + 2, B + 1)];
            sum(shares, pairs)
        }))
    }
}

/// The bits of each cell's number, from the lowest: a word of ones or a word of zeros for each.
const NUMBERS: [[u64; CELL_BITS]; CELLS] = {
    let mut numbers = [[0; CELL_BITS]; CELLS];
    let mut i = 0;
    while i < CELLS * CELL_BITS {
        let cell = i / CELL_BITS;
        let bit = i % CELL_BITS;
        numbers[cell][bit] = if cell >> bit & 1 == 1 { u64::MAX } else { 0 };
        i += 1;
    }
    numbers
};

/// Returns the bits that are in any of the cells. `Iterator::fold` would call every operation.
#[inline(always)]
fn any<V: Bits>(cells: &[V], zero: V) -> V {
    let mut any = zero;
    for &cell in cells {
        any = any.or(cell);
    }
    any
}

/// Returns the sum of 1 for each of four bits, or 3 if the bit is set in `thrice`, too.
#[inline(always)]
fn sum<V: Bits>(bits: [V; 4], thrice: [V; 4]) -> [V; WEIGHT_BITS] {
    let [a, b, c, d] = bits;
    let (ones, two) = add(a, b, c);
    let other_two = ones.and(d);
    let ones = ones.xor(d);
    let (twos, four) = add(two, a.and(thrice[0]), b.and(thrice[1]));
    let (twos, second_four) = add(twos, c.and(thrice[2]), d.and(thrice[3]));
    let third_four = twos.and(other_two);
    let twos = twos.xor(other_two);
    let (fours, eights) = add(four, second_four, third_four);
    [ones, twos, fours, eights]
}

/// Returns the low bit and the high bit of a sum.
#[inline(always)]
fn add<V: Bits>(a: V, b: V, c: V) -> (V, V) {
    (odd([a, b, c]), majority([a, b, c]))
}

/// Returns whether two cells have a candidate in common.
#[inline(always)]
fn share<V: Bits>(a: &[V; 9], b: &[V; 9]) -> V {
    let mut shared = a[0].and(b[0]);
    for value in 1..9 {
        shared = shared.or_and(a[value], b[value]);
    }
    shared
}

/// Returns whether a cell has two candidates, and whether it has three.
#[inline(always)]
fn two_or_three<V: Bits>(candidates: &[V; 9]) -> (V, V) {
    let groups = groups(candidates);
    let low = three!(A => odd(groups[A]));
    let high = three!(A => majority(groups[A]));
    let either = majority(low).xor(odd(high)).without(majority(high));
    (either.without(odd(low)), either.and(odd(low)))
}
