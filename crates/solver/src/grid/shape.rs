//! The shapes of grids: 4×4, 6×6, 9×9 and others.

/// The shape of a grid: its boxes have `box_height` rows and `box_width` columns, and its side is their product.
///
/// ```
/// use sudoku_bench_solver::grid::Shape;
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
    pub fn side(self) -> usize {
        self.box_height() * self.box_width()
    }

    /// Returns the number of cells.
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the number of rows of a box.
    pub fn box_height(self) -> usize {
        usize::from(self.box_height)
    }

    /// Returns the number of columns of a box.
    pub fn box_width(self) -> usize {
        usize::from(self.box_width)
    }

    /// Returns the box of a cell. Boxes are numbered row by row, from 0.
    pub fn box_of(self, cell: usize) -> usize {
        let side = self.side();
        (cell / side) / self.box_height() * self.box_height() + cell % side / self.box_width()
    }

    /// Returns the row, the column and the box of a cell.
    pub fn units_of(self, cell: usize) -> [usize; 3] {
        [cell / self.side(), cell % self.side(), self.box_of(cell)]
    }
}
