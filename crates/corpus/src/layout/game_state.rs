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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_are_the_cells_that_cannot_be_changed() {
        for (version, given, solved, blank) in [
            ("1", "5|-|0|", "7|-|1|", "0|1,2,|1|"),
            ("2", "5|0|0|", "7|0|1|", "0|6||1|"),
            ("4", "5|0|0|0|", "7|0|0|1|", "0|6|48|1|"),
        ] {
            let state = format!("version: {version}\n{given}{solved}{}", blank.repeat(79));
            assert_eq!(givens(&state).unwrap(), format!("50{}", "0".repeat(79)), "{version}");
            assert_eq!(givens(&state.replace('\n', " ")), givens(&state), "XML turns a line end into a space");
            assert_eq!(givens(state.strip_suffix("1|").unwrap()), None);
        }
        assert_eq!(givens(&"0".repeat(81)), None);
    }
}
