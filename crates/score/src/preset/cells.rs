//! Scores of the cells that every reader finds in a prediction. Without a label, a row takes no part.

use super::measure::{Part, Scored};

/// All cells, givens included.
pub fn all(row: &Scored<'_>) -> Option<Part> {
    row.right_cells(|_| true)
}

/// The board is the label.
pub fn are_label(row: &Scored<'_>) -> Option<Part> {
    are_all_right(row, all(row)?)
}

/// The cells that are blank in the puzzle.
pub fn blanks(row: &Scored<'_>) -> Option<Part> {
    row.right_cells(|given| given == 0)
}

/// All cells that are blank in the puzzle are right.
pub fn all_blanks(row: &Scored<'_>) -> Option<Part> {
    are_all_right(row, blanks(row)?)
}

fn are_all_right(row: &Scored<'_>, part: Part) -> Option<Part> {
    Part::whole(row.is_board() && part.right == part.of)
}

/// The values of every row, column and box have the right sum, and among them are 1 and the greatest. Neither the label nor the
/// givens count, and the label need not be known.
pub fn have_right_sums(row: &Scored<'_>) -> Option<Part> {
    let shape = row.shape();
    let side = shape.side();
    let are_right = |kind: usize| {
        let mut units = vec![(u8::MAX, 0, 0); side];
        for (cell, &value) in row.cells.iter().enumerate() {
            let (least, greatest, sum) = &mut units[shape.units_of(cell)[kind]];
            *least = value.min(*least);
            *greatest = value.max(*greatest);
            *sum += usize::from(value);
        }
        units.iter().all(|&unit| unit == (1, side as u8, side * (side + 1) / 2))
    };
    Part::whole(row.is_board() && (0..3).all(are_right))
}
