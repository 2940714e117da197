//! Knuth's Algorithm X on the items and options of a Sudoku, with one of two data structures for the options that are left.
//!
//! Donald E. Knuth, "Dancing Links", 2000 (arXiv cs/0011047); The Art of Computer Programming, volume 4B, 7.2.2.1. A
//! Sudoku of side 9 is an exact cover of 324 items (81 cells, 81 (row, value), 81 (column, value), 81 (box, value) pairs) by 81
//! of 729 options (row, column, value), each of which covers four items; likewise for other sides.
//!
//! `dlx` has dancing links, as in the paper. `dancing-cells` has sparse sets, as in Knuth's draft of 7.2.2.3 and in Christine Solnon's
//! programs. All else is the same code, so a comparison of the two compares the data structures. Both make the same choices and have
//! the same counts. Three differences from the paper change no count:
//!
//! * The lists are built from the options that the givens leave; the items of the givens are not covered one by one.
//! * The uncovered items are not a linked list but an array of sizes, because following 324 links takes longer than
//!   covering an item. The array is scanned for the smallest size, unless the last step tells which item has it.
//! * Sizes are saved before a guess and copied back when it has failed, instead of being counted up again. That is all that
//!   sparse sets need. For links, hidden options are listed, so that several levels are undone in one loop.

mod cells;
mod key;
mod links;
mod lists;
mod matrix;
mod table;

use std::borrow::Cow;

use grid::{AnyGrid, Shape, Units, Values};

use super::{
    entry::{Build, Entry, every_shape, no_shape},
    interface::Strategy,
    limits::{Limits, Meter},
    outcome::{End, Outcome},
    profile::SearchProfile,
    solutions::Solutions,
    trace::{Observer, SearchTrace},
};
use cells::Cells;
use key::Key;
use links::Links;
use lists::Lists;
use matrix::Matrix;
use table::Table;

pub(super) const DLX: Entry = Entry {
    name: Cow::Borrowed("dlx"),
    aliases: &["dancing-links"],
    about: Cow::Borrowed("Algorithm X on 324 items with dancing links, the smallest item first"),
    complete: true,
    solves: every_shape,
    takes_candidates: true,
    default_for: every_shape,
    amortised: false,
    keeps_profile: true,
    row_major: false,
    proof_work: |outcome| outcome.backtracks,
    build: Build::Native(|shape, _| build::<Links<3240>, Links<17_408>, Links<65_000>>(shape)),
    build_traced: Some(|shape, _| build_large::<Links<65_000>, SearchTrace>(shape)),
    external: None,
};

pub(super) const DANCING_CELLS: Entry = Entry {
    name: Cow::Borrowed("dancing-cells"),
    aliases: &["cells"],
    about: Cow::Borrowed("dlx with sparse sets in place of links, the same nodes"),
    default_for: no_shape,
    build: Build::Native(|shape, _| build::<Cells<3240>, Cells<17_408>, Cells<65_000>>(shape)),
    build_traced: Some(|shape, _| build_large::<Cells<65_000>, SearchTrace>(shape)),
    ..DLX
};

/// Builds a workspace. It is compiled for three sides, each of which serves smaller sides too.
fn build<Small: Lists, Medium: Lists, Large: Lists>(shape: Shape) -> Box<dyn Strategy> {
    match shape.side() {
        4..=9 => Box::new(Search::<Small, (), i16, 336, 3240>::new(shape)),
        10..=16 => Box::new(Search::<Medium, (), i16, 1024, 17_408>::new(shape)),
        _ => build_large::<Large, ()>(shape),
    }
}

fn build_large<L: Lists, O: Observer>(shape: Shape) -> Box<dyn Strategy> {
    Box::new(Search::<L, O, i32, 2512, 65_000>::new(shape))
}

/// A search of matrices with up to `ITEMS` items, which pad an array to whole vectors, and `NODES` heads and nodes of lists.
struct Search<L, O, K, const ITEMS: usize, const NODES: usize> {
    units: Units,
    candidates: Vec<Values>,
    matrix: Matrix<L, K, ITEMS, NODES>,
    path: Vec<Choice<K>>,
    profile: SearchProfile,
    observer: O,
}

#[derive(Clone, Copy)]
struct Choice<K> {
    /// The key that the item had.
    key: K,
    node: u16,
    /// The position of the next option in the item's list.
    next: u16,
    /// The end of the list.
    end: u16,
}

