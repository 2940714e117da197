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

mod level;
mod word;

use std::borrow::Cow;

use grid::{
    AnyGrid, Shape, Values,
    simd::{Available, Simd},
};

use super::{
    entry::{Build, Entry, every_shape, no_shape},
    interface::Strategy,
    limits::{Limits, Meter},
    outcome::Outcome,
    profile::SearchProfile,
    solutions::Solutions,
};
use level::{Level, Tables, Uses};
use word::{Order, Word};

pub(super) const FORWARD_CHECKING: Entry = entry::<true, true>(
    "forward-checking",
    &["fc"],
    "forward checking with minimum remaining values, maximum degree, least constraining value",
    every_shape,
);

pub(super) const FC_MRV: Entry = entry::<true, false>(
    "fc-mrv",
    &[],
    "forward checking with minimum remaining values, lowest cell, values ascending",
    no_shape,
);

pub(super) const FC_STATIC: Entry = entry::<false, false>(
    "fc-static",
    &[],
    "forward checking with cells in row-major order, values ascending",
    no_shape,
);

const fn entry<const MRV: bool, const DEGREE_LCV: bool>(
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    default_for: fn(Shape) -> bool,
) -> Entry {
    Entry {
        name: Cow::Borrowed(name),
        aliases,
        about: Cow::Borrowed(about),
        complete: true,
        solves: every_shape,
        takes_candidates: true,
        default_for,
        amortised: false,
        keeps_profile: true,
        row_major: !MRV,
        proof_work: |outcome| outcome.backtracks,
        build: Build::Native(build::<MRV, DEGREE_LCV>),
        external: None,
    }
}

/// Builds a workspace. It is compiled for three sides, each of which serves smaller sides too. The cells are padded to a multiple of
/// every vector width.
fn build<const MRV: bool, const DEGREE_LCV: bool>(shape: Shape, simd: Simd) -> Box<dyn Strategy> {
    match shape.side() {
        4..=9 => Box::new(ForwardChecking::<i16, 9, 96, MRV, DEGREE_LCV>::new(shape, simd)),
        10..=16 => Box::new(ForwardChecking::<i32, 16, 256, MRV, DEGREE_LCV>::new(shape, simd)),
        _ => Box::new(ForwardChecking::<i32, 25, 640, MRV, DEGREE_LCV>::new(shape, simd)),
    }
}

/// A search of shapes with up to `SIDE` values and `WIDTH` cells, whose states consist of words `W`.
struct ForwardChecking<W: Word, const SIDE: usize, const WIDTH: usize, const MRV: bool, const DEGREE_LCV: bool> {
    simd: Available,
    tables: Tables<W, SIDE, WIDTH>,
    candidates: Vec<Values>,
    levels: Box<[Level<W, WIDTH>; WIDTH]>,
    path: [Choice<W::Values>; WIDTH],
    profile: SearchProfile,
}

/// A cell, its current value, and the values that were not tried yet.
#[derive(Clone, Copy, Default)]
struct Choice<V> {
    cell: u16,
    value: u8,
    untried: V,
}

impl<W: Word, const SIDE: usize, const WIDTH: usize, const MRV: bool, const DEGREE_LCV: bool> Strategy
    for ForwardChecking<W, SIDE, WIDTH, MRV, DEGREE_LCV>
{
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let meter = Meter::start(limits);
        self.profile.clear();
        self.simd.run(
            #[inline(always)]
            || {
                self.tables.units.set_candidates(puzzle, &mut self.candidates);
                let smallest = self.levels[0].load::<SIDE, DEGREE_LCV>(puzzle, &self.candidates, &self.tables);
                self.search(puzzle, smallest, meter, solutions)
            },
        )
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile)
    }
}

