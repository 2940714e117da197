//! Reads the grid in a field.

use memchr::memchr;

use super::{cells, defect::Defect, field_defect::field_defect, notation::Notation, number_column, pencilmarks};
use crate::{AnyGrid, Grid};

impl Notation {
    /// Reads a puzzle into an existing grid, because moving a grid takes as long as reading it. If
    /// `spaces_are_blanks`, a space may stand for a blank; otherwise it separates cells. The error is the defect of a field
    /// that is no grid of this shape in this alphabet.
    #[inline(always)]
    pub fn read(&self, field: &[u8], spaces_are_blanks: bool, grid: &mut AnyGrid) -> Result<(), Defect> {
        if self.is_default()
            && let Ok(text) = field.try_into()
            && (spaces_are_blanks || memchr(b' ', field).is_none())
            && !number_column::is_float_of_81_characters(text)
            && grid.make_nine().read(text)
        {
            return Ok(());
        }
        self.read_any(field, spaces_are_blanks).map(|parsed| *grid = parsed)
    }

    fn read_any(&self, field: &[u8], spaces_are_blanks: bool) -> Result<AnyGrid, Defect> {
        if self.has_candidates() {
            return pencilmarks::parse(field);
        }
        let is_number = || self.is_default() && number_column::was_grid(field);
        let grid = cells::grid(field, *self, spaces_are_blanks).filter(|_| !is_number());
        grid.ok_or_else(|| field_defect(field, *self))
    }

    /// Reads a puzzle in which a space may stand for a blank. The error is the defect of a field that is no grid of this
    /// shape in this alphabet.
    pub fn parse(&self, field: &[u8]) -> Result<AnyGrid, Defect> {
        let mut grid = AnyGrid::from(Grid::EMPTY);
        self.read(field, true, &mut grid).map(|()| grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn read(field: &[u8], spaces_are_blanks: bool) -> Result<AnyGrid, Defect> {
        let mut grid = AnyGrid::from(Grid::EMPTY);
        Notation::default().read(field, spaces_are_blanks, &mut grid).map(|()| grid)
    }

    /// The last two of the 81 characters, `.0`, look like blanks.
    #[test]
    fn a_float_of_81_characters_is_no_grid() {
        let float = format!("{}.0", "4300".repeat(20).split_off(1));
        assert!(read(float.as_bytes(), true).unwrap_err().reason.starts_with("a floating-point number"));
        assert!(read(float.replace("43", "4.").as_bytes(), true).is_ok());
    }

    #[test]
    fn cells_and_rows_may_be_separated() {
        let zeros = PUZZLE.replace('.', "0");
        let cells: Vec<_> = zeros.split("").filter(|cell| !cell.is_empty()).collect();
        let rows: Vec<_> = zeros.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let nested: Vec<_> = cells.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
        for field in [
            cells.join(" "),
            cells.join(","),
            format!("[{}]", cells.join(", ")),
            format!("[{}]", nested.join(", ")),
            format!("[{}]", nested.join("\n ")),
            rows.join("."),
            rows.join("/"),
            rows.join("\n"),
            format!("Grid 01\n{}\n---------\n{}\n", rows[..3].join("\n"), rows[3..].join("\n")),
            cells.join(",").replace('0', ""),
            cells.join(", ").replace('0', "null"),
            format!("('{}')", rows.join("', '")),
            format!("=\"{zeros}\""),
        ] {
            assert_eq!(read(field.as_bytes(), false).map(|grid| grid.to_string()), Ok(PUZZLE.into()), "{field}");
        }
        let bad = |field: String| read(field.as_bytes(), true).unwrap_err();
        assert_eq!(bad(cells[1..].join(",")), Defect::new("80 cells instead of 81", 159));
        let reason = "'a' is neither a value from 1 to 9 nor a blank";
        assert_eq!(bad(cells.join(" ").replacen('8', "a", 1)), Defect::new(reason, 0));
        assert_eq!(bad(format!("[{}]", cells.join(", ").replacen('9', "10", 1))).at, 1 + 3 * 22);
        for [after, at] in [["extra", "82"], [PUZZLE, "82"]] {
            let Defect { reason, at: found, .. } = bad(format!("{PUZZLE} {after}"));
            assert_eq!((&*reason, found.to_string()), ("text after the grid", at.to_string()));
        }
        assert_eq!(bad(format!("{}\n4.5 hard", rows.join("\n"))), Defect::surplus(90));
    }
}
