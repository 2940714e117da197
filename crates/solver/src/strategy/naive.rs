//! Row-major backtracking with a validity check.
//!
//! Blanks in row-major order, values 1 to 9; a value is assigned if no peer holds it. The implementation counts exactly
//! the nodes of this rule, and is faster than a literal one for two reasons:
//!
//! * It never visits a blank without legal values: each choice point knows the legal values of the next two blanks.
//!   The skipped nodes are counted from the sets of legal values: all nodes of a choice point when it is reached, less
//!   those that are still untried when the search stops.
//! * From a dead end it returns directly to the last choice point with a value that does not fail at the next blank.
//!
//! A node limit stops at an exact node, so the last nodes before the limit are visited one by one.

use std::borrow::Cow;

use super::{Build, End, Entry, Limits, Meter, Outcome, Solutions, Strategy};
use crate::grid::{ALL_VALUES, CELLS, Candidates, Grid, are_peers, box_of, column_of, row_of};

/// The entry in the registry.
pub(super) const NAIVE: Entry = Entry {
    name: Cow::Borrowed("naive"),
    about: Cow::Borrowed("row-major backtracking, values ascending, with a validity check"),
    complete: true,
    default: true,
    amortised: false,
    build: Build::Native(|_| Box::new(Naive::new())),
    external: None,
};

/// The length of every table. Tables are indexed by a choice point, the `k`th blank, as a `u8`, so no index is out of
/// bounds.
const TABLE_SIZE: usize = 256;
/// In the table of free values: the first of nine entries with the values that the givens leave free in each unit.
const FIRST_GIVENS_ENTRY: u8 = 96;
/// In the table of free values: the entry in which every value is free.
const ANY_VALUE_ENTRY: u8 = u8::MAX;

/// A choice point.
type Index = u8;

struct Naive {
    cells: [u8; TABLE_SIZE],
    blanks: [Blank; TABLE_SIZE],
    /// The values that are free in the row, column and box of a blank after a value is assigned to it. The fourth entry is
    /// not used.
    free: [[Candidates; 4]; TABLE_SIZE],
    path: [Choice; TABLE_SIZE],
    /// The choice points on the path with a live value left.
    open: [Index; TABLE_SIZE],
}

/// Precomputed data of the `k`th blank.
#[derive(Clone, Copy, Default)]
#[repr(align(16))]
struct Blank {
    /// The entries of `free` for its row, column and box: the last blank before it in that unit, or the givens.
    before: [Index; 3],
    /// The entries of `free` for blank `k + 2`, before a value is assigned to blank `k` or `k + 1`.
    before_second: [Index; 3],
    /// All values if blank `k + 1` is its peer, none if not.
    next_is_peer: Candidates,
    /// All values if blank `k + 2` is its peer, none if not.
    second_is_peer: Candidates,
    /// All values if the blanks `k + 1` and `k + 2` are peers, none if not.
    next_two_are_peers: Candidates,
}

/// A choice point on the path.
#[derive(Clone, Copy, Default)]
struct Choice {
    /// The values that no peer held when the choice point was reached.
    legal: Candidates,
    /// The current value and all lower values.
    tried: Candidates,
    /// The untried legal values that leave a legal value for the next blank.
    live: Candidates,
    /// The legal values of the next blank before a value is assigned to this one.
    next: Candidates,
}

impl Strategy for Naive {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let blanks = self.load(puzzle);
        let counters = Counters { blanks, limit: limits.nodes, nodes: 0, exhausted: 0, deepest: 0 };
        if blanks == 0 {
            solutions.add(*puzzle);
            return counters.stop(End::Complete, 0);
        }
        // The meter is checked once per choice point, which adds at most 81 nodes.
        let early = Limits { nodes: limits.nodes.saturating_sub(9 * 9), ..*limits };
        counters.run(self, puzzle, Meter::start(&early), solutions)
    }
}

impl Naive {
    fn new() -> Naive {
        Naive {
            cells: [0; TABLE_SIZE],
            blanks: [Blank::default(); TABLE_SIZE],
            free: [[ALL_VALUES; 4]; TABLE_SIZE],
            path: [Choice::default(); TABLE_SIZE],
            open: [0; TABLE_SIZE],
        }
    }

