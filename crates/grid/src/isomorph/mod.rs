//! The symmetries of Sudoku, and the canonical form of a puzzle: equal for two puzzles if a symmetry maps one to the
//! other.
//!
//! A symmetry transposes the grid, permutes bands, stacks, rows within a band and columns within a stack, and renames
//! the values. There are 2 × 6⁸ × 9! of them (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006), and they
//! map valid puzzles to equally hard valid puzzles. The canonical form is the *minlex* form, as in other programs: the
//! image of the puzzle that is smallest in row-major order, where a blank is less than any value.

mod columns;
mod descent;
#[cfg(test)]
mod oracle;
mod row;
mod search;
mod solution;
#[cfg(test)]
mod tests;

use crate::{CELLS, Grid, random::SplitMix64};
pub use solution::SolutionForm;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest image of the puzzle in row-major order, where a blank is less than any value.
    pub grid: Grid,
    /// The number of symmetries that map the puzzle to itself, including the identity. The puzzle has
    /// 1,218,998,108,160 (the order of the group) divided by this number different images.
    pub automorphisms: u64,
}

/// Returns the canonical form of any grid: full, partial or empty, with or without conflicts.
///
/// ```
/// use sudoku_bench_grid::{Grid, isomorph};
///
/// let canonical = isomorph::canonical(&Grid::EMPTY);
/// assert_eq!((canonical.grid, canonical.automorphisms), (Grid::EMPTY, 1_218_998_108_160));
///
/// let clue = format!("{}7{}", ".".repeat(30), ".".repeat(50));
/// let canonical = isomorph::canonical(&Grid::parse(clue.as_bytes()).unwrap());
/// assert_eq!(canonical.grid.to_string(), format!("{}1", ".".repeat(80)));
/// ```
pub fn canonical(puzzle: &Grid) -> Canonical {
    match SolutionForm::of(puzzle) {
        Some(form) => form.canonical(),
        None => search::ImageSearch::new(puzzle).run(),
    }
}

/// One of the 2 × 6⁸ × 9! symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// True if the grid is transposed first.
    transposed: bool,
    /// For each row of the image, the row of the (transposed) grid.
    rows: [u8; 9],
    /// For each column of the image, the column of the (transposed) grid.
    columns: [u8; 9],
    /// The new name of each value; a blank stays a blank.
    values: [u8; 10],
}

impl Symmetry {
    /// Returns a random symmetry; all are equally likely.
    ///
    /// ```
    /// use sudoku_bench_grid::{Grid, isomorph::Symmetry, random::SplitMix64};
    /// use solver::solve;
    ///
    /// let solution = solve(&Grid::EMPTY).unwrap();
    /// let image = Symmetry::random(&mut SplitMix64(1)).apply(&solution);
    /// assert!(image != solution && image.is_solution_of(&Grid::EMPTY));
    /// ```
    pub fn random(random: &mut SplitMix64) -> Symmetry {
        let mut values = std::array::from_fn(|value| value as u8);
        random.shuffle(&mut values[1..]);
        let transposed = random.below(2) == 1;
        Symmetry { transposed, rows: random_lines(random), columns: random_lines(random), values }
    }

    /// Returns the image of a grid.
    ///
    /// ```
    /// use sudoku_bench_grid::{Grid, isomorph::{Symmetry, canonical}, random::SplitMix64};
    ///
    /// let mut puzzle = Grid::EMPTY;
    /// puzzle.set(0, 1);
    /// puzzle.set(1, 2);
    /// let image = Symmetry::random(&mut SplitMix64(1)).apply(&puzzle);
    /// assert_eq!(canonical(&image), canonical(&puzzle));
    /// ```
    pub fn apply(&self, grid: &Grid) -> Grid {
        let mut cells = [0; CELLS];
        let (across, down) = if self.transposed { (9, 1) } else { (1, 9) };
        for (image, row) in cells.chunks_exact_mut(9).zip(self.rows) {
            for (image, column) in image.iter_mut().zip(self.columns) {
                let value = grid.get(down * usize::from(row) + across * usize::from(column));
                *image = self.values[usize::from(value)];
            }
        }
        Grid::of(cells)
    }
}

/// Returns a random order of nine rows or columns that keeps bands or stacks together.
fn random_lines(random: &mut SplitMix64) -> [u8; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut bands);
    bands.iter_mut().for_each(|band| random.shuffle(band));
    std::array::from_fn(|line| bands[line / 3][line % 3])
}
