//! The canonical form of a small grid.

use super::{Symmetry, image_search::ImageSearch};
use crate::{AnyGrid, Grid, Shape, isomorph};

/// The greatest number of orders of rows and columns that are tried for a grid. Latin squares of side 5 have 28,800, and those of
/// side 6 a million.
const MAX_GEOMETRIC_SYMMETRIES: u128 = 30_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest image of the grid in row-major order, where a blank is less than any value.
    pub grid: AnyGrid,
    /// The number of symmetries that map the grid to itself, including the identity. The grid has as many different images as the
    /// order of the group, which is the [geometric count](Symmetry::geometric_count) times `side!`, divided by this number.
    pub automorphisms: u64,
}

/// Returns the canonical form of any grid: full, partial or empty, with or without conflicts. Two grids of a shape have equal forms
/// if a [`Symmetry`] maps one to the other. The form is the minlex form, as in [`isomorph`]. `None` for
/// shapes without [canonical forms](has_canonical_forms), and for puzzles given as candidates.
///
/// ```
/// use sudoku_bench_grid::{AnyGrid, any_shape::canonical, Shape};
///
/// let empty = AnyGrid::empty(Shape::new(2, 3).unwrap());
/// let mut puzzle = empty.clone();
/// puzzle.set(8, 4);
/// let form = canonical(&puzzle).unwrap();
/// assert_eq!((form.grid.clues(), form.grid.cells()[35]), (1, 1));
/// // Any of 36 cells, any of 6 values.
/// assert_eq!(canonical(&empty).unwrap().automorphisms, 36 * 6 * form.automorphisms);
/// ```
pub fn canonical(grid: &AnyGrid) -> Option<Canonical> {
    if grid.candidates().is_some() {
        return None;
    }
    let shape = grid.shape();
    if shape == Shape::NINE {
        let cells = grid.cells().try_into().expect("9×9 has 81 cells");
        let isomorph::Canonical { grid, automorphisms } = isomorph::canonical(&Grid::of(cells));
        return Some(Canonical { grid: grid.into(), automorphisms });
    }
    has_canonical_forms(shape).then(|| ImageSearch::new(shape).run(grid))
}

/// Returns true if the grids of a shape have canonical forms: 4×4, 6×6 and 9×9 with boxes of at least two rows and
/// two columns, and Latin squares of side 4 and 5. Other shapes have too many symmetries.
///
/// ```
/// use sudoku_bench_grid::{any_shape::has_canonical_forms, Shape};
///
/// assert!(has_canonical_forms(Shape::new(3, 2).unwrap()));
/// assert!(!has_canonical_forms(Shape::new(4, 4).unwrap()));
/// ```
pub fn has_canonical_forms(shape: Shape) -> bool {
    let is_small = Symmetry::geometric_count(shape).is_some_and(|count| count <= MAX_GEOMETRIC_SYMMETRIES);
    is_small || shape == Shape::NINE
}
