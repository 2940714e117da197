//! Values that rows, columns and boxes have twice.

use super::Shape;

impl Shape {
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
            // With known numbers, the loops are unrolled.
            Shape::NINE => duplicates_in(cells, [9, 3, 3]),
            _ => duplicates_in(cells, [self.side(), self.box_height(), self.box_width()]),
        }
    }
}

#[inline(always)]
fn duplicates_in(cells: &[u8], [side, height, width]: [usize; 3]) -> u16 {
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
