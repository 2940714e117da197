//! Rates a puzzle: takes one step after the other, each the first that the techniques offer in their order.

use std::sync::atomic::AtomicBool;

use grid::Grid;
use solver::strategy::Stop;

use super::{
    aligned::{aligned_pair, aligned_triplet},
    board::{Board, Changed, TECHNIQUES},
    bug::bug,
    chain::{Multiple, NestedSteps, Producer, Start, best_unary, deduce, multiple},
    fish::fish,
    idle::IdleThreads,
    locking::{direct_locking, locking},
    loops::unique_loop,
    marks::Marks,
    rating::{End, Rating},
    sets::{direct_hidden_set, hidden_set, naked_set},
    singles::{HiddenSingle, hidden_single, naked_single},
    step::Step,
    tenths::Tenths,
    wings::wing,
};

#[derive(Default)]
pub struct Rater<'a> {
    multiple: Multiple,
    /// The workspace of dynamic chains, apart because its runs are used again on the next grid.
    dynamic: Multiple,
    stop: Stop<'a>,
    idle: Option<&'a IdleThreads>,
    nested: NestedSteps,
}

/// A technique, or some that are tried together: the lowest rating that they give, and the search.
struct Tried {
    least: u8,
    find: Find,
}

enum Find {
    /// On the whole board.
    Everywhere(fn(&Board) -> Option<Step>),
    /// Where the board changed since the technique found nothing.
    Changed(fn(&Board, Changed) -> Option<Step>),
    /// Of chains, which need a workspace.
    Chains(fn(&mut Rater<'_>, &Board, Changed) -> Option<Step>),
}

const ORDER: [Tried; TECHNIQUES] = [
    Tried { least: 10, find: Find::Everywhere(hidden_single) },
    Tried { least: 17, find: Find::Changed(|board, changed| direct_locking(board, changed.digits())) },
    Tried { least: 20, find: Find::Changed(|board, changed| direct_hidden_set(board, 2, changed)) },
    Tried { least: 23, find: Find::Everywhere(naked_single) },
    Tried { least: 25, find: Find::Changed(|board, changed| direct_hidden_set(board, 3, changed)) },
    Tried { least: 26, find: Find::Changed(|board, changed| locking(board, changed.digits())) },
    Tried { least: 30, find: Find::Changed(|board, changed| naked_set(board, 2, changed)) },
    Tried { least: 32, find: Find::Changed(|board, changed| fish(board, 2, changed.digits())) },
    Tried { least: 34, find: Find::Changed(|board, changed| hidden_set(board, 2, changed)) },
    Tried { least: 36, find: Find::Changed(|board, changed| naked_set(board, 3, changed)) },
    Tried { least: 38, find: Find::Changed(|board, changed| fish(board, 3, changed.digits())) },
    Tried { least: 40, find: Find::Changed(|board, changed| hidden_set(board, 3, changed)) },
    Tried { least: 42, find: Find::Everywhere(|board| wing(board, 2)) },
    Tried { least: 44, find: Find::Everywhere(|board| wing(board, 3)) },
    Tried { least: 45, find: Find::Everywhere(unique_loop) },
    Tried { least: 50, find: Find::Changed(|board, changed| naked_set(board, 4, changed)) },
    Tried { least: 52, find: Find::Changed(|board, changed| fish(board, 4, changed.digits())) },
    Tried { least: 54, find: Find::Changed(|board, changed| hidden_set(board, 4, changed)) },
    Tried { least: 56, find: Find::Everywhere(bug) },
    Tried { least: 62, find: Find::Changed(aligned_pair) },
    Tried { least: 65, find: Find::Everywhere(|board| best_unary(&board.marks)) },
    Tried { least: 75, find: Find::Changed(aligned_triplet) },
    Tried {
        least: 75,
        find: Find::Chains(|rater, board, changed| rater.multiple(board, Producer::Nishio(changed.digits()))),
    },
    Tried { least: 80, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Static)) },
    Tried { least: 85, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Dynamic(0))) },
    Tried { least: 90, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Dynamic(1))) },
    Tried { least: 95, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Dynamic(2))) },
    Tried { least: 100, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Dynamic(3))) },
    Tried { least: 105, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Dynamic(4))) },
    Tried { least: 110, find: Find::Chains(|rater, board, _| rater.multiple(board, Producer::Dynamic(5))) },
];

