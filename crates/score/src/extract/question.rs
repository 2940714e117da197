//! What a text answers, and how its cells are read.

use std::borrow::Cow;

use corpus::layout::JsonMembers;
use grid::text::Notation;

use crate::{
    cells::{UNKNOWN, is_grid, parse},
    markup::{answer_rank, has_heading, is_border, rows_in, without_marks},
};

/// What a text answers.
pub struct Question<'p> {
    pub notation: Notation,
    /// The cells of the puzzle, which are no answer where the text says them again.
    pub puzzle: &'p [u8],
}

/// The label and the cells of a line with as many cells as a row has.
type Row = (Option<usize>, Vec<u8>);

impl Question<'_> {
    /// Returns the cells in a text, like [`parse`]. If they are no grid, returns the grid in the members of a JSON object, or in lines
    /// with marks, labels and remarks, if there is one.
    pub fn read(&self, text: &str) -> Vec<u8> {
        let cells = parse(text, self.notation);
        if is_grid(&cells, self.notation) || cells.len() <= 1 {
            return cells;
        }
        self.grid_of_members(text).or_else(|| self.grid_of_lines(text)).unwrap_or(cells)
    }

    /// Returns the grid in a JSON object, or a dictionary of Python: of several, a full one that is not the puzzle, by its name or else the
    /// last.
    fn grid_of_members(&self, text: &str) -> Option<Vec<u8>> {
        let object = text.get(text.find('{')?..=text.rfind('}')?)?;
        let object = if object.contains('"') { Cow::from(object) } else { object.replace('\'', "\"").into() };
        let JsonMembers(members) = serde_json::from_str(&object).ok()?;
        let text = |json: &str| serde_json::from_str::<String>(json).unwrap_or_else(|_| json.into());
        let members = members.into_iter().filter_map(|(name, value)| Some((answer_rank(&name)?, text(value.get()))));
        let members: Vec<(usize, String)> = members.collect();
        let grids = members.iter().map(|(rank, text)| (rank, self.read(text)));
        let grids = grids.filter(|(_, cells)| is_grid(cells, self.notation));
        let best = grids.max_by_key(|(rank, cells)| (cells != self.puzzle, !cells.contains(&0), *rank));
        let all = || members.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join("\n");
        best.map(|(_, cells)| cells).or_else(|| self.grid_of_lines(&all()))
    }

    /// Returns the grid in lines with marks. Lines that are no rows count only if all lines together are no grid. Labels are in order,
    /// and all rows have one or none.
    fn grid_of_lines(&self, text: &str) -> Option<Vec<u8>> {
        let text = without_marks(text);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let all = lines.iter().copied().filter(|line| !is_border(line)).collect::<Vec<_>>().join("\n");
        let all = parse(&all, self.notation);
        if is_grid(&all, self.notation) {
            return Some(all);
        }
        let first = lines.iter().position(|line| self.row(line).is_some())?;
        let mut rows: Vec<Row> = lines[first..].iter().filter_map(|line| self.row(line)).collect();
        let side = self.notation.shape.side();
        if rows.len() == side + 1 && has_heading(&lines[first..]) {
            rows.remove(0);
        }
        let start = rows[0].0;
        let is_in_order = |((label, _), index): (&Row, usize)| *label == start.map(|first| first + index);
        let are_in_order = rows.iter().zip(0..).all(is_in_order) && start.is_none_or(|label| label <= 1);
        (rows.len() == side && are_in_order).then(|| rows.into_iter().flat_map(|(_, cells)| cells).collect())
    }

    /// Returns the row in a line without marks: the whole line, or what is between a bullet or label and a remark.
    pub fn row(&self, line: &str) -> Option<Row> {
        let side = self.notation.shape.side();
        if is_border(line) || !self.may_have_cells(line, side) {
            return None;
        }
        let mut rows = rows_in(line).map(|(label, text)| (label, parse(text, self.notation)));
        rows.find(|(_, cells)| cells.len() == side && !cells.contains(&UNKNOWN))
    }

    /// Returns true for a line without cells: an empty one, a border, or brackets.
    pub fn is_gap(&self, line: &str) -> bool {
        is_border(line) || parse(line, self.notation).is_empty()
    }

    /// Returns true if a text is a grid that is not the puzzle, and not all blank.
    pub fn may_be_answer(&self, text: &str) -> bool {
        if !self.may_have_cells(text, self.notation.shape.cells()) {
            return false;
        }
        let cells = self.read(text);
        is_grid(&cells, self.notation) && cells != self.puzzle && cells.iter().any(|&cell| cell > 0)
    }

    /// Returns true if a text has at least so many characters that may be values or blanks: prose has fewer.
    fn may_have_cells(&self, text: &str, cells: usize) -> bool {
        let has_letters = self.notation.shape.side() > 9;
        // A character of another script may be a digit.
        let is_symbol = |byte: &u8| byte.is_ascii_digit() || *byte >= 0xc0 || b".*_-xXnN?".contains(byte);
        let symbols = text.bytes().filter(|byte| is_symbol(byte) || has_letters && byte.is_ascii_alphabetic());
        symbols.count() >= cells
    }

    /// Returns true if a text changes givens and lists the columns or the boxes of the grid in another.
    pub fn is_list_of_units(&self, text: &str, grid: &str) -> bool {
        let [listed, grid] = [text, grid].map(|text| self.read(text));
        let keeps_givens = self.puzzle.iter().zip(&listed).all(|(&given, &cell)| given == 0 || given == cell);
        let shape = self.notation.shape;
        let is_list = |kind: usize| {
            let mut cells: Vec<usize> = (0..shape.cells()).collect();
            cells.sort_by_key(|&cell| shape.units_of(cell)[kind]);
            cells.into_iter().map(|cell| grid[cell]).eq(listed.iter().copied())
        };
        !keeps_givens && (is_list(1) || is_list(2))
    }
}
