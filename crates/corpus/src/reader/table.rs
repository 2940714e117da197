//! The rows of any file as fields: of files whose columns are not puzzles only, such as the predictions of a model.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use csv::ByteRecord;
use grid::text::Defect;

use super::{
    columns::is_header,
    content::{Shared, open_source},
    input::Input,
    kept_inputs::KeptInputs,
};
use crate::{
    error::{Error, Result},
    layout::{self, CELLS, Head, LayoutOverride, OpenFile, Schema, by_extension, delimiter, index_of_name},
};

/// The most bytes to reserve for a row.
const MAX_RESERVED: usize = 1 << 10;

/// The rows of a file in any layout that can be read. Its fields may hold anything.
pub struct Table<'a> {
    path: PathBuf,
    open: OpenFile<'a>,
    input: Shared<Input<'a>>,
    schema: Arc<Schema>,
    /// The first row, if it names the columns.
    header: Option<TableRow>,
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
    /// Opens a file, or the copy of it that is kept, and reads its first row. Returns an error if the file cannot be read,
    /// or is not in the layout.
    pub fn open(kept: &KeptInputs, path: &'a Path, how: &LayoutOverride, stop: &'a AtomicBool) -> Result<Table<'a>> {
        // Of several files, only some may be arrays.
        let is_array = by_extension(path).is_none_or(|layout| layout.reads(|reading| reading.has_offset));
        let how = LayoutOverride { offset: how.offset.filter(|_| is_array), ..how.clone() };
        Table::open_as(kept, path, |_| how, None, stop)
    }

    /// Opens a file of values for the rows of a corpus. A line is a value, unless the first row has a delimiter or the
    /// layout names its columns. The first row is a header if it looks like one, or has the name `wanted`. Returns an error
    /// if the file cannot be read.
    pub fn open_values(
        kept: &KeptInputs,
        path: &'a Path,
        no_header: bool,
        wanted: Option<&str>,
        stop: &'a AtomicBool,
    ) -> Result<Table<'a>> {
        let how = |head: &Head<'_>| LayoutOverride { no_header, ..layout_of_values(head) };
        Table::open_as(kept, path, how, wanted, stop)
    }

    fn open_as(
        kept: &KeptInputs,
        path: &'a Path,
        how: impl FnOnce(&Head<'_>) -> LayoutOverride,
        wanted: Option<&str>,
        stop: &'a AtomicBool,
    ) -> Result<Table<'a>> {
        let (mut source, _, input) = open_source(kept, path, stop, false)?;
        source.lines.begin()?;
        let how = how(&source.head());
        let mut table = Table {
            path: path.into(),
            open: layout::open(source, &how, 1)?,
            input,
            schema: Arc::default(),
            header: None,
            longest: 0,
            first: None,
            spare: Vec::new(),
        };
        table.find_names(&how, wanted)?;
        Ok(table)
    }

    /// Takes the names of the columns from the layout or from the first row.
    fn find_names(&mut self, how: &LayoutOverride, wanted: Option<&str>) -> Result<()> {
        let is_grid = |field: &[u8]| how.notation.parse(&String::from_utf8_lossy(field)).is_ok();
        let first = self.read()?;
        let names = self.open.rows.names();
        let has_wanted = |row: &TableRow| wanted.is_some_and(|name| index_of_name(row.fields.iter(), name).is_some());
        let may_be_header = |row: &&TableRow| names.is_none() && !how.no_header && row.defect.is_none();
        let header =
            first.as_ref().filter(may_be_header).filter(|row| has_wanted(row) || is_header(&row.fields, is_grid));
        let columns = first.as_ref().map_or(0, |row| row.fields.len());
        self.schema = Arc::new(Schema {
            layout: self.open.layout.name,
            syntax: self.open.rows.syntax(),
            types: self.open.rows.types(),
            names: match names.as_ref().or(header.map(|row| &row.fields)) {
                Some(names) => names.iter().map(trimmed_text).collect(),
                None => (1..=columns).map(|number| format!("column_{number}")).collect(),
            },
            ..Schema::default()
        });
        if header.is_some() {
            self.header = first;
            self.open.rows.set_header(columns);
            self.first = self.read()?;
        } else {
            self.first = first;
        }
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the columns. The puzzle and the solution in it are undefined.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Returns the first row, if it names the columns.
    pub fn header(&self) -> Option<&TableRow> {
        self.header.as_ref()
    }

    pub fn has_names(&self) -> bool {
        self.header.is_some() || self.open.rows.names().is_some()
    }

    /// Returns the first row that is no header, unless it was returned.
    pub fn first(&self) -> Option<&TableRow> {
        self.first.as_ref()
    }

    pub fn bytes(&self) -> u64 {
        self.input.get().bytes()
    }

    /// Returns the index of a column. Returns an error that lists the columns if none has this name.
    pub fn column(&self, name: &str) -> Result<usize> {
        let names = self.schema.names.iter().map(String::as_bytes);
        let no_column = || {
            let path = self.path.display().to_string();
            match self.first.as_ref().filter(|_| !self.has_names()) {
                Some(row) => Error::no_column(path, name, row.fields.iter().map(<[u8]>::trim_ascii)),
                None => Error::no_column(path, name, names.clone()),
            }
        };
        index_of_name(names.clone(), name).ok_or_else(no_column)
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

fn layout_of_values(head: &Head<'_>) -> LayoutOverride {
    let is_table = layout::detected(head).is_some_and(|layout| layout.reads(|reading| reading.is_table));
    let is_list = head.first().starts_with(b"[");
    match delimiter(head).filter(|_| !is_list) {
        _ if is_table => LayoutOverride::default(),
        Some(delimiter) => LayoutOverride { delimiter: Some(delimiter), ..LayoutOverride::default() },
        None => LayoutOverride { layout: Some(&CELLS), ..LayoutOverride::default() },
    }
}
