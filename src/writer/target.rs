//! Where rows go: a file, perhaps compressed, or standard output, in one layout.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

use super::{Field, KINDS, Kind, Writer, by_extension};
use crate::{
    error::{Error, Result},
    fs::PartFile,
    grid::{CELLS, Grid, value_of},
    layout::{Schema, Syntax, free_name, parse_cells},
    reader::{Puzzle, STANDARD_INPUT},
};

/// What errors call standard output.
pub const STANDARD_OUTPUT: &str = "standard output";
/// Bytes that are written at a time.
const CHUNK: usize = 1 << 16;

/// What is to be written, and where.
#[derive(Clone, Debug, Default)]
pub struct OutputSpec {
    /// The file; standard output where there is none.
    pub path: Option<PathBuf>,
    /// The layout, where neither the file's name nor the input should tell.
    pub layout: Option<&'static Kind>,
    /// The character for a blank, where it should not stay what it is.
    pub blank: Option<u8>,
}

/// What becomes of the rows of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// They are passed on or not.
    None,
    /// They are written in another layout, if the output's name is that of one.
    Layout,
    /// Their cells may change.
    Cells,
    /// They have more columns.
    Columns,
}

/// Writes rows.
pub struct Target {
    out: Out,
    encoder: Encoder,
    /// Without one, rows are written as they were read.
    writer: Option<Box<dyn Writer>>,
    blank: Option<u8>,
    schema: Schema,
    text: Vec<u8>,
}

enum Out {
    File(PartFile),
    Standard,
}

enum Encoder {
    None,
    Gzip(GzEncoder<Vec<u8>>),
    Zstd(zstd::Encoder<'static, Vec<u8>>),
}

/// The layout to write: the one that is wished for, that of the file's name, or that of the input; nothing where the rows
/// can be passed on as they are.
fn choose(wish: &OutputSpec, schema: &Schema, edit: Edit) -> Option<&'static Kind> {
    // Text may be in any layout, unless another is what is wanted.
    let is_telling = |kind: &&Kind| kind.extensions != ["txt"] || edit == Edit::Layout;
    let named = wish.path.as_deref().and_then(by_extension).filter(is_telling);
    let find = |name: &str| KINDS.iter().find(|kind| kind.name == name);
    let same = named.is_none_or(|kind| kind.name == schema.layout);
    // A row that stands by itself can be passed on as it is.
    let is_written = schema.syntax != Syntax::Made;
    let is_unchanged = matches!(edit, Edit::None | Edit::Layout);
    if wish.layout.is_none() && wish.blank.is_none() && same && is_unchanged && is_written {
        return None;
    }
    // Columns that are added want a header that names them.
    let own = find(schema.layout).filter(|_| is_written);
    let own = own.filter(|kind| edit != Edit::Columns || ["csv", "tsv", "jsonl"].contains(&kind.name));
    wish.layout.or(named).or(own).or(KINDS.first())
}

