//! Writes the rows of a corpus in one layout.

use std::{mem, path::PathBuf};

use super::{
    spec::{Edit, OutputSpec},
    stream::OutputStream,
};
use crate::{
    error::{Error, Result},
    grid::{CELLS, Grid, value_of},
    layout::{Field, RowWriter, Schema, free_name, parse_cells},
    reader::Puzzle,
};

/// Bytes to write at a time.
const CHUNK: usize = 1 << 16;

/// Writes the rows of a corpus in one layout.
pub struct RowOutput {
    stream: OutputStream,
    /// Formats the rows; `None` if rows are copied.
    writer: Option<Box<dyn RowWriter>>,
    blank: Option<u8>,
    schema: Schema,
    /// Text that is not written yet.
    text: Vec<u8>,
}

impl RowOutput {
    /// Begins an output of rows with the columns of `schema`, and the columns `added` behind them; an added column whose name
    /// is taken gets a number.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created, or if the layout cannot represent such rows.
    pub fn begin(spec: &OutputSpec, schema: &Schema, edit: Edit, added: &[String]) -> Result<RowOutput> {
        let layout = spec.layout(schema, edit);
        let mut names = schema.names.clone();
        added.iter().for_each(|name| names.push(free_name(name, &names)));
        let schema = Schema { names, ..schema.clone() };
        let writer = layout.map(|(_, writing)| (writing.open)(&schema)).transpose()?;
        let blank = spec.blank.or(layout.filter(|(_, writing)| writing.zeros).map(|_| b'0'));
        let stream = OutputStream::create(spec.file())?;
        let mut output = RowOutput { stream, writer, blank, schema, text: Vec::new() };
        match (&mut output.writer, &output.schema.header) {
            (Some(writer), _) => writer.begin(&mut output.text),
            (None, Some(header)) => output.text.extend([header, &b"\n"[..]].concat()),
            (None, None) => {}
        }
        Ok(output)
    }

    /// Writes the row of a puzzle, with the fields `added` behind its own.
    ///
    /// # Errors
    ///
    /// Returns an error if the layout cannot represent the row, or if the output cannot be written.
    pub fn row(&mut self, row: &[u8], puzzle: &Puzzle, added: &[String]) -> Result<()> {
        if self.writer.is_none() {
            self.text.extend_from_slice(row);
            self.text.push(b'\n');
            return self.write_chunk();
        }
        let names = self.schema.names.len() - added.len();
        let mut fields = self.schema.fields(row);
        fields.resize(names, Field::from(&b""[..]));
        let place = self.schema.puzzle;
        fields[place] = cells(mem::take(&mut fields[place]), &puzzle.givens, self.blank);
        if let Some(place) = self.schema.solution.filter(|&place| fields[place].len() > CELLS)
            && let Some(solution) = parse_cells(&fields[place])
        {
            fields[place] = text_of(&solution, b'.').into();
        }
        fields.extend(added.iter().map(|field| Field::from(field.as_bytes())));
        self.fields(&fields).map_err(|error| match error {
            // The row is at fault, not the arguments.
            Error::Usage(reason) => Error::Malformed { place: place_of(puzzle), reason },
            error => error,
        })
    }

    /// Writes a row with another puzzle and solution in place of its own.
    ///
    /// # Errors
    ///
    /// Returns an error if the layout cannot represent the row, or if the output cannot be written.
    pub fn image(&mut self, row: &[u8], givens: &Grid, solution: Option<&Grid>) -> Result<()> {
        let mut fields = self.schema.fields(row);
        fields.resize(self.schema.names.len(), Field::from(&b""[..]));
        let (place, puzzle) = (self.schema.puzzle, &fields[self.schema.puzzle]);
        let blank = puzzle.iter().find(|&&byte| value_of(byte) == Some(0)).filter(|_| puzzle.len() == CELLS);
        let blank = self.blank.or(blank.copied()).unwrap_or(b'.');
        fields[place] = text_of(givens, blank).into();
        if let (Some(place), Some(solution)) = (self.schema.solution, solution) {
            fields[place] = text_of(solution, b'.').into();
        }
        self.fields(&fields)
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

    /// Returns the character for a blank, unless the input has its own.
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

    /// Ends the output so that it can be read, but leaves the file under its temporary name, and returns this name.
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
        self.stream.write(&mem::take(&mut self.text))?;
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

/// Returns the file and the line of a puzzle.
fn place_of(puzzle: &Puzzle) -> String {
    let file = puzzle.file.as_ref().map_or("line ".into(), |file| format!("{file}:"));
    format!("{file}{}", puzzle.line)
}

/// Returns the puzzle field as 81 cells; unchanged if it has 81 cells and no other blank is asked for.
fn cells<'f>(field: Field<'f>, givens: &Grid, blank: Option<u8>) -> Field<'f> {
    match blank {
        None if field.len() == CELLS => field,
        _ => text_of(givens, blank.unwrap_or(b'.')).into(),
    }
}

/// Formats a grid as 81 characters.
pub fn text_of(grid: &Grid, blank: u8) -> Vec<u8> {
    grid.cells().iter().map(|&value| if value == 0 { blank } else { b'0' + value }).collect()
}
