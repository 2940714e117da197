//! The output of a command: the file, its layout and its columns.

use std::path::{Path, PathBuf};

use grid::text::Alphabet;

use super::stream;
use crate::{
    error::{Error, Result},
    fs::Compression,
    layout::{ColumnType, Layout, Schema, Syntax, Writing, by_extension, check_extension, default_layout, writable},
    reader::Column,
};

const STANDARD_OUTPUT_PATH: &str = "-";

#[derive(Clone, Debug, Default)]
pub struct OutputSpec {
    /// The file; `None` or `-` is standard output.
    pub path: Option<PathBuf>,
    pub layout: Option<&'static Layout>,
    pub blank: Option<u8>,
    /// The alphabet of grids of another shape than 9×9, instead of the input's.
    pub alphabet: Option<Alphabet>,
    /// The columns to write, in this order; all columns if it is empty.
    pub columns: Vec<Column>,
    /// True to write every value as a text, in a layout that has other types too.
    pub strings: bool,
    /// How grids are written in a layout that has types.
    pub cells: CellForm,
    /// What is added to every digit in a layout of arrays, where 0 is a blank.
    pub offset: Option<i64>,
    /// Gets a message about what of the rows is not in the output.
    pub notice: Option<fn(&str)>,
}

/// How grids are written in a layout that has types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellForm {
    /// As texts of 81 characters.
    #[default]
    Text,
    /// As lists of 81 integers, with 0 for a blank.
    Integers,
}

/// The names of columns of texts that commands add, and that hold grids.
const ADDED_GRIDS: [&str; 3] = ["puzzle", "solution", "canonical"];

/// How a command may change the rows of its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Rows are kept or dropped.
    None,
    /// Rows are written in another layout, if the name of the output stands for one.
    Layout,
    Cells,
    /// These columns are added; puzzles are written as 81 cells.
    Columns(Vec<(String, ColumnType)>),
    /// These columns are added, by default as CSV; the fields of the input stay as they are.
    Append(Vec<(&'static str, ColumnType)>),
    /// These columns replace those of the input; the first one holds the cells.
    Replace(Vec<String>),
}

impl Edit {
    /// Returns true if the written columns replace those of the corpus: then rows can be written before its columns are
    /// known.
    pub fn replaces_columns(&self) -> bool {
        matches!(self, Edit::Replace(_))
    }

    pub(super) fn added(&self) -> Vec<(&str, ColumnType)> {
        match self {
            Edit::None | Edit::Layout | Edit::Cells => Vec::new(),
            Edit::Columns(columns) => columns.iter().map(|(name, kind)| (&**name, *kind)).collect(),
            Edit::Replace(names) => names.iter().map(|name| (&**name, ColumnType::Text)).collect(),
            Edit::Append(columns) => columns.clone(),
        }
    }
}

impl OutputSpec {
    /// Checks that the name of the file stands for a layout and a compression that can be written. Returns [`Error::Usage`]
    /// if it does not, or if the layout cannot be compressed as a whole.
    pub fn check(&self) -> Result<()> {
        let Some(path) = self.file() else { return Ok(()) };
        if self.layout.is_none() {
            check_extension(path)?;
        }
        let Some(compression) = Compression::of_name(path) else { return Ok(()) };
        stream::encoder_of(compression)?;
        match self.layout.or_else(|| by_extension(path)) {
            Some(layout) if layout.write.as_ref().is_some_and(|writing| !writing.compressible) => {
                let path = path.display();
                let layout = layout.name;
                let extension = compression.extension;
                Err(Error::Usage(format!(
                    "{path}: a file in the layout {layout} cannot be read if all of it is compressed; leave out .{extension}"
                )))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn added_type(&self, name: &str, column_type: ColumnType) -> ColumnType {
        let is_text = matches!(column_type, ColumnType::Text | ColumnType::OptionalText);
        let is_grid = is_text && ADDED_GRIDS.contains(&name);
        if is_grid && self.cells == CellForm::Integers { ColumnType::Cells } else { column_type }
    }

    /// Returns the layout to write rows of `schema` in: the specified one, the one of the file name, or the input's. Returns
    /// `None` if the rows can be copied as they are.
    pub(super) fn layout(&self, schema: &Schema, edit: &Edit) -> Option<(&'static Layout, &'static Writing)> {
        let is_append = matches!(edit, Edit::Append(_) | Edit::Replace(_));
        let named = self.path.as_deref().and_then(by_extension).and_then(writing_of);
        // `.txt` may be in any layout, unless the rows get a new layout.
        let named = named.filter(|(_, writing)| !writing.generic_extension || is_append || *edit == Edit::Layout);
        let specified = self.layout.and_then(writing_of);
        // Rows that were assembled have no text of their own to copy.
        let has_own_text = schema.syntax != Syntax::Assembled;
        let is_same = named.is_none_or(|(layout, _)| layout.name == schema.layout);
        let is_unchanged = matches!(edit, Edit::None | Edit::Layout) && self.blank.is_none() && self.alphabet.is_none();
        let is_unchanged =
            is_unchanged && self.cells == CellForm::Text && self.columns.is_empty() && !schema.rewrites_puzzles;
        if specified.is_none() && is_same && is_unchanged && has_own_text {
            return None;
        }
        let input = writable().find(|(layout, _)| layout.name == schema.layout);
        let input = input.filter(|(_, writing)| {
            has_own_text && !is_append && (!matches!(edit, Edit::Columns(_)) || writing.names_columns)
        });
        specified.or(named).or(input).or_else(|| writing_of(default_layout()))
    }

    /// Returns true if no column of the corpus is written, so that a line of the output can be matched with the corpus only
    /// by its number.
    pub fn has_only_added_columns(&self, schema: &Schema) -> bool {
        !self.columns.is_empty() && self.columns.iter().all(|column| column.index_in(&schema.names).is_none())
    }

    /// Returns true if an interrupted output of these rows can be continued: it is a file, and no row depends on those
    /// before it.
    pub fn can_resume(&self, schema: &Schema, edit: &Edit) -> bool {
        let is_file = self.file().is_some_and(|path| !path.exists() || path.is_file());
        is_file && self.layout(schema, edit).is_none_or(|(_, writing)| writing.independent_rows)
    }

    /// Returns the file; `None` for standard output.
    pub fn file(&self) -> Option<&Path> {
        self.path.as_deref().filter(|path| *path != Path::new(STANDARD_OUTPUT_PATH))
    }
}

fn writing_of(layout: &'static Layout) -> Option<(&'static Layout, &'static Writing)> {
    Some((layout, layout.write.as_ref()?))
}
