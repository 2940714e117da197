//! A file of values for the rows of a corpus, such as the ratings in Denis Berthier's collections: a value a line, or CSV.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use csv::ByteRecord;

use corpus::{
    error::{Error, Result},
    layout::{self, LayoutOverride, LineReader, OpenFile, Schema, Source, delimiter, free_name},
    numbers::plural,
    reader::{Content, is_header},
};

/// The form of a file, found by reading the whole file.
pub(super) struct SideForm {
    /// The path to open: the file may be a copy of standard input.
    source: PathBuf,
    /// The path as the user wrote it.
    name: PathBuf,
    /// The delimiter of the fields; `None` if a line is a single value.
    delimiter: Option<u8>,
    pub columns: usize,
    first: Vec<String>,
    /// Number of rows, the first included.
    rows: u64,
    looks_like_header: bool,
    /// True if the second row does not look like a header.
    differs_from_second: bool,
    /// True if the first row names the columns.
    pub has_header: bool,
}

pub(super) struct SideRow {
    pub line: u64,
    /// Its fields, without white space around them.
    pub fields: Vec<Vec<u8>>,
}

impl SideForm {
    /// Reads a file, which the user calls `name`, to find its form. It is CSV if its first row has a delimiter; otherwise
    /// every line is a value.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows have different numbers of fields: a value may have moved to another column.
    pub fn find(source: &Path, name: &Path, stop: &AtomicBool) -> Result<SideForm> {
        let delimiter = find_delimiter(source, name, stop)?;
        let mut form = SideForm {
            source: source.into(),
            name: name.into(),
            delimiter,
            columns: 0,
            first: Vec::new(),
            rows: 0,
            looks_like_header: false,
            differs_from_second: false,
            has_header: false,
        };
        let mut file = SideFile::open(source, name, delimiter, stop)?;
        while let Some(SideRow { line, fields }) = file.next()? {
            let looks_like_header = is_header(&ByteRecord::from(fields.clone()));
            match form.rows {
                0 => {
                    form.columns = fields.len();
                    form.looks_like_header = looks_like_header;
                    if looks_like_header {
                        file.set_header(form.columns);
                    }
                    form.first = fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
                }
                1 => form.differs_from_second = !looks_like_header,
                _ => {}
            }
            if fields.len() != form.columns {
                let found = plural(fields.len() as u64, "field");
                let wanted = form.columns;
                let reason = format!("has {found}, and the first row has {wanted}; all rows need as many");
                return Err(Error::malformed(name, line, reason));
            }
            form.rows += 1;
        }
        Ok(form)
    }

    pub fn open<'a>(&'a self, stop: &'a AtomicBool) -> Result<SideFile<'a>> {
        let mut file = SideFile::open(&self.source, &self.name, self.delimiter, stop)?;
        if self.has_header {
            file.next()?;
            file.set_header(self.columns);
        }
        Ok(file)
    }

    /// Finds out whether the first row is a header, and checks that the file has `wanted` values.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has another number of values.
    pub fn check_rows(&mut self, wanted: u64) -> Result<()> {
        self.has_header = self.looks_like_header && (self.differs_from_second || self.rows == wanted + 1);
        let values = self.rows - u64::from(self.has_header);
        if values == wanted {
            return Ok(());
        }
        let header = match self.first.first().filter(|_| self.has_header) {
            Some(first) => format!(" below the header {first:?}"),
            None => String::new(),
        };
        let reason =
            format!("has {values} values{header}, and the corpus has {wanted} rows; --by COLUMN joins files by an id");
        Err(Error::malformed(&self.name, 0, reason))
    }

    /// Returns a note if only the number of rows shows that the first row is a header.
    pub fn header_note(&self) -> Option<String> {
        let name = self.name.display();
        let header = self.first.join(", ");
        (self.has_header && !self.differs_from_second).then(|| {
            format!("{name}: has one row more than the corpus; its first row, {header:?}, is taken for a header")
        })
    }

    /// Makes the first row a header and returns the index of the column `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the header has no such name.
    pub fn find_column(&mut self, name: &str) -> Result<usize> {
        self.has_header = true;
        let names = self.first.iter().map(String::as_bytes);
        let found = layout::index_of_name(names.clone(), name);
        found.ok_or_else(|| Error::no_column(self.name.display().to_string(), name, names))
    }

