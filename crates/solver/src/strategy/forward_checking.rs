//! Backtracking with forward checking, and its two ablations.
//!
//! Robert M. Haralick and Gordon L. Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
//! Artificial Intelligence 14, 1980. Each blank keeps its candidates; an assignment removes the value from the blank
//! peers' candidates and is undone at once if one of them has no candidate left. `forward-checking` chooses the blank
//! with the fewest candidates (minimum remaining values), then with the most blank peers (maximum degree), and tries
//! its values in the order of how many blank peers have them as a candidate (least constraining value). `fc-mrv` uses
//! only the first of these heuristics, `fc-static` none.
//!
//! A level of the search is a copy of the whole state: an assignment reads one level and writes the next in a single
//! pass over all cells. The pass vectorises and also finds the next cell; undoing an assignment costs nothing.

use std::borrow::Cow;

use super::{Build, Entry, Limits, Meter, Outcome, SearchProfile, Solutions, Strategy};
use grid::{
    ALL_VALUES, CELLS, Candidates, Grid, PEERS, are_peers,
    simd::{Available, Simd},
};

pub(super) const FORWARD_CHECKING: Entry = Entry {
    name: Cow::Borrowed("forward-checking"),
    aliases: &["fc"],
    about: Cow::Borrowed("forward checking with minimum remaining values, maximum degree, least constraining value"),
    complete: true,
    default: true,
    amortised: false,
    build: Build::Native(|simd| Box::new(ForwardChecking::<true, true>::new(simd))),
    external: None,
};

pub(super) const FC_MRV: Entry = Entry {
    name: Cow::Borrowed("fc-mrv"),
    aliases: &[],
    about: Cow::Borrowed("forward checking with minimum remaining values, lowest cell, values ascending"),
    complete: true,
    default: false,
    amortised: false,
    build: Build::Native(|simd| Box::new(ForwardChecking::<true, false>::new(simd))),
    external: None,
};

pub(super) const FC_STATIC: Entry = Entry {
    name: Cow::Borrowed("fc-static"),
    aliases: &[],
    about: Cow::Borrowed("forward checking with cells in row-major order, values ascending"),
    complete: true,
    default: false,
    amortised: false,
    build: Build::Native(|simd| Box::new(ForwardChecking::<false, false>::new(simd))),
    external: None,
};

/// The number of cells, padded to a multiple of every vector width.
const WIDTH: usize = 96;

/// The key of a cell is `candidates · 4096 + (20 − blank peers) · 128 + cell`, less 32768 to fit an `i16`: the
/// heuristics choose the cell with the smallest key.
const BIAS: i16 = i16::MIN;
const CANDIDATE_WEIGHT: i16 = 1 << 12;
/// The weight in a key of each blank peer that a cell lacks.
const MISSING_PEER_WEIGHT: i16 = 1 << 7;
/// A lower bound of the key of a filled cell, larger than the key of any blank.
const FILLED: i16 = 0x6000;

// The effects of an assignment on a cell; see `Level::assign`.
const UNTOUCHED: i16 = i16::MIN;
const PEER: i16 = i16::MIN | ALL_VALUES as i16;
static EFFECT: [[i16; WIDTH]; CELLS] = effects();

/// For each set of candidates, nine 5-bit counters: 1 for a candidate, 0 for any other value.
static COUNTERS: [u64; 512] = counters();

struct ForwardChecking<const MRV: bool, const DEGREE_LCV: bool> {
    simd: Available,
    levels: Box<[Level; CELLS + 1]>,
    path: [Choice; CELLS],
    profile: SearchProfile,
}

#[derive(Clone, Copy)]
struct Level {
    candidates: [Candidates; WIDTH],
    keys: [i16; WIDTH],
}

#[derive(Clone, Copy, Default)]
struct Choice {
    cell: u8,
    /// Values from 1 to 9 in the order of trial, four bits each, the next value in the lowest bits.
    untried: u64,
}

