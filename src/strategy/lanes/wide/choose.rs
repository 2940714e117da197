//! The choice of the cell to guess in, in every lane at once.
//!
//! The rule is that of the [narrow kernel](super::super::narrow).

use super::{
    planes::Planes,
    sweep::{groups, majority},
    transpose::transpose,
    triples::odd,
};
use crate::{
    grid::{ALL_CELLS, CELLS, CellSet},
    strategy::{
        isa::Bits,
        lanes::{kernel::MAX_LANES, three::three},
    },
};

/// The number of bits in the weight of a cell: a cell has 20 peers, which add at most 3 each.
const WEIGHT_BITS: usize = 6;
/// The number of bits in the number of a cell.
const CELL_BITS: usize = 7;

/// The weights of the cells, what they are made of, and what is chosen by them.
#[repr(align(64))]
pub struct Weights<V> {
    /// The cells with two candidates, followed by the bits of the chosen cell's number, from the lowest.
    pairs: [V; 128],
    /// The cells with three candidates.
    threes: [V; CELLS],
    /// The weights of the cells, from the lowest bit.
    weights: [[V; WEIGHT_BITS]; CELLS],
    /// Whether the cells of a unit share a candidate with each of their later peers.
    shares: [[V; 4]; 9],
    /// What is in `pairs`, by lane: the first 64 bits, then the others.
    by_lane: [[u64; MAX_LANES]; 2],
    /// The rows of a matrix that is being transposed.
    rows: [V; 64],
}

impl<V: Bits> Weights<V> {
    pub fn new(zero: V) -> Weights<V> {
        Weights {
            pairs: [zero; 128],
            threes: [zero; CELLS],
            weights: [[zero; WEIGHT_BITS]; CELLS],
            shares: [[zero; 4]; 9],
            by_lane: [[0; MAX_LANES]; 2],
            rows: [zero; 64],
        }
    }

    /// Chooses a cell in every lane.
    #[inline(always)]
    pub fn choose(&mut self, planes: &Planes<V>) {
        let zero = planes.alive.splat(0);
        for cell in 0..CELLS {
            (self.pairs[cell], self.threes[cell]) = two_or_three(&planes.cells[cell]);
        }
        // Band by band and stack by stack, so that the weights stay in the first cache.
        for band in 0..3 {
            self.weights[27 * band..27 * band + 27].fill([zero; WEIGHT_BITS]);
            for i in 0..3 {
                self.weigh(planes, |j| (3 * band + i) * 9 + j, &IN_LINE);
                self.weigh(planes, |j| 27 * band + 3 * i + j / 3 * 9 + j % 3, &IN_BOX);
            }
        }
        for column in 0..9 {
            self.weigh(planes, |j| column + 9 * j, &IN_LINE);
        }
        self.choose_largest(planes);
        for (pairs, words) in self.pairs.chunks_exact(64).zip(&mut self.by_lane) {
            transpose(&mut self.rows, |row| pairs[row], |row, bits| bits.store(&mut words[row * V::WORDS..]));
        }
    }

    /// Returns the cells with two candidates of a lane.
    #[inline(always)]
    pub fn pairs(&self, lane: usize) -> CellSet {
        self.lane(lane) & ALL_CELLS
    }

    /// Returns the chosen cell of a lane.
    #[inline(always)]
    pub fn choice(&self, lane: usize) -> u8 {
        (self.lane(lane) >> CELLS) as u8
    }

    /// Returns the bits of `pairs` in a lane.
    #[inline(always)]
    fn lane(&self, lane: usize) -> u128 {
        let [low, high] = [0, 1].map(|i: usize| u128::from(self.by_lane[i][lane % MAX_LANES]));
        high << 64 | low
    }

    /// Adds the weights of the peers in a unit to the weights of its cells. The loops over the cells are unrolled, so that
    /// the places of the peers are constants.
    #[inline(always)]
    fn weigh<const N: usize>(&mut self, planes: &Planes<V>, cell: impl Fn(usize) -> usize, peers: &Peers<N>) {
        three!(A => three!(B => {
            let i = 3 * A + B;
            let candidates = planes.cells[cell(i)];
            for k in 0..N {
                self.shares[i][k] = share(&candidates, &planes.cells[cell(peers.later[i][k])]);
            }
        }));
        three!(A => three!(B => {
            let i = 3 * A + B;
            let weight = &mut self.weights[cell(i)];
            let (later, earlier) = (&peers.later[i], &peers.earlier[i]);
            for k in (0..N).step_by(2) {
                let bits = [
                    self.shares[i][k],
                    self.shares[i][k + 1],
                    self.shares[earlier[k]][k],
                    self.shares[earlier[k + 1]][k + 1],
                ];
                let peers = [later[k], later[k + 1], earlier[k], earlier[k + 1]];
                let pair = |k: usize| self.pairs[cell(peers[k])];
                add_four(weight, bits, [pair(0), pair(1), pair(2), pair(3)]);
            }
        }));
    }

