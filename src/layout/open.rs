//! Detects the layout of a file and opens the file.

use super::{
    counted::{self, Counted},
    csv,
    definition::{Layout, Reading},
    head::Head,
    registry::{default_layout, readable},
    row_reader::RowReader,
    source::Source,
    syntax::Syntax,
};
use crate::error::{Error, Result};

/// How a file is read, instead of by its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutOverride {
    /// The layout.
    pub layout: Option<&'static Layout>,
    /// The byte that separates fields.
    pub delimiter: Option<u8>,
    /// True if the first row is a puzzle even if it looks like a header.
    pub no_header: bool,
}

/// A file that is open in its layout.
pub struct OpenFile<'a> {
    /// The layout.
    pub layout: &'static Layout,
    /// The rows.
    pub rows: Box<dyn RowReader + 'a>,
}

/// Opens a file in the layout that is given or that its beginning has.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not in a form that its layout can be read in.
pub fn open<'a>(mut source: Source<'a>, layout_override: &LayoutOverride) -> Result<OpenFile<'a>> {
    source.lines.begin()?;
    if let Some(delimiter) = layout_override.delimiter {
        let (layout, rows) = csv::open_separated(source, delimiter);
        return Ok(OpenFile { layout, rows });
    }
    if let Some(layout) = layout_override.layout {
        return open_as(source, layout);
    }
    match counted::declared(&source.head()) {
        Some(declared) => {
            let line = source.lines.next_row()?.map_or(0, |line| line.number);
            let OpenFile { layout, rows } = open_detected(source)?;
            Ok(OpenFile { layout, rows: Box::new(Counted::new(rows, declared, line)) })
        }
        None => open_detected(source),
    }
}

fn open_detected(source: Source<'_>) -> Result<OpenFile<'_>> {
    let layout = detect(&source.head()).unwrap_or_else(default_layout);
    open_as(source, layout)
}

fn open_as<'a>(source: Source<'a>, layout: &'static Layout) -> Result<OpenFile<'a>> {
    match &layout.read {
        Some(reading) => Ok(OpenFile { layout, rows: (reading.open)(source)? }),
        None => Err(Error::Usage(format!("the layout {} can be written but not read", layout.name))),
    }
}

fn detect(head: &Head<'_>) -> Option<&'static Layout> {
    readable().rev().find(|(_, reading)| (reading.detect)(head)).map(|(layout, _)| layout)
}

/// Returns the layout in which a file clearly continues with these lines, which are not rows of `before`; `None` if the
/// lines are just malformed.
pub fn changed(head: &Head<'_>, before: &Layout, syntax: &Syntax) -> Option<&'static Layout> {
    let first = head.lines().next()?;
    let continues = |reading: &Reading| (reading.detect)(head) && (reading.continues)(first, syntax);
    let (layout, _) = readable().rev().find(|(_, reading)| continues(reading))?;
    // Separated fields continue in the same layout only with another delimiter.
    (layout != before || matches!(syntax, Syntax::Separated(_))).then_some(layout)
}
