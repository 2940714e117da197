//! The columns of a corpus, and how a row is written.

use std::{borrow::Cow, sync::Arc};

use memchr::{memchr, memchr3};

use super::{Object, fields_of, words};

/// What the column of the puzzle is called.
pub const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board", "initial_board"];

/// The columns of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The name of the layout.
    pub layout: &'static str,
    /// The header as it is written, without its line end.
    pub header: Option<Box<[u8]>>,
    /// The names of the columns: those of the header, or else `puzzle`, `solution` and `column_N`.
    pub names: Vec<String>,
    /// The place of the puzzle, from 0.
    pub puzzle: usize,
    /// The place of the corpus' own solution.
    pub solution: Option<usize>,
    /// How the fields stand in a row.
    pub syntax: Syntax,
}

/// How the fields stand in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A byte separates them, and quotes may be around them.
    Separated(u8),
    /// White space separates so many; the last has the rest of the line.
    Spaced(usize),
    /// The row is one field.
    Whole,
    /// The values of these keys of a JSON object.
    Json(Arc<[String]>),
    /// The file has no such row: it is CSV that the reader has made of a puzzle spread over lines, or of columns.
    Made,
}

impl Default for Syntax {
    fn default() -> Syntax {
        Syntax::Separated(b',')
    }
}

impl Schema {
    /// Whether a row is CSV as it is.
    pub fn is_csv(&self) -> bool {
        matches!(self.syntax, Syntax::Separated(b',') | Syntax::Made)
    }

    /// The fields of a row.
    pub fn fields<'r>(&self, row: &'r [u8]) -> Vec<Cow<'r, [u8]>> {
        match &self.syntax {
            Syntax::Separated(delimiter) => fields_of(row, *delimiter),
            Syntax::Made => fields_of(row, b','),
            Syntax::Spaced(n) => words(row, *n).map(Cow::from).collect(),
            Syntax::Whole => vec![row.into()],
            Syntax::Json(names) => match serde_json::from_slice::<Object>(row) {
                Ok(object) => object.fields(names).collect(),
                // The reader has parsed it before.
                Err(_) => Vec::new(),
            },
        }
    }

    /// Writes fields as a row, without a line end, with quotes where they are needed.
    pub fn push_csv<'f>(text: &mut Vec<u8>, delimiter: u8, fields: impl Iterator<Item = &'f [u8]> + Clone) {
        let (begin, mut plain) = (text.len(), true);
        for field in fields.clone() {
            plain &= memchr3(b'"', b'\n', delimiter, field).is_none() && memchr(b'\r', field).is_none();
            text.extend_from_slice(field);
            text.push(delimiter);
        }
        // The delimiter behind the last field.
        text.pop();
        // Mostly, there is nothing to quote; an empty row would be none.
        if plain && text.len() > begin {
            return;
        }
        text.truncate(begin);
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(&mut *text);
        writer.write_byte_record(&fields.collect()).and_then(|()| Ok(writer.flush()?)).expect("memory");
        drop(writer);
        text.pop();
    }
}

/// A name that is not taken, in any case.
pub fn free_name(name: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|n| format!("{name}_{n}"));
    let mut names = std::iter::once(name.to_string()).chain(numbered);
    let is_free = |name: &String| !taken.iter().any(|other| other.eq_ignore_ascii_case(name));
    names.find(is_free).expect("there are more numbers than names")
}
