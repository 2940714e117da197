//! Writes the rows of a corpus in one layout.

use std::{
    mem,
    path::{Path, PathBuf},
};

use super::{
    row_formatter::{FormattedRows, RowForm, selection},
    spec::{Edit, OutputSpec},
    stream::OutputStream,
};
use crate::{
    error::Result,
    fs::{LeftPart, OutputPosition},
    layout::{Field, RowWriter, Schema},
};

/// Bytes to write at a time.
const CHUNK: usize = 1 << 16;

pub struct RowOutput {
    stream: OutputStream,
    /// Formats the rows; `None` if rows are copied.
    writer: Option<Box<dyn RowWriter>>,
    /// The indices of the columns to write; all columns if it is empty.
    selected: Vec<usize>,
    blank: Option<u8>,
    notice: Option<fn(&str)>,
    text: Vec<u8>,
}

impl RowOutput {
    /// Begins an output of rows with the columns of `schema`, which `edit` changes. Returns an error if the layout cannot
    /// represent such rows, or if a selected column does not exist.
    pub fn begin(spec: &OutputSpec, schema: &Schema, edit: &Edit) -> Result<RowOutput> {
        spec.check()?;
        RowOutput::open(spec, schema, edit, || OutputStream::create(spec.file()))
    }

    fn open(
        spec: &OutputSpec,
        schema: &Schema,
        edit: &Edit,
        open: impl FnOnce() -> Result<OutputStream>,
    ) -> Result<RowOutput> {
        let form = RowForm::new(spec, schema, edit)?;
        let mut writer = form.writer()?;
        let stream = open()?;
        let mut text = Vec::new();
        form.begin(writer.as_mut(), &mut text);
        Ok(RowOutput { stream, writer, selected: form.selected, blank: form.blank, notice: spec.notice, text })
    }

    /// Continues an output that an earlier program wrote up to a position.
    pub fn resume(
        spec: &OutputSpec,
        schema: &Schema,
        edit: &Edit,
        part: LeftPart,
        position: &OutputPosition,
    ) -> Result<RowOutput> {
        let path = spec.file().unwrap_or(Path::new("-"));
        let output = RowOutput::open(spec, schema, edit, || OutputStream::resume(path, part, position))?;
        // The text before the first row is in the file.
        Ok(RowOutput { text: Vec::new(), ..output })
    }

    /// Writes all rows so far to the disk, as far as the compression lets them go, and returns the position after them;
    /// `None` if the output cannot be resumed.
    pub fn position(&mut self) -> Result<Option<OutputPosition>> {
        self.flush()?;
        self.stream.position()
    }

    /// Writes the rows of a block, and flushes them: the next block may take long. Returns an error if the row after these
    /// rows could not be formatted.
    pub fn append(&mut self, rows: FormattedRows) -> Result<()> {
        let FormattedRows { text, checksum, fields, error, .. } = rows;
        self.write_text()?;
        self.stream.append(text, checksum)?;
        fields.iter().try_for_each(|fields| self.selected_fields(fields))?;
        self.flush()?;
        error.map_or(Ok(()), Err)
    }

    /// Writes a row with these fields, one for each column of the schema. Returns an error if the layout cannot represent
    /// the row.
    pub fn fields(&mut self, fields: &[Field<'_>]) -> Result<()> {
        self.selected_fields(&selection(fields, &self.selected))
    }

    fn selected_fields(&mut self, fields: &[Field<'_>]) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.row(fields, &mut self.text)?;
        }
        self.write_chunk()
    }

    /// Hands the rows so far to the operating system, as far as the layout and the compression let them go.
    pub fn flush(&mut self) -> Result<()> {
        self.write_text()?;
        self.stream.begin_flush()
    }

    /// Returns the character for a blank, unless the input has its own.
    pub fn blank(&self) -> u8 {
        self.blank.unwrap_or(b'.')
    }

    pub fn finish(mut self) -> Result<()> {
        self.end()?;
        self.stream.commit()
    }

    /// Ends the output so that it can be read, and gives the file its name if it is complete. Returns the temporary name if
    /// the file still has it.
    pub fn close(mut self, complete: bool) -> (Option<PathBuf>, Result<()>) {
        let part = self.stream.part().map(PathBuf::from);
        let closed = if complete { self.finish() } else { self.end() };
        (part.filter(|part| part.exists()), closed)
    }

    fn end(&mut self) -> Result<()> {
        let mut writer = self.writer.take();
        while let Some(writer) = &mut writer
            && writer.end(&mut self.text)?
        {
            self.write_chunk()?;
        }
        let left_out = writer.map_or(Vec::new(), |writer| writer.left_out());
        if let Some(notice) = self.notice.filter(|_| !left_out.is_empty()) {
            notice(&format!("left out of the output: {}", left_out.join("; ")));
        }
        self.write_text()?;
        self.stream.end()
    }

    fn write_chunk(&mut self) -> Result<()> {
        if self.text.len() >= CHUNK { self.write_text() } else { Ok(()) }
    }

    fn write_text(&mut self) -> Result<()> {
        self.stream.write(mem::take(&mut self.text))
    }
}
