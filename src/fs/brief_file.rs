//! A file that is open only while it is read: more of them can be read at the same time than a program may have open.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// A regular file, and the position from which it is read next. It needs a buffer, as it is opened for every read.
#[derive(Debug)]
pub struct BriefFile {
    path: PathBuf,
    position: u64,
}

impl BriefFile {
    /// Begins to read a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<BriefFile> {
        File::open(path)?;
        Ok(BriefFile { path: path.into(), position: 0 })
    }
}

impl Read for BriefFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.position))?;
        let read = file.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}
