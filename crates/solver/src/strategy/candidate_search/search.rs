//! The search: depth first, all values of a cell one after the other, each from the state before the choice.

use std::marker::PhantomData;

use grid::{
    AnyGrid, Shape, Values,
    simd::{Available, Simd},
};

use super::{
    hidden_singles::HiddenSingles,
    level::{Level, Tables, Uses},
    rule::Rule,
    word::{Order, Word},
};
use crate::strategy::{
    interface::Strategy,
    limits::{Limits, Meter},
    outcome::Outcome,
    profile::SearchProfile,
    solutions::Solutions,
    trace::{Observer, SearchTrace},
};

/// A search of shapes with up to `SIDE` values and `WIDTH` cells, whose states consist of words `W`.
pub struct CandidateSearch<R, O, W: Word, const SIDE: usize, const WIDTH: usize> {
    simd: Available,
    tables: Tables<W, SIDE, WIDTH>,
    hidden_singles: HiddenSingles<SIDE, WIDTH>,
    candidates: Vec<Values>,
    /// The blanks of the puzzle in row-major order.
    blanks: Vec<u16>,
    /// The state after each number of assignments.
    levels: Box<[Level<W, WIDTH>; WIDTH]>,
    /// The cell and the value of each assignment.
    assigned: [(u16, u8); WIDTH],
    path: [Choice<W::Values>; WIDTH],
    profile: SearchProfile,
    observer: O,
    rule: PhantomData<R>,
}

/// A choice point: the number of assignments before it, the cell, and the values that were not tried yet.
#[derive(Clone, Copy, Default)]
struct Choice<V> {
    level: u16,
    cell: u16,
    untried: V,
}

/// What an assignment leads to, with all that follows from it.
enum State<W> {
    /// The number of assignments, and the smallest key.
    Open(usize, W),
    Contradiction,
    Solved,
}

impl<R: Rule, O: Observer, W: Word, const SIDE: usize, const WIDTH: usize> Strategy
    for CandidateSearch<R, O, W, SIDE, WIDTH>
{
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let meter = Meter::start(limits);
        self.profile.clear();
        self.observer.clear();
        self.simd.run(
            #[inline(always)]
            || {
                self.tables.units.set_candidates(puzzle, &mut self.candidates);
                let smallest = self.levels[0].load::<R, SIDE>(puzzle, &self.candidates, &self.tables);
                self.blanks.clear();
                self.blanks.extend((0..).zip(puzzle.cells()).filter(|&(_, &value)| value == 0).map(|(cell, _)| cell));
                self.search(puzzle, smallest, meter, solutions)
            },
        )
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile).filter(|_| !R::NAKED_SINGLES)
    }

    fn trace(&self) -> Option<&SearchTrace> {
        self.observer.trace()
    }
}

impl<R: Rule, O: Observer, W: Word, const SIDE: usize, const WIDTH: usize> CandidateSearch<R, O, W, SIDE, WIDTH> {
    pub fn new(shape: Shape, simd: Simd) -> Self {
        let tables = Tables::new(shape);
        Self {
            simd: Available::new(simd),
            hidden_singles: HiddenSingles::new(&tables.units),
            tables,
            candidates: vec![0; shape.cells()],
            blanks: Vec::with_capacity(shape.cells()),
            levels: vec![Level::EMPTY; WIDTH].try_into().unwrap_or_else(|_| unreachable!("there are so many levels")),
            assigned: [(0, 0); WIDTH],
            path: [Choice::default(); WIDTH],
            profile: SearchProfile::new(shape),
            observer: O::default(),
            rule: PhantomData,
        }
    }

