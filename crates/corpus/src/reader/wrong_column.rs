//! The error for a column that the user named, and which holds something else.

use grid::text::{Notation, number_defect};

use crate::error::Error;

const MAX_CHARS_SHOWN: usize = 30;

/// Returns the error for `column`, which should hold what `wanted` says and has this field in this line.
pub fn wrong_column(path: &str, line: u64, column: String, field: &[u8], wanted: &'static str) -> Error {
    let text = String::from_utf8_lossy(field);
    let mut shown: String = text.trim().chars().take(MAX_CHARS_SHOWN).collect();
    if text.trim().chars().nth(MAX_CHARS_SHOWN).is_some() {
        shown.push('…');
    }
    let found = match (Notation::default().parse(field), number_defect(field)) {
        (Ok(_), _) => format!("the grid with blanks {shown:?}"),
        (Err(_), Some(defect)) => format!("{shown:?} ({})", defect.reason),
        (Err(_), None) => format!("{shown:?}"),
    };
    Error::WrongColumn { path: path.into(), line, column, found, wanted }
}
