//! The rows of any file as fields: of files whose columns are not puzzles only, such as the predictions of a model.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use csv::ByteRecord;
use grid::text::Defect;

use super::{
    columns::is_header,
    content::{Content, Shared},
    input::Input,
};
use crate::{
    error::{Error, Result},
    layout::{self, LayoutOverride, LineReader, OpenFile, Schema, Source, by_extension, index_of_name},
};

/// The most bytes to reserve for a row.
const MAX_RESERVED: usize = 1 << 10;

/// The rows of a file in any layout that can be read. Its fields may hold anything.
pub struct Table<'a> {
    path: PathBuf,
    open: OpenFile<'a>,
    input: Shared<Input<'a>>,
    schema: Arc<Schema>,
    has_names: bool,
    /// Bytes of the longest row so far, up to a limit.
    longest: usize,
    /// The first row, if it is no header and was not returned yet.
    first: Option<TableRow>,
    /// Records to read rows into.
    spare: Vec<ByteRecord>,
}

#[derive(Clone, Debug, Default)]
pub struct TableRow {
    /// The line on which it begins, from 1.
    pub line: u64,
    pub fields: ByteRecord,
    /// Why the row is malformed; its fields are then undefined.
    pub defect: Option<Defect>,
}

impl TableRow {
    /// Returns a field; empty if the row is shorter.
    pub fn field(&self, index: usize) -> &[u8] {
        self.fields.get(index).unwrap_or_default()
    }
}

impl<'a> Table<'a> {
    /// Opens a file, which messages call `path`, and reads its first row. `source` may be a copy of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is not in the layout.
    pub fn open(source: &Path, path: &'a Path, how: &LayoutOverride, stop: &'a AtomicBool) -> Result<Table<'a>> {
        let (open, input) = open_layout(source, path, how, stop)?;
        // Texts of several lines may look like grids.
        let of_name = by_extension(path).filter(|layout| matches!(layout.name, "csv" | "tsv"));
        let is_of_lines = matches!(open.layout.name, "grids" | "sdk" | "pairs") && how.layout.is_none();
        let (open, input) = match of_name.filter(|_| is_of_lines) {
            Some(layout) => open_layout(source, path, &LayoutOverride { layout: Some(layout), ..how.clone() }, stop)?,
            None => (open, input),
        };
        let mut table = Table {
            path: path.into(),
            open,
            input,
            schema: Arc::default(),
            has_names: false,
            longest: 0,
            first: None,
            spare: Vec::new(),
        };
        table.find_names(how.no_header)?;
        Ok(table)
    }

    /// Takes the names of the columns from the layout or from the first row.
    fn find_names(&mut self, no_header: bool) -> Result<()> {
        let first = self.read()?;
        let names = self.open.rows.names();
        let mut schema = Schema { layout: self.open.layout.name, syntax: self.open.rows.syntax(), ..Schema::default() };
        let header = first.as_ref().filter(|row| names.is_none() && !no_header && is_header(&row.fields));
        let columns = first.as_ref().map_or(0, |row| row.fields.len());
        schema.names = match (&names, &header) {
            (Some(names), _) => names.iter().map(trimmed_text).collect(),
            (None, Some(header)) => header.fields.iter().map(trimmed_text).collect(),
            (None, None) => (1..=columns).map(|number| format!("column_{number}")).collect(),
        };
        schema.types = self.open.rows.types();
        self.has_names = names.is_some() || header.is_some();
        self.first = match header {
            Some(_) => {
                self.open.rows.set_header(columns);
                self.read()?
            }
            None => first,
        };
        self.schema = schema.into();
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the columns. The puzzle and the solution in it are undefined.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    pub fn has_names(&self) -> bool {
        self.has_names
    }

    /// Returns the first row, unless it was returned.
    pub fn first(&self) -> Option<&TableRow> {
        self.first.as_ref()
    }

    pub fn bytes(&self) -> u64 {
        self.input.get().bytes()
    }

    /// Returns the index of a column.
    ///
    /// # Errors
    ///
    /// Returns an error that lists the columns if none has this name.
    pub fn column(&self, name: &str) -> Result<usize> {
        let names = self.schema.names.iter().map(String::as_bytes);
        let found = index_of_name(names.clone(), name);
        found.ok_or_else(|| Error::no_column(self.path.display().to_string(), name, names))
    }

    pub fn next_row(&mut self) -> Result<Option<TableRow>> {
        match self.first.take() {
            Some(first) => Ok(Some(first)),
            None => self.read(),
        }
    }

    /// Takes back the record of a row that is no longer needed: to allocate one costs as much as to read it.
    pub fn recycle(&mut self, mut fields: ByteRecord) {
        fields.clear();
        self.spare.push(fields);
    }

    fn read(&mut self) -> Result<Option<TableRow>> {
        let spare = self.spare.pop();
        // Rows are about as long as the one before.
        let mut fields = spare.unwrap_or_else(|| ByteRecord::with_capacity(self.longest, self.schema.names.len()));
        let row = self.open.rows.next(&mut fields)?.map(|row| (row.line, row.defect));
        self.longest = self.longest.max(fields.as_slice().len().min(MAX_RESERVED));
        Ok(row.map(|(line, defect)| TableRow { line, fields, defect }))
    }
}

fn trimmed_text(name: &[u8]) -> String {
    String::from_utf8_lossy(name.trim_ascii()).into_owned()
}

fn open_layout<'a>(
    source: &Path,
    path: &'a Path,
    how: &LayoutOverride,
    stop: &'a AtomicBool,
) -> Result<(OpenFile<'a>, Shared<Input<'a>>)> {
    let (content, input) = Content::open(source, path, stop, false)?;
    let is_plain = !content.is_compressed();
    let file = if is_plain { input.get().share().map_err(Error::io(path, "open"))? } else { None };
    let lines = LineReader::new(Box::new(content), path.to_string_lossy().into());
    // Of several files, only some may be arrays.
    let is_array = by_extension(path).is_none_or(|layout| matches!(layout.name, "npy" | "npz"));
    let how = LayoutOverride { offset: how.offset.filter(|_| is_array), ..how.clone() };
    let open = layout::open(Source { path, lines, file, offset: None }, &how, 1)?;
    Ok((open, input))
}
