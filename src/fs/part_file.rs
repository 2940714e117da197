//! A file with a temporary name until it is complete.

use std::{
    fs::{self, File},
    io::{self, Seek},
    mem,
    path::{Path, PathBuf},
};

use super::{directory::sync_parent, write_behind::WriteBehind};
use crate::error::{Error, Result};

/// The suffix of temporary names.
pub const PART: &str = ".part";

/// Maximum number of temporary names to try.
const NAMES: u32 = 1000;

/// Returns the temporary names of a file: `FILE.part`, then `FILE.2.part` and so on.
fn names(path: &Path) -> impl Iterator<Item = PathBuf> {
    let name = |number: u32| {
        let mut part = path.as_os_str().to_owned();
        if number > 1 {
            part.push(format!(".{number}"));
        }
        part.push(PART);
        part.into()
    };
    (1..=NAMES).map(name)
}

/// Returns true if a path is a temporary name of a file: `FILE.part`, `FILE.2.part` and so on.
pub fn is_temporary_name(path: &Path, file: &Path) -> bool {
    let suffix = path.as_os_str().as_encoded_bytes().strip_prefix(file.as_os_str().as_encoded_bytes());
    let number = suffix.and_then(|suffix| suffix.strip_suffix(PART.as_bytes()));
    number.is_some_and(|number| number.is_empty() || number[0] == b'.' && number[1..].iter().all(u8::is_ascii_digit))
}

/// Creates a file that does not exist yet, not even as a link.
fn create_new(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).open(path)
}

/// Returns the final name of an output file that a user named, and its temporary name with this end.
fn user_paths(path: &Path, suffix: &str) -> (PathBuf, PathBuf) {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let mut part = target.clone().into_os_string();
    part.push(suffix);
    (target, part.into())
}

/// Bytes to collect before they are written.
const BUFFER: usize = 1 << 16;

/// A file under a temporary name, which no other file has: two programs that write the same file do not disturb each other.
///
/// A `PartFile` that is dropped is removed, unless it [keeps](PartFile::kept) what was flushed. If the disk is full, the
/// file ends with the content of a whole call of [`PartFile::write`].
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    file: WriteBehind,
    /// True to remove the file when it is dropped.
    is_temporary: bool,
    /// Content that is not written yet.
    buffer: Vec<u8>,
}