impl<L: Lists, O: Observer, K: Key, const ITEMS: usize, const NODES: usize> Strategy for Search<L, O, K, ITEMS, NODES> {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let meter = Meter::start(limits);
        self.units.set_candidates(puzzle, &mut self.candidates);
        self.matrix.set_givens(puzzle, &self.candidates);
        self.profile.clear();
        self.observer.clear();
        self.search(puzzle, meter, solutions)
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile)
    }

    fn trace(&self) -> Option<&SearchTrace> {
        self.observer.trace()
    }
}

impl<L: Lists, O: Observer, K: Key, const ITEMS: usize, const NODES: usize> Search<L, O, K, ITEMS, NODES> {
    fn new(shape: Shape) -> Self {
        Search {
            units: Units::new(shape),
            candidates: vec![0; shape.cells()],
            matrix: Matrix::new(shape),
            path: vec![Choice { key: K::MAX, node: 0, next: 0, end: 0 }; shape.cells() + 1],
            profile: SearchProfile::new(shape),
            observer: O::default(),
        }
    }

    fn search(&mut self, puzzle: &AnyGrid, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let mut nodes = 0;
        let mut guesses = 0;
        let mut backtracks = 0;
        let mut max_depth = 0;
        let mut depth = 0;
        // The key that the last chosen item had, and the smallest key of the items that have lost options since. All
        // other keys are above `key`, so `smallest` is the smallest of all if it is below `key`.
        let mut key = K::MIN;
        let mut smallest = K::MAX;
        let end = loop {
            if smallest >= key {
                smallest = self.matrix.smallest();
            }
            if (K::MIN_WITH_OPTION..K::MIN_COVERED).contains(&smallest) {
                self.choose(smallest, depth);
            } else {
                if smallest >= K::MIN_COVERED {
                    self.profile.add_solution(depth);
                    if solutions.add(self.solution(puzzle, depth)) {
                        break End::Complete;
                    }
                }
                // Return to the last choice with an untried option.
                let guess = self.matrix.restore();
                backtracks += (depth - guess.unwrap_or(0)) as u64;
                let Some(guess) = guess else { break End::Complete };
                depth = guess;
            }
            if nodes == meter.pause
                && let Some(limit) = meter.stop(nodes)
            {
                break limit;
            }
            let is_guess;
            (is_guess, key, smallest) = self.try_next(depth);
            nodes += 1;
            self.profile.add_node(depth, nodes);
            self.observer.add_node(depth, is_guess, || Self::assigned_by(&self.path[depth]));
            guesses += u64::from(is_guess);
            depth += 1;
            max_depth = max_depth.max(depth);
        };
        Outcome { end, nodes, guesses, backtracks, max_depth: max_depth as u16 }
    }

    #[inline(always)]
    fn choose(&mut self, key: K, depth: usize) {
        if self.matrix.cover(key) {
            self.matrix.save(depth);
        }
        let choice = &mut self.path[depth];
        choice.key = key;
        (choice.next, choice.end) = self.matrix.options(key.item());
    }

    /// Chooses the next option of an item. Returns whether another one is left, the key that the item had, and the smallest
    /// key of the items that have lost options since.
    #[inline(always)]
    fn try_next(&mut self, depth: usize) -> (bool, K, K) {
        let choice = &mut self.path[depth];
        (choice.node, choice.next) = self.matrix.option(choice.next);
        let is_guess = choice.next != choice.end;
        let key = choice.key;
        let mut smallest = self.matrix.cover_others(choice.node);
        if key >= K::MIN_WITH_SEVERAL {
            // Covering the item took an option from the items of its other options.
            smallest = smallest.min(self.matrix.smallest_of_options(key.item()));
            if !is_guess {
                self.matrix.forget();
            }
        }
        (is_guess, key, smallest)
    }

    fn solution(&self, puzzle: &AnyGrid, depth: usize) -> AnyGrid {
        puzzle.filled_with(self.path[..depth].iter().map(Self::assigned_by))
    }

    /// Returns the cell and the value of the chosen option.
    fn assigned_by(choice: &Choice<K>) -> (usize, u8) {
        Table::<L, K, ITEMS, NODES>::option_of(choice.node)
    }
}