    /// Returns names for the columns: the names in the header, or the name of the file up to its first dot. Names that are
    /// `taken` get a number.
    pub fn names(&self, taken: &[String]) -> Vec<String> {
        let file_name = self.name.file_name().unwrap_or_default().to_string_lossy();
        let stem = file_name.split('.').next().filter(|name| !name.is_empty()).unwrap_or("side");
        let mut all = taken.to_vec();
        for name in &self.first {
            let name = if self.has_header && !name.is_empty() { name } else { stem };
            all.push(free_name(name, &all));
        }
        all.split_off(taken.len())
    }

    /// Returns the columns whose names the corpus has too: for each, its index here and in the corpus.
    pub fn shared_columns(&self, schema: &Schema) -> Vec<(usize, usize)> {
        let names = self.first.iter().filter(|_| self.has_header).enumerate();
        names.filter_map(|(own, name)| Some((own, schema.index_of(name)?))).collect()
    }

    pub fn column(&self, own: usize) -> &str {
        &self.first[own]
    }

    pub fn remove_column(&mut self, index: usize) {
        self.first.remove(index);
    }

    /// Returns the path of the file as the user wrote it, for messages.
    pub fn name(&self) -> &Path {
        &self.name
    }
}

/// Returns the delimiter of the fields; `None` if every line is a value.
fn find_delimiter(source: &Path, name: &Path, stop: &AtomicBool) -> Result<Option<u8>> {
    let mut lines = open(source, name, stop)?;
    lines.begin()?;
    let head = layout::Head { bytes: lines.rest() };
    if head.bytes.starts_with(b"PAR1") {
        let advice = "in Python: pandas.read_parquet(FILE).to_csv(\"values.csv\", index=False)";
        return Err(Error::malformed(name, 0, format!("is Parquet; write its values as CSV, {advice}")));
    }
    let is_json = head.first().starts_with(b"{") || head.first().starts_with(b"[");
    Ok(delimiter(&head).filter(|_| !is_json))
}

fn open<'a>(source: &Path, name: &Path, stop: &'a AtomicBool) -> Result<LineReader<'a>> {
    let (content, _) = Content::open(source, name, stop, false)?;
    let name: Arc<str> = name.to_string_lossy().into();
    Ok(LineReader::new(Box::new(content), name))
}

/// The rows of a file, which may be compressed. Empty lines and comments may be before and after the rows, but not between
/// them.
pub(super) struct SideFile<'a> {
    path: PathBuf,
    rows: Rows<'a>,
    /// The number of the line after the last row; 0 before the first row.
    next_line: u64,
}

enum Rows<'a> {
    Lines(LineReader<'a>),
    Separated(OpenFile<'a>),
}

impl<'a> SideFile<'a> {
    fn open(source: &Path, path: &'a Path, delimiter: Option<u8>, stop: &'a AtomicBool) -> Result<SideFile<'a>> {
        let mut lines = open(source, path, stop)?;
        let rows = match delimiter {
            Some(delimiter) => {
                let separated = LayoutOverride { delimiter: Some(delimiter), ..LayoutOverride::default() };
                Rows::Separated(layout::open(Source { path, lines, file: None, offset: None }, &separated, 1)?)
            }
            None => {
                lines.begin()?;
                Rows::Lines(lines)
            }
        };
        Ok(SideFile { path: path.into(), rows, next_line: 0 })
    }

    /// Notes that the current row is a header with this many names: a row below a header may begin with `#`.
    fn set_header(&mut self, columns: usize) {
        if let Rows::Separated(open) = &mut self.rows {
            open.rows.set_header(columns);
        }
    }

    pub fn next(&mut self) -> Result<Option<SideRow>> {
        let mut record = ByteRecord::new();
        let path = &self.path;
        let row = match &mut self.rows {
            Rows::Lines(lines) => lines.next_row()?.map(Into::into),
            Rows::Separated(open) => open.rows.next(&mut record)?,
        };
        let Some(row) = row else { return Ok(None) };
        if let Some(defect) = row.defect {
            return Err(Error::malformed(path, row.line, defect.reason));
        }
        // The empty line may stand for a value that is missing, and without it all others would shift.
        if self.next_line > 0 && row.line > self.next_line {
            let reason = "is empty or a comment between two values; write a value, such as `-`";
            return Err(Error::malformed(path, self.next_line, reason));
        }
        self.next_line = row.line + 1 + row.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let line = row.line;
        let fields = if record.is_empty() { vec![trimmed(row.bytes)] } else { record.iter().map(trimmed).collect() };
        Ok(Some(SideRow { line, fields }))
    }
}

/// Returns a field without white space around it, as UTF-8.
fn trimmed(field: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(field).trim().into()
}
