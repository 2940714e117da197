//! The symmetries of a shape.

use crate::{
    any_grid::AnyGrid,
    nine::{CELLS, Grid},
    random::SplitMix64,
    shape::Shape,
};

/// A symmetry of a shape: it may transpose the grid, permutes bands, stacks, rows within a band and columns within a stack, and
/// renames the values. It maps valid puzzles to equally hard valid puzzles.
///
/// Only boxes that are as high as wide stay boxes in the transposed grid, so that 6×6 and others are not transposed. Boxes of one
/// row or one column repeat the rows or the columns: the grid is a Latin square, whose rows and columns are permuted freely, and
/// which may be transposed.
///
/// 9×9 has 2 × 6⁸ × 9! symmetries (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    pub(crate) shape: Shape,
    /// True if the grid is transposed first.
    pub(crate) transposed: bool,
    /// For each row of the image, the row of the (transposed) grid.
    pub(crate) rows: Lines,
    /// For each column of the image, the column of the (transposed) grid.
    pub(crate) columns: Lines,
    pub(crate) values: Names,
}

/// The order of rows or columns. What follows the side of the shape is as in the identity.
type Lines = [u8; Shape::MAX_SIDE];
/// The new name of each value, and of a blank. What follows the side of the shape is as in the identity.
type Names = [u8; Shape::MAX_SIDE + 1];

impl Symmetry {
    /// Returns a random symmetry; all are equally likely.
    ///
    /// ```
    /// use sudoku_bench_grid::{AnyGrid, Shape, Symmetry, random::SplitMix64};
    ///
    /// let shape = Shape::of_cells(16).unwrap();
    /// let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    /// let solution = AnyGrid::new(shape, solution).unwrap();
    /// let image = Symmetry::random(shape, &mut SplitMix64(1)).apply(&solution);
    /// assert!(image != solution && image.is_solution_of(&AnyGrid::empty(shape)));
    /// ```
    pub fn random(shape: Shape, random: &mut SplitMix64) -> Symmetry {
        let mut values = std::array::from_fn(|value| value as u8);
        random.shuffle(&mut values[1..=shape.side()]);
        let transposed = transposes(shape) && random.below(2) == 1;
        let rows = random_lines(shape, shape.box_height(), random);
        let columns = random_lines(shape, shape.box_width(), random);
        Symmetry { shape, transposed, rows, columns, values }
    }

    /// Returns the symmetry whose image of a grid is the grid.
    pub fn identity(shape: Shape) -> Symmetry {
        let lines = std::array::from_fn(|line| line as u8);
        let values = std::array::from_fn(|value| value as u8);
        Symmetry { shape, transposed: false, rows: lines, columns: lines, values }
    }

    /// Returns the symmetry that undoes this one.
    ///
    /// ```
    /// use sudoku_bench_grid::{AnyGrid, Shape, Symmetry, random::SplitMix64};
    ///
    /// let grid = AnyGrid::new(Shape::NINE, Shape::NINE.pattern()).unwrap();
    /// let symmetry = Symmetry::random(Shape::NINE, &mut SplitMix64(1));
    /// assert_eq!(symmetry.inverse().apply(&symmetry.apply(&grid)), grid);
    /// ```
    pub fn inverse(&self) -> Symmetry {
        let (rows, columns) = (inverse(self.rows), inverse(self.columns));
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        Symmetry { rows, columns, values: inverse(self.values), ..*self }
    }

    /// Returns a symmetry of 9×9.
    pub(crate) fn of_nine(transposed: bool, rows: [u8; 9], columns: [u8; 9], values: [u8; 10]) -> Symmetry {
        let lines = |nine: [u8; 9]| std::array::from_fn(|line| nine.get(line).copied().unwrap_or(line as u8));
        let values = std::array::from_fn(|value| values.get(value).copied().unwrap_or(value as u8));
        Symmetry { shape: Shape::NINE, transposed, rows: lines(rows), columns: lines(columns), values }
    }

    /// Returns the image of a grid.
    ///
    /// ```
    /// use sudoku_bench_grid::{AnyGrid, Shape, Symmetry, canonical, random::SplitMix64};
    ///
    /// let mut puzzle = AnyGrid::empty(Shape::of_cells(16).unwrap());
    /// puzzle.set(0, 1);
    /// puzzle.set(1, 2);
    /// let image = Symmetry::random(puzzle.shape(), &mut SplitMix64(1)).apply(&puzzle);
    /// assert_eq!(canonical(&image), canonical(&puzzle));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the grid has another shape, or was given as candidates.
    pub fn apply(&self, grid: &AnyGrid) -> AnyGrid {
        assert_eq!((grid.shape(), grid.candidates()), (self.shape, None));
        if let Some(nine) = grid.nine() {
            return self.apply_to_nine(nine).into();
        }
        let mut cells = vec![0; self.shape.cells()];
        self.write_image(self.shape.side(), grid.cells(), &mut cells);
        AnyGrid::new(self.shape, cells).expect("an image has the shape of the grid")
    }

