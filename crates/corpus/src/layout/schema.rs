//! The columns of a corpus.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use grid::{CELLS, text::Notation};

use super::{
    column_type::ColumnType,
    syntax::{DELIMITERS, Syntax, spaced_fields},
};

/// Names of a puzzle column, in lower case.
pub const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board", "initial_board"];

pub fn is_puzzle_name(name: &[u8]) -> bool {
    PUZZLE_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// Names of the column with the ids of the puzzles.
pub const ID_NAMES: [&str; 2] = ["id", "puzzle_id"];

/// Maximum number of columns. Files with more are no corpora, and take time and memory for each column.
pub const MAX_COLUMNS: usize = 10_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    pub layout: &'static str,
    /// The header row as written, without its line end; `None` if the file has no header row.
    pub header: Option<Box<[u8]>>,
    /// Column names: from the header or the layout; otherwise `puzzle`, `solution` and `column_N`.
    pub names: Vec<String>,
    /// Types of the first columns. Those of all other columns are not known.
    pub types: Vec<ColumnType>,
    pub puzzle: usize,
    pub solution: Option<usize>,
    pub syntax: Syntax,
    /// True if cells were added to puzzles as they were read, so that rows cannot be copied byte by byte.
    pub rewrites_puzzles: bool,
    /// How grids are written.
    pub notation: Notation,
}

impl Schema {
    /// Returns true if rows of another file can follow those of this one: they have the same columns for the same purpose.
    pub(crate) fn has_columns_of(&self, other: &Schema) -> bool {
        self.names == other.names
            && self.syntax == other.syntax
            && (self.puzzle, self.solution) == (other.puzzle, other.solution)
    }

    pub fn index_of(&self, name: &str) -> Option<usize> {
        index_of_name(self.names.iter().map(String::as_bytes), name)
    }

    /// Returns the index of the column with the ids of the puzzles.
    pub fn id(&self) -> Option<usize> {
        ID_NAMES.iter().find_map(|name| self.index_of(name))
    }

    pub fn column_type(&self, index: usize) -> ColumnType {
        self.types.get(index).copied().unwrap_or_default()
    }

    /// Returns true if the rows are CSV.
    pub(crate) fn is_csv(&self) -> bool {
        matches!(self.syntax, Syntax::Separated(b',') | Syntax::Assembled)
    }

    pub fn fields<'r>(&self, row: &'r [u8]) -> Vec<Cow<'r, [u8]>> {
        self.syntax.fields(row)
    }

    /// Appends a row as CSV without a line end, and returns the number of its fields.
    pub(crate) fn push_as_csv(&self, text: &mut Vec<u8>, row: &[u8]) -> usize {
        if let Syntax::Spaced(columns) = self.syntax {
            let mut n = 0;
            Schema::push_csv(text, b',', spaced_fields(row, columns).inspect(|_| n += 1));
            return n;
        }
        let fields = self.fields(row);
        Schema::push_csv(text, b',', fields.iter().map(|field| &**field));
        fields.len()
    }

    /// Appends fields as a row of CSV without a line end, with quotes where they are needed.
    pub fn push_csv<'f>(text: &mut Vec<u8>, delimiter: u8, fields: impl Iterator<Item = &'f [u8]>) {
        push_fields(text, delimiter, fields, |field| needs_quotes(field, delimiter));
    }

    /// Appends the names of columns as a row of CSV without a line end. A name gets quotes if another delimiter, or the
    /// layout `lines`, could be detected from it.
    pub(crate) fn push_csv_header(text: &mut Vec<u8>, delimiter: u8, names: &[String]) {
        let is_list = names.len() == 1;
        let is_mark = |byte: &u8| DELIMITERS.contains(byte) || (is_list && *byte == b' ');
        let needs_quotes = |name: &[u8]| needs_quotes(name, delimiter) || name.iter().any(is_mark);
        push_fields(text, delimiter, names.iter().map(String::as_bytes), needs_quotes);
    }
}

fn push_fields<'f>(
    text: &mut Vec<u8>,
    delimiter: u8,
    fields: impl Iterator<Item = &'f [u8]>,
    needs_quotes: impl Fn(&[u8]) -> bool,
) {
    let begin = text.len();
    for (index, field) in fields.enumerate() {
        if index > 0 {
            text.push(delimiter);
        }
        if needs_quotes(field) || (index == 0 && begins_otherwise(field)) {
            push_quoted(text, field);
        } else {
            text.extend_from_slice(field);
        }
    }
    // An empty row would be skipped when it is read.
    if text.len() == begin {
        text.extend_from_slice(b"\"\"");
    }
}

/// Returns true if a row of CSV that begins with this field would be taken for a comment, and a file for one in another
/// layout or for a compressed one.
fn begins_otherwise(field: &[u8]) -> bool {
    let is_mark = |byte: &u8| b"#<{[".contains(byte) || !(b' '..=b'~').contains(byte);
    field.first().is_some_and(is_mark) || [&b"PAR1"[..], b"BZh"].iter().any(|magic| field.starts_with(magic))
}

fn push_quoted(text: &mut Vec<u8>, field: &[u8]) {
    text.push(b'"');
    for &byte in field {
        text.push(byte);
        if byte == b'"' {
            text.push(byte);
        }
    }
    text.push(b'"');
}

/// Returns true if a field needs quotes in CSV with this delimiter. A space is read as a blank only in quotes.
#[inline]
pub fn needs_quotes(field: &[u8], delimiter: u8) -> bool {
    // Without an early exit, the loop is vectorised; fields are short.
    let has_cells = field.len() == CELLS;
    let is_mark = |byte: u8| matches!(byte, b'"' | b'\n' | b'\r') | (byte == delimiter) | ((byte == b' ') & has_cells);
    field.iter().fold(false, |quotes, &byte| quotes | is_mark(byte))
}

/// Returns the index of the column that a name means: the column with exactly this name, or else the first with the same
/// name in any case.
pub fn index_of_name<'n>(names: impl Iterator<Item = &'n [u8]> + Clone, wanted: &str) -> Option<usize> {
    let mut exact = names.clone();
    let mut any_case = names;
    let found = exact.position(|name| name.trim_ascii() == wanted.as_bytes());
    found.or_else(|| any_case.position(|name| name.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes())))
}

#[derive(Debug, Default)]
pub struct UniqueNames {
    taken: HashSet<String>,
    /// The last number after each name that was wanted again.
    numbers: HashMap<String, usize>,
}

impl UniqueNames {
    pub fn extend<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        self.taken.extend(names.into_iter().map(|name| name.to_ascii_lowercase()));
    }

    /// Adds `name`, with a number after it if it is taken, and returns it.
    pub fn add(&mut self, name: &str) -> String {
        let key = name.to_ascii_lowercase();
        if self.taken.insert(key.clone()) {
            return name.into();
        }
        let number = self.numbers.entry(key.clone()).or_insert(1);
        loop {
            *number += 1;
            if self.taken.insert(format!("{key}_{number}")) {
                return format!("{name}_{number}");
            }
        }
    }
}

/// Returns unique names: a name that an earlier one has taken gets a number.
pub fn unique_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut unique = UniqueNames::default();
    names.into_iter().map(|name| unique.add(name)).collect()
}

/// Returns `name`, with a number after it if it is among `taken`, compared in any case.
pub fn free_name(name: &str, taken: &[String]) -> String {
    let mut names = UniqueNames::default();
    names.extend(taken);
    names.add(name)
}
