//! A grid of any shape.

use std::fmt;

use crate::{
    conflict::{Conflict, character_of},
    nine::{CELLS, Candidates, Grid},
    pencilmarks::Pencilmarks,
    shape::Shape,
};

/// A grid of any shape: its cells in row-major order, 0 for a blank.
///
/// A puzzle of 9×9 may also be given as the candidates of its cells ("Sukaku", pencilmarks): see
/// [`of_candidates`](AnyGrid::of_candidates). Then a cell with one candidate is a given, and each other cell is a blank. Two givens with the
/// same value in a unit conflict, as in other puzzles. A cell without
/// candidates does not count as a conflict; the puzzle then has no solution.
///
/// ```
/// use sudoku_bench_grid::{AnyGrid, Shape};
///
/// let shape = Shape::of_cells(16).unwrap();
/// let grid = AnyGrid::new(shape, vec![1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
/// assert_eq!(grid.clues(), 2);
/// assert_eq!(grid.conflict(), None);
/// assert!(AnyGrid::new(shape, vec![5; 16]).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyGrid(Cells);

/// The cells of a grid. 9×9 has its own type, which needs no memory of its own and which the strategies for 9×9 take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Cells {
    Nine(Grid),
    Other { shape: Shape, cells: Box<[u8]> },
    Candidates(Box<Pencilmarks>),
}

impl AnyGrid {
    /// Returns `None` if the number of cells is not that of the shape, or if a value is above the side of the shape.
    pub fn new(shape: Shape, cells: impl Into<Box<[u8]>>) -> Option<AnyGrid> {
        let cells = cells.into();
        let fits = cells.len() == shape.cells() && cells.iter().all(|&value| usize::from(value) <= shape.side());
        if !fits {
            return None;
        }
        if shape != Shape::NINE {
            return Some(AnyGrid(Cells::Other { shape, cells }));
        }
        let nine = <[u8; CELLS]>::try_from(&*cells).ok()?;
        Some(Grid::of(nine).into())
    }

    /// Returns the puzzle of 9×9 whose cells have these candidates: bit `v - 1` stands for value `v`.
    ///
    /// ```
    /// use sudoku_bench_grid::{AnyGrid, ALL_VALUES, CELLS};
    ///
    /// let mut candidates = [ALL_VALUES; CELLS];
    /// candidates[0] = 0b1;
    /// candidates[1] = 0b110;
    /// let puzzle = AnyGrid::of_candidates(candidates);
    /// assert_eq!((puzzle.clues(), &puzzle.cells()[..2]), (1, &[1, 0][..]));
    /// assert_eq!(&puzzle.to_string()[..20], "1.........23......12");
    /// ```
    pub fn of_candidates(candidates: [Candidates; CELLS]) -> AnyGrid {
        AnyGrid(Cells::Candidates(Box::new(Pencilmarks::new(candidates))))
    }

    /// Returns the candidates of the cells, if the puzzle was given as candidates.
    #[inline]
    pub fn candidates(&self) -> Option<&[Candidates; CELLS]> {
        match &self.0 {
            Cells::Candidates(marks) => Some(marks.candidates()),
            _ => None,
        }
    }

    /// Returns the grid with the same filled cells, in which a blank may have any value.
    pub fn without_candidates(&self) -> AnyGrid {
        match &self.0 {
            Cells::Candidates(marks) => (*marks.givens()).into(),
            _ => self.clone(),
        }
    }

    pub fn empty(shape: Shape) -> AnyGrid {
        match shape == Shape::NINE {
            true => Grid::EMPTY.into(),
            false => AnyGrid(Cells::Other { shape, cells: vec![0; shape.cells()].into() }),
        }
    }

    #[inline]
    pub fn shape(&self) -> Shape {
        match &self.0 {
            Cells::Nine(_) | Cells::Candidates(_) => Shape::NINE,
            Cells::Other { shape, .. } => *shape,
        }
    }

    /// Returns the grid if it is 9×9 with boxes of 3×3, and not given as candidates.
    #[inline]
    pub fn nine(&self) -> Option<&Grid> {
        match &self.0 {
            Cells::Nine(grid) => Some(grid),
            _ => None,
        }
    }

    /// Makes this a grid of 9×9, blank if it has another shape or is given as candidates, and returns it.
    pub fn make_nine(&mut self) -> &mut Grid {
        if self.nine().is_none() {
            *self = Grid::EMPTY.into();
        }
        match &mut self.0 {
            Cells::Nine(grid) => grid,
            _ => unreachable!("it was made 9×9"),
        }
    }