    #[inline(always)]
    fn search(&mut self, puzzle: &AnyGrid, smallest: W, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let mut outcome = Outcome::ZERO;
        match self.propagate(0, smallest) {
            State::Open(level, smallest) => self.choose(0, level, smallest),
            State::Contradiction => return outcome,
            State::Solved => {
                self.profile.add_solution(0);
                solutions.add(self.solution(puzzle));
                return outcome;
            }
        }
        let mut depth = 0;
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
            let value = choice.untried.first();
            choice.untried = choice.untried.without_first();
            let is_guess = !choice.untried.is_empty();
            outcome.add_node(is_guess, depth + 1);
            self.profile.add_node(depth, outcome.nodes);
            // Without propagation, every assignment is a choice.
            let level = if R::NAKED_SINGLES { usize::from(choice.level) } else { depth };
            let cell = usize::from(choice.cell);
            self.observer.add_node(depth, is_guess, || (cell, value));
            let smallest = self.assign(level, cell, value);
            match self.propagate(level + 1, smallest) {
                State::Open(level, smallest) => {
                    depth += 1;
                    self.choose(depth, level, smallest);
                    continue;
                }
                State::Contradiction => {}
                State::Solved => {
                    self.profile.add_solution(depth + 1);
                    if solutions.add(self.solution(puzzle)) {
                        return outcome;
                    }
                }
            }
            outcome.backtracks += 1;
        }
    }

    /// Assigns a value to a cell of the state at this level. Returns the smallest key of the next level, unless the grid is full.
    #[inline(always)]
    fn assign(&mut self, level: usize, cell: usize, value: u8) -> W {
        self.assigned[level] = (cell as u16, value);
        if level + 1 == self.blanks.len() {
            return W::FILLED;
        }
        let [state, next] = self.levels.get_disjoint_mut([level, level + 1]).expect("two different levels");
        state.assign::<R>(next, &self.tables.effects[cell], value)
    }

    /// Makes the assignments that follow from the state at this level, which has this smallest key.
    #[inline(always)]
    fn propagate(&mut self, mut level: usize, mut smallest: W) -> State<W> {
        loop {
            if smallest.has_no_candidate() {
                return State::Contradiction;
            }
            if level == self.blanks.len() {
                return State::Solved;
            }
            if R::NAKED_SINGLES && smallest.has_one_candidate() {
                let cell = smallest.cell();
                let value = self.levels[level].candidates[cell].to_values().trailing_zeros() as u8 + 1;
                self.observer.add_single(cell, value);
                smallest = self.assign(level, cell, value);
                level += 1;
                continue;
            }
            if !R::HIDDEN_SINGLES {
                return State::Open(level, smallest);
            }
            if !self.hidden_singles.find(&self.levels[level].candidates) {
                return State::Contradiction;
            }
            if self.hidden_singles.count() == 0 {
                return State::Open(level, smallest);
            }
            (level, smallest) = self.assign_hidden_singles(level);
        }
    }

    /// Assigns the hidden singles that were found, until one leads to a contradiction. Returns the new level and its smallest key.
    #[inline(always)]
    fn assign_hidden_singles(&mut self, mut level: usize) -> (usize, W) {
        let mut smallest = W::FILLED;
        for index in 0..self.hidden_singles.count() {
            let (cell, value) = self.hidden_singles.get(index);
            // If an earlier assignment has ruled it out, its unit has no place for the value, which the next search for singles shows.
            let is_candidate = self.levels[level].candidates[cell].to_values() >> (value - 1) & 1 == 1;
            if is_candidate {
                self.observer.add_single(cell, value);
                smallest = self.assign(level, cell, value);
                level += 1;
            }
            if level == self.blanks.len() || smallest.has_no_candidate() {
                break;
            }
        }
        (level, smallest)
    }

    /// Chooses the cell to fill at this depth, and its values in the order of trial.
    #[inline(always)]
    fn choose(&mut self, depth: usize, level: usize, smallest: W) {
        let state = &self.levels[level];
        let cell = if R::MRV {
            smallest.cell()
        } else if !R::NAKED_SINGLES {
            usize::from(self.blanks[level])
        } else {
            let first = depth.checked_sub(1).map_or(0, |last| usize::from(self.path[last].cell) + 1);
            let open = state.candidates[first..].iter().position(|&candidates| candidates != W::ZERO);
            first + open.expect("a cell is open")
        };
        let candidates = state.candidates[cell].to_values();
        let untried = if R::DEGREE_LCV && !candidates.is_power_of_two() {
            least_constraining_first::<W::Values, SIDE>(candidates, &self.tables.uses(state, cell))
        } else {
            ascending(candidates)
        };
        // Stored one by one: the loads that follow wait for a store of the whole choice.
        let choice = &mut self.path[depth];
        if R::NAKED_SINGLES {
            choice.level = level as u16;
        }
        choice.cell = cell as u16;
        choice.untried = untried;
    }

    fn solution(&self, puzzle: &AnyGrid) -> AnyGrid {
        let assigned = self.assigned[..self.blanks.len()].iter();
        puzzle.filled_with(assigned.map(|&(cell, value)| (usize::from(cell), value)))
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
