//! The canonical form of a grid: equal for two grids of a shape if a [`Symmetry`] maps one to the other.
//!
//! It is the *minlex* form, as in other programs: the image of the grid that is smallest in row-major order, where a blank is less
//! than any value. That of 9×9 is found row by row, or faster from a full grid; those of smaller grids by trying all orders of rows
//! and columns.

mod columns;
mod descent;
mod form;
#[cfg(test)]
mod oracle;
mod row;
mod search;
mod small;
mod solution;
#[cfg(test)]
mod tests;

pub use form::Canonical;
pub use solution::SolutionForm;

use crate::{any_grid::AnyGrid, shape::Shape, symmetry::Symmetry};

/// The greatest number of orders of rows and columns that are tried for a grid. Latin squares of side 5 have 28,800, and those of
/// side 6 a million.
const MAX_GEOMETRIC_SYMMETRIES: u128 = 30_000;

/// Returns the canonical form of any grid: full, partial or empty, with or without conflicts. `None` for shapes without
/// [canonical forms](Shape::has_canonical_forms), and for puzzles given as candidates.
///
/// ```
/// use sudoku_bench_grid::{AnyGrid, Grid, Shape, canonical};
///
/// let empty = AnyGrid::empty(Shape::new(2, 3).unwrap());
/// let mut puzzle = empty.clone();
/// puzzle.set(8, 4);
/// let form = canonical(&puzzle).unwrap();
/// assert_eq!((form.grid.clues(), form.grid.cells()[35]), (1, 1));
/// // Any of 36 cells, any of 6 values.
/// assert_eq!(canonical(&empty).unwrap().automorphisms, 36 * 6 * form.automorphisms);
///
/// let clue = format!("{}7{}", ".".repeat(30), ".".repeat(50));
/// let form = canonical(&Grid::parse(clue.as_bytes()).unwrap().into()).unwrap();
/// assert_eq!(form.grid.to_string(), format!("{}1", ".".repeat(80)));
/// ```
pub fn canonical(grid: &AnyGrid) -> Option<Canonical> {
    if let Some(nine) = grid.nine() {
        let of_solution = SolutionForm::of(grid).map(|form| form.canonical());
        return Some(of_solution.unwrap_or_else(|| descent::smallest_image(nine)));
    }
    let has_form = grid.candidates().is_none() && grid.shape().has_canonical_forms();
    has_form.then(|| small::SmallSearch::new(grid.shape()).run(grid))
}

impl Shape {
    /// Returns true if the grids of a shape have canonical forms: 4×4, 6×6 and 9×9 with boxes of at least two rows and
    /// two columns, and Latin squares of side 4 and 5. Other shapes have too many symmetries.
    ///
    /// ```
    /// use sudoku_bench_grid::Shape;
    ///
    /// assert!(Shape::new(3, 2).unwrap().has_canonical_forms());
    /// assert!(!Shape::new(4, 4).unwrap().has_canonical_forms());
    /// ```
    pub fn has_canonical_forms(self) -> bool {
        let is_small = Symmetry::geometric_count(self).is_some_and(|count| count <= MAX_GEOMETRIC_SYMMETRIES);
        is_small || self == Shape::NINE
    }
}