    #[inline]
    pub fn cells(&self) -> &[u8] {
        match &self.0 {
            Cells::Nine(grid) => grid.cells(),
            Cells::Other { cells, .. } => cells,
            Cells::Candidates(marks) => marks.givens().cells(),
        }
    }

    /// Sets a cell to a value from 1 to the side, or to 0 for a blank, which may have any value.
    #[inline]
    pub fn set(&mut self, cell: usize, value: u8) {
        debug_assert!(usize::from(value) <= self.shape().side());
        match &mut self.0 {
            Cells::Nine(grid) => grid.set(cell, value),
            Cells::Other { cells, .. } => cells[cell] = value,
            Cells::Candidates(marks) => marks.set(cell, value),
        }
    }

    /// Returns the grid with more filled cells, each with a value from 1 to the side. A blank may have any value.
    ///
    /// ```
    /// use sudoku_bench_grid::{AnyGrid, Shape};
    ///
    /// let grid = AnyGrid::empty(Shape::of_cells(16).unwrap());
    /// assert_eq!(grid.filled_with([(0, 3), (15, 1)]).to_string(), "3..............1");
    /// ```
    pub fn filled_with(&self, values: impl IntoIterator<Item = (usize, u8)>) -> AnyGrid {
        let mut grid = self.without_candidates();
        let cells = match &mut grid.0 {
            Cells::Nine(grid) => &mut grid.cells_mut()[..],
            Cells::Other { cells, .. } => cells,
            Cells::Candidates(_) => unreachable!("there are no candidates"),
        };
        values.into_iter().for_each(|(cell, value)| cells[cell] = value);
        grid
    }

    pub fn clues(&self) -> usize {
        match &self.0 {
            Cells::Nine(grid) => grid.clues(),
            _ => self.cells().iter().filter(|&&value| value > 0).count(),
        }
    }

    pub fn has_conflict(&self) -> bool {
        match &self.0 {
            Cells::Nine(grid) => grid.has_conflict(),
            _ => self.shape().duplicates(self.cells()) > 0,
        }
    }

    /// Returns the first conflict in row-major order; `None` if no unit has a value twice.
    pub fn conflict(&self) -> Option<Conflict> {
        if !self.has_conflict() {
            return None;
        }
        let side = self.shape().side();
        let mut first = [[[None; Shape::MAX_SIDE + 1]; Shape::MAX_SIDE]; 3];
        let filled = self.cells().iter().enumerate().filter(|(_, value)| **value > 0);
        let conflicts = filled.flat_map(|(cell, &value)| {
            let places = first.iter_mut().zip(self.shape().units_of(cell)).map(|(first, unit)| &mut first[unit]);
            let before = places.filter_map(|first| first[usize::from(value)].replace(cell)).min();
            before.map(|before| Conflict { cells: [before, cell], value, side })
        });
        conflicts.min_by_key(|conflict| conflict.cells)
    }

    /// Returns true if every cell is filled, no two cells of a unit have the same value, every given of `puzzle` is kept, and
    /// every value is a candidate of its cell if `puzzle` was given as candidates.
    pub fn is_solution_of(&self, puzzle: &AnyGrid) -> bool {
        match (&self.0, &puzzle.0) {
            (Cells::Nine(grid), Cells::Nine(puzzle)) => return grid.is_solution_of(puzzle),
            (Cells::Nine(grid), Cells::Candidates(marks)) => return marks.has_solution(grid),
            _ => {}
        }
        let keeps = |(value, given): (&u8, &u8)| *value > 0 && (*given == 0 || given == value);
        let kept = self.cells().iter().zip(puzzle.cells()).all(keeps);
        self.shape() == puzzle.shape() && kept && !self.has_conflict()
    }
}

impl AsRef<AnyGrid> for AnyGrid {
    fn as_ref(&self) -> &AnyGrid {
        self
    }
}

impl From<Grid> for AnyGrid {
    fn from(grid: Grid) -> AnyGrid {
        AnyGrid(Cells::Nine(grid))
    }
}

impl fmt::Display for AnyGrid {
    /// Writes a character for each cell: `.` for a blank, the values 1 to 9, and letters from `A` for 10. If the puzzle was given as
    /// candidates, writes nine characters for each cell: value `v` or a dot at place `v`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = |&value: &u8| if value == 0 { '.' } else { character_of(value) };
        match &self.0 {
            Cells::Nine(grid) => grid.fmt(f),
            Cells::Other { cells, .. } => f.write_str(&cells.iter().map(character).collect::<String>()),
            Cells::Candidates(marks) => marks.fmt(f),
        }
    }
}
