//! `rejects.csv`: each input row that holds no puzzle, with its location and the reason.

use std::{
    io,
    path::{Path, PathBuf},
};

use grid::text::DefectKind;
use serde::{Deserialize, Serialize};

use corpus::{
    csv_text::csv_text,
    error::{Error, PAD_ZEROS_ADVICE, Result},
    fs::{Checksum, OutputPosition, PartFile, ReopenedFile},
    reader::Reject,
    terminal,
};

pub const REJECTS: &str = "rejects.csv";
const HEADER: &[u8] = b"file,line,column,reason,text\n";

pub struct Rejects {
    file: PartFile,
    written: Checksum,
    seen: Rejected,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rejected {
    pub count: u64,
    pub first: Vec<Reject>,
}

impl Rejected {
    const MAX_REJECTS_KEPT: usize = 3;

    /// Returns the likely cause of the rejects and the remedy, if the first rejects suggest one.
    pub fn likely_cause(&self) -> Option<String> {
        if self.first.is_empty() || !self.first.iter().all(|reject| reject.kind.is_number()) {
            return None;
        }
        let have_lost_zeros = self.first.iter().any(|reject| reject.kind == DefectKind::LostZeros);
        let advice = if have_lost_zeros { PAD_ZEROS_ADVICE } else { "" };
        Some(format!("the column was taken for numbers? Read it as text where the file was made{advice}"))
    }

    pub fn add(&mut self, rejects: &[Reject]) {
        self.count += rejects.len() as u64;
        self.first.extend(rejects.iter().take(Self::MAX_REJECTS_KEPT - self.first.len()).cloned());
    }
}

pub struct RejectRows {
    path: PathBuf,
    rows: csv::Reader<ReopenedFile>,
}

impl RejectRows {
    pub fn open(directory: &Path) -> Result<RejectRows> {
        let path = directory.join(REJECTS);
        let file = ReopenedFile::open(&path).map_err(Error::io(&path, "open"))?;
        Ok(RejectRows { path, rows: csv::Reader::from_reader(file) })
    }

    /// Reads the next `count` rows. Returns an error if a row is malformed or missing.
    pub fn read(&mut self, count: u64) -> Result<Vec<Reject>> {
        (0..count).map(|_| self.read_row()).collect()
    }

    fn read_row(&mut self) -> Result<Reject> {
        let row = self.rows.deserialize::<(String, u64, u64, String, String)>().next();
        let row = row.unwrap_or_else(|| Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()));
        let row = row.map_err(|error| Error::malformed(&self.path, 0, error.to_string()))?;
        let (file, line, column, reason, text) = row;
        let kind = DefectKind::Other;
        Ok(Reject { file: file.into(), line, column, kind, reason, text, puzzles_before: 0 })
    }
}

impl Rejects {
    pub fn to(mut file: PartFile) -> Result<Rejects> {
        file.write(HEADER)?;
        Ok(Rejects { file, written: Checksum::of(HEADER), seen: Rejected::default() })
    }

    /// Continues a file that has rows up to a position.
    pub fn continued(file: PartFile, position: &OutputPosition, seen: Rejected) -> Rejects {
        Rejects { file, written: position.content, seen }
    }

    /// Writes all rows to the disk, and returns the position; `None` for a device or a pipe.
    pub fn position(&mut self) -> Result<Option<OutputPosition>> {
        self.file.position(self.written)
    }

    pub fn write(&mut self, rejects: &[Reject]) -> Result<()> {
        self.seen.add(rejects);
        // Control characters are escaped, because people read the text on a terminal.
        let rows = rejects.iter().map(|Reject { file, line, column, reason, text, .. }| {
            (&**file, line, column, reason, terminal::escape(text))
        });
        let text = csv_text(false, rows);
        self.written.append(Checksum::of(&text));
        self.file.write(&text)
    }

    pub fn finish(self) -> (PartFile, Rejected) {
        (self.file, self.seen)
    }
}