impl<W: Word, const SIDE: usize, const WIDTH: usize, const MRV: bool, const DEGREE_LCV: bool>
    ForwardChecking<W, SIDE, WIDTH, MRV, DEGREE_LCV>
{
    fn new(shape: Shape, simd: Simd) -> Self {
        Self {
            simd: Available::new(simd),
            tables: Tables::new(shape),
            candidates: vec![0; shape.cells()],
            levels: vec![Level::EMPTY; WIDTH].try_into().unwrap_or_else(|_| unreachable!("there are so many levels")),
            path: [Choice::default(); WIDTH],
            profile: SearchProfile::new(shape),
        }
    }

    #[inline(always)]
    fn search(&mut self, puzzle: &AnyGrid, smallest: W, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let mut outcome = Outcome::ZERO;
        let blanks = puzzle.cells().len() - puzzle.clues();
        if blanks == 0 {
            self.profile.add_solution(0);
            solutions.add(puzzle.without_candidates());
            return outcome;
        }
        if smallest.has_no_candidate() {
            return outcome;
        }
        if !MRV {
            let cells = (0..).zip(puzzle.cells()).filter(|&(_, &value)| value == 0);
            self.path.iter_mut().zip(cells).for_each(|(choice, (cell, _))| choice.cell = cell);
        }
        let mut depth = 0;
        self.choose(0, smallest);
        loop {
            let choice = &mut self.path[depth];
            if choice.untried.is_empty() {
                if depth == 0 {
                    return outcome;
                }
                depth -= 1;
                outcome.backtracks += 1;
                continue;
            }
            if outcome.nodes == meter.pause
                && let Some(limit) = meter.stop(outcome.nodes)
            {
                outcome.end = limit;
                return outcome;
            }
            choice.value = choice.untried.first();
            choice.untried = choice.untried.without_first();
            outcome.add_node(!choice.untried.is_empty(), depth + 1);
            self.profile.add_node(depth, outcome.nodes);
            if depth + 1 == blanks {
                self.profile.add_solution(blanks);
                if solutions.add(self.solution(puzzle, blanks)) {
                    return outcome;
                }
                outcome.backtracks += 1;
                continue;
            }
            let [level, next] = self.levels.get_disjoint_mut([depth, depth + 1]).expect("two different levels");
            let effects = &self.tables.effects[usize::from(choice.cell)];
            let smallest = level.assign::<DEGREE_LCV>(next, effects, choice.value);
            if smallest.has_no_candidate() {
                outcome.backtracks += 1;
                continue;
            }
            depth += 1;
            self.choose(depth, smallest);
        }
    }

    /// Chooses the cell to fill at this depth, and its values in the order of trial. Without a heuristic, the cell is already chosen.
    #[inline(always)]
    fn choose(&mut self, depth: usize, smallest: W) {
        let choice = &mut self.path[depth];
        if MRV {
            choice.cell = smallest.cell() as u16;
        }
        let cell = usize::from(choice.cell);
        let level = &self.levels[depth];
        let candidates = level.candidates[cell].to_values();
        choice.untried = if DEGREE_LCV && !candidates.is_power_of_two() {
            least_constraining_first::<W::Values, SIDE>(candidates, &self.tables.uses(level, cell))
        } else {
            ascending(candidates)
        };
    }

    fn solution(&self, puzzle: &AnyGrid, blanks: usize) -> AnyGrid {
        let assignment = |choice: &Choice<W::Values>| (usize::from(choice.cell), choice.value);
        puzzle.filled_with(self.path[..blanks].iter().map(assignment))
    }
}

/// Returns the values of a set, the lowest first.
#[inline(always)]
fn ascending<V: Order>(candidates: Values) -> V {
    let mut values = V::default();
    let mut rest = candidates;
    while rest != 0 {
        let value = rest.ilog2();
        values = values.with_first(value as u8 + 1);
        rest ^= 1 << value;
    }
    values
}

/// Returns the values of a set, ordered by their uses, then ascending.
#[inline(always)]
fn least_constraining_first<V: Order, const SIDE: usize>(candidates: Values, uses: &Uses<SIDE>) -> V {
    let mut sorted = [0u16; SIDE];
    let mut rest = candidates;
    let mut n = 0;
    while rest != 0 {
        let value = rest.trailing_zeros();
        let key = uses.of(value) << 5 | (value as u16 + 1);
        let mut at = n;
        while at > 0 && sorted[at - 1] > key {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = key;
        n += 1;
        rest &= rest - 1;
    }
    sorted[..n].iter().rev().fold(V::default(), |values, &key| values.with_first((key & 31) as u8))
}
