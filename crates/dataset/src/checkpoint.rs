//! Checkpoints of a pass, from which it is resumed after an interruption.
//!
//! The checkpoints of `FILE` are in the journal `FILE.resume`, which exists while the pass runs, and stays if the pass is
//! interrupted.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use corpus::{
    error::{Error, Result},
    fs::{Checksum, Journal, JournalHeader, JournalReader, OutputPosition, encode_entry, is_due, with_suffix},
    tool::Tool,
};
use pass::Rejected;
use serde::{Deserialize, Serialize};

/// How a pass is resumed after an interruption.
#[derive(Clone, Debug, Default)]
pub struct Resumption {
    /// The arguments of the program, which must be the same when the pass is resumed.
    pub arguments: Vec<String>,
    pub resume: bool,
    /// Called with a message: after how many puzzles the pass continues, or that it begins again.
    pub notice: Option<fn(&str)>,
}

type Header = JournalHeader<()>;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub puzzles: u64,
    pub checksum: Checksum,
    pub rejected: Rejected,
    /// Number of rows in each output.
    pub written: Vec<u64>,
    /// The positions in the outputs, then that in the file of the rejects, if there is one.
    pub positions: Vec<OutputPosition>,
    /// The counts of the pass, as JSON.
    pub counts: String,
}

pub(super) struct Checkpoints {
    path: PathBuf,
    header: Header,
    journal: Option<Journal>,
    last: Instant,
    took: Duration,
}

impl Checkpoints {
    /// Begins the checkpoints of a pass to an output. Also returns the checkpoints of an interrupted pass to this
    /// output; if the pass is resumed, its journal continues. A new journal is created with the first checkpoint.
    ///
    /// Returns `None` if the pass cannot have checkpoints: another pass writes the same output, or another file has the
    /// name of the journal. Returns an error if the pass is to be resumed, but the interrupted pass had other
    /// arguments, or its journal cannot be read.
    pub fn begin(output: &Path, how: &Resumption) -> Result<Option<(Checkpoints, Vec<Checkpoint>)>> {
        let path = checkpoints_of(output);
        let header = Header { tool: Tool::this(), arguments: how.arguments.clone(), details: () };
        let mut checkpoints = Checkpoints { path, header, journal: None, last: Instant::now(), took: Duration::ZERO };
        if !checkpoints.path.exists() {
            return Ok(Some((checkpoints, Vec::new())));
        }
        let (mut reader, header) = match open(&checkpoints.path) {
            Err(_) if !how.resume => return Ok(None),
            opened => opened?,
        };
        if how.resume && header != checkpoints.header {
            return Err(Error::Usage(format!(
                "cannot resume {}: it was begun by version {} ({}) with the arguments {}; repeat these, or leave out --resume \
                 to begin again",
                output.display(),
                header.tool.version,
                header.tool.git_revision.as_deref().unwrap_or("an unknown revision"),
                header.arguments.join(" ")
            )));
        }
        let mut earlier: Vec<Checkpoint> = Vec::new();
        while let Some((checkpoint, _)) = reader.next_entry()? {
            earlier.push(checkpoint);
        }
        let journal = reader.into_journal()?;
        if how.resume {
            checkpoints.journal = Some(journal);
        } else {
            journal.remove()?;
        }
        Ok(Some((checkpoints, earlier)))
    }

    pub fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    pub fn is_due(&self) -> bool {
        is_due(self.last, self.took)
    }

    /// Adds a checkpoint that was begun at the time `began`. Everything before it must be on the disk.
    pub fn add(&mut self, checkpoint: &Checkpoint, began: Instant) -> Result<()> {
        let journal = match &mut self.journal {
            Some(journal) => journal,
            None => self.journal.insert(Journal::create(self.path.clone(), &self.header)?),
        };
        journal.append(&encode_entry(checkpoint))?;
        journal.sync()?;
        (self.last, self.took) = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Removes the journal of a pass that begins again. The next checkpoint creates a new one.
    pub fn begin_again(&mut self) -> Result<()> {
        self.journal.take().map_or(Ok(()), Journal::remove)
    }

    pub fn finish(self) -> Result<()> {
        self.journal.map_or(Ok(()), Journal::remove)
    }
}

fn open(path: &Path) -> Result<(JournalReader, Header)> {
    JournalReader::open(path, "remove it to begin again")
}

pub fn checkpoints_of(output: &Path) -> PathBuf {
    with_suffix(output, ".resume")
}

pub fn can_resume(output: &Path) -> bool {
    checkpoints_of(output).is_file()
}

/// Returns the arguments with which the interrupted pass to an output was begun. Returns an error if there is no
/// interrupted pass.
pub fn interrupted_arguments(output: &Path) -> Result<Vec<String>> {
    Ok(open(&checkpoints_of(output))?.1.arguments)
}
