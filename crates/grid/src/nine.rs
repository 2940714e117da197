//! The 9×9 grid: cells, values, candidates, units and peers; parsing and printing.
//!
//! Cells are numbered in row-major order: cell `i` is row `i / 9`, column `i % 9`, both from 0.

#![warn(missing_docs)]

use std::{error::Error, fmt};

/// The number of cells in a grid.
pub const CELLS: usize = 81;

/// A set of values 1 to 9: bit `v - 1` stands for value `v`.
pub type Candidates = u16;

/// The set of all values.
pub const ALL_VALUES: Candidates = 0x1ff;

/// Returns the row of a cell, 0 to 8.
#[inline]
pub const fn row_of(cell: usize) -> usize {
    cell / 9
}

/// Returns the column of a cell, 0 to 8.
#[inline]
pub const fn column_of(cell: usize) -> usize {
    cell % 9
}

/// Returns the box of a cell, 0 to 8, in row-major order of boxes.
#[inline]
pub const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Returns cell `i` of a box, 0 to 8, in row-major order.
///
/// ```
/// assert_eq!(sudoku_bench_grid::cell_in_box(4, 0), 30);
/// ```
#[inline(always)]
pub const fn cell_in_box(r#box: usize, i: usize) -> usize {
    r#box / 3 * 27 + r#box % 3 * 3 + i / 3 * 9 + i % 3
}

/// Returns true if two different cells share a row, a column or a box.
#[inline]
pub const fn are_peers(a: usize, b: usize) -> bool {
    a != b && (row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b))
}

/// The 20 peers of every cell, in ascending order.
pub static PEERS: [[u8; 20]; CELLS] = peers();

