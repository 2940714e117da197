//! A CSV file that every round writes again while it reads the file of the previous round.

use std::{
    fs,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::PartFile,
};

use super::directory::Directory;

/// The file of the current round, and the path of the previous round's file.
pub struct RoundFile {
    header: String,
    file: PartFile,
    previous: PathBuf,
}

impl RoundFile {
    /// Creates the file of the first round. The header has no line end.
    pub fn begin(directory: &Directory, name: &str, header: String) -> Result<RoundFile> {
        let previous = directory.work(&format!("{name}.last.part"));
        let mut round = RoundFile { header, file: directory.file(name)?, previous };
        round.write_header()?;
        Ok(round)
    }

    /// Begins the next round, and hands the previous round's file to `open`. The file is removed as soon as it is open.
    pub fn next_round<T>(&mut self, open: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
        self.file.start_over(&self.previous)?;
        self.write_header()?;
        let opened = open(&self.previous)?;
        // Some systems do not remove an open file; `finish` does.
        let _ = fs::remove_file(&self.previous);
        Ok(opened)
    }

    pub fn write(&mut self, rows: &[u8]) -> Result<()> {
        self.file.write(rows)
    }

    /// Appends rows, without a copy if there are many.
    pub fn append(&mut self, rows: Vec<u8>) -> Result<()> {
        self.file.append(rows)
    }

    pub fn length(&self) -> u64 {
        self.file.length()
    }

    /// Returns the last round's file. The previous round's file must be closed.
    pub fn finish(self) -> Result<PartFile> {
        if self.previous.exists() {
            fs::remove_file(&self.previous).map_err(Error::io(&self.previous, "remove"))?;
        }
        Ok(self.file)
    }

    fn write_header(&mut self) -> Result<()> {
        self.file.write(format!("{}\n", self.header).as_bytes())
    }
}
