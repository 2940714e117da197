//! `rejects.csv`: each input row that is no puzzle, with the place and the reason.

use serde::Serialize;

use super::directory::{Directory, PartFile};
use crate::{error::Result, reader::Reject};

/// Writes the file.
pub struct Rejects {
    file: PartFile,
    /// How many there were, and the first of them.
    seen: (u64, Vec<Reject>),
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
    /// The rejects that are kept to be shown.
    const SHOWN: usize = 3;

    /// Begins the file.
    pub fn begin(directory: &Directory) -> Result<Rejects> {
        Rejects::to(directory.file("rejects.csv")?)
    }

    /// Begins the file there.
    pub fn to(mut file: PartFile) -> Result<Rejects> {
        file.write(b"file,line,column,reason,text\n")?;
        Ok(Rejects { file, seen: (0, Vec::new()) })
    }

    /// Writes the rows.
    pub fn write(&mut self, rejects: &[Reject]) -> Result<()> {
        let (count, first) = &mut self.seen;
        *count += rejects.len() as u64;
        first.extend(rejects.iter().take(Self::SHOWN - first.len()).cloned());
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

    /// The file; how many there were, and the first of them.
    pub fn finish(self) -> (PartFile, (u64, Vec<Reject>)) {
        (self.file, self.seen)
    }
}
