//! HoDoKu's libraries of puzzles: `:CODE:CANDIDATES:CELLS:DELETED:ELIMINATIONS:EXTRA:`. The code names a technique, and the
//! candidates are the values to which the technique applies; a puzzle without a technique has the code `0000` and the
//! candidates `x`. A `+` before a value marks a solved cell, which is a blank of the puzzle.

use ::csv::ByteRecord;
use grid::{CELLS, Grid, text::was_grid};

use super::{
    definition::{Layout, Reading, Writing},
    head::Head,
    line_reader::LineReader,
    row_reader::{RawRow, RowReader},
    row_writer::{Field, field},
    schema::Schema,
};
use crate::error::Result;

pub const HODOKU: Layout = Layout {
    name: "hodoku",
    extensions: &["hodoku"],
    read: Some(Reading {
        about: "HoDoKu's library lines, as in `:0000:x:PUZZLE:::`",
        detect: |head: &Head<'_>| head.lines().any(is_library_line),
        continues: |line, _| is_library_line(line),
        open: |source| Ok(Box::new(HodokuReader { lines: source.lines, text: Vec::new() })),
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "HoDoKu's library lines",
        blanks: |_| b".0",
        open: |schema| {
            let mut indices = COLUMNS.map(|name| schema.index_of(name));
            indices[PUZZLE] = Some(schema.puzzle);
            Ok(Box::new(move |fields: &[Field<'_>], text: &mut Vec<u8>| {
                push_row(indices.map(|index| index.map_or(&b""[..], |index| field(fields, index))), text);
                Ok(())
            }))
        },
        ..Writing::GIVENS
    }),
};

const COLUMNS: [&str; 6] = ["code", "candidates", "puzzle", "deleted", "eliminations", "extra"];
const PUZZLE: usize = 2;
/// The first two columns of a puzzle without a technique.
const NO_TECHNIQUE: [&[u8]; 2] = [b"0000", b"x"];

/// Returns the index of the column with candidates that were deleted; `None` in another layout.
pub fn deleted_column(schema: &Schema) -> Option<usize> {
    (schema.layout == HODOKU.name).then_some(PUZZLE + 1)
}

/// Returns the columns of a line; the last is the rest of the line.
fn columns(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let rest = line.trim_ascii().strip_prefix(b":").unwrap_or_default();
    rest.strip_suffix(b":").unwrap_or(rest).splitn(COLUMNS.len(), |&byte| byte == b':')
}

/// Returns the cells of the puzzle, with a blank for every solved cell.
fn givens(cells: &[u8]) -> Vec<u8> {
    let mut is_solved = false;
    cells
        .iter()
        .filter_map(|&byte| {
            let was_solved = std::mem::replace(&mut is_solved, byte == b'+');
            (byte != b'+').then_some(if was_solved { b'.' } else { byte })
        })
        .collect()
}

fn is_library_line(line: &[u8]) -> bool {
    let cells = columns(line).nth(PUZZLE).unwrap_or_default();
    if cells.len() > 2 * CELLS {
        return false;
    }
    let cells = givens(cells);
    was_grid(&cells) || Grid::parse(&cells).is_ok()
}

struct HodokuReader<'a> {
    lines: LineReader<'a>,
    text: Vec<u8>,
}

impl RowReader for HodokuReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(line) = self.lines.next_row()? else { return Ok(None) };
        fields.clear();
        if line.overlong {
            return Ok(Some(line.into()));
        }
        for (index, column) in columns(line.bytes).enumerate() {
            if index == PUZZLE { fields.push_field(&givens(column)) } else { fields.push_field(column) }
        }
        Ok(Some(RawRow::assembled(line.number, fields, &mut self.text)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(COLUMNS.into_iter().collect())
    }
}

fn push_row(values: [&[u8]; COLUMNS.len()], text: &mut Vec<u8>) {
    for (column, value) in values.into_iter().enumerate() {
        let default = NO_TECHNIQUE.get(column).filter(|_| value.is_empty());
        let plain = |byte: &u8| if *byte == b':' || byte.is_ascii_control() { b' ' } else { *byte };
        text.push(b':');
        text.extend(default.copied().unwrap_or(value).iter().map(plain));
    }
    text.extend_from_slice(b":\n");
}
