//! Recognises grids of other shapes where 9×9 is expected.

use super::{
    alphabet::Alphabet,
    cells::{columns, fits, fits_any, shape_of_text},
    defect::Defect,
    words::{Borders, words},
};
use crate::{CELLS, Shape};

/// The fewest rows of equal length that show a grid.
const MIN_ROWS: usize = 3;
/// The cells in a row of the smallest grid: a line of four characters may be anything.
const SMALLEST: usize = 4;

/// Returns the defect of a field of 9×9 that is a grid of another shape.
pub fn defect(field: &[u8]) -> Option<Defect> {
    let shape = shape_of_text(std::str::from_utf8(field).ok()?).filter(|shape| !shape.is_classic())?;
    Some(Defect::new(reason(shape), field.len().min(CELLS.min(shape.cells()))))
}

fn reason(shape: Shape) -> String {
    let [cells, side] = [shape.cells(), shape.side()];
    format!("{cells} cells instead of 81 ({side}×{side}? --shape {side} reads it, where a command has it)")
}

/// Returns the cells of a line; none of a border. They are the words of the line if all are short. Otherwise they are columns of two
/// characters if the line has too many characters for a row, or else its characters.
pub fn cells(line: &[u8]) -> Vec<&[u8]> {
    let Ok(text) = std::str::from_utf8(line) else { return Vec::new() };
    let words: Vec<&[u8]> = words(line).collect();
    let are_blanks = words.len() >= SMALLEST && words.iter().all(|word| *word == b"-");
    if Borders::WITH_BARS.has(text) && !are_blanks {
        return Vec::new();
    }
    let are_short = words.len() > 2 && words.iter().all(|word| word.len() <= 2);
    if are_short {
        return words;
    }
    let columns = columns(text).filter(|columns| 2 * columns.len() > Shape::MAX_SIDE);
    columns.unwrap_or_else(|| words.into_iter().flat_map(|word| word.chunks(1)).collect())
}

/// Returns the shape of the grids whose rows have so many cells.
pub fn shape_of_row(cells: usize) -> Option<Shape> {
    Shape::of_cells(cells * cells)
}

/// Returns the cells of a line that is a row of another shape than 9×9, with at least six columns.
fn other_row(line: &[u8]) -> Option<(Vec<&[u8]>, Shape)> {
    let cells = cells(line);
    let shape = shape_of_row(cells.len()).filter(|shape| !shape.is_classic() && shape.side() > SMALLEST)?;
    let is_title = cells.iter().all(|cell| cell.iter().all(u8::is_ascii_alphabetic));
    (!is_title && fits_any(&cells, shape)).then_some((cells, shape))
}

/// Returns true if a line is a row of another shape than 9×9, with at least six columns.
pub fn is_other_row(line: &[u8]) -> bool {
    other_row(line).is_some()
}

/// Returns true if lines, without borders, are rows of a grid of another shape than 9×9.
pub fn are_other_rows<'l>(lines: impl Iterator<Item = &'l [u8]>) -> bool {
    let shapes: Vec<_> = lines.map(|line| other_row(line).map(|(_, shape)| shape)).collect();
    shapes.len() >= MIN_ROWS && shapes[0].is_some() && shapes.iter().all(|shape| *shape == shapes[0])
}

/// The rows of a grid of another shape than 9×9 among grids of 9×9.
#[derive(Default)]
pub struct OtherRows {
    rows: usize,
    shape: Option<Shape>,
    /// Number of the first line, and its text.
    first: (u64, Vec<u8>),
    /// True while all cells fit a 4×4 grid: a line of sixteen cells may then be such a grid, or a row of a 16×16 grid.
    may_be_smallest: bool,
}

impl OtherRows {
    /// Adds a line with its number. If the line ends a grid, returns the number and the text of its first line, and the
    /// reason for which it cannot be read.
    pub fn add(&mut self, line: &[u8], number: u64) -> Option<(u64, Vec<u8>, Defect)> {
        let Some((cells, shape)) = other_row(line) else {
            *self = OtherRows::default();
            return None;
        };
        if self.shape != Some(shape) {
            *self = OtherRows { rows: 0, shape: Some(shape), first: (number, line.to_vec()), may_be_smallest: true };
        }
        self.rows += 1;
        self.may_be_smallest &= fits(&cells, Alphabet::FromOne, SMALLEST);
        if self.rows < shape.side() {
            return None;
        }
        let OtherRows { first: (number, text), may_be_smallest, .. } = std::mem::take(self);
        let side = shape.side();
        let is_unclear = may_be_smallest && side == SMALLEST * SMALLEST;
        let reason =
            if is_unclear { format!("{side} lines of {side} cells instead of 81 cells") } else { reason(shape) };
        Some((number, text, Defect::new(reason, 0)))
    }
}
