//! The layouts of corpora, one a file, behind one trait and in one registry.
//!
//! A new layout is one file with a [`Kind`], and two lines here: its `mod` and its place in [`KINDS`]. Whatever a layout
//! looks like, its rows have named columns from here on.

mod cells;
mod counted;
mod csv;
mod exchange_bank;
mod grids;
mod json_lines;
pub(crate) mod line_reader;
mod lines;
pub(crate) mod notation;
mod open_sudoku;
#[cfg(feature = "parquet")]
mod parquet;
mod schema;
mod sdk;
mod text_profile;

use std::{borrow::Cow, fmt, path::Path, str::FromStr};

use ::csv::ByteRecord;

use crate::{error::Result, grid::Grid};
use line_reader::{Line, TOO_LONG};

pub use csv::{DELIMITERS, fields_of};
pub use grids::of_text as grid_of_text;
pub use json_lines::Object;
pub use line_reader::{Lines, MAX_RECORD};
pub use lines::words;
pub use notation::parse_cells;
pub use schema::{PUZZLE_NAMES, Schema, Syntax, free_name};
pub use text_profile::TextProfile;

/// What the registry knows about a layout.
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it looks like, in a line.
    pub about: &'static str,
    /// Whether a file begins like this.
    pub detect: fn(&Head<'_>) -> bool,
    /// Reads a file that begins so.
    pub open: fn(&Head<'_>) -> Result<Box<dyn Layout>>,
}

/// Every layout, in the order in which they are tried.
pub static KINDS: &[Kind] = &[
    #[cfg(feature = "parquet")]
    parquet::PARQUET,
    open_sudoku::OPEN_SUDOKU,
    json_lines::JSON_LINES,
    sdk::SDK,
    exchange_bank::EXCHANGE_BANK,
    lines::LINES,
    cells::CELLS,
    grids::GRIDS,
    csv::TSV,
    csv::CSV,
];

/// The names of the layouts, each with what it looks like, in the order in which they are tried.
pub fn layouts() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|kind| (kind.name, kind.about))
}

/// One way to lay out puzzles in a file.
pub trait Layout {
    /// Finds the next row and splits it into `fields`; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// The file cannot be read on. What is wrong with a single row is told in the record.
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>>;

    /// The names of the columns, once the first row was read, where there is no header that has them.
    fn names(&self) -> Option<ByteRecord> {
        None
    }

    /// How the fields stand in a record.
    fn syntax(&self) -> Syntax {
        Syntax::Made
    }
}

/// A row of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RawRow<'a> {
    /// The line on which it begins, from 1, or where it stops being a puzzle.
    pub line: u64,
    /// The row as it is written, without its line end, or as CSV where it is spread over lines.
    pub bytes: &'a [u8],
    /// Whether a space in a field may be a blank.
    pub quoted: bool,
    /// What makes it no row, and the byte (from 0) where that was seen.
    pub broken: Option<(Cow<'static, str>, usize)>,
}

impl<'a> From<Line<'a>> for RawRow<'a> {
    /// A row that is a line, unless it is too long to be held.
    fn from(line: Line<'a>) -> RawRow<'a> {
        let broken = line.overlong.then(|| (TOO_LONG.into(), MAX_RECORD));
        RawRow { line: line.number, bytes: line.bytes, quoted: false, broken }
    }
}

/// The beginning of a file.
pub struct Head<'h> {
    /// The file.
    pub path: &'h Path,
    /// Its first lines at least.
    pub bytes: &'h [u8],
    /// Whether the file is on a disk as it is.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code))]
    pub is_plain_file: bool,
}

impl<'h> Head<'h> {
    /// The first lines that are neither empty nor comments, which tell a layout.
    pub fn lines(&self) -> impl Iterator<Item = &'h [u8]> + use<'h> {
        let lines = self.bytes.split(|&byte| byte == b'\n').map(line_reader::trim_end);
        lines.filter(|line| line.first() != Some(&b'#') && !line.trim_ascii().is_empty()).take(5)
    }

