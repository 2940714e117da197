//! A file with a temporary name until it is complete.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::error::{Error, Result};

/// The suffix of temporary names.
pub const PART: &str = ".part";

/// Returns the temporary name of a file.
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(PART);
    part.into()
}

/// A file under a temporary name.
///
/// A `PartFile` that is dropped leaves its content under the temporary name; [`PartFile::discard`] removes it.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    out: BufWriter<File>,
}

impl PartFile {
    /// Creates the file under its temporary name, or empties one that was left there.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be created.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let part = part_of(&target);
        let file = File::create(&part).map_err(Error::io(&part, "create"))?;
        Ok(PartFile { target, part, out: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Appends to the file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn write(&mut self, content: &[u8]) -> Result<()> {
        self.out.write_all(content).map_err(|error| self.error(error))
    }

    /// Appends rows as CSV, with a header before the first of them if `header` is true.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written, or if a row cannot be represented as CSV.
    pub fn rows<T: serde::Serialize>(&mut self, header: bool, rows: impl IntoIterator<Item = T>) -> Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(header).from_writer(&mut self.out);
        let written = rows.into_iter().try_for_each(|row| csv.serialize(row)).and_then(|()| Ok(csv.flush()?));
        drop(csv);
        written.map_err(|error| self.error(error.into()))
    }

    /// Renames the content so far to `name`, and continues with an empty file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written, renamed or created again.
    pub fn start_over(&mut self, name: &Path) -> Result<()> {
        self.flush()?;
        fs::rename(&self.part, name).map_err(Error::io(name, "write"))?;
        let file = File::create(&self.part).map_err(Error::io(&self.part, "create"))?;
        self.out = BufWriter::with_capacity(1 << 16, file);
        Ok(())
    }

    /// Hands buffered content to the operating system.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        self.out.flush().map_err(|error| self.error(error))
    }

    /// Creates an output file that a user named. The target of a symbolic link is replaced, not the link; a device or a
    /// pipe is written to directly.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be created or opened.
    pub fn create_for_user(path: &Path) -> Result<PartFile> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path).map_err(Error::io(path, "open"))?;
                let out = BufWriter::with_capacity(1 << 16, file);
                Ok(PartFile { target: path.into(), part: path.into(), out })
            }
            Ok(_) => PartFile::create(fs::canonicalize(path).map_err(Error::io(path, "open"))?),
            Err(_) => PartFile::create(path.into()),
        }
    }

    /// Removes the file.
    pub fn discard(self) {
        // A file that cannot be removed is left behind: the caller has a more important error to report.
        if self.part != self.target {
            let _ = fs::remove_file(self.part);
        }
    }

    /// Returns the temporary name.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Writes the whole content of the file and renames it to its final name.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written or renamed.
    pub fn complete(mut self, content: &[u8]) -> Result<()> {
        self.write(content)?;
        self.flush()?;
        self.commit()
    }

    /// Renames the complete file to its final name. It must have been flushed.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be renamed.
    pub fn commit(self) -> Result<()> {
        if self.part == self.target {
            return Ok(());
        }
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target, "write"))
    }

    fn error(&self, error: io::Error) -> Error {
        Error::io(&self.part, "write")(error)
    }
}
