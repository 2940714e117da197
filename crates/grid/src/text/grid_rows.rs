//! A grid with a line for each row.

use super::{
    any_rows::{OtherRows, cells, shape_of_row},
    candidates,
    defect::{Defect, DefectKind},
    words::{BRACKETS, ROW, SEPARATORS, is_drawn, offset},
};
use crate::{numbers::plural, value_of};

/// The rows of a grid so far. The default is of 9×9.
#[derive(Default)]
pub struct GridRows {
    /// True if the first row of a file determines the shape of its grids.
    any_shape: bool,
    /// Cells in the rows of grids of any shape; 0 before the first row.
    side: usize,
    /// The cells of 9×9; of any shape, the cells with spaces between them.
    cells: Vec<u8>,
    line: u64,
    /// Lines of the grid so far, including a malformed one.
    lines: usize,
    /// The first defect, and its line.
    defect: Option<(u64, Defect)>,
    other: OtherRows,
    /// True if the line before was the last of a grid.
    follows: bool,
}

pub struct EndedGrid {
    /// Line on which the grid begins; of a malformed grid, the line with the defect.
    pub line: u64,
    pub cells: Vec<u8>,
    pub defect: Option<Defect>,
}

pub enum Added {
    /// The line belongs to a grid that is not complete, or is a border or an empty line.
    Part,
    Text,
    Grid(EndedGrid),
}

impl GridRows {
    /// Returns the rows of grids of any shape, whose first row has as many cells as the grids have rows.
    pub fn of_any_shape() -> GridRows {
        GridRows { any_shape: true, ..GridRows::default() }
    }

    pub fn add(&mut self, line: &[u8], number: u64) -> Added {
        if line.trim_ascii().is_empty() {
            self.follows = false;
            // An empty line separates boxes or ends the grid.
            let ended = if self.is_below_boxes() { None } else { self.end(number) };
            return ended.map_or(Added::Part, Added::Grid);
        }
        let row = self.row(line);
        if self.is_between_rows(line, row.is_some()) {
            return Added::Part;
        }
        match row {
            Some(row) => {
                self.cells.extend(row);
                let defect = candidates::row_defect(line).filter(|_| !self.any_shape);
                self.defect = self.defect.take().or_else(|| Some((number, defect?)));
            }
            None if self.lines == 0 && !self.is_meant_as_row(line) => {
                self.follows = false;
                let ended = if self.any_shape { None } else { self.other.add(line, number) };
                return ended.map_or(Added::Text, |(line, cells, defect)| {
                    Added::Grid(EndedGrid { line, cells, defect: Some(defect) })
                });
            }
            None => {
                let no_cell = |&byte: &u8| value_of(byte).is_none() && byte != b'|';
                let at = bad_cell(line).or_else(|| line.iter().position(no_cell)).filter(|_| !self.any_shape);
                let side = if self.any_shape { self.side.to_string() } else { "nine".into() };
                let reason = format!("row {} of the grid does not have {side} cells", self.lines + 1);
                self.defect.get_or_insert_with(|| (number, Defect::new(reason, at.unwrap_or(line.len()))));
            }
        }
        if self.lines == 0 {
            self.line = number;
        }
        self.lines += 1;
        if self.lines < self.side() {
            return Added::Part;
        }
        let ended = self.end(number);
        self.follows = true;
        ended.map_or(Added::Part, Added::Grid)
    }

    fn side(&self) -> usize {
        if self.any_shape { self.side } else { ROW }
    }

    /// Returns true if boxes may end above the next row. The height of the boxes is not known: it divides the side.
    fn is_below_boxes(&self) -> bool {
        let side = self.side();
        self.lines == 0 || (2..side).any(|height| side.is_multiple_of(height) && self.lines.is_multiple_of(height))
    }

    /// Returns true for a line between rows. A line of as many dashes as cells is a row if the dashes may be blanks.
    fn is_between_rows(&self, line: &[u8], may_be_row: bool) -> bool {
        let has_blanks = |blanks: &[u8]| self.cells.iter().any(|cell| blanks.contains(cell));
        if is_dashes(line) {
            let may_be_border = self.any_shape && self.lines > 0 && self.is_below_boxes();
            if has_blanks(b".0_*xX?") || may_be_border && !has_blanks(b"-") {
                return true;
            }
        }
        if self.any_shape { !may_be_row && is_drawn(line, 3) } else { is_border(line) }
    }

    /// Returns the cells of a line that is a row.
    fn row(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        if !self.any_shape {
            return grid_row(line).map(Vec::from);
        }
        let dashes = line.iter().filter(|&&byte| byte == b'-').count();
        let are_blanks = is_dashes(line) && dashes == self.side;
        let cells = if are_blanks { vec![&b"-"[..]; dashes] } else { cells(line) };
        let is_row = if self.side == 0 { shape_of_row(cells.len()).is_some() } else { cells.len() == self.side };
        self.side = if is_row { cells.len() } else { self.side };
        let gap = if self.cells.is_empty() { "" } else { " " };
        is_row.then(|| [gap.as_bytes(), &cells.join(&b' ')].concat())
    }

    /// Returns true between grids.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Returns true if a line that is not a row is meant as the first row of a grid. Skipping it would shift all rows
    /// after it.
    fn is_meant_as_row(&self, line: &[u8]) -> bool {
        if self.any_shape {
            return false;
        }
        let is_near = (ROW - 2..=ROW + 2).contains(&line.len()) && line.iter().all(|&byte| value_of(byte).is_some());
        bad_cell(line).is_some() || (self.follows && is_near)
    }

