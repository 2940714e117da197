//! Rates a puzzle: takes one step after the other, each the first that the techniques offer in their order.

use std::sync::atomic::AtomicBool;

use crate::strategy::Stop;

use super::{
    aligned::{aligned_pair, aligned_triplet},
    board::Board,
    bug::bug,
    chain::{Multiple, Producer, Start, Unary, best_unary, multiple},
    fish::fish,
    locking::{direct_locking, locking},
    loops::unique_loop,
    rating::Tenths,
    sets::{direct_hidden_set, hidden_set, naked_set},
    singles::{hidden_single, naked_single},
    step::Step,
    wings::wing,
};

/// The workspace of a thread that rates puzzles.
#[derive(Default)]
pub struct Rater<'a> {
    unary: Unary,
    multiple: Multiple,
    stop: Stop<'a>,
}

/// A technique, or some that are tried together: the lowest rating that they give, and the search.
struct Tried {
    least: u8,
    find: fn(&mut Rater<'_>, &mut Board) -> Option<Step>,
}

/// Looks only at what changed since the technique found nothing.
macro_rules! watched {
    ($watcher:expr, |$board:ident, $changed:ident| $find:expr) => {
        |_, $board| {
            let $changed = $board.changed($watcher);
            let found = $find;
            if found.is_none() {
                $board.found_nothing($watcher);
            }
            found
        }
    };
}

/// All techniques, in order.
const ORDER: [Tried; 30] = [
    Tried { least: 10, find: |_, board| hidden_single(board) },
    Tried { least: 17, find: watched!(0, |board, changed| direct_locking(board, changed.digits())) },
    Tried { least: 20, find: watched!(1, |board, changed| direct_hidden_set(board, 2, changed)) },
    Tried { least: 23, find: |_, board| naked_single(board) },
    Tried { least: 25, find: watched!(2, |board, changed| direct_hidden_set(board, 3, changed)) },
    Tried { least: 26, find: watched!(3, |board, changed| locking(board, changed.digits())) },
    Tried { least: 30, find: watched!(4, |board, changed| naked_set(board, 2, changed)) },
    Tried { least: 32, find: watched!(5, |board, changed| fish(board, 2, changed.digits())) },
    Tried { least: 34, find: watched!(6, |board, changed| hidden_set(board, 2, changed)) },
    Tried { least: 36, find: watched!(7, |board, changed| naked_set(board, 3, changed)) },
    Tried { least: 38, find: watched!(8, |board, changed| fish(board, 3, changed.digits())) },
    Tried { least: 40, find: watched!(9, |board, changed| hidden_set(board, 3, changed)) },
    Tried { least: 42, find: |_, board| wing(board, 2) },
    Tried { least: 44, find: |_, board| wing(board, 3) },
    Tried { least: 45, find: |_, board| unique_loop(board) },
    Tried { least: 50, find: watched!(10, |board, changed| naked_set(board, 4, changed)) },
    Tried { least: 52, find: watched!(11, |board, changed| fish(board, 4, changed.digits())) },
    Tried { least: 54, find: watched!(12, |board, changed| hidden_set(board, 4, changed)) },
    Tried { least: 56, find: |_, board| bug(board) },
    Tried { least: 62, find: |_, board| aligned_pair(board) },
    Tried { least: 65, find: |rater, board| best_unary(&board.marks, &mut rater.unary) },
    Tried { least: 75, find: |_, board| aligned_triplet(board) },
    Tried { least: 75, find: |rater, board| rater.multiple(board, Producer::Nishio) },
    Tried { least: 80, find: |rater, board| rater.multiple(board, Producer::Static) },
    Tried { least: 85, find: |rater, board| rater.multiple(board, Producer::Dynamic(0)) },
    Tried { least: 90, find: |rater, board| rater.multiple(board, Producer::Dynamic(1)) },
    Tried { least: 95, find: |rater, board| rater.multiple(board, Producer::Dynamic(2)) },
    Tried { least: 100, find: |rater, board| rater.multiple(board, Producer::Dynamic(3)) },
    Tried { least: 105, find: |rater, board| rater.multiple(board, Producer::Dynamic(4)) },
    Tried { least: 110, find: |rater, board| rater.multiple(board, Producer::Dynamic(5)) },
];

impl<'a> Rater<'a> {
    /// Ends a rating soon after `stop` is set.
    pub fn until(self, stop: &'a AtomicBool) -> Rater<'a> {
        Rater { stop: stop.into(), ..self }
    }

    /// Returns true if ratings must end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    fn multiple(&mut self, board: &Board, producer: Producer) -> Option<Step> {
        let start = Start { marks: &board.marks, empty: &board.empty, placed: &board.placed, stop: self.stop };
        multiple(start, producer, &mut self.multiple)
    }

    /// Returns the next step on a board: the first that the techniques offer in their order. `None` if there is none up to the
    /// limit.
    pub fn next_step(&mut self, board: &mut Board, limit: Tenths) -> Option<Step> {
        if self.is_stopped() {
            return None;
        }
        let tried = ORDER.iter().filter(|tried| tried.least <= limit.0);
        let step = tried.into_iter().find_map(|tried| (tried.find)(self, board))?;
        (step.tenths() <= limit.0).then_some(step)
    }

    /// Returns true if a limit leaves out no technique.
    pub(super) fn has_tried_all(&self, limit: Tenths) -> bool {
        ORDER.iter().all(|tried| tried.least <= limit.0)
    }
}
