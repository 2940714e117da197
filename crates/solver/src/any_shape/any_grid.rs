//! A grid of any shape.

use crate::grid::{Grid, Shape};

/// A grid of any shape: its cells in row-major order, 0 for a blank.
///
/// ```
/// use sudoku_bench_solver::{any_shape::AnyGrid, grid::Shape};
///
/// let shape = Shape::of_cells(16).unwrap();
/// let grid = AnyGrid::new(shape, vec![1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
/// assert_eq!(grid.clues(), 2);
/// assert_eq!(grid.conflict(), None);
/// assert!(AnyGrid::new(shape, vec![5; 16]).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyGrid {
    shape: Shape,
    cells: Box<[u8]>,
}

impl AnyGrid {
    /// Returns `None` if the number of cells is not that of the shape, or if a value is above the side of the shape.
    pub fn new(shape: Shape, cells: impl Into<Box<[u8]>>) -> Option<AnyGrid> {
        let cells = cells.into();
        let fits = cells.len() == shape.cells() && cells.iter().all(|&value| usize::from(value) <= shape.side());
        fits.then_some(AnyGrid { shape, cells })
    }

    /// Returns the grid of blanks.
    pub fn empty(shape: Shape) -> AnyGrid {
        AnyGrid { shape, cells: vec![0; shape.cells()].into() }
    }

    /// Returns the shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the values of the cells.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Sets a cell to a value from 1 to the side, or to 0 for a blank.
    pub fn set(&mut self, cell: usize, value: u8) {
        debug_assert!(usize::from(value) <= self.shape.side());
        self.cells[cell] = value;
    }

    /// Returns the number of filled cells.
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&value| value > 0).count()
    }

    /// Returns true if two cells of a unit have the same value.
    pub fn has_conflict(&self) -> bool {
        self.conflict().is_some()
    }

    /// Returns the first cell that repeats a value of its units, preceded by the earlier cell with that value.
    pub fn conflict(&self) -> Option<[usize; 2]> {
        let mut used = [[[None; Shape::MAX_SIDE + 1]; Shape::MAX_SIDE]; 3];
        let filled = self.cells.iter().enumerate().filter(|(_, value)| **value > 0);
        filled.into_iter().find_map(|(cell, &value)| {
            let places = used.iter_mut().zip(self.shape.units_of(cell)).map(|(used, unit)| &mut used[unit]);
            let before = places.filter_map(|used| used[usize::from(value)].replace(cell)).min();
            before.map(|before| [before, cell])
        })
    }

    /// Returns true if every cell is filled, no two cells of a unit have the same value, and every given of `puzzle` is kept.
    pub fn is_solution_of(&self, puzzle: &AnyGrid) -> bool {
        let keeps = |(value, given): (&u8, &u8)| *value > 0 && (*given == 0 || given == value);
        self.shape == puzzle.shape && self.cells.iter().zip(&puzzle.cells).all(keeps) && !self.has_conflict()
    }
}

impl From<Grid> for AnyGrid {
    fn from(grid: Grid) -> AnyGrid {
        AnyGrid { shape: Shape::NINE, cells: grid.cells()[..].into() }
    }
}
