//! The interface between the writer and a layout.

use std::borrow::Cow;

use crate::error::Result;

pub type Field<'a> = Cow<'a, [u8]>;

/// Formats rows in one layout. Every method appends to `text`.
pub trait RowWriter {
    fn has_types(&self) -> bool {
        false
    }

    /// Sets what is added to every digit, where 0 is a blank; returns false if the layout has no such offset.
    fn set_offset(&mut self, _offset: i64) -> bool {
        false
    }

    /// Returns what of the rows is not in the file, as clauses, after the end.
    fn left_out(&self) -> Vec<String> {
        Vec::new()
    }

    fn begin(&mut self, _text: &mut Vec<u8>) {}

    /// Appends a row. The puzzle and the solution among its fields have 81 cells each. Returns an error if the layout
    /// cannot represent the row.
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()>;

    /// Appends a part of the text after the last row, and returns true if there is more of it: a layout that keeps its rows
    /// back until the end writes them in parts.
    fn end(&mut self, _text: &mut Vec<u8>) -> Result<bool> {
        Ok(false)
    }
}

/// A closure is the writer of a layout whose file is nothing but rows.
impl<F: FnMut(&[Field<'_>], &mut Vec<u8>) -> Result<()>> RowWriter for F {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        self(fields, text)
    }
}

/// Returns the field at an index; an empty field if the row is shorter.
pub fn field<'f>(fields: &'f [Field<'_>], index: usize) -> &'f [u8] {
    fields.get(index).map_or(b"", |field| field)
}
