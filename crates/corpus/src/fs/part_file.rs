//! A file with a temporary name until it is complete. Once it is long, another thread writes it.

use std::{
    fs::{self, File},
    io::{self, Write},
    mem,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{checksum::Checksum, directory::sync_parent, file::cut, part_name::create_part, reader_wait::with_reader};
use crate::{
    error::{Error, Result},
    stage::{Consume, Sink},
};

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
    pub suffix: String,
    /// The checksum and the length of the content up to this position, before its compression.
    pub content: Checksum,
}

/// What the content of a file survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process: the operating system has the content.
    Process,
    /// A loss of power: the content is on the disk (`fsync`).
    Power,
}

/// Bytes to collect before they are written.
const BUFFER: usize = 1 << 16;

/// Length from which a file has a thread.
const MIN_THREADED_BYTES: u64 = 1 << 20;

/// Pieces that may wait for the thread.
const MAX_QUEUED_PIECES: usize = 4;

/// Bytes after which the thread calls `fsync`. Otherwise an interrupted command could have to wait for the disk until a
/// gigabyte is written.
const SYNC_EVERY: u64 = 32 << 20;

/// A file under a temporary name, which no other file has: two programs that write the same file do not disturb each other.
/// It is locked as long as it is open.
///
/// A `PartFile` that is dropped is removed, unless it [keeps](PartFile::kept) what was flushed. If the disk is full, the
/// file ends with the content of a whole call of [`PartFile::write`].
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    file: Arc<File>,
    /// Length of the file once everything but the buffer is written.
    length: u64,
    pieces: Sink<Appender>,
    is_temporary: bool,
    buffer: Vec<u8>,
}

impl PartFile {
    /// Creates the file under a temporary name that is free. It gets the permissions of the file that it will replace, if
    /// there is one.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let (part, file) = create_part(&target)?;
        let replaced = fs::metadata(&target).map(|replaced| replaced.permissions());
        let set = replaced.map_or(Ok(()), |permissions| file.set_permissions(permissions));
        // From here on, the file is removed after an error.
        let file = PartFile::new(target, part, file, 0);
        set.map_err(Error::io(&file.part, "set the permissions of"))?;
        Ok(file)
    }

    /// Continues a part that is written up to a position. It is [kept](PartFile::kept).
    pub(super) fn continued(target: PathBuf, part: PathBuf, file: File, position: &OutputPosition) -> PartFile {
        PartFile::new(target, part, file, position.content.bytes).kept()
    }

    /// Returns the end of the temporary name, after the final name; `None` for a device or a pipe.
    pub fn suffix(&self) -> Option<String> {
        let part = self.part.as_os_str().as_encoded_bytes();
        let suffix = &part[self.target.as_os_str().len()..];
        (!suffix.is_empty()).then(|| String::from_utf8_lossy(suffix).into_owned())
    }

    /// Writes all content to the disk, and replaces `part`, a file that an earlier program left under a temporary name
    /// of the same output. The file is [kept](PartFile::kept) from now on.
    pub fn replace_part(&mut self, part: &Path) -> Result<()> {
        self.flush(Durability::Power)?;
        fs::rename(&self.part, part).map_err(Error::io(part, "replace"))?;
        (self.part, self.is_temporary) = (part.into(), false);
        Ok(())
    }

    /// Wraps an open file that is `length` bytes long and positioned at its end.
    fn new(target: PathBuf, part: PathBuf, file: File, length: u64) -> PartFile {
        let is_temporary = part != target;
        let file = Arc::new(file);
        let pieces = Sink::new(Appender { file: file.clone(), length, synced: length });
        PartFile { target, part, file, length, pieces, is_temporary, buffer: Vec::new() }
    }

    /// Writes all content so far to the disk, and returns the position; `None` for a device or a pipe. `content` is the checksum of
    /// the content before its compression.
    pub fn position(&mut self, content: Checksum) -> Result<Option<OutputPosition>> {
        self.flush(Durability::Power)?;
        Ok(self.suffix().map(|suffix| OutputPosition { suffix, content }))
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

    /// Begins to write content to the file: all of it, or nothing if the disk is full. Returns an empty vector to reuse.
    fn write_out(&mut self, content: Vec<u8>) -> Result<Vec<u8>> {
        let length = content.len() as u64;
        let put = if self.is_file() {
            if self.length >= MIN_THREADED_BYTES {
                self.pieces.start_thread("write", MAX_QUEUED_PIECES);
            }
            self.pieces.put(content)
        } else {
            // A pipe or a device gets content at once: its reader may be waiting.
            with_reader(|| self.pieces.put(content))
        };
        put.map_err(|error| self.error(error))?;
        self.length += length;
        let mut spare = self.pieces.outputs().last().unwrap_or_default();
        spare.clear();
        Ok(spare)
    }

    /// Writes all content, so that it survives what `durability` says. A device or a pipe has no `fsync`.
    pub fn flush(&mut self, durability: Durability) -> Result<()> {
        self.begin_flush()?;
        self.pieces.consumer().map(|_| ()).map_err(|error| Error::io(&self.part, "write")(error))?;
        match durability {
            Durability::Power if self.is_file() => self.file.sync_all().map_err(|error| self.error(error)),
            _ => Ok(()),
        }
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
                Ok(PartFile::new(path.into(), path.into(), opened.map_err(Error::io(path, "open"))?, 0))
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path, "open")(error)),
            // The target of a link need not exist.
            _ => PartFile::create(target_of(path)),
        }
    }

    pub fn discard(mut self) {
        self.is_temporary = self.is_file();
    }

    pub fn part(&self) -> &Path {
        &self.part
    }

    pub fn length(&self) -> u64 {
        self.length + self.buffer.len() as u64
    }

    /// Writes the whole content of the file to the disk and renames it to its final name.
    pub fn complete(mut self, content: &[u8]) -> Result<()> {
        self.write(content)?;
        self.commit(Durability::Power)
    }

    /// Writes all content, and renames the file to its final name. The name survives what `durability` says, too.
    pub fn commit(mut self, durability: Durability) -> Result<()> {
        self.flush(durability)?;
        if !self.is_file() {
            return Ok(());
        }
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target, "write"))?;
        self.is_temporary = false;
        if durability == Durability::Power { sync_parent(&self.target) } else { Ok(()) }
    }

    /// Returns false for a device or a pipe, which has no temporary name.
    fn is_file(&self) -> bool {
        self.part != self.target
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
        // The program may end before the thread does.
        let _ = self.pieces.finish();
    }
}

