//! Knuth's Algorithm X with dancing links.
//!
//! Donald E. Knuth, "Dancing Links", 2000 (arXiv cs/0011047); The Art of Computer Programming, volume 4B, 7.2.2.1. A
//! Sudoku is an exact cover of 324 items (81 cells, 81 (row, value), 81 (column, value), 81 (box, value) pairs) by 81
//! of 729 options (row, column, value), each of which covers four items.
//!
//! The links work as in the paper. What differs changes no choice and no count:
//!
//! * The uncovered items are not a linked list but an array of sizes, which is scanned as a whole for the smallest, because
//!   following 324 links takes longer than covering an item.
//! * Hidden options are listed, so that several levels are undone in one loop.
//! * An option that leaves an item without options is not covered to the end.

mod matrix;

use std::{borrow::Cow, ops::Range};

use super::{Build, End, Entry, Limits, Meter, Outcome, Solutions, Strategy};
use crate::grid::{CELLS, Grid};
use matrix::{COVERED, Matrix, ONE, option_of};

/// The entry in the registry.
pub(super) const DLX: Entry = Entry {
    name: Cow::Borrowed("dlx"),
    about: Cow::Borrowed("Algorithm X on 324 items with dancing links, the smallest item first"),
    complete: true,
    default: true,
    amortised: false,
    build: Build::Native(|_| Box::new(Dlx::new())),
    external: None,
};

struct Dlx {
    matrix: Matrix,
    path: [Choice; CELLS + 1],
}

/// A chosen item and its current option.
#[derive(Clone, Copy, Default)]
struct Choice {
    item: u16,
    node: u16,
    /// The node of the next option, or the item if there is none.
    next: u16,
    /// The number of options that were hidden before the current option was chosen.
    hidden: u16,
    /// The number of choices on the path through the last one with an untried option.
    open: u16,
}

impl Strategy for Dlx {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        self.matrix.set_givens(puzzle);
        self.search(puzzle, Meter::start(limits), solutions)
    }
}

impl Dlx {
    fn new() -> Dlx {
        Dlx { matrix: Matrix::new(), path: [Choice::default(); CELLS + 1] }
    }

    fn search(&mut self, puzzle: &Grid, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let (mut nodes, mut guesses, mut backtracks, mut max_depth) = (0, 0, 0, 0);
        let mut depth = 0;
        // The key that the last chosen item had, and the smallest key of the items that have lost options since. Every other
        // key is larger than the first, so if the second is smaller, it is the smallest of all.
        let (mut key, mut smallest) = (0, i16::MAX);
        let end = loop {
            if smallest >= key {
                smallest = self.matrix.smallest();
            }
            if (ONE..COVERED).contains(&smallest) {
                self.choose((smallest % ONE) as u16, depth);
            } else {
                if smallest >= COVERED && solutions.add(self.solution(puzzle, depth)) {
                    break End::Complete;
                }
                let open = self.open(depth);
                if open == 0 {
                    backtracks += depth as u64;
                    break End::Complete;
                }
                // Return to the last choice with an untried option.
                backtracks += (depth - (open - 1)) as u64;
                self.undo(open - 1..depth);
                depth = open - 1;
            }
            if nodes == meter.pause
                && let Some(limit) = meter.stop(nodes)
            {
                break limit;
            }
            let is_guess;
            (is_guess, key, smallest) = self.try_next(depth);
            nodes += 1;
            guesses += u64::from(is_guess);
            depth += 1;
            max_depth = max_depth.max(depth);
        };
        Outcome { end, nodes, guesses, backtracks, max_depth: max_depth as u8 }
    }

    /// Returns the number of choices through the last of the first `depth` with an untried option.
    #[inline(always)]
    fn open(&self, depth: usize) -> usize {
        depth.checked_sub(1).map_or(0, |last| self.path[last].open.into())
    }

    /// Chooses an item, without an option yet.
    #[inline(always)]
    fn choose(&mut self, item: u16, depth: usize) {
        self.matrix.cover(item);
        let choice = &mut self.path[depth];
        (choice.item, choice.next, choice.hidden) = (item, self.matrix.below(item), self.matrix.hidden());
    }

    /// Chooses the next option of an item. Returns whether another one is left, the key that the item had, and the smallest
    /// key of the items that have lost options since.
    #[inline(always)]
    fn try_next(&mut self, depth: usize) -> (bool, i16, i16) {
        let open = self.open(depth);
        let choice = &mut self.path[depth];
        choice.node = choice.next;
        choice.next = self.matrix.below(choice.node);
        let is_guess = choice.next != choice.item;
        choice.open = if is_guess { depth + 1 } else { open } as u16;
        let key = self.matrix.key(choice.item);
        let mut smallest = self.matrix.cover_others(choice.node);
        // The items of its other options lost an option when it was covered.
        if key >= 2 * ONE {
            smallest = smallest.min(self.matrix.smallest_of_options(choice.item));
        }
        (is_guess, key, smallest)
    }

    /// Undoes the choices from the second on, and the option of the first.
    #[inline(always)]
    fn undo(&mut self, choices: Range<usize>) {
        let choices = &self.path[choices];
        choices[1..].iter().for_each(|choice| self.matrix.uncover(choice.item));
        choices.iter().for_each(|choice| self.matrix.uncover_others(choice.node));
        self.matrix.unhide(choices[0].hidden);
    }

    fn solution(&self, puzzle: &Grid, depth: usize) -> Grid {
        let mut solution = *puzzle;
        for choice in &self.path[..depth] {
            let option = option_of(choice.node);
            solution.set(option / 9, (option % 9) as u8 + 1);
        }
        solution
    }
}
