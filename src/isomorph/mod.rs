//! The symmetries of puzzles, and the canonical form that all puzzles share which are the same but for a symmetry.
//!
//! A grid stays a Sudoku, and a puzzle as hard as it was, when it is transposed, when bands, stacks, rows within a band or
//! columns within a stack change places, and when the values are renamed: 2 × 6⁸ × 9! symmetries in all (Ed Russell and
//! Frazer Jarvis, "Mathematics of Sudoku II", 2006). Of all images of a puzzle, the *minlex* form is the smallest when
//! the cells are read in row-major order, a blank being less than any value. It is what other programs call by the same
//! name, so that puzzles can be told apart across collections.

mod columns;
mod descent;
mod full;
#[cfg(test)]
mod oracle;
mod row;
mod search;
#[cfg(test)]
mod tests;

use sha2::{Digest, Sha256};

use crate::{
    grid::{CELLS, Grid, column_of, row_of},
    random::SplitMix64,
};

/// The canonical form of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest of the puzzle's images in row-major order, blanks first.
    pub grid: Grid,
    /// How many of the symmetries map the puzzle to itself, the identity included. The order of the whole group,
    /// 1,218,998,108,160, divided by it is the number of the puzzle's images.
    pub automorphisms: u64,
}

impl Canonical {
    /// A number that stands for the class of the puzzle: the first 16 bytes, the most significant first, of the SHA-256
    /// of the 81 cells of [`grid`](Self::grid) as ASCII digits, `0` for a blank. It will never change.
    pub fn key(&self) -> u128 {
        key(&self.grid)
    }
}

/// The canonical form of a puzzle: of any grid, full or empty, whether its givens conflict or not.
///
/// ```
/// use sudoku_bench::{grid::Grid, isomorph};
///
/// let canonical = isomorph::canonical(&Grid::EMPTY);
/// assert_eq!((canonical.grid, canonical.automorphisms), (Grid::EMPTY, 1_218_998_108_160));
///
/// let clue = format!("{}7{}", ".".repeat(30), ".".repeat(50));
/// let canonical = isomorph::canonical(&Grid::parse(clue.as_bytes()).unwrap());
/// assert_eq!(canonical.grid.to_string(), format!("{}1", ".".repeat(80)));
/// ```
pub fn canonical(puzzle: &Grid) -> Canonical {
    search::Search::new(puzzle).run()
}

/// The number that stands for exactly this grid; see [`Canonical::key`].
pub fn key(grid: &Grid) -> u128 {
    let digest = Sha256::digest(grid.cells().map(|value| b'0' + value));
    digest.iter().take(16).fold(0, |key, &byte| key << 8 | u128::from(byte))
}

/// One of the 2 × 6⁸ × 9! symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Whether the grid is transposed, before anything else.
    transposed: bool,
    /// The row that becomes each row.
    rows: [u8; 9],
    /// The column that becomes each column.
    columns: [u8; 9],
    /// The new name of each value; a blank stays a blank.
    values: [u8; 10],
}

impl Symmetry {
    /// Any symmetry, each with the same probability.
    pub(crate) fn random(random: &mut SplitMix64) -> Symmetry {
        let mut values = std::array::from_fn(|value| value as u8);
        random.shuffle(&mut values[1..]);
        let transposed = random.below(2) == 1;
        Symmetry { transposed, rows: random_lines(random), columns: random_lines(random), values }
    }

    /// The image of a grid.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let cells: [u8; CELLS] = std::array::from_fn(|cell| {
            let (row, column) = (usize::from(self.rows[row_of(cell)]), usize::from(self.columns[column_of(cell)]));
            let from = if self.transposed { column * 9 + row } else { row * 9 + column };
            self.values[usize::from(grid.get(from))]
        });
        Grid::of(cells)
    }
}

/// Nine rows or columns in an order that keeps those of a band or stack together.
fn random_lines(random: &mut SplitMix64) -> [u8; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut bands);
    bands.iter_mut().for_each(|band| random.shuffle(band));
    std::array::from_fn(|line| bands[line / 3][line % 3])
}
