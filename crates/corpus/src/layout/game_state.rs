//! The state of a game in OpenSudoku: `version: 3` and a line end, then for each cell its value, its notes, other values in
//! newer versions, and 1 if the player may change the cell, else 0. A bar follows each value.

use grid::CELLS;

/// Returns the puzzle of a game, whose givens the player may not change; `None` for a text that is no state of a game.
pub fn givens(state: &str) -> Option<String> {
    let (_, cells) = state.trim_start().strip_prefix("version:")?.trim_start().split_once(char::is_whitespace)?;
    // Version 2 has two bars after some notes.
    let values: Vec<_> = cells.trim().split('|').filter(|value| !value.is_empty()).collect();
    let per_cell = values.len() / CELLS;
    if values.len() % CELLS != 0 || per_cell < 3 {
        return None;
    }
    values.chunks(per_cell).map(given_of).collect()
}

/// Returns the value of a given; 0 for a cell that is none.
fn given_of(cell: &[&str]) -> Option<String> {
    match (cell[0], cell[cell.len() - 1]) {
        (value, "0") if value.len() == 1 => Some(value.to_string()),
        (_, "1") => Some("0".into()),
        _ => None,
    }
}
