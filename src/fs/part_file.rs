//! A file with a temporary name until it is complete.

use std::{
    fs::{self, File},
    io::{self, Write},
    mem,
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

/// Bytes to collect before they are written.
const BUFFER: usize = 1 << 16;

/// A file under a temporary name.
///
/// A `PartFile` that is dropped leaves what was flushed under the temporary name; [`PartFile::discard`] removes it.
/// If the disk is full, the file ends with the content of a whole call of [`PartFile::write`].
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    file: File,
    /// Length of the file.
    length: u64,
    /// Content that is not written yet.
    buffer: Vec<u8>,
}

impl PartFile {
    /// Creates the file under its temporary name, or empties one that was left there. It gets the permissions of the file
    /// that it will replace, if there is one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be created.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let part = part_of(&target);
        let file = File::create(&part).map_err(Error::io(&part, "create"))?;
        if let Ok(replaced) = fs::metadata(&target) {
            file.set_permissions(replaced.permissions()).map_err(Error::io(&part, "set the permissions of"))?;
        }
        Ok(PartFile::of_file(target, part, file))
    }

    fn of_file(target: PathBuf, part: PathBuf, file: File) -> PartFile {
        PartFile { target, part, file, length: 0, buffer: Vec::new() }
    }

    /// Appends to the file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn write(&mut self, content: &[u8]) -> Result<()> {
        if self.buffer.len() + content.len() > BUFFER {
            self.flush()?;
        }
        if content.len() > BUFFER {
            return self.write_out(content);
        }
        self.buffer.extend_from_slice(content);
        Ok(())
    }

    /// Writes content to the file: all of it, or nothing if the disk is full.
    fn write_out(&mut self, content: &[u8]) -> Result<()> {
        if let Err(error) = self.file.write_all(content) {
            // A file that cannot be cut, such as a pipe, stays as it is.
            let _ = self.file.set_len(self.length);
            return Err(self.error(error));
        }
        self.length += content.len() as u64;
        Ok(())
    }

    /// Appends rows as CSV, with a header before the first of them if `header` is true.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written, or if a row cannot be represented as CSV.
    pub fn rows<T: serde::Serialize>(&mut self, header: bool, rows: impl IntoIterator<Item = T>) -> Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
        let written = rows.into_iter().try_for_each(|row| csv.serialize(row)).map_err(io::Error::from);
        let text = written.and_then(|()| csv.into_inner().map_err(csv::IntoInnerError::into_error));
        self.write(&text.map_err(|error| self.error(error))?)
    }

    /// Renames the content so far to `name`, and continues with an empty file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written, renamed or created again.
    pub fn start_over(&mut self, name: &Path) -> Result<()> {
        self.flush()?;
        fs::rename(&self.part, name).map_err(Error::io(name, "write"))?;
        self.file = File::create(&self.part).map_err(Error::io(&self.part, "create"))?;
        self.length = 0;
        Ok(())
    }

    /// Hands buffered content to the operating system.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        let mut buffer = mem::take(&mut self.buffer);
        self.write_out(&buffer)?;
        buffer.clear();
        self.buffer = buffer;
        Ok(())
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
                Ok(PartFile::of_file(path.into(), path.into(), file))
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
