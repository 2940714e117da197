//! A file of values for the rows of a corpus, such as the ratings in Denis Berthier's collections: a value a line, or a table.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use corpus::{
    error::{Error, Result},
    layout::{Schema, Syntax, free_name},
    numbers::plural,
    reader::{KeptInputs, RowsById, Table, TableRow, is_header},
};

/// The columns of a file. All of its rows were read once.
pub(super) struct SideForm {
    kept_inputs: KeptInputs,
    /// The path as the user wrote it.
    pub name: PathBuf,
    /// The names of the columns, or the fields of the first row.
    pub columns: Vec<String>,
    has_names: bool,
    /// True if the first row may be a value: like the second, it looks like a header.
    may_be_value: bool,
    /// Number of rows, without a header.
    rows: u64,
}

impl SideForm {
    /// Reads a file, or the copy of it that is kept, to find its form. With `by`, the first row is a header if it has this
    /// name. Returns an error if the rows have different numbers of fields: a value may have moved to another column.
    pub fn find(kept_inputs: &KeptInputs, name: &Path, by: Option<&str>, stop: &AtomicBool) -> Result<SideForm> {
        let mut rows = SideRows::open(kept_inputs, name, false, by, stop)?;
        let table = &rows.table;
        let columns: Vec<String> = match table.first().filter(|_| !table.has_names()) {
            Some(row) => row.fields.iter().map(trimmed_text).collect(),
            None => table.schema().names.clone(),
        };
        let has_names = table.has_names();
        let second = table.first().filter(|row| row.defect.is_none());
        let may_be_value = table.header().is_some() && second.is_none_or(|row| is_header(&row.fields, |_| false));
        let mut count = 0;
        while let Some(row) = rows.next()? {
            if row.fields.len() != columns.len() {
                let found = plural(row.fields.len() as u64, "field");
                let reason = format!("has {found}, and the first row has {}; all rows need as many", columns.len());
                return Err(Error::malformed(name, row.line, reason));
            }
            count += 1;
        }
        let kept_inputs = kept_inputs.clone();
        Ok(SideForm { kept_inputs, name: name.into(), columns, has_names, may_be_value, rows: count })
    }

    pub fn open<'a>(&'a self, stop: &'a AtomicBool) -> Result<SideRows<'a>> {
        SideRows::open(&self.kept_inputs, &self.name, !self.has_names, None, stop)
    }

    /// Decides by the number of rows, `wanted`, whether a first row that may be a value is a header. Returns a note if
    /// it is. Returns an error if the file has another number of values.
    pub fn check_rows(&mut self, wanted: u64) -> Result<Option<String>> {
        if self.may_be_value && self.rows != wanted {
            self.has_names = false;
            self.rows += 1;
        }
        let name = self.name.display();
        if self.rows == wanted {
            let header = self.columns.join(", ");
            return Ok((self.may_be_value && self.has_names).then(|| {
                format!("{name}: has one row more than the corpus; its first row, {header:?}, is taken for a header")
            }));
        }
        let header = match self.columns.first().filter(|_| self.has_names) {
            Some(first) => format!(" below the header {first:?}"),
            None => String::new(),
        };
        let values = self.rows;
        let reason =
            format!("has {values} values{header}, and the corpus has {wanted} rows; --by COLUMN joins files by an id");
        Err(Error::malformed(&self.name, 0, reason))
    }

    /// Returns the rows by their ids in the column `by`, which is removed from the columns. Returns an error if there
    /// is no such column, or if two rows have the same id.
    pub fn rows_by_id(&mut self, by: &str, stop: &AtomicBool) -> Result<RowsById<Vec<Vec<u8>>>> {
        let mut rows = SideRows::open(&self.kept_inputs, &self.name, false, Some(by), stop)?;
        let id = rows.table.column(by)?;
        self.columns.remove(id);
        RowsById::read(&mut rows.table, id, |fields: &mut Vec<_>, row, before| {
            let shown = String::from_utf8_lossy(row.field(id)).trim().to_string();
            let others = row.fields.iter().enumerate().filter(|(index, _)| *index != id);
            fields.extend(others.map(|(_, field)| trimmed(field)));
            let reason = |before| format!("{by} {shown:?} is in line {before} too");
            before.map_or(Ok(()), |before| Err(Error::malformed(&self.name, row.line, reason(before))))
        })
    }

    /// Returns names for the columns: their own, or the name of the file up to its first dot. Names that are `taken` get a
    /// number.
    pub fn names(&self, taken: &[String]) -> Vec<String> {
        let file_name = self.name.file_name().unwrap_or_default().to_string_lossy();
        let stem = file_name.split('.').next().filter(|name| !name.is_empty()).unwrap_or("side");
        let mut all = taken.to_vec();
        for name in &self.columns {
            let name = if self.has_names && !name.is_empty() { name } else { stem };
            all.push(free_name(name, &all));
        }
        all.split_off(taken.len())
    }

    /// Returns the columns whose names the corpus has too: for each, its index here and in the corpus.
    pub fn shared_columns(&self, schema: &Schema) -> Vec<(usize, usize)> {
        let names = self.columns.iter().filter(|_| self.has_names).enumerate();
        names.filter_map(|(own, name)| Some((own, schema.index_of(name)?))).collect()
    }
}

/// The rows of a file without its header. Empty lines and comments may be before and after the rows, but not between them.
pub(super) struct SideRows<'a> {
    table: Table<'a>,
    /// The number of the line after the last row; 0 before the first row.
    next_line: u64,
}

impl<'a> SideRows<'a> {
    fn open(
        kept_inputs: &KeptInputs,
        name: &'a Path,
        no_header: bool,
        by: Option<&str>,
        stop: &'a AtomicBool,
    ) -> Result<SideRows<'a>> {
        let table = Table::open_values(kept_inputs, name, no_header, by, stop)?;
        let next_line = table.header().map_or(0, line_after);
        Ok(SideRows { table, next_line })
    }

    fn next(&mut self) -> Result<Option<TableRow>> {
        let Some(row) = self.table.next_row()? else { return Ok(None) };
        let path = self.table.path();
        if let Some(defect) = row.defect {
            return Err(Error::malformed(path, row.line, defect.reason));
        }
        // The empty line may stand for a value that is missing, and without it all others would shift.
        let has_lines = self.table.schema().syntax != Syntax::Assembled;
        if has_lines && self.next_line > 0 && row.line > self.next_line {
            let reason = "is empty or a comment between two values; write a value, such as `-`";
            return Err(Error::malformed(path, self.next_line, reason));
        }
        self.next_line = line_after(&row);
        Ok(Some(row))
    }

    /// Returns the fields of the next row, without white space around them. Returns an error if the file cannot be
    /// read, or has no more rows.
    pub fn fields(&mut self) -> Result<Vec<Vec<u8>>> {
        // Another program may have changed the file after it was checked.
        let row = self.next()?.ok_or_else(|| {
            Error::Changed("a joined file became shorter while it was read; run the command again".into())
        })?;
        Ok(row.fields.iter().map(trimmed).collect())
    }
}

fn line_after(row: &TableRow) -> u64 {
    row.line + 1 + row.fields.as_slice().iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn trimmed(field: &[u8]) -> Vec<u8> {
    trimmed_text(field).into()
}

/// Returns a field without white space around it, as UTF-8.
fn trimmed_text(field: &[u8]) -> String {
    String::from_utf8_lossy(field).trim().into()
}
