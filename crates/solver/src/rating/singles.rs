//! Hidden and naked singles (1.0 to 2.3).

use super::{
    board::Board,
    step::Step,
    technique::Technique,
    units::{COLUMNS, UNIT_CELLS},
};

/// Returns the first digit with one position in a unit: units with one blank first.
pub fn hidden_single(board: &Board) -> Option<Step> {
    let all = board.hidden.iter().fold(0, |all, units| all | units);
    let last = all & board.almost_full;
    let units = if last != 0 { last } else { all };
    if units == 0 {
        return None;
    }
    let unit = units.trailing_zeros() as usize;
    let digit = board.hidden.iter().position(|units| units >> unit & 1 == 1)?;
    let position = board.marks.positions[digit][unit].trailing_zeros() as usize;
    let cell = UNIT_CELLS[unit][position] as usize;
    let (technique, rating) = match (last != 0, unit < COLUMNS) {
        (true, _) => (Technique::LastCell, 1.0),
        (false, true) => (Technique::HiddenSingleBox, 1.2),
        (false, false) => (Technique::HiddenSingleLine, 1.5),
    };
    Some(Step::place(technique, rating, cell, digit).in_units(1 << unit))
}

/// Returns the first cell with one candidate.
pub fn naked_single(board: &Board) -> Option<Step> {
    let cell = board.naked.trailing_zeros() as usize;
    if board.naked == 0 {
        return None;
    }
    let digit = board.marks.cells[cell].trailing_zeros() as usize;
    Some(Step::place(Technique::NakedSingle, 2.3, cell, digit))
}
