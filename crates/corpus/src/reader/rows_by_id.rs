//! The rows of a file by the value of a column, to join them to the rows of a corpus.

use std::collections::HashMap;

use super::table::{Table, TableRow};
use crate::error::Result;

/// What is kept of the rows of a file, by their ids.
pub struct RowsById<V>(HashMap<Vec<u8>, RowsOfId<V>>);

struct RowsOfId<V> {
    value: V,
    /// The line of the last of these rows.
    line: u64,
    /// The line of the corpus with this id.
    used_by: Option<u64>,
}

impl<V: Default> RowsById<V> {
    /// Reads the rows of a table, whose ids are in the column with the index `id`. `add` adds a row to what is kept of its
    /// id, and gets the line of the row before it with the same id. Returns an error if the file cannot be read, or the
    /// error of `add`.
    pub fn read(
        table: &mut Table<'_>,
        id: usize,
        mut add: impl FnMut(&mut V, TableRow, Option<u64>) -> Result<()>,
    ) -> Result<RowsById<V>> {
        let mut rows: HashMap<Vec<u8>, RowsOfId<V>> = HashMap::new();
        while let Some(row) = table.next_row()? {
            let line = row.line;
            let new = || RowsOfId { value: V::default(), line: 0, used_by: None };
            let found = rows.entry(row.field(id).trim_ascii().into()).or_insert_with(new);
            add(&mut found.value, row, Some(found.line).filter(|line| *line > 0))?;
            found.line = line;
        }
        Ok(RowsById(rows))
    }

    pub fn get(&self, id: &[u8]) -> Option<&V> {
        self.0.get(id).map(|found| &found.value)
    }

    /// Notes that a line of the corpus has this id. Returns what is kept, and the line that had the id before.
    pub fn take(&mut self, id: &[u8], line: u64) -> Option<(&V, Option<u64>)> {
        let found = self.0.get_mut(id)?;
        let before = found.used_by.replace(line);
        Some((&found.value, before))
    }

    /// Returns the ids that no line of the corpus has, with their lines, in the order of the file.
    pub fn unused(&self) -> Vec<(&[u8], u64)> {
        let unused = self.0.iter().filter(|(_, found)| found.used_by.is_none());
        let mut unused: Vec<_> = unused.map(|(id, found)| (&**id, found.line)).collect();
        unused.sort_by_key(|(_, line)| *line);
        unused
    }

    pub fn is_unused(&self) -> bool {
        self.0.values().all(|found| found.used_by.is_none())
    }
}
