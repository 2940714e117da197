//! Rows with named columns → a file in any layout: the other end of what [`reader`](crate::reader) reads.
//!
//! A new layout is one file here too, with a [`Kind`] in the registry.

mod exchange_bank;
mod format;
mod grids;
mod json_lines;
mod lines;
mod open_sudoku;
#[cfg(feature = "parquet")]
mod parquet;
mod separated;
mod target;

use std::{borrow::Cow, fmt, path::Path, str::FromStr};

use crate::{error::Result, layout::Schema};

pub use format::{Edit, FormattedRows, RowFormatter, text_of};
pub use target::{OutputSpec, STANDARD_OUTPUT, Target};

/// Every layout that can be written.
pub static KINDS: &[Kind] = &[
    separated::CSV,
    separated::TSV,
    lines::LINES,
    lines::SDM,
    grids::GRIDS,
    grids::SDK,
    grids::SS,
    open_sudoku::OPEN_SUDOKU,
    json_lines::JSON_LINES,
    exchange_bank::EXCHANGE_BANK,
    #[cfg(feature = "parquet")]
    parquet::PARQUET,
];

/// What the registry knows about a layout that can be written.
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// How the names of its files end.
    pub extensions: &'static [&'static str],
    /// What becomes of the columns, in a line.
    pub about: &'static str,
    /// Whether blanks can only be zeros.
    pub zeros: bool,
    /// Writes a corpus with these columns.
    pub new: fn(&Schema) -> Result<Box<dyn Writer>>,
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A layout of [`KINDS`], by its name.
#[derive(Clone, Copy, Debug)]
pub struct Name(pub &'static Kind);

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Name, String> {
        let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        KINDS.iter().find(|kind| kind.name == text).map(Name).ok_or_else(|| format!("the layouts are {}", names()))
    }
}

/// The layout that the name of a file stands for, whatever it is compressed by.
pub fn by_extension(path: &Path) -> Option<&'static Kind> {
    let extension = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let last = extension(path)?;
    let inner = ["gz", "zst"].contains(&&*last).then(|| extension(Path::new(path.file_stem()?))).flatten();
    let wanted = inner.unwrap_or(last);
    KINDS.iter().find(|kind| kind.extensions.contains(&&*wanted))
}

/// A field of a row.
pub type Field<'a> = Cow<'a, [u8]>;

/// Writes the rows of a corpus in one layout, into the text that it is given.
pub trait Writer {
    /// What is before the first row.
    fn begin(&mut self, _: &mut Vec<u8>) {}

    /// A row with its fields, of which the puzzle and the solution are 81 cells.
    ///
    /// # Errors
    ///
    /// The layout cannot hold it.
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()>;

    /// Returns true if the text of a row does not depend on the rows before it, so that rows can be formatted in parallel.
    fn rows_are_independent(&self) -> bool {
        false
    }

    /// What is behind the last row.
    ///
    /// # Errors
    ///
    /// What is left cannot be written.
    fn end(&mut self, _: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }
}

/// A field of a row that may be short.
fn field<'f>(fields: &'f [Field<'_>], place: usize) -> &'f [u8] {
    fields.get(place).map_or(b"", |field| field)
}

/// The place of the column of that name.
fn column(schema: &Schema, name: &str) -> Option<usize> {
    schema.names.iter().position(|other| other.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Corpus;

    const PUZZLES: [&str; 2] = [
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
        "040610090070050000103948000961000002005826100800000365000379204000080050080065030",
    ];

    /// Whatever is written is read again, by its content alone.
    #[test]
    fn every_layout_is_read_back() {
        let directory = tempfile::tempdir().unwrap();
        let names = ["id", "puzzle", "rating", "note"].map(String::from).to_vec();
        let schema = Schema { names, puzzle: 1, ..Schema::default() };
        for kind in KINDS {
            let (mut writer, mut text) = ((kind.new)(&schema).unwrap(), Vec::new());
            writer.begin(&mut text);
            for (id, puzzle) in ["a", "b"].into_iter().zip(PUZZLES) {
                let fields = [id, puzzle, "1.2", "x, \"y\" <z>"].map(|field| Field::from(field.as_bytes()));
                writer.row(&fields, &mut text).unwrap();
            }
            writer.end(&mut text).unwrap();
            let path = directory.path().join(kind.name);
            std::fs::write(&path, &text).unwrap();
            let corpus = Corpus { files: vec![path], ..Corpus::default() };
            let blocks: Vec<_> = corpus.blocks().collect::<Result<_>>().unwrap_or_else(|error| panic!("{error}"));
            let read: Vec<_> = blocks.iter().flat_map(|block| &block.puzzles).collect();
            let grids: Vec<_> = read.iter().map(|puzzle| puzzle.givens.to_string().replace('.', "0")).collect();
            assert_eq!(grids, PUZZLES, "{kind:?}");
            assert!(blocks.iter().all(|block| block.rejects.is_empty()), "{kind:?}");
        }
    }

    #[test]
    fn names_of_files_tell_their_layout() {
        let kind = |path: &str| by_extension(Path::new(path)).map(|kind| kind.name);
        assert_eq!(kind("a/b.csv"), Some("csv"));
        assert_eq!(kind("b.JSONL.gz"), Some("jsonl"));
        assert_eq!(kind("b.sdm"), Some("sdm"));
        assert_eq!((kind("b"), kind("b.gz"), kind("b.bin")), (None, None, None));
    }
}
