//! The fields of a row → a puzzle, or what is wrong with one of them.

use std::sync::Arc;

use csv::ByteRecord;
use memchr::memmem;

use super::{Puzzle, Reject, columns::Columns};
use crate::{
    grid::{CELLS, Grid},
    layout::{
        RawRow,
        notation::{BadField, plural, read_cells},
    },
};

/// The most bytes of a rejected row that are kept.
const KEPT_TEXT: usize = 200;

/// What is written behind a row must not come under the wrong header.
pub fn fits(columns: usize, names: Option<&[String]>, has_header: bool, end: usize) -> Result<(), BadField> {
    let names = names.map_or(columns, <[String]>::len);
    if columns <= names {
        return Ok(());
    }
    let before = if has_header { "header" } else { "rows" };
    let reason = format!("the row has {}, the {before} before it {names}", plural(columns, "column"));
    Err(BadField { reason, at: end })
}

/// Parses the fields of a row that are used into a puzzle, or says what is wrong with one of them; `at` counts in the
/// record.
pub fn parse(row: &ByteRecord, columns: &Columns, record: &RawRow<'_>, puzzle: &mut Puzzle) -> Result<(), BadField> {
    let &RawRow { bytes: record, quoted, .. } = record;
    // Fields come without their quotes, so a field's place is where its bytes are first seen after the fields before.
    let begin = |place: usize| {
        let skipped: usize = row.iter().take(place).map(|field| field.len() + 1).sum();
        let skipped = skipped.min(record.len());
        memmem::find(&record[skipped..], &row[place]).map_or(skipped, |at| skipped + at)
    };
    let field = |place: usize, what: &str| {
        let columns = row.len();
        let missing = || BadField {
            reason: format!("the row has {}, the {what} is in column {}", plural(columns, "column"), place + 1),
            at: record.len(),
        };
        row.get(place).ok_or_else(missing)
    };
    let read = |place: usize, what: &str, grid: &mut Grid| {
        let field = field(place, what)?;
        read_cells(field, quoted, grid).map_err(|bad| BadField {
            reason: if what == "puzzle" { bad.reason } else { format!("{what}: {}", bad.reason) },
            at: begin(place) + bad.at,
        })
    };
    read(columns.puzzle.unwrap_or(0), "puzzle", &mut puzzle.givens)?;
    puzzle.solution = match columns.solution {
        Some(place) if row.get(place).map_or(columns.solution_asked, |field| !field.trim_ascii().is_empty()) => {
            let mut solution = Grid::EMPTY;
            read(place, "solution", &mut solution)?;
            if solution.clues() < CELLS {
                let reason = "solution: a cell is blank".into();
                return Err(BadField { reason, at: begin(place) });
            }
            Some(solution)
        }
        _ => None,
    };
    puzzle.id = match columns.id {
        Some(place) => {
            let text = std::str::from_utf8(field(place, "id")?).map_err(|error| BadField {
                reason: "id: invalid UTF-8".into(),
                at: begin(place) + error.valid_up_to(),
            })?;
            // A line end in an id would break the promise of a line per row.
            let one_line = text.trim().replace(|c: char| c.is_control(), " ");
            (!one_line.is_empty()).then(|| one_line.into())
        }
        None => None,
    };
    Ok(())
}

/// A row that is none, with its beginning.
pub fn reject(name: &Arc<str>, line: u64, record: &[u8], bad: BadField) -> Reject {
    let text = String::from_utf8_lossy(&record[..record.len().min(KEPT_TEXT)]);
    let text = if record.len() > KEPT_TEXT { format!("{text}…") } else { text.into_owned() };
    Reject { file: name.clone(), line, column: bad.at as u64 + 1, reason: bad.reason, text }
}
