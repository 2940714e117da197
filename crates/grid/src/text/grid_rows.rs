//! A grid with a line for each row.

use super::{
    candidates::row_of_lists,
    defect::{Defect, DefectKind},
    row::{bad_cell, is_character, is_compact, row, shape_of_row},
    unexpected_rows::UnexpectedRows,
    words::{is_dashes, is_drawn, with_ascii_borders},
};
use crate::{Shape, numbers::plural};

/// The rows of a grid so far. By default, the first row shows the shape.
#[derive(Default)]
pub struct GridRows {
    /// Cells in a row; 0 until the first row shows how many.
    side: usize,
    /// The cells so far, with spaces between them where a cell may be a number.
    cells: Vec<u8>,
    line: u64,
    /// Lines of the grid so far, including a malformed one.
    lines: usize,
    /// Characters of the last line.
    width: usize,
    /// The first defect, and its line.
    defect: Option<(u64, Defect)>,
    unexpected: UnexpectedRows,
    /// True if the line before was the last of a grid.
    follows: bool,
    /// True if the grid begins on the line after another grid.
    is_joined: bool,
}

pub struct EndedGrid {
    /// Line on which the grid begins; of a malformed grid, the line with the defect.
    pub line: u64,
    pub cells: Vec<u8>,
    pub defect: Option<Defect>,
    /// True for too few rows, without a gap before them, at the end of a file.
    pub is_remainder: bool,
}

pub enum Added {
    /// The line belongs to a grid that is not complete, or is a border or an empty line.
    Part,
    Text,
    Grid(EndedGrid),
}

impl GridRows {
    /// Begins grids of a shape; if none is given, the first row shows it.
    pub fn new(shape: Option<Shape>) -> GridRows {
        GridRows { side: shape.map_or(0, Shape::side), ..GridRows::default() }
    }

    pub fn add(&mut self, line: &[u8], number: u64) -> Added {
        let line = &*with_ascii_borders(line);
        if line.trim_ascii().is_empty() && !self.is_row_of_blanks(line) {
            self.follows = false;
            // An empty line separates boxes or ends the grid.
            let ended = if self.is_below_boxes() { None } else { self.end(number) };
            return ended.map_or(Added::Part, Added::Grid);
        }
        if self.is_border_of_dashes(line) {
            return Added::Part;
        }
        if !self.add_row(line, number) {
            if is_drawn(line, 3) {
                return Added::Part;
            }
            if self.lines == 0 && !self.is_meant_as_row(line) {
                self.follows = false;
                let ended = self.unexpected.add(line, number, self.side);
                return ended.map_or(Added::Text, |(line, cells, defect)| {
                    Added::Grid(EndedGrid { line, cells, defect: Some(defect), is_remainder: false })
                });
            }
            let is_strange = |&byte: &u8| !is_character(byte, self.side) && byte != b'|';
            let at = bad_cell(line, self.side).or_else(|| line.iter().position(is_strange)).unwrap_or(line.len());
            let reason = format!("row {} of the grid does not have {} cells", self.lines + 1, self.side);
            self.defect.get_or_insert_with(|| (number, Defect::new(reason, at)));
        }
        if self.lines == 0 {
            self.line = number;
            self.is_joined = self.follows;
        }
        self.lines += 1;
        self.width = line.trim_ascii().len();
        if self.lines < self.side {
            return Added::Part;
        }
        let ended = self.end(number);
        self.follows = true;
        ended.map_or(Added::Part, Added::Grid)
    }

    /// Adds the cells of a line that is a row.
    fn add_row(&mut self, line: &[u8], number: u64) -> bool {
        if self.side == 0 {
            self.side = shape_of_row(line).map_or(0, Shape::side);
        }
        if self.side <= 9 && is_compact(line, self.side) {
            self.cells.extend(line.iter().map(|&byte| if byte == b' ' { b'.' } else { byte }));
            return true;
        }
        let blanks = || vec![&b"."[..]; self.side];
        let cells = if line.trim_ascii().is_empty() { Some(blanks()) } else { row(line, self.side) };
        let cells = cells.map(|cells| (cells, None));
        let Some((cells, defect)) = cells.or_else(|| row_of_lists(line, self.side)) else { return false };
        for cell in cells {
            self.cells.extend_from_slice(cell);
            self.cells.extend_from_slice(if self.side > 9 { b" " } else { b"" });
        }
        self.defect = self.defect.take().or_else(|| Some((number, defect?)));
        true
    }

    /// Returns true if boxes may end above the next row. The height of the boxes is not known: it divides the side.
    fn is_below_boxes(&self) -> bool {
        let is_height = |height| self.side.is_multiple_of(height) && self.lines.is_multiple_of(height);
        self.lines == 0 || (2..self.side).any(is_height)
    }

    /// Returns true for a line of white space that is a row: the tabs between empty cells, or in a grid as many spaces as cells.
    fn is_row_of_blanks(&self, line: &[u8]) -> bool {
        let tabs = line.iter().filter(|&&byte| byte == b'\t').count();
        self.side > 0 && (tabs + 1 == self.side || self.lines > 0 && tabs == 0 && line.len() == self.side)
    }

    /// Returns true for a line of dashes between rows. If there are as many dashes as cells, the line is a row if the dashes may be blanks.
    fn is_border_of_dashes(&self, line: &[u8]) -> bool {
        let has_blanks = |blanks: &[u8]| self.cells.iter().any(|cell| blanks.contains(cell));
        let is_other_form = !line.contains(&b'|') && self.width != line.trim_ascii().len();
        let may_be_border = || self.lines > 0 && self.is_below_boxes() && (is_other_form || !has_blanks(b"-"));
        is_dashes(line) && (has_blanks(b".0_*xX?") || may_be_border())
    }

    /// Returns true between grids.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Returns true if a line that is not a row is meant as the first row of a grid. Skipping it would shift all rows
    /// after it.
    fn is_meant_as_row(&self, line: &[u8]) -> bool {
        let is_near = self.side.abs_diff(line.len()) <= self.side / 4;
        let has_cells = || line.iter().all(|&byte| is_character(byte, self.side));
        bad_cell(line, self.side).is_some() || self.follows && is_near && has_cells()
    }

    /// Ends the grid at a line, or at the end of the file if `number` is 0; returns `None` if no grid was begun.
    pub fn end(&mut self, number: u64) -> Option<EndedGrid> {
        let side = self.side;
        let GridRows { mut cells, line, lines, defect, is_joined, .. } =
            std::mem::replace(self, GridRows { side, ..GridRows::default() });
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
        let is_remainder = number == 0 && is_joined && lines < side;
        let (line, defect) = match defect.or_else(short) {
            Some((line, defect)) => (line, Some(defect)),
            None => (line, None),
        };
        Some(EndedGrid { line, cells, defect, is_remainder })
    }
}

/// Returns true if a line is a row of a grid of a shape, or of any shape if none is given.
pub fn is_row(line: &[u8], shape: Option<Shape>) -> bool {
    let line = &*with_ascii_borders(line);
    match shape.map(Shape::side) {
        Some(side) => row(line, side).is_some() || row_of_lists(line, side).is_some(),
        None => shape_of_row(line).is_some(),
    }
}
