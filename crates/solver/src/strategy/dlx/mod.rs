//! Knuth's Algorithm X with dancing links.
//!
//! Donald E. Knuth, "Dancing Links", 2000 (arXiv cs/0011047); The Art of Computer Programming, volume 4B, 7.2.2.1. A
//! Sudoku is an exact cover of 324 items (81 cells, 81 (row, value), 81 (column, value), 81 (box, value) pairs) by 81
//! of 729 options (row, column, value), each of which covers four items.
//!
//! The links work as in the paper. Three differences change no choice and no count:
//!
//! * The lists are built from the options that the givens leave; the items of the givens are not covered one by one.
//! * The uncovered items are not a linked list but an array of sizes, because following 324 links takes longer than
//!   covering an item. The array is scanned for the smallest size, unless the last step tells which item has it.
//! * Hidden options are listed, so that several levels are undone in one loop. Sizes are saved before a guess and
//!   copied back when it has failed, instead of being counted up again.

mod links;
mod matrix;

use std::borrow::Cow;

use super::{Build, End, Entry, Limits, Meter, Outcome, SearchProfile, Solutions, Strategy};
use grid::{CELLS, Grid};
use links::{COVERED_WEIGHT, MIN_KEY_OF_SEVERAL, OPTION_WEIGHT, option_of};
use matrix::Matrix;

pub(super) const DLX: Entry = Entry {
    name: Cow::Borrowed("dlx"),
    aliases: &["dancing-links"],
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
    profile: SearchProfile,
}

#[derive(Clone, Copy, Default)]
struct Choice {
    item: u16,
    node: u16,
    /// The node of the next option, or the item if there is none.
    next: u16,
}

impl Strategy for Dlx {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        self.matrix.set_givens(puzzle);
        self.profile.clear();
        self.search(puzzle, Meter::start(limits), solutions)
    }

    fn profile(&self) -> Option<&SearchProfile> {
        Some(&self.profile)
    }
}

impl Dlx {
    fn new() -> Dlx {
        Dlx { matrix: Matrix::new(), path: [Choice::default(); CELLS + 1], profile: SearchProfile::EMPTY }
    }

    fn search(&mut self, puzzle: &Grid, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let mut nodes = 0;
        let mut guesses = 0;
        let mut backtracks = 0;
        let mut max_depth = 0;
        let mut depth = 0;
        // The key that the last chosen item had, and the smallest key of the items that have lost options since. All
        // other keys are above `key`, so `smallest` is the smallest of all if it is below `key`.
        let mut key = 0;
        let mut smallest = i16::MAX;
        let end = loop {
            if smallest >= key {
                smallest = self.matrix.smallest();
            }
            if (OPTION_WEIGHT..COVERED_WEIGHT).contains(&smallest) {
                self.choose((smallest % OPTION_WEIGHT) as u16, depth);
            } else {
                if smallest >= COVERED_WEIGHT {
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
            guesses += u64::from(is_guess);
            depth += 1;
            max_depth = max_depth.max(depth);
        };
        Outcome { end, nodes, guesses, backtracks, max_depth: max_depth as u16 }
    }

    #[inline(always)]
    fn choose(&mut self, item: u16, depth: usize) {
        if self.matrix.cover(item) {
            self.matrix.save(depth);
        }
        let choice = &mut self.path[depth];
        (choice.item, choice.next) = (item, self.matrix.below(item));
    }

    /// Chooses the next option of an item. Returns whether another one is left, the key that the item had, and the smallest
    /// key of the items that have lost options since.
    #[inline(always)]
    fn try_next(&mut self, depth: usize) -> (bool, i16, i16) {
        let choice = &mut self.path[depth];
        choice.node = choice.next;
        choice.next = self.matrix.below(choice.node);
        let is_guess = choice.next != choice.item;
        let key = self.matrix.key(choice.item);
        let mut smallest = self.matrix.cover_others(choice.node);
        if key >= MIN_KEY_OF_SEVERAL {
            // Covering the item took an option from the items of its other options.
            smallest = smallest.min(self.matrix.smallest_of_options(choice.item));
            if !is_guess {
                self.matrix.forget();
            }
        }
        (is_guess, key, smallest)
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