impl<'a> Rater<'a> {
    /// Ends a rating soon after `stop` is set.
    pub fn until(self, stop: &'a AtomicBool) -> Rater<'a> {
        Rater { stop: stop.into(), ..self }
    }

    /// Searches the chains of a hard step on idle threads, too. The steps do not depend on their number.
    pub fn helped_by(self, idle: &'a IdleThreads) -> Rater<'a> {
        Rater { idle: Some(idle), ..self }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    fn multiple(&mut self, board: &Board, producer: Producer) -> Option<Step> {
        let Board { marks, empty, placed, .. } = board;
        let start = Start { marks, empty, placed, deduce, stop: self.stop, idle: self.idle, nested: &self.nested };
        let space = if matches!(producer, Producer::Dynamic(_)) { &mut self.dynamic } else { &mut self.multiple };
        multiple(start, producer, space)
    }

    /// Returns the next step on a board: the first that the techniques offer in their order.
    ///
    /// # Errors
    ///
    /// Returns why there is no step up to the limit.
    pub(crate) fn next_step(&mut self, board: &mut Board, limit: Tenths) -> Result<Step, End> {
        let tried = ORDER.iter().enumerate().filter(|(_, tried)| tried.least <= limit.0);
        let step = tried.into_iter().find_map(|(technique, tried)| self.find(board, technique, &tried.find));
        let has_tried_all = ORDER.iter().all(|tried| tried.least <= limit.0);
        match step {
            _ if self.is_stopped() => Err(End::Stopped),
            Some(step) if step.tenths() <= limit => Ok(step),
            None if has_tried_all => Err(End::Stuck),
            _ => Err(End::AboveLimit),
        }
    }

    /// Takes the next step on a board, and adds it to a rating. Returns the step; `None` at the end, which the rating then has.
    pub fn advance(&mut self, board: &mut Board, limit: Tenths, rating: &mut Rating) -> Option<Step> {
        if board.is_solved() {
            return None;
        }
        match self.next_step(board, limit) {
            Ok(step) => {
                rating.add(step.technique, step.tenths(), step.placed.is_some());
                rating.depends_on_chance |= step.depends_on_chance;
                board.apply(&step);
                Some(step)
            }
            Err(end) => {
                rating.end = end;
                None
            }
        }
    }

    fn find(&mut self, board: &mut Board, technique: usize, find: &Find) -> Option<Step> {
        let changed = board.changed(technique);
        let step = match find {
            Find::Everywhere(find) => find(board),
            Find::Changed(find) => find(board, changed),
            Find::Chains(find) => find(self, board, changed),
        };
        if step.is_none() {
            board.found_nothing(technique);
        }
        step
    }
}

impl Rater<'_> {
    /// Rates a puzzle, which must have exactly one solution. No technique whose ratings are all above `limit` is tried.
    ///
    /// ```
    /// use grid::Grid;
    /// use sudoku_bench_rating::{Rater, Technique, Tenths};
    ///
    /// let puzzle = Grid::parse(b"........1.......2...3..4.........3......1..5..46..78.....3.9..6.1....4..2........")?;
    /// let rating = Rater::default().rate(&puzzle, None);
    /// assert_eq!(rating.rating, Tenths(26));
    /// assert_eq!(rating.hardest, Some(Technique::Pointing));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rate(&mut self, puzzle: &Grid, limit: Option<Tenths>) -> Rating {
        self.rate_marks(puzzle, Marks::of(puzzle), limit)
    }

    pub fn rate_marks(&mut self, puzzle: &Grid, marks: Marks, limit: Option<Tenths>) -> Rating {
        let limit = limit.unwrap_or(Tenths::MAX);
        let mut board = Board::with_marks(puzzle, marks);
        let mut rating = Rating::default();
        self.nested.clear();
        loop {
            // Most steps are hidden singles, and these come first.
            while let Some(single) = HiddenSingle::first(&board).filter(|single| single.technique.tenths() <= limit) {
                rating.add(single.technique, single.technique.tenths(), true);
                board.fill(single.placed);
            }
            if self.advance(&mut board, limit, &mut rating).is_none() {
                return rating;
            }
        }
    }
}