impl PartFile {
    /// Creates the file under a temporary name that is free. It gets the permissions of the file that it will replace, if
    /// there is one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be created.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for part in names(&target) {
            match create_new(&part) {
                Ok(file) => {
                    let replaced = fs::metadata(&target).map(|replaced| replaced.permissions());
                    let set = replaced.map_or(Ok(()), |permissions| file.set_permissions(permissions));
                    // From here on, the file is removed after an error.
                    let file = PartFile::of_file(target.clone(), part, file, 0);
                    set.map_err(Error::io(&file.part, "set the permissions of"))?;
                    return Ok(file);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(Error::io(part, "create")(error)),
            }
        }
        Err(Error::io(target, "find a free temporary name for")(taken))
    }

    /// Opens an output file that an earlier program left under the temporary name that ends with `suffix`, and cuts what is
    /// after the first `length` bytes. It is [kept](PartFile::kept).
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be opened or cut, or is shorter.
    pub fn reopen_for_user(path: &Path, suffix: &str, length: u64) -> Result<PartFile> {
        let (target, part) = user_paths(path, suffix);
        let open = || {
            let mut file = File::options().write(true).open(&part)?;
            if file.metadata()?.len() < length {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is shorter than it was"));
            }
            file.set_len(length)?;
            file.seek(io::SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(Error::io(&part, "continue"))?;
        Ok(PartFile::of_file(target, part, file, length).kept())
    }

    /// Returns the temporary name, with this end, of an output file that an earlier program left.
    pub fn name_for_user(path: &Path, suffix: &str) -> PathBuf {
        user_paths(path, suffix).1
    }

    /// Opens an output file that an earlier program left under the temporary name that ends with `suffix`, for reading.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be opened.
    pub fn read_for_user(path: &Path, suffix: &str) -> Result<(PathBuf, File)> {
        let (_, part) = user_paths(path, suffix);
        let file = File::open(&part).map_err(Error::io(&part, "continue"))?;
        Ok((part, file))
    }

    /// Removes an output file that an earlier program left under the temporary name that ends with `suffix`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be removed.
    pub fn remove_for_user(path: &Path, suffix: &str) -> Result<()> {
        let (_, part) = user_paths(path, suffix);
        fs::remove_file(&part).map_err(Error::io(part, "remove"))
    }

    /// Returns the end of the temporary name, after the final name; `None` for a device or a pipe.
    pub fn suffix(&self) -> Option<String> {
        let part = self.part.as_os_str().as_encoded_bytes();
        let suffix = &part[self.target.as_os_str().len()..];
        (!suffix.is_empty()).then(|| String::from_utf8_lossy(suffix).into_owned())
    }

    /// Writes all content to the disk, and takes the place of `part`, a file that an earlier program left under a temporary name
    /// of the same output. It is [kept](PartFile::kept) from now on.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written or renamed.
    pub fn replace_part(&mut self, part: PathBuf) -> Result<()> {
        self.sync()?;
        fs::rename(&self.part, &part).map_err(Error::io(&part, "replace"))?;
        (self.part, self.is_temporary) = (part, false);
        Ok(())
    }

    fn of_file(target: PathBuf, part: PathBuf, file: File, length: u64) -> PartFile {
        let is_temporary = part != target;
        PartFile { target, part, file: WriteBehind::new(file, length), is_temporary, buffer: Vec::new() }
    }

    /// Leaves the file under its temporary name if it is dropped: its content took long, or is what a user wants to see.
    pub fn kept(mut self) -> PartFile {
        self.is_temporary = false;
        self
    }

    /// Appends to the file. Another thread writes a long file, so that an error may be reported later.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn write(&mut self, content: &[u8]) -> Result<()> {
        if self.buffer.len() + content.len() > BUFFER {
            self.begin_flush()?;
        }
        self.buffer.extend_from_slice(content);
        Ok(())
    }

    /// Appends to the file, without a copy if the content is long.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn append(&mut self, content: Vec<u8>) -> Result<()> {
        if content.len() < BUFFER {
            return self.write(&content);
        }
        self.begin_flush()?;
        self.write_out(content).map(|_| ())
    }

    /// Begins to write content to the file: all of it, or nothing if the disk is full.
    fn write_out(&mut self, content: Vec<u8>) -> Result<Vec<u8>> {
        // What a pipe or a device gets should not wait.
        let may_wait = self.part != self.target;
        self.file.write(content, may_wait).map_err(|error| self.error(error))
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
        // Until it is created again, a file with this name is not this one.
        let is_temporary = mem::replace(&mut self.is_temporary, false);
        self.file = WriteBehind::new(create_new(&self.part).map_err(Error::io(&self.part, "create"))?, 0);
        self.is_temporary = is_temporary;
        Ok(())
    }

    /// Hands buffered content to the operating system.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        self.begin_flush()?;
        self.wait().map(|_| ())
    }

    /// Begins to hand buffered content to the operating system.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn begin_flush(&mut self) -> Result<()> {
        if !self.buffer.is_empty() {
            let content = mem::take(&mut self.buffer);
            self.buffer = self.write_out(content)?;
        }
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
                Ok(PartFile::of_file(path.into(), path.into(), file, 0))
            }
            Ok(_) => PartFile::create(fs::canonicalize(path).map_err(Error::io(path, "open"))?),
            Err(_) => PartFile::create(path.into()),
        }
    }

    /// Removes the file.
    pub fn discard(mut self) {
        self.is_temporary = self.part != self.target;
    }

    /// Returns the temporary name.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Returns the number of bytes in the file.
    pub fn length(&self) -> u64 {
        self.file.length() + self.buffer.len() as u64
    }

    /// Writes the whole content of the file and renames it to its final name.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written or renamed.
    pub fn complete(mut self, content: &[u8]) -> Result<()> {
        self.write(content)?;
        self.commit()
    }

    /// Writes all content to the disk, where it survives a loss of power.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written.
    pub fn sync(&mut self) -> Result<()> {
        self.flush()?;
        if self.part == self.target {
            return Ok(());
        }
        self.wait()?.sync_all().map_err(|error| self.error(error))
    }

    /// Writes all content to the disk, and renames the file to its final name.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be written or renamed.
    pub fn commit(mut self) -> Result<()> {
        self.sync()?;
        match self.rename()? {
            Some(target) => sync_parent(&target),
            None => Ok(()),
        }
    }

    /// Renames the file, which [`PartFile::sync`] must have written, to its final name, and returns the name. `None` for a
    /// device or a pipe. The name itself survives a loss of power after [`sync_directory`](super::sync_directory) only.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file cannot be renamed.
    pub fn rename(mut self) -> Result<Option<PathBuf>> {
        if self.part == self.target {
            return Ok(None);
        }
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target, "write"))?;
        self.is_temporary = false;
        Ok(Some(mem::take(&mut self.target)))
    }

    /// Waits until everything is written, and returns the file.
    fn wait(&mut self) -> Result<&File> {
        self.file.wait().map_err(Error::io(&self.part, "write"))
    }

    fn error(&self, error: io::Error) -> Error {
        Error::io(&self.part, "write")(error)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if self.is_temporary {
            // A file that cannot be removed is left behind: the caller has a more important error to report.
            let _ = fs::remove_file(&self.part);
        }
    }
}
