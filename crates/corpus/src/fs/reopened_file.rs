//! A file that is opened for each read: so more files can be read in turn than a program may have open at the same time.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// A regular file, and the position of the next read. Wrap it in a buffer, because every read opens the file.
#[derive(Debug)]
pub struct ReopenedFile {
    path: PathBuf,
    position: u64,
}

impl ReopenedFile {
    /// Checks that a file can be opened, and begins at its start.
    pub fn open(path: &Path) -> io::Result<ReopenedFile> {
        File::open(path)?;
        Ok(ReopenedFile { path: path.into(), position: 0 })
    }
}

impl Read for ReopenedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.position))?;
        let read = file.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}
