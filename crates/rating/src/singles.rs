//! Hidden and naked singles (1.0 to 2.3).

use super::{
    board::Board,
    step::{Placed, Step},
    technique::Technique,
    units::{COLUMNS, UNIT_CELLS},
};

#[derive(Clone, Copy, Debug)]
pub struct HiddenSingle {
    pub technique: Technique,
    pub placed: Placed,
    unit: usize,
}

impl HiddenSingle {
    /// Returns the first one: units with one blank first.
    pub fn first(board: &Board) -> Option<HiddenSingle> {
        let all = board.hidden.iter().fold(0, |all, units| all | units);
        let last = all & board.almost_full;
        let units = if last != 0 { last } else { all };
        if units == 0 {
            return None;
        }
        let unit = units.trailing_zeros() as usize;
        let digit = board.hidden.iter().position(|units| units >> unit & 1 == 1)?;
        let position = board.marks.positions[digit][unit].trailing_zeros() as usize;
        let placed = Placed { cell: UNIT_CELLS[unit][position], digit: digit as u8 };
        let technique = match (last != 0, unit < COLUMNS) {
            (true, _) => Technique::LastCell,
            (false, true) => Technique::HiddenSingleBox,
            (false, false) => Technique::HiddenSingleLine,
        };
        Some(HiddenSingle { technique, placed, unit })
    }
}

pub fn hidden_single(board: &Board) -> Option<Step> {
    let HiddenSingle { technique, placed, unit } = HiddenSingle::first(board)?;
    Some(Step::place(technique, placed.cell.into(), placed.digit.into()).in_units(1 << unit))
}

pub fn naked_single(board: &Board) -> Option<Step> {
    let cell = board.naked.trailing_zeros() as usize;
    if board.naked == 0 {
        return None;
    }
    let digit = board.marks.cells[cell].trailing_zeros() as usize;
    Some(Step::place(Technique::NakedSingle, cell, digit))
}
