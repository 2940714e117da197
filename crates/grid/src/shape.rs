//! The shapes of grids: 4×4, 6×6, 9×9 and others.

#![warn(missing_docs)]

use std::str::FromStr;

/// The shape of a grid: its boxes have `box_height` rows and `box_width` columns, and its side is their product.
///
/// ```
/// use sudoku_bench_grid::Shape;
///
/// let shape = Shape::of_cells(36).unwrap();
/// assert_eq!((shape.side(), shape.box_height(), shape.box_width()), (6, 2, 3));
/// assert_eq!(shape.box_of(8), 0);
/// assert_eq!(Shape::of_cells(80), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    box_height: u8,
    box_width: u8,
}

impl Shape {
    /// 9×9 with boxes of 3×3.
    pub const NINE: Shape = Shape { box_height: 3, box_width: 3 };

    /// The greatest side.
    pub const MAX_SIDE: usize = 25;

    /// The greatest number of cells.
    pub const MAX_CELLS: usize = Shape::MAX_SIDE * Shape::MAX_SIDE;

    /// Returns the shape with boxes of this size; `None` if its side is not from 4 to 25.
    pub fn new(box_height: usize, box_width: usize) -> Option<Shape> {
        let is_box = |length: &usize| (1..=Shape::MAX_SIDE).contains(length);
        if ![box_height, box_width].iter().all(is_box) || !(4..=Shape::MAX_SIDE).contains(&(box_height * box_width)) {
            return None;
        }
        Some(Shape { box_height: box_height as u8, box_width: box_width as u8 })
    }

    /// Returns the usual shape with this number of cells: the boxes are as square as they can be, and not higher than
    /// wide.
    pub fn of_cells(cells: usize) -> Option<Shape> {
        let side = cells.isqrt();
        let height = (1..=side.isqrt()).rev().find(|&height| side.is_multiple_of(height))?;
        Shape::new(height, side / height).filter(|_| side * side == cells && height > 1)
    }

    /// Returns the number of rows, of columns, of boxes and of values.
    #[inline]
    pub fn side(self) -> usize {
        self.box_height() * self.box_width()
    }

    /// Returns the number of cells.
    #[inline]
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the number of rows of a box.
    #[inline]
    pub fn box_height(self) -> usize {
        usize::from(self.box_height)
    }

    /// Returns the number of columns of a box.
    #[inline]
    pub fn box_width(self) -> usize {
        usize::from(self.box_width)
    }

    /// Returns the box of a cell. Boxes are numbered row by row, from 0.
    #[inline]
    pub fn box_of(self, cell: usize) -> usize {
        let side = self.side();
        (cell / side) / self.box_height() * self.box_height() + cell % side / self.box_width()
    }

    /// Returns the row, the column and the box of a cell.
    #[inline]
    pub fn units_of(self, cell: usize) -> [usize; 3] {
        [cell / self.side(), cell % self.side(), self.box_of(cell)]
    }

    /// Returns the values of a full grid: every row is the row before, shifted by the width of a box, and by one more in a new
    /// band.
    pub fn pattern(self) -> Vec<u8> {
        let first = |row: usize| row % self.box_height() * self.box_width() + row / self.box_height();
        let value = |cell: usize| (first(cell / self.side()) + cell % self.side()) % self.side() + 1;
        (0..self.cells()).map(|cell| value(cell) as u8).collect()
    }

    /// Returns the sum over all rows, columns and boxes of the filled cells without the distinct values. The cells are values of this
    /// shape, or 0 for a blank.
    ///
    /// ```
    /// let shape = sudoku_bench_grid::Shape::of_cells(16).unwrap();
    /// // Two in the first row, one in the first column, two in the first box and one in the second.
    /// assert_eq!(shape.duplicates(&[1, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 6);
    /// ```
    pub fn duplicates(self, cells: &[u8]) -> u16 {
        match self {
            // The compiler unrolls loops of constant lengths.
            Shape::NINE => duplicates_in(cells, 3, 3),
            Shape { box_height: 2, box_width: 2 } => duplicates_in(cells, 2, 2),
            Shape { box_height: 2, box_width: 3 } => duplicates_in(cells, 2, 3),
            Shape { box_height: 4, box_width: 4 } => duplicates_in(cells, 4, 4),
            _ => duplicates_in(cells, self.box_height(), self.box_width()),
        }
    }
}

impl Default for Shape {
    /// Returns 9×9.
    fn default() -> Shape {
        Shape::NINE
    }
}

/// What puzzles of a shape can have.
impl Shape {
    /// Returns true for 9×9, the shape of a [`Grid`](crate::Grid), which every strategy, engine and layout takes. Ratings,
    /// symmetries of clues, uniform full grids and some other methods are for this shape only.
    pub fn is_classic(self) -> bool {
        self == Shape::NINE
    }

    /// Returns true if the techniques of people are defined: ratings, tiers and the facts about difficulty that rest on them.
    pub fn has_ratings(self) -> bool {
        self.is_classic()
    }

    /// Returns true if puzzles with one solution are moved into the canonical form of their solution, so that their givens can be
    /// compared.
    pub fn has_solution_forms(self) -> bool {
        self.is_classic()
    }

    /// Returns true if searches for solutions nearly always take little time, so that each given can be shown to be needed.
    pub fn has_short_searches(self) -> bool {
        self.side() <= Shape::NINE.side()
    }
}

impl FromStr for Shape {
    type Err = String;

    /// Parses the side of a usual shape, or the rows and columns of a box.
    ///
    /// ```
    /// use sudoku_bench_grid::Shape;
    ///
    /// let [six, seven] = ["6", "1x7"].map(|text| text.parse::<Shape>().unwrap());
    /// assert_eq!((six.box_height(), six.box_width(), seven.side()), (2, 3, 7));
    /// assert!("7".parse::<Shape>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Shape, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let shape = match text.split_once(['x', '×']) {
            Some((rows, columns)) => {
                number(rows).zip(number(columns)).and_then(|(rows, columns)| Shape::new(rows, columns))
            }
            None => number(text).and_then(|side| Shape::of_cells(side.checked_mul(side)?)),
        };
        let wanted = "write the side (4, 6, 8, 9, 10, 12, …, 25), or the rows and columns of a box, such as 2x3, or 1x7 for Latin squares";
        shape.ok_or_else(|| wanted.into())
    }
}

#[inline(always)]
fn duplicates_in(cells: &[u8], height: usize, width: usize) -> u16 {
    let side = height * width;
    let mut in_rows = 0;
    let mut filled = 0;
    let mut columns = [0u32; Shape::MAX_SIDE];
    let mut boxes = [0u32; Shape::MAX_SIDE];
    for (row, of_row) in cells.chunks_exact(side).enumerate() {
        let first_box = row / height * height;
        let boxes_of_row = &mut boxes[first_box..first_box + height];
        for (of_box, in_box) in of_row.chunks_exact(width).zip(boxes_of_row) {
            *in_box |= of_box.iter().fold(0, |values, &value| values | 1 << value);
        }
        let mut in_row = 0;
        for (&value, column) in of_row.iter().zip(&mut columns) {
            *column |= 1 << value;
            in_row |= 1 << value;
            filled += u16::from(value > 0);
        }
        in_rows += values_in(in_row);
    }
    3 * filled - in_rows - values_in_units(&columns[..side]) - values_in_units(&boxes[..side])
}

fn values_in_units(units: &[u32]) -> u16 {
    units.iter().map(|&unit| values_in(unit)).sum::<u16>()
}

/// Returns the number of values in a set, which may have the blank too.
fn values_in(set: u32) -> u16 {
    (set & !1).count_ones() as u16
}
