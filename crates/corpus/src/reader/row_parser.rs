//! Parses the rows of a file whose columns are known.

use std::sync::Arc;

use csv::ByteRecord;
use grid::text::Defect;

use super::{
    block::Block,
    columns::Columns,
    corpus::Extras,
    puzzle::Puzzle,
    row::{check_length, parse},
};
use crate::layout::RawRow;

#[derive(Clone)]
pub struct RowParser {
    pub columns: Columns,
    pub has_header: bool,
    pub names: Option<Vec<String>>,
    /// The file of every puzzle, if the corpus has several files.
    pub label: Option<Arc<str>>,
    pub extras: Extras,
}

impl RowParser {
    /// Finds the puzzle column by a row, unless it is known. A row that is longer than the header shows nothing. The error
    /// has the indices of the fields if several may be the puzzle.
    pub fn learn(self: &mut Arc<RowParser>, fields: &ByteRecord) -> Result<(), Vec<usize>> {
        let is_whole = self.names.as_ref().is_none_or(|names| fields.len() <= names.len());
        if is_whole && self.columns.puzzle.is_none() { Arc::make_mut(self).columns.learn(fields) } else { Ok(()) }
    }

    /// Adds the puzzle of a row, which has these fields, to a block. The error is the defect of a row that is not a puzzle.
    pub fn push(&self, row: &RawRow<'_>, fields: &ByteRecord, block: &mut Block) -> Result<(), Defect> {
        // The fields are parsed in place: moving a puzzle takes longer than parsing it.
        let file = self.label.clone();
        block.puzzles.push(Puzzle::blank(file, row.line));
        let Some(puzzle) = block.puzzles.last_mut() else { return Ok(()) };
        let parsed = parse(fields, &self.columns, self.extras, row, puzzle)
            .and_then(|()| check_length(fields.len(), self.names.as_deref(), self.has_header, row.bytes.len()));
        if parsed.is_err() {
            block.puzzles.pop();
        } else if self.extras.rows {
            puzzle.row = block.text.len()..block.text.len() + row.bytes.len();
            block.text.extend_from_slice(row.bytes);
        }
        parsed
    }
}