    /// Ends the grid at a line, or at the end of the file if `number` is 0; returns `None` if no grid was begun.
    pub fn end(&mut self, number: u64) -> Option<EndedGrid> {
        let next = GridRows { any_shape: self.any_shape, side: self.side, ..GridRows::default() };
        let side = self.side();
        let GridRows { mut cells, line, lines, defect, .. } = std::mem::replace(self, next);
        if lines == 0 {
            return None;
        }
        // Without their candidates, the cells would look like a puzzle.
        if defect.as_ref().is_some_and(|(_, defect)| defect.kind == DefectKind::Candidates) {
            cells.clear();
        }
        let short = || {
            let reason = format!("the grid from line {line} on has {}", plural(lines as u64, "row"));
            (lines < side).then(|| (number.max(line), Defect::new(reason, 0)))
        };
        Some(match defect.or_else(short) {
            Some((line, defect)) => EndedGrid { line, cells, defect: Some(defect) },
            None => EndedGrid { line, cells, defect: None },
        })
    }
}

/// Returns the cells of a line with one row of a grid: nine cells with nothing, separators or bars between them. A cell
/// with several candidates is a blank; `candidates` finds it.
pub fn grid_row(line: &[u8]) -> Option<[u8; ROW]> {
    if line.len() == ROW && line.iter().all(is_cell) && !line.trim_ascii().is_empty() {
        return line.try_into().ok();
    }
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || *byte == b'!';
    let cells: Vec<u8> = line.iter().copied().filter(|byte| !is_separator(byte)).collect();
    let words = || line.split(is_separator).filter(|word| !word.is_empty());
    if let Ok(cells) = <[u8; ROW]>::try_from(&*cells)
        && cells.iter().all(is_cell)
        && words().all(|word| [1, 3, ROW].contains(&word.len()))
    {
        return Some(cells);
    }
    let commas: Vec<_> = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect();
    if commas.len() == ROW
        && let Some(row) = commas.iter().map(|word| cell_of_word(word)).collect::<Option<Vec<_>>>()
    {
        return row.try_into().ok();
    }
    // A cell may be a list of candidates without separators; a value entered by the player follows a `u`.
    let row = words()
        .map(|word| match word {
            [byte] => value_of(*byte).map(|_| *byte),
            _ => word.strip_prefix(b"u").unwrap_or(word).iter().all(u8::is_ascii_digit).then_some(b'0'),
        })
        .collect::<Option<Vec<_>>>()?;
    row.try_into().ok()
}

/// Returns true for a line of dashes, with or without bars between them: a border, or a row of blanks.
fn is_dashes(line: &[u8]) -> bool {
    line.trim_ascii().iter().all(|byte| b"-|".contains(byte))
}

fn is_cell(&byte: &u8) -> bool {
    value_of(byte).is_some()
}

fn cell_of_word(word: &[u8]) -> Option<u8> {
    match word {
        b"" => Some(b'0'),
        [byte] if value_of(*byte).is_some() => Some(*byte),
        _ => None,
    }
}

/// Returns the index of the first bad cell in a line that is clearly meant as a row: seven of its nine cells are good.
pub fn bad_cell(line: &[u8]) -> Option<usize> {
    let words: Vec<_> = line.split(|byte| SEPARATORS.contains(byte)).filter(|word| !word.is_empty()).collect();
    let bytes: Vec<_> = line.trim_ascii().chunks(1).collect();
    let units = if words.len() == ROW { words } else { bytes };
    let bad = units.iter().find(|unit| !is_cell_unit(unit))?;
    (units.len() == ROW && units.iter().filter(|unit| is_cell_unit(unit)).count() >= ROW - 2).then(|| offset(line, bad))
}

fn is_cell_unit(unit: &[u8]) -> bool {
    unit.len() == 1 && !unit[0].is_ascii_whitespace() && value_of(unit[0]).is_some()
}

pub fn is_border(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    is_drawn(line, 5) && grid_row(line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_distinguished_from_borders_and_text() {
        let row = |line: &str| grid_row(line.as_bytes()).map(|row| String::from_utf8(row.to_vec()).unwrap());
        for line in ["53..7....", "5 3 . . 7 . . . .", "|53.|.7.|...|", "| 5 3 . | . 7 . | . . . |"] {
            assert!(row(line).is_some(), "{line}");
        }
        assert_eq!(row("5,3,,,7,,,,").unwrap(), "530070000");
        assert_eq!(row("53  7    ").unwrap(), "53  7    ");
        assert_eq!(row("5 3 124 u2 7 6 89 19 4").unwrap(), "530076004");
        for line in ["Grid 01", "53..7...", "", "         ", "|---+---+---|", "123456789,1"] {
            assert_eq!(row(line), None, "{line}");
        }
        assert_eq!(bad_cell(b"53..7..a."), Some(7));
        assert_eq!(bad_cell(b" 5 3 10 . 7 . . . ."), Some(5));
        for line in ["53..7....", "53..7...", "Grid 0001", "a puzzle of mine", "12-06-2006"] {
            assert_eq!(bad_cell(line.as_bytes()), None, "{line}");
        }
        for border in ["*-----------*", "|---+---+---|", "+-------+-------+", "------+-------+------", "======"] {
            assert!(is_border(border.as_bytes()), "{border}");
        }
        assert!(!is_border(b"---------") && !is_border(b"...") && !is_border(b"53..7...."));
    }
}
