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

pub struct Reading {
    pub about: &'static str,
    pub detect: fn(&Head<'_>) -> bool,
    /// Returns true if a line, found after a reject of another layout, or of this layout with the given syntax, can
    /// only belong to this layout. Called only where `detect` returns true.
    pub continues: fn(&[u8], &Syntax) -> bool,
    pub is_text: bool,
    /// Opens a file whose first lines are buffered.
    pub open: for<'a> fn(Source<'a>) -> Result<Box<dyn RowReader + 'a>>,
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
    pub open: fn(&Schema) -> Result<Box<dyn RowWriter>>,
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
