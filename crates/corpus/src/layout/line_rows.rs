//! Rows of a line each, whose fields need nothing but the line.

use ::csv::ByteRecord;

use super::{
    line_reader::LineReader,
    row_reader::{Ahead, RawRow, RowReader},
    syntax::{Syntax, spaced_fields},
};
use crate::error::Result;

pub struct LineRows<'a> {
    lines: LineReader<'a>,
    /// [`Syntax::Spaced`], or [`Syntax::Whole`] of lines in which spaces may be blanks.
    syntax: Syntax,
    names: &'static [&'static str],
}

impl<'a> LineRows<'a> {
    /// Creates a reader of lines with this syntax and these columns; without any, a header may name them.
    pub fn new(lines: LineReader<'a>, syntax: Syntax, names: &'static [&'static str]) -> LineRows<'a> {
        LineRows { lines, syntax, names }
    }
}

impl RowReader for LineRows<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(line) = self.lines.next_row()? else { return Ok(None) };
        fields.clear();
        match self.syntax {
            Syntax::Spaced(n) => spaced_fields(line.bytes, n).for_each(|field| fields.push_field(field)),
            _ => fields.push_field(line.bytes),
        }
        Ok(Some(RawRow { spaces_are_blanks: self.syntax == Syntax::Whole, ..line.into() }))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn ahead(&mut self) -> Option<Ahead<'_>> {
        let (syntax, names) = (self.syntax.clone(), self.names);
        Some(Ahead {
            lines: &mut self.lines,
            open: Box::new(move |lines| Box::new(LineRows::new(lines, syntax, names))),
        })
    }

    fn names(&self) -> Option<ByteRecord> {
        (!self.names.is_empty()).then(|| self.names.iter().collect())
    }

    fn syntax(&self) -> Syntax {
        self.syntax.clone()
    }
}
