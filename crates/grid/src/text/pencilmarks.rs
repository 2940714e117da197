//! Puzzles of 9×9 as the candidates of their cells: 729 characters, nine for each cell.

use super::defect::Defect;
use crate::{AnyGrid, CELLS, Candidates};

const CELL: usize = 9;

/// Parses 729 characters, white space left out. Nine characters are a cell: each of its candidates once, in any order, and
/// blanks (`.` or `0`) for the rest. The error is the first defect, at its index in the text.
pub fn parse(text: &[u8]) -> Result<AnyGrid, Defect> {
    let is_character = |(_, byte): &(usize, &u8)| !byte.is_ascii_whitespace();
    let characters: Vec<(usize, &u8)> = text.iter().enumerate().filter(is_character).collect();
    if characters.len() != CELL * CELLS {
        let reason = format!("{} characters instead of {}, nine for each cell", characters.len(), CELL * CELLS);
        return Err(Defect::new(reason, text.len()));
    }
    let mut candidates = [0; CELLS];
    for (cell, group) in characters.chunks(CELL).enumerate() {
        for &(at, &character) in group {
            let candidate = candidate(character).map_err(|reason| Defect::new(reason, at))?;
            if candidates[cell] & candidate != 0 {
                let reason = format!("cell {} has candidate {} twice", cell + 1, char::from(character));
                return Err(Defect::new(reason, at));
            }
            candidates[cell] |= candidate;
        }
    }
    Ok(AnyGrid::of_candidates(candidates))
}

pub fn is_puzzle(text: &str) -> bool {
    text.len() >= CELL * CELLS && parse(text.as_bytes()).is_ok()
}

fn candidate(character: u8) -> Result<Candidates, String> {
    match character {
        b'.' | b'0' => Ok(0),
        b'1'..=b'9' => Ok(1 << (character - b'1')),
        _ => Err(format!("{:?} is neither a candidate from 1 to 9 nor a blank", char::from(character))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_may_be_at_any_place() {
        let text = format!("1.......2 {}", "123456789".repeat(80));
        let puzzle = parse(text.as_bytes()).unwrap();
        assert_eq!(puzzle.candidates().unwrap()[0], 0b11);
        assert_eq!(puzzle.to_string()[..9], *"12.......");
        let moved = text.replacen("1.......2", "000002100", 1).replace('\u{20}', "\n");
        assert_eq!(parse(moved.as_bytes()), Ok(puzzle));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let defect = |text: String| parse(text.as_bytes()).unwrap_err();
        let full = "123456789".repeat(81);
        assert_eq!(defect(full[1..].into()).reason, "728 characters instead of 729, nine for each cell");
        assert_eq!(defect(full.replacen('2', "1", 1)), Defect::new("cell 1 has candidate 1 twice", 1));
        let reason = "'x' is neither a candidate from 1 to 9 nor a blank";
        assert_eq!(defect(full.replacen('2', "x", 1)), Defect::new(reason, 1));
    }
}
