//! Grids of another shape among grids with a line for each row.

use super::{
    alphabet::{Alphabet, fits},
    defect::Defect,
    row::{SMALLEST_SIDE, other_shape, row},
};
use crate::Shape;

/// The rows so far of a grid of another shape than the expected one.
#[derive(Default)]
pub struct UnexpectedRows {
    rows: usize,
    shape: Option<Shape>,
    /// Number of the first line, and its text.
    first: (u64, Vec<u8>),
    /// True while all cells fit a 4×4 grid: a line of sixteen cells may then be such a grid, or a row of a 16×16 grid.
    may_be_smallest: bool,
}

impl UnexpectedRows {
    /// Adds a line with its number, where rows have `side` cells. If the line ends a grid, returns the number and the text of its
    /// first line, and why the grid cannot be read.
    pub fn add(&mut self, line: &[u8], number: u64, side: usize) -> Option<(u64, Vec<u8>, Defect)> {
        let Some(shape) = other_shape(line, side) else {
            *self = UnexpectedRows::default();
            return None;
        };
        if self.shape != Some(shape) {
            let first = (number, line.to_vec());
            *self = UnexpectedRows { rows: 0, shape: Some(shape), first, may_be_smallest: true };
        }
        self.rows += 1;
        let cells = row(line, shape.side()).unwrap_or_default();
        self.may_be_smallest &= fits(&cells, Alphabet::FromOne, SMALLEST_SIDE);
        if self.rows < shape.side() {
            return None;
        }
        let UnexpectedRows { first: (number, text), may_be_smallest, .. } = std::mem::take(self);
        let found = shape.side();
        let defect = match may_be_smallest && found == SMALLEST_SIDE * SMALLEST_SIDE {
            true => Defect::new(format!("{found} lines of {found} cells instead of {} cells", side * side), 0),
            false => Defect::wrong_shape(shape, side * side, 0),
        };
        Some((number, text, defect))
    }
}