const fn peers() -> [[u8; 20]; CELLS] {
    let mut peers = [[0; 20]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        let mut n = 0;
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
///
/// ```
/// use sudoku_bench_grid::Grid;
///
/// let mut grid = Grid::EMPTY;
/// grid.set(80, 7);
/// assert_eq!(grid.get(80), 7);
/// assert_eq!(grid.to_string(), format!("{}7", ".".repeat(80)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// The grid with 81 blanks.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// Parses a grid from exactly 81 characters.
    ///
    /// `1` to `9` are values; `0 . * _ - x X ?` and a space are blanks.
    ///
    /// Returns an error if the text is not 81 characters long, or has a character that is neither a value nor a blank.
    ///
    /// ```
    /// use sudoku_bench_grid::Grid;
    /// let text = format!("53..7{}", "_".repeat(76));
    /// let grid = Grid::parse(text.as_bytes()).unwrap();
    /// assert_eq!(grid.clues(), 3);
    /// assert_eq!(&grid.to_string()[..6], "53..7.");
    /// ```
    pub fn parse(text: &[u8]) -> Result<Grid, ParseGridError> {
        let mut grid = Grid::EMPTY;
        if text.try_into().is_ok_and(|text| grid.read(text)) {
            return Ok(grid);
        }
        // A character that is not a cell is a more useful error than the length.
        let wrong = text.iter().take(CELLS + 1).position(|&byte| value_of(byte).is_none());
        Err(wrong.map_or(ParseGridError::Length { cells: text.len() }, |at| ParseGridError::NotACell { at }))
    }

    /// Reads the values of 81 characters. Returns false if a character is neither a value nor a blank.
    ///
    /// ```
    /// use sudoku_bench_grid::Grid;
    ///
    /// let mut grid = Grid::EMPTY;
    /// assert!(grid.read(&[b'7'; 81]));
    /// assert_eq!(grid.get(80), 7);
    /// assert!(!grid.read(&[b'a'; 81]));
    /// ```
    #[inline(always)]
    pub fn read(&mut self, text: &[u8; CELLS]) -> bool {
        // Without branches, the loop is vectorised.
        let mut good = true;
        for (cell, &byte) in self.0.iter_mut().zip(text) {
            let value = byte.wrapping_sub(b'0');
            let is_value = value <= 9;
            *cell = if is_value { value } else { 0 };
            good &= is_value | is_blank(byte);
        }
        good
    }

    /// Creates a grid from its values, each from 0 to 9, in row-major order.
    #[inline]
    pub fn of(cells: [u8; CELLS]) -> Grid {
        debug_assert!(cells.iter().all(|&value| value <= 9));
        Grid(cells)
    }

    /// Returns the value of a cell, 0 for a blank.
    #[inline]
    pub fn get(&self, cell: usize) -> u8 {
        self.0[cell]
    }

    /// Sets a cell to a value from 1 to 9, or to 0 for a blank.
    #[inline]
    pub fn set(&mut self, cell: usize, value: u8) {
        debug_assert!(value <= 9);
        self.0[cell] = value;
    }

    /// Returns the 81 values in row-major order, 0 for a blank.
    #[inline]
    pub fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    #[inline]
    pub(crate) fn cells_mut(&mut self) -> &mut [u8; CELLS] {
        &mut self.0
    }

    /// Returns the 81 characters of the grid, with `blank` for a blank cell.
    pub fn text(&self, blank: u8) -> [u8; CELLS] {
        self.0.map(|value| if value == 0 { blank } else { b'0' + value })
    }

    /// Returns the number of filled cells.
    #[inline]
    pub fn clues(&self) -> usize {
        // Sums of bytes, which the compiler vectorizes.
        usize::from(self.0.iter().map(|&value| u8::from(value != 0)).sum::<u8>())
    }

    /// Returns true if two peers hold the same value.
    pub fn has_conflict(&self) -> bool {
        // Stack by stack, all counters except those of the rows stay in registers.
        let mut rows = [0; 9];
        let mut counters = 0;
        for stack in [0, 3, 6] {
            let mut columns = [0; 3];
            for band in [0, 3, 6] {
                let mut r#box = 0;
                for row in band..band + 3 {
                    let one = |column| VALUE_COUNTER[usize::from(self.0[row * 9 + stack + column])];
                    let triad = [one(0), one(1), one(2)];
                    columns.iter_mut().zip(triad).for_each(|(column, one)| *column += one);
                    let sum = triad[0] + triad[1] + triad[2];
                    r#box += sum;
                    rows[row] += sum;
                }
                counters |= r#box;
            }
            counters |= columns[0] | columns[1] | columns[2];
        }
        rows.iter().fold(counters, |counters, row| counters | row) & REPEAT_BITS != 0
    }

    /// Returns true if every cell is filled, no two peers hold the same value, and every given of `puzzle` is kept.
    pub fn is_solution_of(&self, puzzle: &Grid) -> bool {
        // Without an early exit, the loop is vectorised.
        let cells = self.0.iter().zip(&puzzle.0);
        let kept = cells.fold(true, |kept, (&value, &given)| kept & ((given == 0) | (given == value)));
        kept && self.is_full()
    }

    /// Returns true if every row, column and box has all values.
    fn is_full(&self) -> bool {
        // Each word covers three columns, ten bits each, and collects the values in them.
        let mut columns = [0; 3];
        let mut units = u32::from(ALL_VALUES);
        let (rows, _) = self.0.as_chunks::<9>();
        let (bands, _) = rows.as_chunks::<3>();
        for band in bands {
            let triads = band.map(triads_of);
            for [a, b, c] in triads {
                units &= or_of_triads(a | b | c);
            }
            for (stack, columns) in columns.iter_mut().enumerate() {
                let in_box = triads[0][stack] | triads[1][stack] | triads[2][stack];
                *columns |= in_box;
                units &= or_of_triads(in_box);
            }
        }
        columns.iter().for_each(|&columns| units &= columns & columns >> 10 & columns >> 20);
        units == u32::from(ALL_VALUES)
    }
}

/// Returns the union of the three sets of ten bits in a word.
fn or_of_triads(triads: u32) -> u32 {
    triads | triads >> 10 | triads >> 20
}

/// Returns the values in each triad of a row: the bit of each value in ten bits for each column.
fn triads_of([a, b, c, d, e, f, g, h, i]: [u8; 9]) -> [u32; 3] {
    [[a, b, c], [d, e, f], [g, h, i]]
        .map(|[a, b, c]| IN_TRIAD[0][usize::from(a)] | IN_TRIAD[1][usize::from(b)] | IN_TRIAD[2][usize::from(c)])
}

/// The bit of each value in the first, second or third ten bits; none for a blank. Indexed by a byte.
static IN_TRIAD: [[u32; 256]; 3] = {
    let mut bits = [[0; 256]; 3];
    let mut group = 0;
    while group < 3 {
        let mut value = 1;
        while value <= 9 {
            bits[group][value] = 1 << (10 * group + value - 1);
            value += 1;
        }
        group += 1;
    }
    bits
};

/// For each value, nine 4-bit counters: 1 for the value, 0 for the others, all 0 for a blank. Indexed by a byte.
static VALUE_COUNTER: [u64; 256] = {
    let mut one = [0; 256];
    let mut value = 1;
    while value <= 9 {
        one[value] = 1 << (4 * value);
        value += 1;
    }
    one
};
/// The bits of counters that are set from a count of two.
const REPEAT_BITS: u64 = 0xee_eeee_eee0;

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.text(b'.')).expect("digits and dots are ASCII"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

/// Returns the value of a character, 0 for a blank; `None` if the character is neither.
///
/// ```
/// use sudoku_bench_grid::value_of;
///
/// assert_eq!([b'7', b'.', b'a'].map(value_of), [Some(7), Some(0), None]);
/// ```
#[inline]
pub fn value_of(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'9' => Some(byte - b'0'),
        _ => is_blank(byte).then_some(0),
    }
}

/// Returns true if a character is a blank.
// The readers of other crates call it for each cell, by way of [`Grid::read`].
#[inline]
fn is_blank(byte: u8) -> bool {
    // Without an early exit, callers are vectorised.
    b"0.*_-xX? ".iter().fold(false, |blank, &other| blank | (byte == other))
}

/// Why a text is not a grid.
///
/// ```
/// use sudoku_bench_grid::{Grid, ParseGridError};
///
/// assert_eq!(Grid::parse(b"53..7"), Err(ParseGridError::Length { cells: 5 }));
/// let error = Grid::parse(b"53,.7").unwrap_err();
/// assert_eq!(error.to_string(), "the character at offset 2 is neither a value nor a blank");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseGridError {
    /// The text does not have 81 characters.
    Length {
        /// The number of characters in the text.
        cells: usize,
    },
    /// The character at offset `at` (from 0) is neither a value nor a blank.
    NotACell {
        /// Offset of the character, from 0.
        at: usize,
    },
}

impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseGridError::Length { cells } => write!(f, "{cells} cells instead of 81"),
            ParseGridError::NotACell { at } => {
                write!(f, "the character at offset {at} is neither a value nor a blank")
            }
        }
    }
}

impl Error for ParseGridError {}
