//! Grids of another shape than 9×9 that have a line for each row, with or without titles, borders or empty lines between them.

use ::csv::ByteRecord;
use grid::{
    Shape,
    text::{Defect, Notation, columns, is_border_of_any_shape, words},
};

use super::{
    definition::{Layout, Reading},
    head::Head,
    line_reader::LineReader,
    row_reader::{RawRow, RowReader},
};
use crate::error::Result;

/// The layout. It is not in the registry: a row of a large grid looks like a small puzzle, so the shape must be known.
pub const ANY_GRIDS: Layout = Layout {
    name: "grids",
    extensions: &[],
    read: Some(Reading {
        about: "a line for each row of a grid",
        detect: |_| false,
        continues: |_, _| false,
        is_text: true,
        open: |source| {
            Ok(Box::new(AnyGridsReader { lines: source.lines, side: 0, rows: Vec::new(), text: Vec::new() }))
        },
    }),
    write: None,
};

/// The first rows of a grid that show the layout.
const SHOWING_ROWS: usize = 2;

/// Returns true if a file whose grids are written like this begins with rows of a grid, a row in each line.
pub fn begins_with_rows(head: &Head<'_>, notation: &Notation) -> bool {
    let side = notation.shape.side();
    let is_row = |cells: &Vec<&[u8]>| {
        cells.len() == side && cells.iter().all(|cell| notation.alphabet.value_of(cell, side).is_some())
    };
    let lines: Vec<_> = head.certain_lines().map(cells).filter(|cells| !cells.is_empty()).take(SHOWING_ROWS).collect();
    lines.len() == SHOWING_ROWS && lines.iter().all(is_row)
}

/// Reads as many lines with cells as the first of them has cells.
struct AnyGridsReader<'a> {
    lines: LineReader<'a>,
    /// The side of the grids; 0 before the first row.
    side: usize,
    /// The rows of the grid so far, with spaces between the cells, each with its line.
    rows: Vec<(u64, Vec<u8>)>,
    text: Vec<u8>,
}

impl RowReader for AnyGridsReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        while let Some(line) = self.lines.next_line()? {
            let cells = cells(line.bytes);
            let is_row = if self.side == 0 { is_side(cells.len()) } else { cells.len() == self.side };
            if is_row {
                self.side = cells.len();
                self.rows.push((line.number, cells.join(&b' ')));
                if self.rows.len() == self.side {
                    return Ok(Some(self.grid(fields, None)));
                }
                continue;
            }
            // Empty lines and borders separate boxes, and other lines between grids are titles.
            if !cells.is_empty() && !self.rows.is_empty() {
                let reason = format!("row {} of the grid does not have {} cells", self.rows.len() + 1, self.side);
                self.rows.push((line.number, cells.join(&b' ')));
                return Ok(Some(self.grid(fields, Some(reason))));
            }
        }
        if self.rows.is_empty() {
            return Ok(None);
        }
        let reason = format!("the last grid has {} of {} rows", self.rows.len(), self.side);
        Ok(Some(self.grid(fields, Some(reason))))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(["puzzle"].iter().collect())
    }
}

impl AnyGridsReader<'_> {
    /// Returns the row of the grid that ends here, with the reason why it is none.
    fn grid(&mut self, fields: &mut ByteRecord, reason: Option<String>) -> RawRow<'_> {
        let rows = std::mem::take(&mut self.rows);
        let line = if reason.is_some() { rows.last() } else { rows.first() }.map_or(0, |(line, _)| *line);
        let texts: Vec<&[u8]> = rows.iter().map(|(_, text)| &text[..]).collect();
        fields.clear();
        fields.push_field(&texts.join(&b' '));
        let row = RawRow::assembled(line, fields, &mut self.text);
        RawRow { defect: reason.map(|reason| Defect::new(reason, 0)), ..row }
    }
}

fn is_side(cells: usize) -> bool {
    Shape::of_cells(cells * cells).is_some()
}

/// Returns the cells of a line: its words if all are short, else its columns of two characters if there are too many characters for a
/// row, else its characters; none for a border.
fn cells(line: &[u8]) -> Vec<&[u8]> {
    let Ok(text) = std::str::from_utf8(line) else { return Vec::new() };
    if is_border_of_any_shape(text, true) {
        return Vec::new();
    }
    let words: Vec<&[u8]> = words(line).collect();
    let are_short = words.len() > 2 && words.iter().all(|word| word.len() <= 2);
    if are_short {
        return words;
    }
    let columns = columns(text).filter(|columns| 2 * columns.len() > Shape::MAX_SIDE);
    columns.unwrap_or_else(|| words.into_iter().flat_map(|word| word.chunks(1)).collect())
}

#[cfg(test)]
mod tests {
    use grid::text::Alphabet;

    use super::*;

    #[test]
    fn two_rows_show_the_layout() {
        let begins = |text: &str, side: usize, alphabet| {
            let notation = Notation { shape: Shape::of_cells(side * side).unwrap(), alphabet };
            begins_with_rows(&Head { bytes: text.as_bytes() }, &notation)
        };
        assert!(begins("1.24\n24.3\n..4.\n.132\n", 4, Alphabet::FromOne));
        assert!(begins("1 . | 2 4\n2 4 | . 3\n----+----\n", 4, Alphabet::FromOne));
        assert!(!begins("1.2424.3..4..132\n1.2424.3..4..132\n", 4, Alphabet::FromOne));
        let row = "16 . 3 4 5 6 7 8 9 10 11 12 13 14 15 .\n";
        assert!(begins(&row.repeat(2), 16, Alphabet::Numbers));
        assert!(!begins(row, 16, Alphabet::Numbers));
        assert!(begins("16 . 3 4 5 6 7 8 910 . .131415 .\n".repeat(2).as_str(), 16, Alphabet::Numbers));
        assert!(!begins("id,quiz,solution\n1,2,3\n", 16, Alphabet::FromOne));
    }
}
