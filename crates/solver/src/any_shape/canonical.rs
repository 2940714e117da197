//! The canonical form of a small grid.

use super::{AnyGrid, Symmetry, image_search::ImageSearch};
use crate::{
    grid::{Grid, Shape},
    isomorph,
};

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
/// use sudoku_bench_solver::{any_shape::{AnyGrid, canonical}, grid::Shape};
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
/// use sudoku_bench_solver::{any_shape::has_canonical_forms, grid::Shape};
///
/// assert!(has_canonical_forms(Shape::new(3, 2).unwrap()));
/// assert!(!has_canonical_forms(Shape::new(4, 4).unwrap()));
/// ```
pub fn has_canonical_forms(shape: Shape) -> bool {
    let is_small = Symmetry::geometric_count(shape).is_some_and(|count| count <= MAX_GEOMETRIC_SYMMETRIES);
    is_small || shape == Shape::NINE
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::{any_shape::solutions, random::SplitMix64};

    const SHAPES: [[usize; 2]; 8] = [[1, 4], [4, 1], [2, 2], [1, 5], [5, 1], [2, 3], [3, 2], [3, 3]];

    fn shape(height: usize, width: usize) -> Shape {
        Shape::new(height, width).unwrap()
    }

    fn full_grids(shape: Shape, first: &[u8]) -> Vec<AnyGrid> {
        let mut cells = vec![0; shape.cells()];
        cells[..first.len()].copy_from_slice(first);
        let found = solutions(shape, &cells, 200_000, 10_000_000).unwrap();
        found.into_iter().map(|cells| AnyGrid::new(shape, cells).unwrap()).collect()
    }

    fn some_grid(shape: Shape, full: Option<&AnyGrid>, clues: usize, random: &mut SplitMix64) -> AnyGrid {
        let mut cells: Vec<usize> = (0..shape.cells()).collect();
        random.shuffle(&mut cells);
        let values = 1 + random.below(shape.side() as u64);
        let mut grid = AnyGrid::empty(shape);
        for &cell in &cells[..clues] {
            grid.set(cell, full.map_or_else(|| 1 + random.below(values) as u8, |full| full.cells()[cell]));
        }
        grid
    }

    fn grids(shape: Shape, random: &mut SplitMix64) -> Vec<AnyGrid> {
        let full =
            AnyGrid::new(shape, solutions(shape, &vec![0; shape.cells()], 1, 10_000).unwrap().remove(0)).unwrap();
        let fulls = [Some(&full), None];
        (0..=shape.cells()).flat_map(|clues| fulls.map(|full| some_grid(shape, full, clues, random))).collect()
    }

    fn group_order(shape: Shape) -> u64 {
        Symmetry::geometric_count(shape).unwrap() as u64 * (1..=shape.side() as u64).product::<u64>()
    }

    /// Returns the canonical forms of grids, with the number of images of each.
    fn classes(grids: &[AnyGrid]) -> HashMap<AnyGrid, u64> {
        let forms = grids.iter().map(|grid| canonical(grid).unwrap());
        forms.map(|form| (form.grid.clone(), group_order(form.grid.shape()) / form.automorphisms)).collect()
    }

    #[test]
    fn images_have_the_same_canonical_form() {
        let mut random = SplitMix64(1);
        for [height, width] in SHAPES {
            for grid in grids(shape(height, width), &mut random) {
                let form = canonical(&grid).unwrap();
                assert_eq!(canonical(&form.grid).as_ref(), Some(&form), "{grid:?}");
                assert_eq!(form.grid.clues(), grid.clues());
                for _ in 0..4 {
                    let image = Symmetry::random(grid.shape(), &mut random).apply(&grid);
                    assert_eq!(canonical(&image).as_ref(), Some(&form), "{grid:?} {image:?}");
                    assert!(form.grid.cells() <= image.cells());
                }
            }
        }
    }

    /// 3,072 symmetries; each is missed by 40,000 draws with a probability of 2 in a million.
    #[test]
    fn the_canonical_form_of_four_by_four_agrees_with_its_definition() {
        let mut random = SplitMix64(2);
        let shape = shape(2, 2);
        for grid in grids(shape, &mut random).iter().step_by(3) {
            let draws = (0..40_000).map(|_| Symmetry::random(shape, &mut random).apply(grid));
            let images: HashSet<AnyGrid> = draws.collect();
            let smallest = images.iter().min_by_key(|image| image.cells().to_vec()).unwrap().clone();
            let automorphisms = group_order(shape) / images.len() as u64;
            assert_eq!(canonical(grid), Some(Canonical { grid: smallest, automorphisms }), "{grid:?}");
        }
    }

    #[test]
    fn four_by_four_has_two_classes_of_full_grids() {
        let grids = full_grids(shape(2, 2), &[]);
        let classes = classes(&grids);
        assert_eq!(grids.len(), 288);
        assert_eq!(classes.len(), 2);
        assert_eq!(classes.values().sum::<u64>(), 288);
    }

    /// Ed Russell and Frazer Jarvis, "There are 49 essentially different Sudoku 2x3 grids". Every class has a grid with this
    /// first row and first box.
    #[test]
    fn six_by_six_has_49_classes_of_full_grids() {
        let mut grids = full_grids(shape(2, 3), &[1, 2, 3, 4, 5, 6, 4, 5, 6]);
        let transposed = |grid: &AnyGrid| {
            let cells: Vec<u8> = (0..36).map(|cell| grid.cells()[cell % 6 * 6 + cell / 6]).collect();
            AnyGrid::new(shape(3, 2), cells).unwrap()
        };
        let wide = classes(&grids);
        grids = wide.keys().map(transposed).collect();
        for classes in [wide, classes(&grids)] {
            assert_eq!(classes.len(), 49);
            assert_eq!(classes.values().sum::<u64>(), 28_200_960);
        }
    }

    /// Brendan D. McKay, Alison Meynert and Wendy Myrvold, "Small Latin squares, quasigroups and loops", 2007.
    #[test]
    fn latin_squares_have_their_known_numbers_of_classes() {
        let four = classes(&full_grids(shape(1, 4), &[1, 2, 3, 4]));
        assert_eq!((four.len(), four.values().sum::<u64>()), (2, 576));
        let five = classes(&full_grids(shape(1, 5), &[1, 2, 3, 4, 5]));
        assert_eq!((five.len(), five.values().sum::<u64>()), (2, 161_280));
    }

    #[test]
    fn shapes_with_canonical_forms() {
        let sizes = (1..=25).flat_map(|height| (1..=25).map(move |width| [height, width]));
        let has_forms = |[height, width]: &[usize; 2]| Shape::new(*height, *width).is_some_and(has_canonical_forms);
        let mut expected = SHAPES;
        expected.sort();
        assert_eq!(sizes.filter(has_forms).collect::<Vec<_>>(), expected);
        assert_eq!(canonical(&AnyGrid::empty(shape(2, 4))), None);
    }
}