    /// The same for what comes behind the first line.
    fn rest(&self) -> Option<Head<'h>> {
        let first = self.lines().next()?;
        let begin = first.as_ptr() as usize - self.bytes.as_ptr() as usize + first.len();
        Some(Head { bytes: &self.bytes[begin..], ..*self })
    }
}

/// How a file is to be read, where that is not left to its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutOverride {
    /// In this layout.
    pub layout: Option<Name>,
    /// As fields that this byte separates.
    pub delimiter: Option<u8>,
    /// Without a header, whatever the first row looks like.
    pub no_header: bool,
}

/// The name of a layout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Name(&'static str);

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Name, String> {
        let found = KINDS.iter().find(|kind| kind.name == text).map(|kind| Name(kind.name));
        found.ok_or_else(|| {
            format!("the layouts are {}", KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", "))
        })
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A layout that was found.
pub struct Found {
    /// Its name.
    pub name: &'static str,
    /// Its reader.
    pub layout: Box<dyn Layout>,
}

/// Finds the layout of a file by its beginning.
pub fn open(head: &Head<'_>, asked: &LayoutOverride) -> Result<Found> {
    #[cfg(not(feature = "parquet"))]
    if head.bytes.starts_with(b"PAR1") {
        let reason = "is Parquet, which this build of the program does not read (the feature `parquet`)";
        return Err(crate::error::Error::malformed(head.path, 0, reason));
    }
    if let Some(delimiter) = asked.delimiter {
        let name = if delimiter == b'\t' { "tsv" } else { "csv" };
        return Ok(Found { name, layout: Box::new(csv::Csv::new(delimiter)) });
    }
    if let (None, Some(declared), Some(rest)) = (asked.layout, counted::declared(head), head.rest()) {
        let Found { name, layout } = open(&rest, asked)?;
        return Ok(Found { name, layout: Box::new(counted::Counted::new(layout, declared)) });
    }
    let kind = KINDS.iter().find(|kind| match asked.layout {
        Some(Name(name)) => kind.name == name,
        None => (kind.detect)(head),
    });
    let kind = kind.unwrap_or(&csv::CSV);
    Ok(Found { name: kind.name, layout: (kind.open)(head)? })
}

/// The layout in which a file goes on, if these lines, which are no rows of the layout `before`, are clearly another's.
pub fn changed(head: &Head<'_>, before: &str, syntax: &Syntax) -> Option<&'static str> {
    let first = head.lines().next()?;
    let holds_puzzle = |delimiter: u8| {
        let fields = fields_of(first, delimiter);
        let is_name = |field: &[u8]| PUZZLE_NAMES.iter().any(|name| field.eq_ignore_ascii_case(name.as_bytes()));
        let mut fields = fields.iter().map(|field| field.trim_ascii());
        fields.len() > 1 && fields.any(|field| is_name(field) || Grid::parse(field).is_ok())
    };
    let is_new = |byte: u8| *syntax != Syntax::Separated(byte);
    if let Some(delimiter) = DELIMITERS.into_iter().find(|&byte| is_new(byte) && holds_puzzle(byte)) {
        return Some(if delimiter == b'\t' { "tsv" } else { "csv" });
    }
    // Behind a bad line of a list there are good ones.
    let is_clear = |kind: &Kind| match kind.name {
        "lines" => lines::begins_with_puzzle(first),
        "cells" => cells::is_puzzle(first),
        _ => true,
    };
    let is_separated = |kind: &Kind| ["csv", "tsv"].contains(&kind.name);
    let found = KINDS.iter().find(|kind| !is_separated(kind) && (kind.detect)(head) && is_clear(kind))?;
    (found.name != before).then_some(found.name)
}

/// The fields of a row as a CSV row, for layouts that spread a row over lines.
fn as_csv(fields: &ByteRecord, text: &mut Vec<u8>) {
    text.clear();
    Schema::push_csv(text, b',', fields.iter());
}
