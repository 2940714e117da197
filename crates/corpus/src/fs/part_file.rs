//! A file with a temporary name until it is complete.

use std::{
    fs::{self, File},
    io, mem,
    path::{Path, PathBuf},
};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use super::{
    directory::sync_parent,
    left_part::LeftPart,
    part_name::{create_locked, create_part},
    reader_wait::with_reader,
    write_behind::WriteBehind,
};
use crate::error::{Error, Result};

/// Maximum number of symbolic links to follow.
const MAX_LINKS: usize = 40;

/// Follows symbolic links, and returns the path of the file to which they lead, even if the file does not exist.
pub fn target_of(path: &Path) -> PathBuf {
    if let Ok(target) = fs::canonicalize(path) {
        return target;
    }
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(link) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(link);
    }
    target
}

/// A position in an output file up to which it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputPosition {
    /// The end of the temporary name of the file.
    pub suffix: String,
    /// Number of bytes, before their compression.
    pub length: u64,
    /// CRC-32 of these bytes.
    pub crc32: u32,
}

/// Bytes to collect before they are written.
const BUFFER: usize = 1 << 16;

/// A file under a temporary name, which no other file has: two programs that write the same file do not disturb each other.
/// It is locked as long as it is open.
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
    /// The checksum of all content that was written or is being written.
    hasher: Hasher,
}