    /// Prepares the tables for a puzzle and returns the number of its blanks.
    fn load(&mut self, puzzle: &Grid) -> Index {
        let mut last = [[0; 9]; 3];
        for unit in 0..9 {
            self.free[usize::from(FIRST_GIVENS_ENTRY + unit)] = [ALL_VALUES; 4];
            last.iter_mut().for_each(|last| last[usize::from(unit)] = FIRST_GIVENS_ENTRY + unit);
        }
        let mut blanks = 0u8;
        for (cell, &value) in puzzle.cells().iter().enumerate() {
            let units = [row_of(cell), column_of(cell), box_of(cell)];
            if value == 0 {
                self.cells[usize::from(blanks)] = cell as u8;
                let before = &mut self.blanks[usize::from(blanks)].before;
                for (i, unit) in units.into_iter().enumerate() {
                    before[i] = last[i][unit];
                    last[i][unit] = blanks;
                }
                blanks += 1;
            } else {
                for (i, unit) in units.into_iter().enumerate() {
                    self.free[usize::from(FIRST_GIVENS_ENTRY) + unit][i] &= !(1 << (value - 1));
                }
            }
        }
        // Two sentinel blanks after the last one, in which every value is legal.
        for k in blanks..blanks + 2 {
            self.blanks[usize::from(k)] =
                Blank { before: [ANY_VALUE_ENTRY; 3], before_second: [ANY_VALUE_ENTRY; 3], ..Blank::default() };
        }
        for k in (0..blanks).rev() {
            let next_two_are_peers = self.blanks[usize::from(k + 1)].next_is_peer;
            self.blanks[usize::from(k)] = Blank {
                before: self.blanks[usize::from(k)].before,
                before_second: self.before_second(k),
                next_is_peer: self.are_peers(k, k + 1, blanks),
                second_is_peer: self.are_peers(k, k + 2, blanks),
                next_two_are_peers,
            };
        }
        blanks
    }

    /// Returns the entries of `free` for blank `k + 2` when neither `k` nor `k + 1` has a value.
    fn before_second(&self, k: Index) -> [Index; 3] {
        let mut before = self.blanks[usize::from(k + 2)].before;
        for (i, before) in before.iter_mut().enumerate() {
            while *before == k || *before == k + 1 {
                *before = self.blanks[usize::from(*before)].before[i];
            }
        }
        before
    }

    fn are_peers(&self, k: Index, other: Index, blanks: Index) -> Candidates {
        let cell = |k: Index| usize::from(self.cells[usize::from(k)]);
        if other < blanks && are_peers(cell(k), cell(other)) { ALL_VALUES } else { 0 }
    }

    /// Returns the values that are free in all three units.
    #[inline(always)]
    fn legal(&self, at: [Index; 3]) -> Candidates {
        let free = |i: usize| self.free[usize::from(at[i])][i];
        free(0) & free(1) & free(2)
    }

    #[inline(always)]
    fn assign(&mut self, k: Index, value: Candidates) {
        let before = self.blanks[usize::from(k)].before;
        for (i, before) in before.into_iter().enumerate() {
            self.free[usize::from(k)][i] = self.free[usize::from(before)][i] & !value;
        }
    }

    /// Returns the entries of `free` for the second blank before the first has a value.
    fn before_next_of_first(&self) -> [Index; 3] {
        let [first, second] = [self.blanks[0].before, self.blanks[1].before];
        std::array::from_fn(|i| if second[i] == 0 { first[i] } else { second[i] })
    }

    fn choice(&mut self, k: Index) -> &mut Choice {
        &mut self.path[usize::from(k)]
    }

    fn solution(&self, puzzle: &Grid, blanks: Index) -> Grid {
        let mut solution = *puzzle;
        for (cell, choice) in self.cells.iter().zip(&self.path).take(blanks.into()) {
            solution.set((*cell).into(), 16 - choice.tried.leading_zeros() as u8);
        }
        solution
    }
}

/// The counters of one search.
///
/// In `run` they also count the untried values on the path; `subtract_untried` makes them exact.
struct Counters {
    blanks: Index,
    /// The node limit.
    limit: u64,
    nodes: u64,
    /// Choice points whose last value was tried: the nodes that are not guesses.
    exhausted: u64,
    /// The largest number of assignments on a path that ended.
    deepest: u8,
}

