//! An open output: a file, perhaps compressed, or standard output, in one layout.

use std::path::PathBuf;

use super::{
    format::{FormattedRows, Head},
    spec::{Edit, OutputSpec},
    stream::OutputStream,
};
use crate::{
    error::Result,
    layout::{Field, RowWriter, Schema},
};

/// Bytes of text that are collected before they are written.
const CHUNK: usize = 1 << 16;

/// Writes formatted rows to an output.
pub struct Target {
    stream: OutputStream,
    /// `None` if rows are copied as they were read.
    writer: Option<Box<dyn RowWriter>>,
    blank: Option<u8>,
    /// Text that is not written yet.
    text: Vec<u8>,
}

impl Target {
    /// Begins a file for rows with the columns of `schema`, which `edit` changes.
    ///
    /// # Errors
    ///
    /// Returns an error if the layout cannot represent these columns, a selected column does not exist, the compression
    /// cannot be written, or the file cannot be created.
    pub fn begin(spec: &OutputSpec, schema: &Schema, edit: &Edit) -> Result<Target> {
        let head = Head::new(spec, schema, edit)?;
        let mut writer = head.writer()?;
        let stream = OutputStream::create(spec.file())?;
        let mut text = Vec::new();
        head.begin(writer.as_mut(), &mut text);
        Ok(Target { stream, writer, blank: head.blank, text })
    }

    /// Writes the rows of a block; blocks come in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written, or if a row behind them could not be formatted.
    pub fn append(&mut self, rows: FormattedRows) -> Result<()> {
        let FormattedRows { text, fields, error } = rows;
        if self.text.is_empty() {
            self.text = text;
        } else {
            self.text.extend_from_slice(&text);
        }
        self.write_chunk()?;
        fields.iter().try_for_each(|fields| self.fields(fields))?;
        error.map_or(Ok(()), Err)
    }

    /// Writes a row with these fields.
    ///
    /// # Errors
    ///
    /// Returns an error if the layout cannot represent the row, or if the output cannot be written.
    pub fn fields(&mut self, fields: &[Field<'_>]) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.row(fields, &mut self.text)?;
        }
        self.write_chunk()
    }

    /// Returns the character for a blank, `.` by default.
    pub fn blank(&self) -> u8 {
        self.blank.unwrap_or(b'.')
    }

    /// Ends the output, and gives the file its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.end()?;
        self.stream.commit()
    }

    /// Ends an incomplete output so that it can be read, and returns the temporary name, which the file keeps.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn give_up(mut self) -> Result<Option<PathBuf>> {
        self.end()?;
        Ok(self.stream.abandon())
    }

    fn end(&mut self) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.end(&mut self.text)?;
        }
        self.stream.write(&std::mem::take(&mut self.text))?;
        self.stream.end()
    }

    /// Writes the text once there is a chunk of it.
    fn write_chunk(&mut self) -> Result<()> {
        if self.text.len() >= CHUNK {
            self.stream.write(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}
