//! Parses the fields of a row into a puzzle.

use std::{
    str::{self, Utf8Error},
    sync::Arc,
};

use csv::ByteRecord;
use memchr::memmem;

use super::{
    columns::Columns,
    puzzle::{Puzzle, Reject},
};
use crate::{
    grid::{CELLS, Grid},
    layout::{Defect, RawRow, read_cells},
    numbers::plural,
};

/// Maximum bytes kept of a rejected row.
const KEPT_TEXT: usize = 200;

/// Checks that a row has no more fields than there are columns: a field appended to the row would get the wrong column.
/// `end` is the length of the row.
///
/// # Errors
///
/// Returns the defect of a longer row.
pub fn check_length(fields: usize, names: Option<&[String]>, has_header: bool, end: usize) -> Result<(), Defect> {
    let names = names.map_or(fields, <[String]>::len);
    if fields <= names {
        return Ok(());
    }
    let before = if has_header { "header" } else { "rows" };
    Err(Defect::new(format!("the row has {}, the {before} before it {names}", plural(fields as u64, "column")), end))
}

/// Parses the columns that are used into `puzzle`.
///
/// # Errors
///
/// Returns the first defect, with its place in the row.
pub fn parse(fields: &ByteRecord, columns: &Columns, row: &RawRow<'_>, puzzle: &mut Puzzle) -> Result<(), Defect> {
    let &RawRow { bytes: row, spaces_are_blanks, .. } = row;
    // Fields are stored without their quotes, so a field's place is where its bytes appear first behind the fields before.
    let begin = |place: usize| {
        let skipped: usize = fields.iter().take(place).map(|field| field.len() + 1).sum();
        let skipped = skipped.min(row.len());
        memmem::find(&row[skipped..], &fields[place]).map_or(skipped, |at| skipped + at)
    };
    let field = |place: usize, name: &str| {
        let missing = || {
            let columns = plural(fields.len() as u64, "column");
            Defect::new(format!("the row has {columns}, the {name} is in column {}", place + 1), row.len())
        };
        fields.get(place).ok_or_else(missing)
    };
    let read = |place: usize, name: &str, grid: &mut Grid| {
        let field = field(place, name)?;
        read_cells(field, spaces_are_blanks, grid).map_err(|defect| Defect {
            reason: if name == "puzzle" { defect.reason } else { format!("{name}: {}", defect.reason).into() },
            at: begin(place) + defect.at,
        })
    };
    read(columns.puzzle.unwrap_or(0), "puzzle", &mut puzzle.givens)?;
    puzzle.solution = match columns.solution {
        Some(place) if fields.get(place).map_or(columns.solution_required, |field| !field.trim_ascii().is_empty()) => {
            let mut solution = Grid::EMPTY;
            read(place, "solution", &mut solution)?;
            if solution.clues() < CELLS {
                return Err(Defect::new("solution: a cell is blank", begin(place)));
            }
            Some(solution)
        }
        _ => None,
    };
    puzzle.id = match columns.id {
        Some(place) => {
            let invalid = |error: Utf8Error| Defect::new("id: invalid UTF-8", begin(place) + error.valid_up_to());
            let text = str::from_utf8(field(place, "id")?).map_err(invalid)?;
            // Outputs have one line per row, so an id cannot have line ends.
            let one_line = text.trim().replace(|c: char| c.is_control(), " ");
            (!one_line.is_empty()).then(|| one_line.into())
        }
        None => None,
    };
    Ok(())
}

/// Creates a reject with the beginning of its row.
pub fn reject(name: &Arc<str>, line: u64, row: &[u8], defect: Defect) -> Reject {
    let text = String::from_utf8_lossy(&row[..row.len().min(KEPT_TEXT)]);
    let text = if row.len() > KEPT_TEXT { format!("{text}…") } else { text.into_owned() };
    Reject { file: name.clone(), line, column: defect.at as u64 + 1, reason: defect.reason.into_owned(), text }
}
