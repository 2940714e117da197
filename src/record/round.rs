//! A CSV file that every round writes anew, with the file of the round before beside it, row by row.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::PathBuf,
};

use super::directory::Directory;
use crate::{
    error::{Error, Result},
    fs::PartFile,
};

/// The file of this round, and that of the last one.
pub struct RoundFile {
    directory: Directory,
    name: &'static str,
    header: &'static str,
    file: PartFile,
    last: Option<BufReader<File>>,
}

impl RoundFile {
    /// Begins the first round. The header is a line.
    pub fn begin(directory: &Directory, name: &'static str, header: &'static str) -> Result<RoundFile> {
        let mut file = directory.file(name)?;
        file.write(header.as_bytes())?;
        Ok(RoundFile { directory: directory.clone(), name, header, file, last: None })
    }

    /// Begins the next round.
    pub fn next_round(&mut self) -> Result<()> {
        let path = self.last_path();
        self.file.start_over(&path)?;
        self.file.write(self.header.as_bytes())?;
        self.last = Some(BufReader::with_capacity(1 << 16, File::open(&path).map_err(Error::io(&path, "open"))?));
        // It goes when it is closed; where the system does not take an open file away, `commit` does.
        let _ = fs::remove_file(&path);
        self.last_row(&mut Vec::new()).map(drop)
    }

    /// Adds to this round's file.
    pub fn write(&mut self, rows: &[u8]) -> Result<()> {
        self.file.write(rows)
    }

    /// Whether there was a round before.
    pub fn has_last(&self) -> bool {
        self.last.is_some()
    }

    /// Reads the next row of the last round, without its line end; says whether there was one.
    pub fn last_row(&mut self, row: &mut Vec<u8>) -> Result<bool> {
        row.clear();
        if let Some(last) = &mut self.last {
            last.read_until(b'\n', row).map_err(Error::io(self.last_path(), "read"))?;
        }
        Ok(row.pop().is_some())
    }

    /// The last round's file; that of the round before goes.
    pub fn finish(self) -> Result<PartFile> {
        let path = self.last_path();
        drop(self.last);
        if path.exists() {
            fs::remove_file(&path).map_err(Error::io(&path, "remove"))?;
        }
        Ok(self.file)
    }

    fn last_path(&self) -> PathBuf {
        self.directory.path().join(format!("{}.last.part", self.name))
    }
}
