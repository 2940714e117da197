//! The registry entry of a layout.

use std::fmt;

use super::{head::Head, row_reader::RowReader, row_writer::RowWriter, schema::Schema, source::Source, syntax::Syntax};
use crate::error::Result;

/// Every character that stands for a blank, for layouts that keep fields as they are.
pub const ANY_BLANK: &[u8] = b".0*_-xX? ";

/// The blanks in plain lists, where a space separates the puzzle from what is after it.
pub const LIST_BLANKS: &[u8] = b".0*_-xX?";

pub struct Layout {
    pub name: &'static str,
    /// File name extensions, in lower case and without the dot.
    pub extensions: &'static [&'static str],
    /// How files are read; `None` if the layout is only written.
    pub read: Option<Reading>,
    /// How files are written; `None` if the layout is only read.
    pub write: Option<Writing>,
}

impl Layout {
    /// Returns true if the layout can be read, and this holds for how.
    pub fn reads(&self, holds: fn(&Reading) -> bool) -> bool {
        self.read.as_ref().is_some_and(holds)
    }
}

pub struct Reading {
    pub about: &'static str,
    pub detect: fn(&Head<'_>) -> bool,
    /// Returns true if a rejected line can only be a row of this layout. The rows before it are in another layout, or in this
    /// one with the given syntax. Called only where `detect` returns true.
    pub continues: fn(&[u8], &Syntax) -> bool,
    pub is_text: bool,
    /// True if a field in quotes may have several lines.
    pub has_quotes: bool,
    /// True if a row is several lines of cells. A text of several lines may look like it.
    pub is_of_lines: bool,
    /// True for a table of named columns that nothing else looks like.
    pub is_table: bool,
    /// True if the cells are numbers, from which an offset is subtracted.
    pub has_offset: bool,
    /// False if a rejected row says nothing about the layout of the rows after it.
    pub may_change: bool,
    /// Opens a file whose first lines are buffered.
    pub open: for<'a> fn(Source<'a>) -> Result<Box<dyn RowReader + 'a>>,
}

impl Reading {
    /// What most entries have: a text that continues with every line in which it is detected.
    pub const TEXT: Reading = Reading {
        about: "",
        detect: |_| false,
        continues: |_, _| true,
        is_text: true,
        has_quotes: false,
        is_of_lines: false,
        is_table: false,
        has_offset: false,
        may_change: true,
        open: |_| unreachable!("every entry opens its files"),
    };
}

pub struct Writing {
    pub about: &'static str,
    /// Returns the characters that can stand for a blank in a file with these columns. The first is written in place of any
    /// other.
    pub blanks: fn(&Schema) -> &'static [u8],
    /// True if the first of these characters is written for every blank, unless the user chooses another.
    pub one_blank: bool,
    /// True if the file names its columns, so that added columns can be identified.
    pub names_columns: bool,
    /// True if files in other layouts often have the same extensions, as with `.txt`.
    pub generic_extension: bool,
    /// True if a row without the puzzle cannot be written.
    pub needs_puzzle: bool,
    /// True if the text of a row does not depend on the rows before it, so that rows can be formatted in parallel.
    pub independent_rows: bool,
    /// True if grids of every shape can be written, false if only those of 9×9.
    pub any_shape: bool,
    /// True if a file can be read after it was compressed as a whole.
    pub compressible: bool,
    /// False if no layout reads the file, as with pages to print.
    pub can_be_read: bool,
    /// True if a space ends a field, so that a grid cannot be numbers with spaces between them.
    pub is_spaced: bool,
    pub open: fn(&Schema) -> Result<Box<dyn RowWriter>>,
}

impl Writing {
    /// What most entries have: givens of 9×9, with zeros as blanks.
    pub const GIVENS: Writing = Writing {
        about: "",
        blanks: |_| b"0.",
        one_blank: true,
        names_columns: false,
        generic_extension: false,
        needs_puzzle: true,
        independent_rows: true,
        any_shape: false,
        compressible: true,
        can_be_read: true,
        is_spaced: false,
        open: |_| unreachable!("every entry opens its files"),
    };

    /// Every column with its name, and grids of every shape as they are.
    pub const TABLE: Writing = Writing {
        blanks: |_| ANY_BLANK,
        one_blank: false,
        names_columns: true,
        needs_puzzle: false,
        any_shape: true,
        ..Writing::GIVENS
    };
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        self.name == other.name
    }
}

impl Eq for Layout {}
