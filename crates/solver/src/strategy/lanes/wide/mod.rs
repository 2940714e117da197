//! Kernel for many puzzles: a bit for each lane, a vector for each candidate of each cell.

mod choose;
mod planes;
mod state;
mod sweep;
mod transpose;
mod triples;

use super::{
    bits::{Bits, MAX_WORDS},
    kernel::{Kernel, LaneSet, Pace, Step},
};
use choose::Choice;
use grid::{Candidates, CellSet};
use planes::{Planes, Staging};
pub use state::Packed;
use triples::Triads;

/// The kernel with a bit of `V` for each lane.
pub struct Wide<V> {
    planes: Box<Planes<V>>,
    triads: Box<Triads<V>>,
    choice: Box<Choice<V>>,
    staging: Box<Staging>,
}

/// The time of a step without its sweeps, in sweeps.
const OVERHEAD: usize = 4;

impl<V: Bits> Wide<V> {
    pub fn new(zero: V) -> Wide<V> {
        Wide {
            planes: Box::new(Planes::new(zero)),
            triads: Box::new(Triads::new(zero)),
            choice: Box::new(Choice::new(zero)),
            staging: Box::new(Staging::EMPTY),
        }
    }
}

impl<V: Bits> Kernel for Wide<V> {
    type State = Packed;
    const LANES: usize = 64 * V::WORDS;

    #[inline(always)]
    fn put(&mut self, lane: usize, state: &Packed) {
        self.staging.put(lane, state);
    }

    #[inline(always)]
    fn get(&self, lane: usize, state: &mut Packed) {
        self.staging.get(lane, state);
    }

    #[inline(always)]
    fn candidates(&self, lane: usize, cell: u8) -> Candidates {
        self.staging.candidates(lane, cell)
    }

    #[inline(always)]
    fn keep(&mut self, lane: usize, cell: u8, values: Candidates) {
        self.staging.keep(lane, cell, values);
    }

    #[inline(always)]
    fn step(&mut self, used: usize) -> Step {
        self.planes.load(&self.staging);
        self.planes.begin();
        let mut pace = Pace::new(OVERHEAD, used);
        loop {
            self.planes.sweep();
            let active = self.planes.alive.and(self.planes.changed).words();
            let active = active.iter().map(|bits| bits.count_ones() as usize).sum();
            // At least two sweeps, because the second finds cells with several hidden singles.
            if !pace.another_sweep_pays(active) && pace.sweeps > 1 {
                break;
            }
        }
        let unchanged = self.planes.alive.without(self.planes.changed);
        let mut solved = unchanged;
        for &single in &self.planes.single {
            solved = solved.and(single);
        }
        self.planes.apply_triples(&mut self.triads);
        self.planes.store(&mut self.staging);
        let stuck = unchanged.and(self.planes.alive).without2(self.planes.changed, solved);
        self.choice.choose(&self.planes);
        Step {
            sweeps: pace.sweeps,
            dead: lanes_of(self.planes.alive.not()),
            solved: lanes_of(solved),
            stuck: lanes_of(stuck),
        }
    }

    #[inline(always)]
    fn choice(&self, lane: usize) -> u8 {
        self.choice.choice(lane)
    }

    #[inline(always)]
    fn pairs(&self, lane: usize) -> CellSet {
        self.choice.pairs(lane)
    }
}

/// Returns the lanes whose bits are set: bit `i` of word `w` belongs to lane `i · WORDS + w`.
#[inline(always)]
fn lanes_of<V: Bits>(bits: V) -> LaneSet {
    // A byte at a time: if lanes were added one by one, each would wait for the one before.
    let spread = const { &spread(V::WORDS) };
    let mut lanes = [0; MAX_WORDS];
    for (word, bits) in bits.words()[..V::WORDS].iter().enumerate() {
        for (byte, bits) in bits.to_le_bytes().into_iter().enumerate() {
            let first = 8 * V::WORDS * byte;
            lanes[first / 64] |= spread[usize::from(bits)] << (first % 64 + word);
        }
    }
    LaneSet::from(lanes)
}

/// Returns a table that gives, for every byte, its bits at a distance of `by` from each other.
const fn spread(by: usize) -> [u64; 256] {
    let mut spread = [0; 256];
    let mut i = 0;
    while i < 256 * 8 {
        let set = i / 8;
        let bit = i % 8;
        spread[set] |= (set as u64 >> bit & 1) << (bit * by);
        i += 1;
    }
    spread
}
