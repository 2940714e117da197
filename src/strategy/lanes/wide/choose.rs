//! The choice of the cell to guess in, in every lane at once.
//!
//! The rule is that of the [narrow kernel](super::super::narrow): among the cells with two candidates, the one with the
//! largest weight. A lane without such a cell is left to [`fewest`].

use super::{
    planes::Planes,
    state::Packed,
    sweep::{groups, majority},
    triples::odd,
};
use crate::{
    grid::{CELLS, PEERS},
    strategy::{
        isa::{Bits, MAX_WORDS},
        lanes::{kernel::State, three::three},
    },
};

/// The number of bits in the weight of a cell: a cell has 20 peers, which add at most 3 each.
const WEIGHT_BITS: usize = 6;
/// The number of bits in the number of a cell.
const CELL_BITS: usize = 7;

/// The weights of the cells, and what they are made of.
#[repr(align(64))]
pub struct Weights<V> {
    /// The cells with two candidates.
    pairs: [V; CELLS],
    /// The weights of the cells, from the lowest bit.
    weights: [[V; WEIGHT_BITS]; CELLS],
    /// Whether the cells of a unit share a candidate with each of their later peers.
    shares: [[V; 4]; 9],
}

/// The chosen cells, as bit planes from the lowest bit.
pub struct Choice {
    cells: [[u64; MAX_WORDS]; CELL_BITS],
    /// The lanes with a chosen cell.
    found: [u64; MAX_WORDS],
}

impl Choice {
    /// Returns the cell to guess in of the lane with bit `bit` of word `word`. `get` copies the state in the lane.
    #[inline(always)]
    pub fn cell(&self, word: usize, bit: usize, get: impl Fn(&mut Packed)) -> u8 {
        if self.found[word] >> bit & 1 == 0 {
            let mut state = Packed::EMPTY;
            get(&mut state);
            return fewest(&state);
        }
        self.cells.iter().rev().fold(0, |cell, plane| cell << 1 | (plane[word] >> bit & 1) as u8)
    }
}

impl<V: Bits> Weights<V> {
    pub fn new(zero: V) -> Weights<V> {
        Weights { pairs: [zero; CELLS], weights: [[zero; WEIGHT_BITS]; CELLS], shares: [[zero; 4]; 9] }
    }

    /// Chooses a cell in every lane.
    #[inline(always)]
    pub fn choose(&mut self, planes: &Planes<V>) -> Choice {
        let zero = planes.alive.splat(0);
        for cell in 0..CELLS {
            self.pairs[cell] = is_pair(&planes.cells[cell]);
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
        self.largest(zero)
    }

    /// Adds the weights of the peers in a unit to the weights of its cells.
    #[inline(always)]
    fn weigh<const N: usize>(&mut self, planes: &Planes<V>, cell: impl Fn(usize) -> usize, peers: &Peers<N>) {
        for i in 0..9 {
            let candidates = planes.cells[cell(i)];
            for k in 0..N {
                self.shares[i][k] = share(&candidates, &planes.cells[cell(peers.later[i][k])]);
            }
        }
        for i in 0..9 {
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
        }
    }

    /// Returns the first of the cells with the largest weight.
    #[inline(always)]
    fn largest(&self, zero: V) -> Choice {
        let mut found = self.pairs[0];
        let mut largest = self.weights[0];
        let mut chosen = [zero; CELL_BITS];
        for ((&pair, weight), number) in self.pairs.iter().zip(&self.weights).zip(&NUMBERS).skip(1) {
            // From the lowest bit: a higher bit that differs decides.
            let mut is_larger = zero;
            for (&bit, &largest) in weight.iter().zip(&largest) {
                is_larger = bit.exceeds(largest, is_larger);
            }
            let is_better = pair.and(is_larger.or_not(found));
            for (&bit, largest) in weight.iter().zip(&mut largest) {
                *largest = is_better.select(bit, *largest);
            }
            for (&bit, chosen) in number.iter().zip(&mut chosen) {
                *chosen = is_better.select(zero.splat(bit), *chosen);
            }
            found = found.or(pair);
        }
        Choice { cells: chosen.map(Bits::words), found: found.words() }
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

/// Returns whether a cell has exactly two candidates.
#[inline(always)]
fn is_pair<V: Bits>(candidates: &[V; 9]) -> V {
    let groups = groups(candidates);
    let (low, high) = (three!(A => odd(groups[A])), three!(A => majority(groups[A])));
    majority(low).xor(odd(high)).without2(odd(low), majority(high))
}

/// Returns the cell to guess in if no cell has two candidates: among the open cells with the fewest candidates, the one
/// that shares a candidate with most peers.
#[cold]
#[inline(never)]
fn fewest(state: &Packed) -> u8 {
    let values = state.cells();
    let counts = values.map(|values| values.count_ones() as u8);
    let of_open = counts.map(|count| if count > 1 { count } else { u8::MAX });
    let fewest = of_open.into_iter().fold(u8::MAX, u8::min);
    let (mut most, mut choice) = (0, 0);
    for cell in 0..CELLS {
        if of_open[cell] == fewest {
            // No branch, which would be hard to predict, and no bounds check.
            let shares = |&peer: &u8| u32::from(values[usize::from(peer) % CELLS] & values[cell] != 0);
            let sharing = PEERS[cell].iter().map(shares).sum();
            (most, choice) = if sharing > most { (sharing, cell as u8) } else { (most, choice) };
        }
    }
    choice
}
