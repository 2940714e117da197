//! The number of solutions of a grid with candidates.

use super::{Board, step::Step, technique::Technique};
use grid::{CellSet, members};
use solver::strategy::Stop;

impl Board {
    /// Returns the number of solutions, at most `limit`: singles to a fixpoint, then each candidate of the blank with the fewest.
    /// After a stop, the number is too small.
    ///
    /// ```
    /// use grid::Grid;
    /// use sudoku_bench_rating::Board;
    /// use solver::strategy::Stop;
    ///
    /// assert_eq!(Board::of(&Grid::EMPTY).count_solutions(2, Stop::NEVER), 2);
    /// ```
    pub fn count_solutions(&self, limit: usize, stop: Stop<'_>) -> usize {
        if stop.is_requested() || self.grid.has_conflict() {
            return 0;
        }
        let mut board = self.clone();
        board.place_singles();
        if board.is_solved() {
            return usize::from(!board.grid.has_conflict());
        }
        if board.has_empty_cell() {
            return 0;
        }
        let fewest = members(board.blanks).min_by_key(|&cell| board.marks.cells[cell].count_ones());
        let cell = fewest.expect("a cell is blank");
        let mut found = 0;
        for digit in super::units::digits_of(board.marks.cells[cell]) {
            let mut next = board.clone();
            next.apply(&Step::place(Technique::NakedSingle, 0.0, cell, digit));
            found += next.count_solutions(limit - found, stop);
            if found >= limit {
                break;
            }
        }
        found
    }

    /// Fills cells with one candidate and places with one cell, until there are none or there is a contradiction.
    fn place_singles(&mut self) {
        while self.blanks != 0 && !self.has_empty_cell() {
            let single = super::singles::hidden_single(self).or_else(|| super::singles::naked_single(self));
            match single {
                Some(step) => self.apply(&step),
                None => return,
            }
        }
    }

    fn has_empty_cell(&self) -> bool {
        let with_candidates = self.marks.digits.iter().fold(0, |all: CellSet, cells| all | cells);
        self.blanks & !with_candidates != 0
    }
}