impl PartFile {
    /// Creates the file under a temporary name that is free. It gets the permissions of the file that it will replace, if
    /// there is one.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let (part, file) = create_part(&target)?;
        let replaced = fs::metadata(&target).map(|replaced| replaced.permissions());
        let set = replaced.map_or(Ok(()), |permissions| file.set_permissions(permissions));
        // From here on, the file is removed after an error.
        let file = PartFile::of_file(target, part, file);
        set.map_err(Error::io(&file.part, "set the permissions of"))?;
        Ok(file)
    }

    /// Continues a part that is written up to a position. It is [kept](PartFile::kept).
    pub(super) fn continued(target: PathBuf, part: PathBuf, file: File, position: &OutputPosition) -> PartFile {
        let hasher = Hasher::new_with_initial_len(position.crc32, position.length);
        let file = WriteBehind::new(file, position.length);
        PartFile { target, part, file, is_temporary: false, buffer: Vec::new(), hasher }
    }

    /// Returns the end of the temporary name, after the final name; `None` for a device or a pipe.
    pub fn suffix(&self) -> Option<String> {
        let part = self.part.as_os_str().as_encoded_bytes();
        let suffix = &part[self.target.as_os_str().len()..];
        (!suffix.is_empty()).then(|| String::from_utf8_lossy(suffix).into_owned())
    }

    /// Writes all content to the disk, and replaces `part`, a file that an earlier program left under a temporary name
    /// of the same output. The file is [kept](PartFile::kept) from now on.
    pub fn replace_part(&mut self, part: LeftPart) -> Result<()> {
        self.sync()?;
        let name = part.path();
        fs::rename(&self.part, name).map_err(Error::io(name, "replace"))?;
        (self.part, self.is_temporary) = (name.into(), false);
        Ok(())
    }

    fn of_file(target: PathBuf, part: PathBuf, file: File) -> PartFile {
        let is_temporary = part != target;
        let file = WriteBehind::new(file, 0);
        let hasher = Hasher::new();
        PartFile { target, part, file, is_temporary, buffer: Vec::new(), hasher }
    }

    /// Writes all content so far to the disk, and returns the position; `None` for a device or a pipe.
    pub fn position(&mut self) -> Result<Option<OutputPosition>> {
        self.sync()?;
        let length = self.length();
        let crc32 = self.hasher.clone().finalize();
        Ok(self.suffix().map(|suffix| OutputPosition { suffix, length, crc32 }))
    }

    /// Keeps the file under its temporary name if it is dropped, because its content took long or interests the user.
    pub fn kept(mut self) -> PartFile {
        self.is_temporary = false;
        self
    }

    /// Appends to the file. Another thread writes a long file, so that an error may be reported later.
    pub fn write(&mut self, content: &[u8]) -> Result<()> {
        if self.buffer.len() + content.len() > BUFFER {
            self.begin_flush()?;
        }
        self.buffer.extend_from_slice(content);
        Ok(())
    }

    /// Appends to the file, without a copy if the content is long.
    pub fn append(&mut self, content: Vec<u8>) -> Result<()> {
        if content.len() < BUFFER {
            return self.write(&content);
        }
        self.begin_flush()?;
        self.write_out(content).map(|_| ())
    }

    /// Begins to write content to the file: all of it, or nothing if the disk is full.
    fn write_out(&mut self, content: Vec<u8>) -> Result<Vec<u8>> {
        self.hasher.update(&content);
        // A pipe or a device gets content at once: its reader may be waiting.
        let is_file = self.part != self.target;
        let written =
            if is_file { self.file.write(content, true) } else { with_reader(|| self.file.write(content, false)) };
        written.map_err(|error| self.error(error))
    }

    /// Appends rows as CSV, with a header before the first of them if `header` is true.
    pub fn rows<T: serde::Serialize>(&mut self, header: bool, rows: impl IntoIterator<Item = T>) -> Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
        let written = rows.into_iter().try_for_each(|row| csv.serialize(row)).map_err(io::Error::from);
        let text = written.and_then(|()| csv.into_inner().map_err(csv::IntoInnerError::into_error));
        self.write(&text.map_err(|error| self.error(error))?)
    }

    /// Renames the content so far to `name`, and continues with an empty file.
    pub fn start_over(&mut self, name: &Path) -> Result<()> {
        self.flush()?;
        fs::rename(&self.part, name).map_err(Error::io(name, "write"))?;
        // Until the file is created again, another program's file may have its temporary name.
        let is_temporary = mem::replace(&mut self.is_temporary, false);
        let created = create_locked(&self.part).and_then(|file| file.ok_or(io::ErrorKind::AlreadyExists.into()));
        self.file = WriteBehind::new(created.map_err(Error::io(&self.part, "create"))?, 0);
        self.hasher = Hasher::new();
        self.is_temporary = is_temporary;
        Ok(())
    }

    /// Hands buffered content to the operating system.
    pub fn flush(&mut self) -> Result<()> {
        self.begin_flush()?;
        self.wait().map(|_| ())
    }

    /// Begins to hand buffered content to the operating system.
    pub fn begin_flush(&mut self) -> Result<()> {
        if !self.buffer.is_empty() {
            let content = mem::take(&mut self.buffer);
            self.buffer = self.write_out(content)?;
        }
        Ok(())
    }

    /// Creates an output file that a user named. The target of a symbolic link is replaced, not the link; a device or a
    /// pipe is written to directly.
    pub fn create_for_user(path: &Path) -> Result<PartFile> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                // Opening a pipe waits until another program opens it for reading.
                let opened = with_reader(|| File::options().write(true).open(path));
                Ok(PartFile::of_file(path.into(), path.into(), opened.map_err(Error::io(path, "open"))?))
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path, "open")(error)),
            // The target of a link need not exist.
            _ => PartFile::create(target_of(path)),
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
    pub fn complete(mut self, content: &[u8]) -> Result<()> {
        self.write(content)?;
        self.commit()
    }

    /// Writes all content to the disk, where it survives a loss of power.
    pub fn sync(&mut self) -> Result<()> {
        self.flush()?;
        if self.part == self.target {
            return Ok(());
        }
        self.wait()?.sync_all().map_err(|error| self.error(error))
    }

    /// Writes all content to the disk, and renames the file to its final name.
    pub fn commit(mut self) -> Result<()> {
        self.sync()?;
        match self.rename()? {
            Some(target) => sync_parent(&target),
            None => Ok(()),
        }
    }

    /// Renames the file, which [`PartFile::sync`] must have written, to its final name, and returns this name; `None`
    /// for a device or a pipe. The rename survives a loss of power only after
    /// [`sync_directory`](super::sync_directory).
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
