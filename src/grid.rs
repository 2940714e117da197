//! The 9×9 grid: cells, values, candidates, units and peers; parsing and printing.
//!
//! Cells are numbered in row-major order: cell `i` is row `i / 9`, column `i % 9`, both from 0.

use std::fmt;

/// Cells in a grid.
pub const CELLS: usize = 81;

/// A set of values 1 to 9: bit `v - 1` stands for value `v`.
pub type Candidates = u16;

/// The candidates of a cell about which nothing is known.
pub const ALL_VALUES: Candidates = 0x1ff;

/// The row of a cell, 0 to 8.
pub const fn row_of(cell: usize) -> usize {
    cell / 9
}

/// The column of a cell, 0 to 8.
pub const fn column_of(cell: usize) -> usize {
    cell % 9
}

/// The box of a cell, 0 to 8, in row-major order of boxes.
pub const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Whether two different cells share a row, a column or a box.
pub const fn are_peers(a: usize, b: usize) -> bool {
    a != b && (row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b))
}

/// The 20 peers of every cell, in ascending order.
pub static PEERS: [[u8; 20]; CELLS] = peers();

const fn peers() -> [[u8; 20]; CELLS] {
    let mut peers = [[0; 20]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut other, mut n) = (0, 0);
        while other < CELLS {
            if are_peers(cell, other) {
                peers[cell][n] = other as u8;
                n += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
}

/// A 9×9 grid, in row-major order; 0 is a blank, 1 to 9 are values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// The grid without a single given.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// Reads a grid from exactly 81 characters.
    ///
    /// `1` to `9` are values; `0 . * _ - x X ?` and a space are blanks.
    ///
    /// # Errors
    ///
    /// The text is not 81 characters long, or holds a character that is neither value nor blank.
    ///
    /// ```
    /// use sudoku_bench::grid::Grid;
    /// let text = format!("53..7{}", "_".repeat(76));
    /// let grid = Grid::parse(text.as_bytes()).unwrap();
    /// assert_eq!(grid.clues(), 3);
    /// assert_eq!(&grid.to_string()[..6], "53..7.");
    /// ```
    pub fn parse(text: &[u8]) -> Result<Grid, ParseGridError> {
        let Ok(text) = <&[u8; CELLS]>::try_from(text) else {
            // What is no cell matters more than how many there are.
            let wrong = text.iter().take(CELLS + 1).position(|&byte| value_of(byte).is_none());
            let length = ParseGridError::Length { cells: text.len() };
            return Err(wrong.map_or(length, |at| ParseGridError::NotACell { at, byte: text[at] }));
        };
        let mut grid = Grid::EMPTY;
        if grid.read(text) {
            return Ok(grid);
        }
        let wrong = text.iter().position(|&byte| value_of(byte).is_none());
        Err(wrong.map_or(ParseGridError::Length { cells: CELLS }, |at| ParseGridError::NotACell { at, byte: text[at] }))
    }

    /// Takes the values of 81 characters, and says whether each of them is one or a blank.
    #[inline(always)]
    pub(crate) fn read(&mut self, text: &[u8; CELLS]) -> bool {
        // Without a branch, so that the loop is vectorised.
        let mut good = true;
        for (cell, &byte) in self.0.iter_mut().zip(text) {
            let value = byte.wrapping_sub(b'0');
            let is_value = value <= 9;
            *cell = if is_value { value } else { 0 };
            good &= is_value | is_blank(byte);
        }
        good
    }

    /// The grid of these values, each from 0 to 9, in row-major order.
    pub(crate) fn of(cells: [u8; CELLS]) -> Grid {
        debug_assert!(cells.iter().all(|&value| value <= 9));
        Grid(cells)
    }

    /// The value of a cell, 0 where it is blank.
    pub fn get(&self, cell: usize) -> u8 {
        self.0[cell]
    }

    /// Writes a value from 1 to 9, or 0 for a blank, into a cell.
    pub fn set(&mut self, cell: usize, value: u8) {
        debug_assert!(value <= 9);
        self.0[cell] = value;
    }

    /// All 81 values in row-major order, 0 for a blank.
    pub fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The number of cells that are filled.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&value| value != 0).count()
    }

    /// The candidates of every blank: the values that no peer holds. A filled cell has none.
    pub fn candidates(&self) -> [Candidates; CELLS] {
        let mut used = [[0; 9]; 3];
        let units = |cell: usize| [row_of(cell), column_of(cell), box_of(cell)];
        for (cell, &value) in self.0.iter().enumerate() {
            used.iter_mut()
                .zip(units(cell))
                .for_each(|(used, unit)| used[unit] |= BITS[usize::from(value) % BITS.len()]);
        }
        std::array::from_fn(|cell| {
            let [row, column, r#box] = units(cell);
            let free = ALL_VALUES & !(used[0][row] | used[1][column] | used[2][r#box]);
            if self.0[cell] == 0 { free } else { 0 }
        })
    }

    /// Whether two peers hold the same value.
    pub fn has_conflict(&self) -> bool {
        // Stack by stack, so that all counters but those of the rows stay in registers.
        let (mut rows, mut counters) = ([0; 9], 0);
        for stack in [0, 3, 6] {
            let mut columns = [0; 3];
            for band in [0, 3, 6] {
                let mut r#box = 0;
                for row in band..band + 3 {
                    let triad: [u64; 3] = std::array::from_fn(|i| ONE[usize::from(self.0[row * 9 + stack + i])]);
                    columns.iter_mut().zip(triad).for_each(|(column, one)| *column += one);
                    let sum = triad[0] + triad[1] + triad[2];
                    r#box += sum;
                    rows[row] += sum;
                }
                counters |= r#box;
            }
            counters |= columns[0] | columns[1] | columns[2];
        }
        rows.iter().fold(counters, |counters, row| counters | row) & MORE != 0
    }

    /// Whether every cell is filled, no two peers hold the same value, and every given of `puzzle` is kept.
    pub fn is_solution_of(&self, puzzle: &Grid) -> bool {
        // Without a branch in between, which would keep the loop from being vectorised.
        let cells = self.0.iter().zip(&puzzle.0);
        let kept = cells.fold(true, |kept, (&value, &given)| kept & (value != 0) & ((given == 0) | (given == value)));
        kept && !self.has_conflict()
    }
}

/// One of each value, in nine counters of four bits; none for a blank. There is an entry for every byte.
static ONE: [u64; 256] = {
    let mut one = [0; 256];
    let mut value = 1;
    while value <= 9 {
        one[value] = 1 << (4 * value);
        value += 1;
    }
    one
};
/// The bits of counters that have come to two or more.
const MORE: u64 = 0xee_eeee_eee0;

/// The bit of each value, none for a blank; as many entries as make a mask of the index.
const BITS: [u16; 16] = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.map(|value| if value == 0 { b'.' } else { b'0' + value });
        f.write_str(std::str::from_utf8(&text).expect("digits and dots are ASCII"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

/// The value that a character stands for, 0 for a blank; `None` if it is neither.
pub fn value_of(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'9' => Some(byte - b'0'),
        _ => is_blank(byte).then_some(0),
    }
}

/// Whether a character stands for a blank.
fn is_blank(byte: u8) -> bool {
    // Every comparison is made, as befits a vector.
    b"0.*_-xX? ".iter().fold(false, |blank, &other| blank | (byte == other))
}

/// Why a text is no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseGridError {
    /// The text has this many characters and not 81.
    Length {
        /// Characters in the text.
        cells: usize,
    },
    /// The character at offset `at` (from 0) is neither a value nor a blank.
    NotACell {
        /// Offset of the character, from 0.
        at: usize,
        /// Its first byte.
        byte: u8,
    },
}
