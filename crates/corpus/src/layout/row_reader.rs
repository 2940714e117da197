//! The interface between the reader and a layout.

use ::csv::ByteRecord;
use grid::text::Defect;

use super::{
    column_type::ColumnType,
    line_reader::{Line, LineReader, MAX_RECORD, TOO_LONG},
    lines_ahead::LinesAhead,
    schema::Schema,
    syntax::Syntax,
};
use crate::error::Result;

pub trait RowReader {
    /// Reads the next row and splits it into `fields`; returns `None` at the end of the file. Returns an error if the file
    /// cannot be read any further. A single malformed row is returned with its [`RawRow::defect`] instead.
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>>;

    /// Returns the reader whose rows are passed on, and which answers the other questions.
    fn inner(&self) -> Option<&dyn RowReader> {
        None
    }

    /// Returns the lines that the rows are read from; `None` for a binary file.
    fn lines(&self) -> Option<&LineReader<'_>> {
        self.inner()?.lines()
    }

    /// Notes that the current row is a header that names this many columns.
    fn set_header(&mut self, _columns: usize) {}

    /// Returns the lines after the current row, to be read ahead; `None` unless every line is a row that can be read
    /// without the lines before it.
    fn ahead(&mut self) -> Option<Ahead<'_>> {
        None
    }

    /// Returns the bytes of the content up to the end of the last row, for progress.
    fn bytes(&self) -> u64 {
        match self.inner() {
            Some(inner) => inner.bytes(),
            None => self.lines().map_or(0, LineReader::consumed),
        }
    }

    /// Returns the column names that the layout itself defines, once the first row is read; `None` if only a header row
    /// can name the columns.
    fn names(&self) -> Option<ByteRecord> {
        self.inner()?.names()
    }

    /// Returns the types of the columns that [`RowReader::names`] names; empty if the file does not define them.
    fn types(&self) -> Vec<ColumnType> {
        self.inner().map_or(Vec::new(), RowReader::types)
    }

    /// Returns what the user should know of the file, such as which of its parts are left out; each as a clause.
    fn notes(&self) -> Vec<String> {
        self.inner().map_or(Vec::new(), RowReader::notes)
    }

    /// Returns how [`RawRow::bytes`] is split into fields.
    fn syntax(&self) -> Syntax {
        self.inner().map_or(Syntax::Assembled, RowReader::syntax)
    }
}

/// Returns the bytes up to the last of the rows that were `read`, as if all rows of a file had the same size.
pub fn bytes_of_rows(bytes: u64, read: u64, rows: u64) -> u64 {
    (u128::from(bytes) * u128::from(read) / u128::from(rows.max(1))) as u64
}

/// The lines after the current row, to be read by other readers.
pub struct Ahead<'r> {
    pub lines: &'r mut dyn LinesAhead,
    pub open: OpenRows,
}

pub type OpenRows = Box<dyn FnOnce(LineReader<'static>) -> Box<dyn RowReader> + Send>;

/// A row of a file before its fields are interpreted.
#[derive(Debug, PartialEq, Eq)]
pub struct RawRow<'a> {
    /// Line on which the row begins, from 1; of a malformed row, the line with the defect.
    pub line: u64,
    /// The row as written, without its line end; CSV if the row was assembled from several lines or from columns.
    pub bytes: &'a [u8],
    pub spaces_are_blanks: bool,
    /// Why the row is malformed; its fields are then undefined.
    pub defect: Option<Defect>,
}

impl<'a> From<Line<'a>> for RawRow<'a> {
    /// Makes a row of a line; an overlong line is a malformed row.
    fn from(line: Line<'a>) -> RawRow<'a> {
        let defect = line.overlong.then(|| Defect::new(TOO_LONG, MAX_RECORD));
        RawRow { line: line.number, bytes: line.bytes, spaces_are_blanks: false, defect }
    }
}

impl<'a> RawRow<'a> {
    /// Makes a row of fields that were assembled from several lines or from columns, as CSV in `text`.
    pub(crate) fn assembled(line: u64, fields: &ByteRecord, text: &'a mut Vec<u8>) -> RawRow<'a> {
        text.clear();
        Schema::push_csv(text, b',', fields.iter());
        RawRow { line, bytes: text, spaces_are_blanks: true, defect: None }
    }
}
