//! A file with a line for each row of a corpus, such as the ratings beside Denis Berthier's collections.

use std::{path::Path, sync::Arc, sync::atomic::AtomicBool};

use crate::{
    error::{Error, Result},
    layout::LineReader,
    reader::Content,
};

/// The lines of such a file, without empty ones and comments.
pub struct Side<'a> {
    path: Arc<str>,
    lines: LineReader<'a>,
    taken: u64,
}

impl<'a> Side<'a> {
    /// Opens a file, which may be compressed.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn open(path: &Path, stop: &'a AtomicBool) -> Result<Side<'a>> {
        let content = Content::open(path, stop, false)?;
        let path: Arc<str> = path.to_string_lossy().into();
        let mut lines = LineReader::new(Box::new(content), path.clone());
        lines.begin()?;
        Ok(Side { path, lines, taken: 0 })
    }

    /// The next line.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be read.
    pub fn take(&mut self) -> Result<String> {
        let path = self.path.clone();
        match self.lines.next_row()? {
            Some(line) if line.overlong => {
                Err(Error::malformed(Path::new(&*path), line.number, "the line is longer than any value may be"))
            }
            Some(line) => {
                self.taken += 1;
                Ok(String::from_utf8_lossy(line.bytes).trim().into())
            }
            None => {
                let reason = format!("ends after {} lines, and the corpus goes on", self.taken);
                Err(Error::malformed(Path::new(&*path), 0, reason))
            }
        }
    }

    /// Sees to it that there are no more lines than rows.
    ///
    /// # Errors
    ///
    /// There is one more.
    pub fn end(&mut self) -> Result<()> {
        let (path, taken) = (self.path.clone(), self.taken);
        match self.lines.next_row()? {
            None => Ok(()),
            Some(line) => {
                let reason = format!("the corpus has {taken} rows, and this is one line more");
                Err(Error::malformed(Path::new(&*path), line.number, reason))
            }
        }
    }
}