impl Counters {
    fn run(mut self, naive: &mut Naive, puzzle: &Grid, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let mut k: Index = 0;
        let mut opened: u8 = 0;
        let legal = naive.legal(naive.blanks[0].before);
        if legal == 0 {
            return self.stop(End::Complete, 0);
        }
        let mut next = naive.legal(naive.before_next_of_first());
        let mut live = live(legal, next, naive.blanks[0].next_is_peer);
        *naive.choice(0) = Choice { legal, tried: 0, live, next };
        (self.nodes, self.exhausted) = (legal.count_ones().into(), 1);
        if live == 0 && self.nodes <= self.limit {
            self.deepest = 1;
            return self.stop(End::Complete, 0);
        }
        loop {
            if k == self.blanks {
                // The nine legal values of the sentinel after the last blank are not nodes.
                self.nodes -= 9;
                self.exhausted -= 1;
                self.deepest = k;
                if solutions.add(naive.solution(puzzle, k)) {
                    self.subtract_untried(&naive.path[..k.into()]);
                    return self.stop(End::Complete, k);
                }
                live = 0;
            } else if self.nodes >= meter.pause
                && let Some(end) = meter.stop(self.nodes)
            {
                self.subtract_untried(&naive.path[..=k.into()]);
                self.deepest = self.deepest.max(k);
                return match end {
                    End::NodeLimit => self.walk(naive, puzzle, k, solutions),
                    end => self.stop(end, k),
                };
            }
            let blank = naive.blanks[usize::from(k)];
            let second = naive.legal(blank.before_second);
            loop {
                if live == 0 {
                    if opened == 0 {
                        return self.stop(End::Complete, 0);
                    }
                    opened -= 1;
                    k = naive.open[usize::from(opened)];
                    Choice { live, next, .. } = *naive.choice(k);
                    break;
                }
                let value = live & live.wrapping_neg();
                live ^= value;
                let child = next & !(value & blank.next_is_peer);
                let child_next = second & !(value & blank.second_is_peer);
                let child_live = self::live(child, child_next, blank.next_two_are_peers);
                self.nodes += u64::from(SIZES[usize::from(child) % SIZES.len()]);
                self.exhausted += 1;
                if child_live != 0 {
                    let choice = naive.choice(k);
                    choice.tried = value | (value - 1);
                    (choice.live, choice.next) = (live, next);
                    naive.assign(k, value);
                    naive.open[usize::from(opened)] = k;
                    opened += u8::from(live != 0);
                    k += 1;
                    (live, next) = (child_live, child_next);
                    let choice = naive.choice(k);
                    (choice.legal, choice.tried) = (child, 0);
                    break;
                }
                // The deepest nodes are in dead ends and solutions.
                if k + 2 > self.deepest {
                    self.deepest = k + 2;
                }
            }
        }
    }

    /// Continues from choice point `k` node by node, up to the node limit.
    fn walk(mut self, naive: &mut Naive, puzzle: &Grid, mut k: Index, solutions: &mut Solutions) -> Outcome {
        loop {
            let Choice { legal, tried, .. } = *naive.choice(k);
            let untried = legal & !tried;
            if untried == 0 {
                if k == 0 {
                    return self.stop(End::Complete, 0);
                }
                k -= 1;
                continue;
            }
            if self.nodes == self.limit {
                return self.stop(End::NodeLimit, k);
            }
            let value = untried & untried.wrapping_neg();
            self.nodes += 1;
            self.exhausted += u64::from(untried == value);
            self.deepest = self.deepest.max(k + 1);
            naive.choice(k).tried = value | (value - 1);
            naive.assign(k, value);
            if k + 1 < self.blanks {
                k += 1;
                let legal = naive.legal(naive.blanks[usize::from(k)].before);
                *naive.choice(k) = Choice { legal, ..Choice::default() };
            } else if solutions.add(naive.solution(puzzle, k + 1)) {
                return self.stop(End::Complete, k + 1);
            }
        }
    }

    /// Subtracts the untried values on the path from the counters.
    fn subtract_untried(&mut self, path: &[Choice]) {
        for choice in path {
            let untried = choice.legal & !choice.tried;
            self.nodes -= u64::from(untried.count_ones());
            self.exhausted -= u64::from(untried != 0);
        }
    }

    /// Returns the outcome of a search that stops with `depth` assignments on its path; all others were undone.
    fn stop(self, end: End, depth: u8) -> Outcome {
        Outcome {
            end,
            nodes: self.nodes,
            guesses: self.nodes - self.exhausted,
            backtracks: self.nodes - u64::from(depth),
            max_depth: self.deepest.min(self.blanks),
        }
    }
}

/// Returns the legal values of a blank that leave a legal value for the next blank, whose legal values are `next` so
/// far.
#[inline(always)]
fn live(legal: Candidates, next: Candidates, next_is_peer: Candidates) -> Candidates {
    let only = if next & next.wrapping_sub(1) == 0 { next } else { 0 };
    if next == 0 { 0 } else { legal & !(only & next_is_peer) }
}

/// The size of each set of values. A table is faster than counting bits on a baseline processor without `popcnt`.
static SIZES: [u8; 512] = sizes();

const fn sizes() -> [u8; 512] {
    let mut sizes = [0; 512];
    let mut set = 0;
    while set < 512 {
        sizes[set] = (set as u16).count_ones() as u8;
        set += 1;
    }
    sizes
}

const _: () = assert!(CELLS + 2 <= FIRST_GIVENS_ENTRY as usize && FIRST_GIVENS_ENTRY < ANY_VALUE_ENTRY - 9);
