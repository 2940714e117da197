//! Parses the fields of a row into a puzzle.

use std::sync::Arc;

use csv::ByteRecord;
use grid::{
    AnyGrid, Grid,
    text::{Defect, Notation, padded},
};
use memchr::memmem;

use super::{
    columns::Columns,
    corpus::Extras,
    puzzle::{Puzzle, Reject},
};
use crate::{layout::RawRow, numbers::plural};

/// Maximum bytes kept of a rejected row.
const MAX_REJECT_BYTES: usize = 200;

/// Checks that a row has no more fields than there are columns: a field appended to the row would get the wrong column.
/// `end` is the length of the row. The error is the defect of a longer row.
pub fn check_length(fields: usize, names: Option<&[String]>, has_header: bool, end: usize) -> Result<(), Defect> {
    let names = names.map_or(fields, <[String]>::len);
    if fields <= names {
        return Ok(());
    }
    let before = if has_header { "header" } else { "rows" };
    Err(Defect::new(format!("the row has {}, the {before} before it {names}", plural(fields as u64, "column")), end))
}

/// Parses the columns that are used into `puzzle`. The puzzle alone decides whether the row is good; see [`solution`].
/// Until a row shows the puzzle column, the first column that may be it is parsed, and its defect is the reason of a
/// reject. The id is not needed if the rows are kept. The error is the defect of the puzzle, with its index in the row, or
/// of a row without a field for a column that the user named.
pub fn parse(
    fields: &ByteRecord,
    columns: &Columns,
    extras: Extras,
    row: &RawRow<'_>,
    puzzle: &mut Puzzle,
) -> Result<(), Defect> {
    let &RawRow { bytes: row, spaces_are_blanks, .. } = row;
    let field = |index: usize, name: &str| {
        fields.get(index).ok_or_else(|| {
            let columns = plural(fields.len() as u64, "column");
            Defect::new(format!("the row has {columns}; the {name} should be in column {}", index + 1), row.len())
        })
    };
    let none = || Defect::new("the row has no column besides the id and the solution", row.len());
    let index = columns.first_candidate(fields.len()).ok_or_else(none)?;
    let cells = field(index, "puzzle")?;
    read_givens(cells, spaces_are_blanks, columns, &mut puzzle.givens)
        .map_err(|defect| Defect { at: begin(fields, index, row) + defect.at, ..defect })?;
    puzzle.solution = match columns.solution.filter(|_| extras.solutions) {
        Some(index) if columns.solution_required => {
            solution(field(index, "solution")?, spaces_are_blanks, columns.notation)
        }
        Some(index) => fields.get(index).and_then(|field| solution(field, spaces_are_blanks, columns.notation)),
        None => None,
    };
    puzzle.id = columns.id.filter(|_| !extras.rows).and_then(|index| fields.get(index)).and_then(id);
    Ok(())
}

/// Reads the givens. With `pad_zeros`, a number of 78 to 80 digits gets its leading zeros.
#[inline(always)]
fn read_givens(cells: &[u8], spaces_are_blanks: bool, columns: &Columns, givens: &mut AnyGrid) -> Result<(), Defect> {
    let notation = columns.notation;
    notation.read(cells, spaces_are_blanks, givens).or_else(|defect| {
        match padded(cells).filter(|_| columns.pad_zeros && notation.is_default()) {
            Some(padded) => notation.read(&padded, false, givens),
            None => Err(defect),
        }
    })
}

/// Returns the byte index of a field in its row. Fields are stored without their quotes, so the index is where the
/// field's bytes appear first after the fields before.
fn begin(fields: &ByteRecord, index: usize, row: &[u8]) -> usize {
    let skipped: usize = fields.iter().take(index).map(|field| field.len() + 1).sum();
    let skipped = skipped.min(row.len());
    memmem::find(&row[skipped..], &fields[index]).map_or(skipped, |at| skipped + at)
}

/// Parses the corpus' own solution of a puzzle; returns `None` if the field is empty. A field that is malformed does not make
/// the row a reject: it is a wrong solution, and is returned as a grid with blanks.
pub fn solution(field: &[u8], spaces_are_blanks: bool, notation: Notation) -> Option<AnyGrid> {
    if field.trim_ascii().is_empty() {
        return None;
    }
    let mut grid = AnyGrid::from(Grid::EMPTY);
    let read = notation.of_solutions().read(field, spaces_are_blanks, &mut grid);
    Some(read.map_or_else(|_| AnyGrid::empty(notation.shape), |()| grid))
}

/// Returns an id; `None` if it is empty. Invalid UTF-8 is replaced as [`String::from_utf8_lossy`] does.
fn id(field: &[u8]) -> Option<Box<str>> {
    // Outputs have one line per row, so an id cannot have line ends.
    let one_line = String::from_utf8_lossy(field).trim().replace(|c: char| c.is_control(), " ");
    (!one_line.is_empty()).then(|| one_line.into())
}

pub fn reject(name: &Arc<str>, line: u64, row: &[u8], defect: Defect) -> Reject {
    let text = String::from_utf8_lossy(&row[..row.len().min(MAX_REJECT_BYTES)]);
    let text = if row.len() > MAX_REJECT_BYTES { format!("{text}…") } else { text.into_owned() };
    let Defect { kind, reason, at } = defect;
    Reject {
        file: name.clone(),
        line,
        column: at as u64 + 1,
        kind,
        reason: reason.into_owned(),
        text,
        puzzles_before: 0,
    }
}