    /// Chooses the first cell with the largest weight of those with two candidates; if there are none, of those with
    /// three, or else of all open cells.
    #[inline(always)]
    fn choose_largest(&mut self, planes: &Planes<V>) {
        let zero = planes.alive.splat(0);
        let any = |cells: &[V]| cells.iter().fold(zero, |any, &cell| any.or(cell));
        let no_pair = any(&self.pairs[..CELLS]).not();
        let neither = no_pair.without(any(&self.threes));
        let (mut found, mut largest, mut chosen) = (zero, [zero; WEIGHT_BITS], [zero; CELL_BITS]);
        for (cell, number) in NUMBERS.iter().enumerate() {
            let weight = &self.weights[cell];
            // From the lowest bit: a higher bit that differs decides. Of equal weights, the first is the largest.
            let mut is_larger = found.not();
            for (&bit, &largest) in weight.iter().zip(&largest) {
                is_larger = bit.exceeds(largest, is_larger);
            }
            let (pair, three, open) = (self.pairs[cell], self.threes[cell], planes.single[cell].not());
            let is_eligible = pair.or_and(three, no_pair).or_and(open, neither);
            let is_better = is_eligible.and(is_larger);
            for (&bit, largest) in weight.iter().zip(&mut largest) {
                *largest = is_better.select(bit, *largest);
            }
            for (&bit, chosen) in number.iter().zip(&mut chosen) {
                *chosen = is_better.select(zero.splat(bit), *chosen);
            }
            found = found.or(is_eligible);
        }
        self.pairs[CELLS..][..CELL_BITS].copy_from_slice(&chosen);
    }
}

/// The bits of each cell's number, from the lowest: a word of ones or a word of zeros for each.
const NUMBERS: [[u64; CELL_BITS]; CELLS] = {
    let mut numbers = [[0; CELL_BITS]; CELLS];
    let mut i = 0;
    while i < CELLS * CELL_BITS {
        let (cell, bit) = (i / CELL_BITS, i % CELL_BITS);
        numbers[cell][bit] = if cell >> bit & 1 == 1 { u64::MAX } else { 0 };
        i += 1;
    }
    numbers
};

/// The peers of each of the nine cells of a unit. Every pair of peers is in `later` and in `earlier` once, at the same place
/// of the other cell.
struct Peers<const N: usize> {
    later: [[usize; N]; 9],
    earlier: [[usize; N]; 9],
}

/// All cells of a line are peers.
const IN_LINE: Peers<4> = {
    let mut peers = Peers { later: [[0; 4]; 9], earlier: [[0; 4]; 9] };
    let mut i = 0;
    while i < 9 {
        peers.later[i] = [(i + 1) % 9, (i + 2) % 9, (i + 3) % 9, (i + 4) % 9];
        peers.earlier[i] = [(i + 8) % 9, (i + 7) % 9, (i + 6) % 9, (i + 5) % 9];
        i += 1;
    }
    peers
};

/// The peers in a box that are in no line with the cell.
const IN_BOX: Peers<2> = {
    let mut peers = Peers { later: [[0; 2]; 9], earlier: [[0; 2]; 9] };
    let mut i = 0;
    while i < 9 {
        let (below, above) = ((i / 3 + 1) % 3 * 3, (i / 3 + 2) % 3 * 3);
        let (right, left) = ((i + 1) % 3, (i + 2) % 3);
        peers.later[i] = [below + right, below + left];
        peers.earlier[i] = [above + left, above + right];
        i += 1;
    }
    peers
};

/// Adds 1 to a number for each of four bits, or 3 if the bit is set in `thrice`, too.
#[inline(always)]
fn add_four<V: Bits>(number: &mut [V; WEIGHT_BITS], bits: [V; 4], thrice: [V; 4]) {
    let add = |sum: &mut V, a: V, b: V| {
        let three = [*sum, a, b];
        *sum = odd(three);
        majority(three)
    };
    let twice = |i: usize| bits[i].and(thrice[i]);
    let [ones, twos, fours, eights, rest @ ..] = number;
    let (two, other_two) = (add(ones, bits[0], bits[1]), add(ones, bits[2], bits[3]));
    let four = add(twos, two, other_two);
    let (other_four, last_four) = (add(twos, twice(0), twice(1)), add(twos, twice(2), twice(3)));
    let eight = add(fours, four, other_four);
    let other_eight = fours.and(last_four);
    *fours = fours.xor(last_four);
    let mut carried = add(eights, eight, other_eight);
    for bit in rest {
        (*bit, carried) = (bit.xor(carried), bit.and(carried));
    }
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
    let (low, high) = (three!(A => odd(groups[A])), three!(A => majority(groups[A])));
    let either = majority(low).xor(odd(high)).without(majority(high));
    (either.without(odd(low)), either.and(odd(low)))
}