/// Appends pieces to a file.
#[derive(Debug)]
struct Appender {
    file: Arc<File>,
    length: u64,
    /// Length of the file at the last `fsync`.
    synced: u64,
}

impl Consume for Appender {
    type Piece = Vec<u8>;

    /// Appends all of a piece, or nothing if the disk is full.
    fn consume(&mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut file = &*self.file;
        file.write_all(&piece).inspect_err(|_| drop(cut(file, self.length)))?;
        self.length += piece.len() as u64;
        if self.length - self.synced >= SYNC_EVERY {
            self.synced = self.length;
            // A device has no `fsync`.
            if file.metadata().is_ok_and(|found| found.is_file()) {
                file.sync_data()?;
            }
        }
        Ok(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        let content: Vec<u8> = (0..5 * MIN_THREADED_BYTES as u32).map(|i| (i / 7 % 251) as u8).collect();
        for durability in [None, Some(Durability::Process), Some(Durability::Power)] {
            let mut file = PartFile::create(path.clone()).unwrap().kept();
            for (index, piece) in content.chunks(100_000).enumerate() {
                file.append(piece.to_vec()).unwrap();
                if let Some(durability) = durability.filter(|_| index % 7 == 0) {
                    file.flush(durability).unwrap();
                    assert_eq!(fs::metadata(file.part()).unwrap().len(), file.length());
                }
            }
            assert_eq!((file.length(), file.pieces.has_thread()), (content.len() as u64, true));
            let part = file.part().to_path_buf();
            file.begin_flush().unwrap();
            drop(file);
            assert!(fs::read(part).unwrap() == content);
        }
    }

    /// A file that is opened for reading only cannot be written.
    #[test]
    fn after_an_error_nothing_is_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        fs::write(&path, vec![1; MIN_THREADED_BYTES as usize]).unwrap();
        let target = directory.path().join("target");
        let mut file = PartFile::new(target, path.clone(), File::open(&path).unwrap(), MIN_THREADED_BYTES).kept();
        let errors = (0..20).filter(|_| file.append(vec![2; BUFFER]).is_err()).count();
        assert!(errors > 0, "an error is reported before there is no room for more pieces");
        for durability in [Durability::Process, Durability::Power] {
            assert!(file.flush(durability).is_err());
        }
        drop(file);
        assert_eq!(fs::metadata(&path).unwrap().len(), MIN_THREADED_BYTES);
    }
}