impl<const MRV: bool, const DEGREE_LCV: bool> Strategy for ForwardChecking<MRV, DEGREE_LCV> {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let meter = Meter::start(limits);
        self.profile.clear();
        self.simd.run(
            #[inline(always)]
            || {
                let smallest = self.levels[0].load::<DEGREE_LCV>(puzzle);
                self.search(puzzle, CELLS - puzzle.clues(), smallest, meter, solutions)
            },
        )
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile)
    }
}

impl<const MRV: bool, const DEGREE_LCV: bool> ForwardChecking<MRV, DEGREE_LCV> {
    fn new(simd: Simd) -> Self {
        let level = Level { candidates: [0; WIDTH], keys: [i16::MAX; WIDTH] };
        Self {
            simd: Available::new(simd),
            levels: Box::new([level; CELLS + 1]),
            path: [Choice::default(); CELLS],
            profile: SearchProfile::EMPTY,
        }
    }

    #[inline(always)]
    fn search(
        &mut self,
        puzzle: &Grid,
        blanks: usize,
        smallest: i16,
        mut meter: Meter<'_>,
        solutions: &mut Solutions,
    ) -> Outcome {
        let mut outcome = Outcome::ZERO;
        if blanks == 0 {
            self.profile.add_solution(0);
            solutions.add(*puzzle);
            return outcome;
        }
        if has_no_candidate(smallest) {
            return outcome;
        }
        let mut grid = *puzzle;
        let mut depth = 0;
        self.path[0] = self.choose(&grid, 0, smallest);
        loop {
            let choice = &mut self.path[depth];
            if choice.untried == 0 {
                if depth == 0 {
                    return outcome;
                }
                depth -= 1;
                outcome.backtracks += 1;
                grid.set(self.path[depth].cell as usize, 0);
                continue;
            }
            if outcome.nodes == meter.pause
                && let Some(limit) = meter.stop(outcome.nodes)
            {
                outcome.end = limit;
                return outcome;
            }
            let value = (choice.untried & 15) as u8;
            choice.untried >>= 4;
            outcome.add_node(choice.untried != 0, depth + 1);
            self.profile.add_node(depth, outcome.nodes);
            let cell = choice.cell as usize;
            if depth + 1 == blanks {
                grid.set(cell, value);
                self.profile.add_solution(blanks);
                if solutions.add(grid) {
                    return outcome;
                }
                grid.set(cell, 0);
                outcome.backtracks += 1;
                continue;
            }
            let [level, next] = self.levels.get_disjoint_mut([depth, depth + 1]).expect("two different levels");
            let smallest = level.assign::<DEGREE_LCV>(next, cell, value);
            if has_no_candidate(smallest) {
                outcome.backtracks += 1;
                continue;
            }
            grid.set(cell, value);
            depth += 1;
            self.path[depth] = self.choose(&grid, depth, smallest);
        }
    }

    /// Returns the cell to fill at this depth, and its values in the order of trial.
    #[inline(always)]
    fn choose(&self, grid: &Grid, depth: usize, smallest: i16) -> Choice {
        let cell = if MRV {
            (smallest & (MISSING_PEER_WEIGHT - 1)) as usize
        } else {
            let after = if depth == 0 { 0 } else { self.path[depth - 1].cell as usize + 1 };
            (after..CELLS).find(|&cell| grid.get(cell) == 0).expect("a blank is left")
        };
        let level = &self.levels[depth];
        let candidates = level.candidates[cell];
        let untried = if DEGREE_LCV && !candidates.is_power_of_two() {
            least_constraining_first(candidates, level.uses(cell))
        } else {
            ascending(candidates)
        };
        Choice { cell: cell as u8, untried }
    }
}

impl Level {
    /// Sets the candidates and keys of a puzzle, and returns the smallest key.
    fn load<const DEGREE: bool>(&mut self, puzzle: &Grid) -> i16 {
        self.candidates[..CELLS].copy_from_slice(&puzzle.candidates());
        let mut smallest = i16::MAX;
        for (cell, &value) in puzzle.cells().iter().enumerate() {
            let degree = if DEGREE { blank_peers(puzzle, cell) } else { 0 };
            let key = i32::from(BIAS)
                + self.candidates[cell].count_ones() as i32 * i32::from(CANDIDATE_WEIGHT)
                + (20 - degree) * i32::from(MISSING_PEER_WEIGHT)
                + cell as i32;
            self.keys[cell] = if value == 0 { key as i16 } else { FILLED };
            smallest = smallest.min(self.keys[cell]);
        }
        smallest
    }