    /// Returns the image of a grid of 9×9, as [`Symmetry::apply`] does, of which the symmetry must be one.
    pub fn apply_to_nine(&self, grid: &Grid) -> Grid {
        let mut cells = [0; CELLS];
        self.write_image(9, grid.cells(), &mut cells);
        Grid::of(cells)
    }

    #[inline(always)]
    fn write_image(&self, side: usize, cells: &[u8], image: &mut [u8]) {
        let (across, down) = if self.transposed { (side, 1) } else { (1, side) };
        for (image, &row) in image.chunks_exact_mut(side).zip(&self.rows) {
            for (image, &column) in image.iter_mut().zip(&self.columns) {
                let value = cells[down * usize::from(row) + across * usize::from(column)];
                *image = self.values[usize::from(value)];
            }
        }
    }

    /// Returns the number of symmetries of a shape that keep the names of the values; with the renamings, there are `side!` times
    /// as many. `None` for the Latin squares of side 21 and above, for which the number does not fit.
    pub fn geometric_count(shape: Shape) -> Option<u128> {
        let rows = line_orders(shape, shape.box_height())?;
        let columns = line_orders(shape, shape.box_width())?;
        let sides = if transposes(shape) { 2 } else { 1 };
        rows.checked_mul(columns)?.checked_mul(sides)
    }
}

/// Returns true if the transposed grid has the same units.
pub fn transposes(shape: Shape) -> bool {
    shape.box_height() == shape.box_width() || shape.box_height() == 1 || shape.box_width() == 1
}

/// Returns a random order of the rows or the columns that keeps together the lines of a band or a stack, which has `size` lines.
fn random_lines(shape: Shape, size: usize, random: &mut SplitMix64) -> Lines {
    let mut lines: Lines = std::array::from_fn(|line| line as u8);
    let mut bands: Vec<&mut [u8]> = lines[..shape.side()].chunks_exact_mut(size).collect();
    random.shuffle(&mut bands);
    bands.iter_mut().for_each(|band| random.shuffle(band));
    let order = bands.concat();
    std::array::from_fn(|line| order.get(line).copied().unwrap_or(line as u8))
}

fn inverse<const N: usize>(order: [u8; N]) -> [u8; N] {
    let mut inverse = order;
    order.iter().zip(0..).for_each(|(&to, from)| inverse[usize::from(to)] = from);
    inverse
}

/// Returns the number of orders of the rows or the columns that keep together the lines of a band or a stack.
fn line_orders(shape: Shape, size: usize) -> Option<u128> {
    let bands = shape.side() / size;
    let factorial = |n: usize| (1..=n as u128).try_fold(1u128, u128::checked_mul);
    factorial(size)?.checked_pow(bands as u32)?.checked_mul(factorial(bands)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const SHAPES: [[usize; 2]; 8] = [[2, 2], [2, 3], [3, 2], [1, 7], [7, 1], [3, 3], [3, 4], [5, 5]];

    #[test]
    fn images_of_solutions_are_solutions() {
        let mut random = SplitMix64(1);
        for [height, width] in SHAPES {
            let shape = Shape::new(height, width).unwrap();
            let solution = AnyGrid::new(shape, shape.pattern()).unwrap();
            for _ in 0..50 {
                let image = Symmetry::random(shape, &mut random).apply(&solution);
                assert!(image.is_solution_of(&AnyGrid::empty(shape)), "{shape:?} {image:?}");
            }
        }
    }

    /// 128 symmetries, 12,800 draws: the 0.999 quantile of chi-square with 127 degrees of freedom is 182.
    #[test]
    fn all_symmetries_are_equally_likely() {
        let mut random = SplitMix64(3);
        let mut counts = HashMap::new();
        for _ in 0..12_800 {
            let symmetry = Symmetry::random(Shape::new(2, 2).unwrap(), &mut random);
            *counts.entry((symmetry.transposed, symmetry.rows, symmetry.columns)).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), 128);
        let distance: f64 = counts.values().map(|count: &f64| (count - 100.0).powi(2) / 100.0).sum();
        assert!(distance < 182.0, "{distance}");
    }

    #[test]
    fn known_numbers_of_symmetries() {
        let count = |height, width| Symmetry::geometric_count(Shape::new(height, width).unwrap());
        assert_eq!([count(2, 2), count(3, 2), count(3, 3)], [128, 3456, 2 * 6u128.pow(8)].map(Some));
        assert_eq!(count(1, 5), Some(2 * 120 * 120));
        assert_eq!(count(5, 1), count(1, 5));
        assert_eq!(count(2, 4), Some(16 * 24 * 576 * 2));
        assert_eq!(count(4, 4), Some(2 * 24u128.pow(10)));
        assert!(count(5, 5).is_some() && count(1, 20).is_some());
        assert_eq!(count(1, 21), None);
    }
}
