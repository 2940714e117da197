//! The columns of a corpus.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{column_type::ColumnType, syntax::Syntax};

/// Names of a puzzle column, in lower case.
pub const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board", "initial_board"];

/// Maximum number of columns. Files with more are no corpora, and take time and memory for each column.
pub const MAX_COLUMNS: usize = 10_000;

/// The columns of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The name of the layout.
    pub layout: &'static str,
    /// The header row as written, without its line end; `None` if the file has no header row.
    pub header: Option<Box<[u8]>>,
    /// Column names: from the header or the layout; otherwise `puzzle`, `solution` and `column_N`.
    pub names: Vec<String>,
    /// Types of the first columns. Those of all other columns are not known.
    pub types: Vec<ColumnType>,
    /// Place of the puzzle column, from 0.
    pub puzzle: usize,
    /// Place of the solution column, from 0.
    pub solution: Option<usize>,
    /// How the fields of a row are separated.
    pub syntax: Syntax,
}

impl Schema {
    /// Returns the type of a column.
    pub fn column_type(&self, place: usize) -> ColumnType {
        self.types.get(place).copied().unwrap_or_default()
    }

    /// Returns true if the rows are CSV.
    pub fn is_csv(&self) -> bool {
        matches!(self.syntax, Syntax::Separated(b',') | Syntax::Assembled)
    }

    /// Splits a row into its fields.
    pub fn fields<'r>(&self, row: &'r [u8]) -> Vec<Cow<'r, [u8]>> {
        self.syntax.fields(row)
    }

    /// Appends fields as a row of CSV without a line end, with quotes where they are needed.
    pub fn push_csv<'f>(text: &mut Vec<u8>, delimiter: u8, fields: impl Iterator<Item = &'f [u8]> + Clone) {
        let (begin, mut plain) = (text.len(), true);
        for field in fields.clone() {
            plain &= !needs_quotes(field, delimiter);
            text.extend_from_slice(field);
            text.push(delimiter);
        }
        // Remove the delimiter behind the last field.
        text.pop();
        // Most rows need no quotes; an empty row needs them, or it would be skipped when read.
        if plain && text.len() > begin {
            return;
        }
        text.truncate(begin);
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(&mut *text);
        writer
            .write_byte_record(&fields.collect())
            .and_then(|()| Ok(writer.flush()?))
            .expect("writing to memory cannot fail");
        drop(writer);
        text.pop();
    }
}

/// Returns true if a field needs quotes in CSV with this delimiter.
#[inline]
pub fn needs_quotes(field: &[u8], delimiter: u8) -> bool {
    // Without an early exit, the loop is vectorised; fields are short.
    field.iter().fold(false, |quotes, &byte| quotes | matches!(byte, b'"' | b'\n' | b'\r') | (byte == delimiter))
}

/// Names of columns, which are unique in any case.
#[derive(Debug, Default)]
pub struct UniqueNames {
    /// The names in lower case.
    taken: HashSet<String>,
    /// The last number behind each name that was wanted again.
    numbers: HashMap<String, usize>,
}

impl UniqueNames {
    /// Adds names as they are.
    pub fn extend<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        self.taken.extend(names.into_iter().map(|name| name.to_ascii_lowercase()));
    }

    /// Adds `name`, with a number behind it if it is taken, and returns it.
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

/// Returns unique names: those that are taken by a name before them get a number.
pub fn unique_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut unique = UniqueNames::default();
    names.into_iter().map(|name| unique.add(name)).collect()
}

/// Returns `name`, with a number behind it if it is among `taken`, compared in any case.
pub fn free_name(name: &str, taken: &[String]) -> String {
    let mut names = UniqueNames::default();
    names.extend(taken);
    names.add(name)
}
