//! The solutions and the minimality of puzzles of another shape than 9×9, and of candidates.

use grid::{AnyGrid, CELLS, Candidates, Shape};
use solver::strategy::{Limits, Solutions as Found, Stop, Strategy, build_for_any_shape};

use super::facts::Solutions;

/// The workspace of a thread.
pub struct OtherFacts<'a> {
    dlx: Box<dyn Strategy>,
    stop: Stop<'a>,
}

impl<'a> OtherFacts<'a> {
    /// Creates a workspace for a shape. After a stop, the searches end soon, and their results must not be used.
    pub fn new(shape: Shape, stop: Stop<'a>) -> OtherFacts<'a> {
        OtherFacts { dlx: build_for_any_shape(shape), stop }
    }

    pub fn solutions(&mut self, puzzle: &AnyGrid) -> Solutions<AnyGrid> {
        if puzzle.has_conflict() {
            return Solutions::Conflict;
        }
        let mut found = Found::new(2);
        self.dlx.solve(puzzle, &Limits { stop: self.stop, ..Limits::NONE }, &mut found);
        match found.kept() {
            [] => Solutions::None,
            [one] => Solutions::One(one.clone()),
            _ => Solutions::Several,
        }
    }

    /// Returns whether a puzzle has one solution, and needs every given for it. Of a puzzle of candidates, returns whether each value
    /// that is no candidate would, as one, lead to other solutions.
    pub fn is_minimal(&mut self, puzzle: &AnyGrid) -> bool {
        if let Some(candidates) = puzzle.candidates() {
            return self.solutions(puzzle).is_one() && self.needs_all_exclusions(candidates);
        }
        let mut given = (0..puzzle.cells().len()).filter(|&cell| puzzle.cells()[cell] > 0);
        self.solutions(puzzle).is_one() && given.all(|cell| self.is_needed(puzzle, cell))
    }

    /// Returns whether a puzzle of candidates with one solution has several with any other candidate.
    fn needs_all_exclusions(&mut self, candidates: &[Candidates; CELLS]) -> bool {
        let values = (0..CELLS).flat_map(|cell| (0..9).map(move |digit| (cell, 1 << digit)));
        let mut excluded = values.filter(|&(cell, value)| candidates[cell] & value == 0);
        excluded.all(|(cell, value)| {
            let mut more = *candidates;
            more[cell] |= value;
            matches!(self.solutions(&AnyGrid::of_candidates(more)), Solutions::Several)
        })
    }

    /// Returns whether a puzzle with one solution has several without a given.
    fn is_needed(&mut self, puzzle: &AnyGrid, cell: usize) -> bool {
        let mut rest = puzzle.clone();
        rest.set(cell, 0);
        matches!(self.solutions(&rest), Solutions::Several)
    }
}

#[cfg(test)]
mod tests {
    use grid::{ALL_VALUES, Grid};

    use super::*;

    /// A puzzle of candidates is minimal if each other candidate adds a solution.
    #[test]
    fn minimality_of_candidates() {
        let mut facts = OtherFacts::new(Shape::NINE, Stop::NEVER);
        let solution = solver::solve(&Grid::EMPTY).unwrap();
        let mut candidates = solution.cells().map(|value| 1 << (value - 1));
        assert!(!facts.is_minimal(&AnyGrid::of_candidates(candidates)));
        for cell in 0..CELLS {
            for digit in 0..9 {
                let before = candidates[cell];
                candidates[cell] |= 1 << digit;
                if !facts.solutions(&AnyGrid::of_candidates(candidates)).is_one() {
                    candidates[cell] = before;
                }
            }
        }
        assert!(facts.is_minimal(&AnyGrid::of_candidates(candidates)));
        assert!(!facts.is_minimal(&AnyGrid::of_candidates([ALL_VALUES; CELLS])));
    }

    #[test]
    fn solutions_and_minimality() {
        let shape = Shape::of_cells(16).unwrap();
        let mut facts = OtherFacts::new(shape, Stop::NEVER);
        let grid = |text: &str| {
            let cells: Vec<u8> = text.bytes().map(|byte| byte.saturating_sub(b'0')).collect();
            AnyGrid::new(shape, cells).unwrap()
        };
        let solved = grid("1234341221434321");
        let minimal = grid("1.......2..3.4..".replace('.', "0").as_str());
        let mut counts = |puzzle: &AnyGrid| (facts.solutions(puzzle).count(), facts.is_minimal(puzzle));
        assert_eq!(counts(&solved), (1, false));
        assert_eq!(counts(&AnyGrid::empty(shape)), (2, false));
        assert_eq!(counts(&grid("1100000000000000")), (0, false));
        let (solutions, is_minimal) = counts(&minimal);
        let one_by_one = (0..16).filter(|&cell| minimal.cells()[cell] > 0).all(|cell| {
            let mut rest = minimal.clone();
            rest.set(cell, 0);
            facts.solutions(&rest).count() == 2
        });
        assert_eq!(is_minimal, solutions == 1 && one_by_one);
    }
}
