//! Checkpoints of a pass, from which it is resumed after an interruption.
//!
//! The checkpoints of `FILE` are in the log `FILE.resume`, which exists while the pass runs, and stays if the pass is
//! interrupted. The first record has the arguments of the program, every further record is a [`Checkpoint`]. All are
//! JSON.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use corpus::{
    error::{Error, Result},
    fs::{Log, LogReader, OutputPosition, is_due, with_suffix},
    reader::Checksum,
    tool::Tool,
};
use pass::Rejected;

/// How a pass is resumed after an interruption.
#[derive(Clone, Debug, Default)]
pub struct Resumption {
    /// The arguments of the program, which must be the same when the pass is resumed.
    pub arguments: Vec<String>,
    pub resume: bool,
    /// Called with a message: after how many puzzles the pass continues, or that it begins again.
    pub notice: Option<fn(&str)>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    version: String,
    git_revision: Option<String>,
    arguments: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub puzzles: u64,
    pub checksum: Checksum,
    pub rejected: Rejected,
    /// Number of rows in each output.
    pub written: Vec<u64>,
    pub outputs: Vec<OutputPosition>,
    pub rejects: Option<OutputPosition>,
    pub counts: Value,
}

pub(super) struct Checkpoints {
    path: PathBuf,
    header: Header,
    log: Option<Log>,
    last: Instant,
    took: Duration,
}

impl Checkpoints {
    /// Begins the checkpoints of a pass to an output. Also returns the checkpoints of an interrupted pass to this
    /// output; if the pass is resumed, its log continues. A new log is created with the first checkpoint.
    ///
    /// Returns `None` if the pass cannot have checkpoints: another pass writes the same output, or another file has the
    /// name of the log.
    ///
    /// # Errors
    ///
    /// Returns an error if the pass is to be resumed, but the interrupted pass had other arguments, or its log cannot be
    /// read.
    pub fn begin(output: &Path, how: &Resumption) -> Result<Option<(Checkpoints, Vec<Checkpoint>)>> {
        let path = checkpoints_of(output);
        let tool = Tool::this();
        let arguments = how.arguments.clone();
        let header = Header { version: tool.version, git_revision: tool.git_revision, arguments };
        let mut checkpoints = Checkpoints { path, header, log: None, last: Instant::now(), took: Duration::ZERO };
        if !checkpoints.path.exists() {
            return Ok(Some((checkpoints, Vec::new())));
        }
        let (mut reader, header) = match open(&checkpoints.path) {
            Err(_) if !how.resume => return Ok(None),
            opened => opened?,
        };
        if how.resume && header != checkpoints.header {
            let Header { version, git_revision, arguments } = header;
            return Err(Error::Usage(format!(
                "cannot resume {}: it was begun by version {version} ({}) with the arguments {}; repeat these, or leave out --resume \
                 to begin again",
                output.display(),
                git_revision.as_deref().unwrap_or("an unknown revision"),
                arguments.join(" ")
            )));
        }
        let mut earlier: Vec<Checkpoint> = Vec::new();
        while let Some(checkpoint) = reader.next_record(|record| serde_json::from_slice(&record).ok())? {
            earlier.push(checkpoint);
        }
        let log = reader.into_log()?;
        if how.resume {
            checkpoints.log = Some(log);
        } else {
            log.remove()?;
        }
        Ok(Some((checkpoints, earlier)))
    }

    pub fn has_log(&self) -> bool {
        self.log.is_some()
    }

    pub fn is_due(&self) -> bool {
        is_due(self.last, self.took)
    }

    /// Adds a checkpoint that was begun at the time `began`. Everything before it must be on the disk.
    pub fn add(&mut self, checkpoint: &Checkpoint, began: Instant) -> Result<()> {
        let log = match &mut self.log {
            Some(log) => log,
            None => {
                let header = serde_json::to_vec(&self.header).expect("plain data");
                self.log.insert(Log::create(self.path.clone(), &header)?)
            }
        };
        log.append(&serde_json::to_vec(checkpoint).expect("plain data"))?;
        log.sync()?;
        (self.last, self.took) = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Removes the log of a pass that begins again. The next checkpoint creates a new log.
    pub fn begin_again(&mut self) -> Result<()> {
        self.log.take().map_or(Ok(()), Log::remove)
    }

    pub fn finish(self) -> Result<()> {
        self.log.map_or(Ok(()), Log::remove)
    }
}

fn open(path: &Path) -> Result<(LogReader, Header)> {
    let mut reader = LogReader::open(path)?;
    let header = reader.next_record(|record| serde_json::from_slice(&record).ok())?;
    let header = header.ok_or_else(|| Error::malformed(path, 0, "is damaged; remove it to begin again"))?;
    Ok((reader, header))
}

pub fn checkpoints_of(output: &Path) -> PathBuf {
    with_suffix(output, ".resume")
}

pub fn can_resume(output: &Path) -> bool {
    checkpoints_of(output).is_file()
}

/// Returns the arguments with which the interrupted pass to an output was begun.
///
/// # Errors
///
/// Returns an error if there is no interrupted pass.
pub fn interrupted_arguments(output: &Path) -> Result<Vec<String>> {
    Ok(open(&checkpoints_of(output))?.1.arguments)
}
