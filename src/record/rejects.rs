//! `rejects.csv`: each input row that is no puzzle, with the place and the reason.

use serde::Serialize;

use super::directory::Directory;
use crate::{error::Result, fs::PartFile, reader::Reject};

/// Writes the file.
pub struct Rejects {
    file: PartFile,
    seen: Rejected,
}

/// What there is to say about rejects.
#[derive(Debug, Default)]
pub struct Rejected {
    /// How many there were.
    pub count: u64,
    /// The first of them, to be shown.
    pub first: Vec<Reject>,
}

impl Rejected {
    /// The rejects that are shown.
    const SHOWN: usize = 3;

    /// Counts more.
    pub fn add(&mut self, rejects: &[Reject]) {
        self.count += rejects.len() as u64;
        self.first.extend(rejects.iter().take(Self::SHOWN - self.first.len()).cloned());
    }
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    column: u64,
    reason: &'a str,
    text: &'a str,
}

impl Rejects {
    /// Begins the file.
    pub fn begin(directory: &Directory) -> Result<Rejects> {
        Rejects::to(directory.file("rejects.csv")?)
    }

    /// Begins the file there.
    pub fn to(mut file: PartFile) -> Result<Rejects> {
        file.write(b"file,line,column,reason,text\n")?;
        Ok(Rejects { file, seen: Rejected::default() })
    }

    /// Writes the rows.
    pub fn write(&mut self, rejects: &[Reject]) -> Result<()> {
        self.seen.add(rejects);
        self.file.rows(
            false,
            rejects.iter().map(|Reject { file, line, column, reason, text }| Row {
                file,
                line: *line,
                column: *column,
                reason,
                text,
            }),
        )
    }

    /// The file, and what was in it.
    pub fn finish(self) -> (PartFile, Rejected) {
        (self.file, self.seen)
    }
}