impl Target {
    /// Begins a file for rows of these columns, and more that are `added` behind them; where a name is taken, they get a
    /// number.
    ///
    /// # Errors
    ///
    /// The file cannot be made, or the layout cannot hold such rows.
    pub fn begin(wish: &OutputSpec, schema: &Schema, edit: Edit, added: &[String]) -> Result<Target> {
        let mut names = schema.names.clone();
        added.iter().for_each(|name| names.push(free_name(name, &names)));
        let (kind, schema) = (choose(wish, schema, edit), Schema { names, ..schema.clone() });
        let writer = kind.map(|kind| (kind.new)(&schema)).transpose()?;
        let blank = wish.blank.or(kind.filter(|kind| kind.zeros).map(|_| b'0'));
        let path = wish.path.as_deref().filter(|path| *path != Path::new(STANDARD_INPUT));
        let encoder = match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
            Some("gz") => Encoder::Gzip(GzEncoder::new(Vec::new(), Compression::default())),
            Some("zst") => Encoder::Zstd(zstd::Encoder::new(Vec::new(), 0).map_err(Error::io("zstd", "begin"))?),
            // It would be named what it is not.
            Some(other @ ("bz2" | "xz" | "zip")) => {
                return Err(Error::Usage(format!("output is compressed as .gz or .zst, and not as .{other}")));
            }
            _ => Encoder::None,
        };
        let out = path.map(PartFile::create_for_user).transpose()?.map_or(Out::Standard, Out::File);
        let mut target = Target { out, encoder, writer, blank, schema, text: Vec::new() };
        match (&mut target.writer, &target.schema.header) {
            (Some(writer), _) => writer.begin(&mut target.text),
            (None, Some(header)) => target.text.extend([header, &b"\n"[..]].concat()),
            (None, None) => {}
        }
        Ok(target)
    }

    /// Writes the row of a puzzle, with more fields behind it.
    ///
    /// # Errors
    ///
    /// The layout cannot hold it, or it cannot be written.
    pub fn row(&mut self, row: &[u8], puzzle: &Puzzle, added: &[String]) -> Result<()> {
        if self.writer.is_none() {
            self.text.extend_from_slice(row);
            self.text.push(b'\n');
            return self.pass_on();
        }
        let names = self.schema.names.len() - added.len();
        let mut fields = self.schema.fields(row);
        fields.resize(names, Field::from(&b""[..]));
        let place = self.schema.puzzle;
        fields[place] = cells(std::mem::take(&mut fields[place]), &puzzle.givens, self.blank);
        if let Some(place) = self.schema.solution.filter(|&place| fields[place].len() > CELLS)
            && let Some(solution) = parse_cells(&fields[place])
        {
            fields[place] = text_of(&solution, b'.').into();
        }
        fields.extend(added.iter().map(|field| Field::from(field.as_bytes())));
        self.fields(&fields).map_err(|error| match error {
            // What the layout cannot hold is in the row, not in the arguments.
            Error::Usage(reason) => Error::Malformed { place: place_of(puzzle), reason },
            error => error,
        })
    }

    /// Writes the row of a puzzle with another puzzle and solution in it.
    ///
    /// # Errors
    ///
    /// The layout cannot hold it, or it cannot be written.
    pub fn image(&mut self, row: &[u8], givens: &Grid, solution: Option<&Grid>) -> Result<()> {
        let mut fields = self.schema.fields(row);
        fields.resize(self.schema.names.len(), Field::from(&b""[..]));
        let (place, own) = (self.schema.puzzle, &fields[self.schema.puzzle]);
        let blank = own.iter().find(|&&byte| value_of(byte) == Some(0)).filter(|_| own.len() == CELLS);
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
    /// The layout cannot hold it, or it cannot be written.
    pub fn fields(&mut self, fields: &[Field<'_>]) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.row(fields, &mut self.text)?;
        }
        self.pass_on()
    }

    /// The character for a blank where nothing else says.
    pub fn blank(&self) -> u8 {
        self.blank.unwrap_or(b'.')
    }

    /// Ends the file and gives it its name.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.end()?;
        match self.out {
            Out::File(file) => file.commit(),
            Out::Standard => Ok(()),
        }
    }

    /// Ends the file too, so that what there is can be read, but leaves it under its temporary name, and tells it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn give_up(mut self) -> Result<Option<PathBuf>> {
        self.end()?;
        match self.out {
            Out::File(file) => Ok(Some(file.part().into())),
            Out::Standard => Ok(None),
        }
    }

    fn end(&mut self) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.end(&mut self.text)?;
        }
        let rest = match std::mem::replace(&mut self.encoder, Encoder::None) {
            Encoder::None => std::mem::take(&mut self.text),
            Encoder::Gzip(encoder) => ended(encoder, &self.text, GzEncoder::finish)?,
            Encoder::Zstd(encoder) => ended(encoder, &self.text, zstd::Encoder::finish)?,
        };
        self.out.write(&rest)?;
        match &mut self.out {
            Out::File(file) => file.flush(),
            Out::Standard => io::stdout().flush().map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    /// Hands the text on, once there is enough of it.
    fn pass_on(&mut self) -> Result<()> {
        if self.text.len() < CHUNK {
            return Ok(());
        }
        let failed = |error| Error::io("the compressed output", "write")(error);
        let encoded = match &mut self.encoder {
            Encoder::None => &mut self.text,
            Encoder::Gzip(encoder) => {
                encoder.write_all(&self.text).map_err(failed)?;
                encoder.get_mut()
            }
            Encoder::Zstd(encoder) => {
                encoder.write_all(&self.text).map_err(failed)?;
                encoder.get_mut()
            }
        };
        self.out.write(encoded)?;
        encoded.clear();
        self.text.clear();
        Ok(())
    }
}

/// What an encoder has left once all text went in.
fn ended<E: Write>(mut encoder: E, text: &[u8], finish: impl FnOnce(E) -> io::Result<Vec<u8>>) -> Result<Vec<u8>> {
    let written = encoder.write_all(text).and_then(|()| finish(encoder));
    written.map_err(Error::io("the compressed output", "write"))
}

impl Out {
    fn write(&mut self, text: &[u8]) -> Result<()> {
        match self {
            Out::File(file) => file.write(text),
            Out::Standard => io::stdout().lock().write_all(text).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }
}

/// Where a puzzle is from.
fn place_of(puzzle: &Puzzle) -> String {
    let file = puzzle.file.as_ref().map_or("line ".into(), |file| format!("{file}:"));
    format!("{file}{}", puzzle.line)
}

/// The cells of a puzzle: as they are, if they are 81 and the blank is not another.
fn cells<'f>(field: Field<'f>, givens: &Grid, blank: Option<u8>) -> Field<'f> {
    match blank {
        None if field.len() == CELLS => field,
        _ => text_of(givens, blank.unwrap_or(b'.')).into(),
    }
}

/// A grid as 81 characters.
pub fn text_of(grid: &Grid, blank: u8) -> Vec<u8> {
    grid.cells().iter().map(|&value| if value == 0 { blank } else { b'0' + value }).collect()
}
