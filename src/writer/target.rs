//! Where rows go: a file, perhaps compressed, or standard output, in one layout.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

use super::{
    Edit, Field, Kind, Writer,
    format::{FormattedRows, Head},
};
use crate::{
    error::{Error, Result},
    fs::PartFile,
    layout::Schema,
    reader::{Column, STANDARD_INPUT},
};

/// The name of standard output in errors.
pub const STANDARD_OUTPUT: &str = "standard output";
/// Bytes of text that are collected before they are written.
const CHUNK: usize = 1 << 16;

/// Where and how to write rows.
#[derive(Clone, Debug, Default)]
pub struct OutputSpec {
    /// The file; standard output if it is `None`.
    pub path: Option<PathBuf>,
    /// The layout; `None` chooses it by the file's name, or takes that of the input.
    pub layout: Option<&'static Kind>,
    /// The character for a blank; `None` leaves it as it is.
    pub blank: Option<u8>,
    /// The columns to write, in this order; all columns if it is empty.
    pub columns: Vec<Column>,
}

/// An open output.
pub struct Target {
    out: Out,
    encoder: Encoder,
    /// `None` if rows are written as they were read.
    writer: Option<Box<dyn Writer>>,
    blank: Option<u8>,
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

impl Encoder {
    /// The compression that the name of the output stands for.
    fn new(path: Option<&Path>) -> Result<Encoder> {
        Ok(match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
            Some("gz") => Encoder::Gzip(GzEncoder::new(Vec::new(), Compression::default())),
            Some("zst") => Encoder::Zstd(zstd::Encoder::new(Vec::new(), 0).map_err(Error::io("zstd", "begin"))?),
            Some(other @ ("bz2" | "xz" | "zip")) => {
                return Err(Error::Usage(format!("cannot write {other}; use .gz or .zst")));
            }
            _ => Encoder::None,
        })
    }
}

impl Target {
    /// Begins a file for rows with the columns of `schema`, which `edit` changes.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] if the layout cannot hold these columns, a selected column does not exist or the compression cannot
    /// be written; [`Error::Io`] if the file cannot be created.
    pub fn begin(spec: &OutputSpec, schema: &Schema, edit: &Edit) -> Result<Target> {
        let head = Head::new(spec, schema, edit)?;
        let mut writer = head.kind.map(|kind| (kind.new)(&head.written)).transpose()?;
        let path = spec.path.as_deref().filter(|path| *path != Path::new(STANDARD_INPUT));
        let encoder = Encoder::new(path)?;
        let out = path.map(PartFile::create_for_user).transpose()?.map_or(Out::Standard, Out::File);
        let mut text = Vec::new();
        head.begin(writer.as_mut(), &mut text);
        Ok(Target { out, encoder, writer, blank: head.blank, text })
    }

    /// Writes the rows of a block; blocks come in order.
    ///
    /// # Errors
    ///
    /// The rows cannot be written, or a row behind them could not be formatted.
    pub fn append(&mut self, rows: FormattedRows) -> Result<()> {
        let FormattedRows { text, fields, error } = rows;
        if self.text.is_empty() {
            self.text = text;
        } else {
            self.text.extend_from_slice(&text);
        }
        self.pass_on()?;
        fields.iter().try_for_each(|fields| self.fields(fields))?;
        error.map_or(Ok(()), Err)
    }

    /// Writes a row with these fields.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] if the layout cannot hold the row; [`Error::Io`] if it cannot be written.
    pub fn fields(&mut self, fields: &[Field<'_>]) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.row(fields, &mut self.text)?;
        }
        self.pass_on()
    }

    /// The character for a blank, `.` by default.
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

    /// Ends an incomplete file so that it can be read, and returns its temporary name, which it keeps.
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

    /// Writes the text once there is enough of it.
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

/// Ends the compressed stream with `text` and returns the bytes that were not yet written.
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
