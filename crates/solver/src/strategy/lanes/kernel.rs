//! The interface between the search and a kernel, which propagates constraints and chooses cells in many lanes at once.

use super::bits::MAX_WORDS;
use grid::{Candidates, CellSet, Grid};

pub const MAX_LANES: usize = 64 * MAX_WORDS;

/// The candidates of all cells of one puzzle, outside the lanes.
pub trait State: Copy {
    const EMPTY: Self;

    /// Returns the candidates of a puzzle before the first sweep.
    fn of(puzzle: &Grid) -> Self;
    /// Returns the solution if every cell has one candidate.
    fn grid(&self) -> Grid;
    fn rule_out(&mut self, cell: u8, values: Candidates);
}

/// Many lanes, each with the state of one puzzle.
///
/// Every kernel applies the rules of `lanes` in METHODOLOGY.md until nothing changes. The result does not depend on the
/// order, because the rules are monotone as long as no contradiction is found.
pub trait Kernel {
    type State: State;
    const LANES: usize;

    fn put(&mut self, lane: usize, state: &Self::State);
    fn get(&self, lane: usize, state: &mut Self::State);
    fn candidates(&self, lane: usize, cell: u8) -> Candidates;
    fn keep(&mut self, lane: usize, cell: u8, values: Candidates);
    /// Propagates constraints in all lanes, until another sweep would not pay ([`Pace`]). `used` is the number of lanes
    /// with a search.
    fn step(&mut self, used: usize) -> Step;
    /// Returns the cell to guess in, for a lane that the last step left stuck.
    fn choice(&self, lane: usize) -> u8;
    /// Returns the cells with two candidates, for a lane that the last step left stuck.
    fn pairs(&self, lane: usize) -> CellSet;
}

/// A set of lanes: lane `i` is bit `i % 64` of word `i / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSet([u64; MAX_WORDS]);

impl LaneSet {
    pub const NONE: LaneSet = LaneSet([0; MAX_WORDS]);

    #[inline(always)]
    pub fn insert(&mut self, lane: usize) {
        self.0[lane / 64 % MAX_WORDS] |= 1 << (lane % 64);
    }

    /// Adds a lane if `is_member` is true, without a branch.
    #[inline(always)]
    pub fn insert_if(&mut self, lane: usize, is_member: bool) {
        self.0[lane / 64 % MAX_WORDS] |= u64::from(is_member) << (lane % 64);
    }

    #[inline(always)]
    pub fn remove(&mut self, lane: usize) {
        self.0[lane / 64 % MAX_WORDS] &= !(1 << (lane % 64));
    }

    #[inline(always)]
    pub fn and(mut self, other: &LaneSet) -> LaneSet {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, &other)| *bits &= other);
        self
    }

    #[inline(always)]
    pub fn or(mut self, other: &LaneSet) -> LaneSet {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, &other)| *bits |= other);
        self
    }

    #[inline(always)]
    pub fn without(mut self, other: &LaneSet) -> LaneSet {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, &other)| *bits &= !other);
        self
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

/// An iterator over the lanes of a set. The body of a `for` loop is compiled for the instruction set of its function; a
/// closure is not, unless it is inlined.
pub struct LaneIter {
    set: LaneSet,
    /// The current word, and the bits of it that are left.
    word: usize,
    bits: u64,
}

impl IntoIterator for LaneSet {
    type Item = usize;
    type IntoIter = LaneIter;

    #[inline(always)]
    fn into_iter(self) -> LaneIter {
        LaneIter { set: self, word: 0, bits: self.0[0] }
    }
}

impl Iterator for LaneIter {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.set.0.get(self.word)?;
        }
        let lane = 64 * self.word + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(lane)
    }
}

impl From<[u64; MAX_WORDS]> for LaneSet {
    #[inline(always)]
    fn from(words: [u64; MAX_WORDS]) -> LaneSet {
        LaneSet(words)
    }
}

impl From<u32> for LaneSet {
    #[inline(always)]
    fn from(lanes: u32) -> LaneSet {
        let mut set = LaneSet::NONE;
        set.0[0] = lanes.into();
        set
    }
}

/// Decides after each sweep of a step whether another sweep pays: it must work on more lanes than the step does per
/// sweep on average, with the overhead counted in.
pub struct Pace {
    /// The time of a step without its sweeps, in sweeps.
    overhead: usize,
    pub sweeps: usize,
    /// The lanes that each sweep works on, added up, the next sweep included.
    work: usize,
}

impl Pace {
    #[inline(always)]
    pub fn new(overhead: usize, lanes: usize) -> Pace {
        Pace { overhead, sweeps: 0, work: lanes }
    }

    /// Counts a sweep that left `active` lanes unfinished. Returns true if another sweep pays. Lanes without a search
    /// may be counted: their states are finished, or will be soon, and only the speed depends on them.
    #[inline(always)]
    pub fn another_sweep_pays(&mut self, active: usize) -> bool {
        self.sweeps += 1;
        let pays = active * (self.overhead + self.sweeps) > self.work;
        self.work += active;
        pays
    }
}

/// The result of a step. A lane that is in no set needs further steps. A lane without a search may be in any set.
pub struct Step {
    pub sweeps: usize,
    /// Lanes with a contradiction.
    pub dead: LaneSet,
    /// Lanes in which every cell has one candidate.
    pub solved: LaneSet,
    /// Lanes that no rule changes, and that are neither dead nor solved.
    pub stuck: LaneSet,
}