    /// Writes the state after `value` is assigned to `cell` to `next`, and returns its smallest key.
    ///
    /// [`EFFECT`] is [`UNTOUCHED`], [`PEER`] or, for the cell itself, [`FILLED`]. It serves as three masks and a bound.
    /// Its lowest nine bits select the candidates that may be removed; bit 7 is added to the key, as the weight of a
    /// blank peer less; the sign bit means that the cell keeps its candidates. As a number, it is a lower bound of the
    /// new key, which only [`FILLED`] raises.
    #[inline(always)]
    fn assign<const DEGREE: bool>(&self, next: &mut Level, cell: usize, value: u8) -> i16 {
        let bit = 1i16 << (value - 1);
        let mut smallest = i16::MAX;
        for (i, &effect) in EFFECT[cell].iter().enumerate() {
            let gone = self.candidates[i] as i16 & bit & effect;
            let kept = if effect < 0 { self.candidates[i] as i16 ^ gone } else { 0 };
            let less = if gone != 0 { CANDIDATE_WEIGHT } else { 0 };
            let degree = if DEGREE { effect & MISSING_PEER_WEIGHT } else { 0 };
            let key = (self.keys[i] - less + degree).max(effect);
            next.candidates[i] = kept as Candidates;
            next.keys[i] = key;
            smallest = smallest.min(key);
        }
        smallest
    }

    /// Returns the number of blank peers of a cell that have each value as a candidate: nine 5-bit counters.
    #[inline(always)]
    fn uses(&self, cell: usize) -> u64 {
        PEERS[cell].iter().map(|&peer| COUNTERS[self.candidates[peer as usize] as usize & 511]).sum()
    }
}

/// Returns true if the smallest key belongs to a blank without candidates.
#[inline(always)]
fn has_no_candidate(smallest: i16) -> bool {
    smallest < BIAS + CANDIDATE_WEIGHT
}

/// Returns the values of a set, four bits each, the lowest value in the lowest bits.
#[inline(always)]
fn ascending(candidates: Candidates) -> u64 {
    let mut values = 0;
    let mut rest = candidates;
    let mut shift = 0;
    while rest != 0 {
        values |= u64::from(rest.trailing_zeros() + 1) << shift;
        rest &= rest - 1;
        shift += 4;
    }
    values
}

/// Returns the values of a set, four bits each, ordered by their counters in `uses`, then ascending.
#[inline(always)]
fn least_constraining_first(candidates: Candidates, uses: u64) -> u64 {
    let mut sorted = [0u16; 9];
    let mut rest = candidates;
    let mut n = 0;
    while rest != 0 {
        let value = rest.trailing_zeros();
        let key = (((uses >> (5 * value)) & 31) as u16) << 4 | (value as u16 + 1);
        let mut at = n;
        while at > 0 && sorted[at - 1] > key {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = key;
        n += 1;
        rest &= rest - 1;
    }
    sorted[..n].iter().rev().fold(0, |values, &key| values << 4 | u64::from(key & 15))
}

fn blank_peers(puzzle: &Grid, cell: usize) -> i32 {
    PEERS[cell].iter().map(|&peer| i32::from(puzzle.get(peer.into()) == 0)).sum()
}

const fn effects() -> [[i16; WIDTH]; CELLS] {
    let mut effects = [[UNTOUCHED; WIDTH]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            if are_peers(cell, other) {
                effects[cell][other] = PEER;
            }
            other += 1;
        }
        effects[cell][cell] = FILLED;
        cell += 1;
    }
    effects
}

const fn counters() -> [u64; 512] {
    let mut counters = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut value = 0;
        while value < 9 {
            counters[set] |= (set as u64 >> value & 1) << (5 * value);
            value += 1;
        }
        set += 1;
    }
    counters
}
