//! `run.journal`: the blocks of a run with their samples, in corpus order, from which an interrupted run is resumed.
//!
//! The first record of the log describes the run as JSON. Every other record is an [`Entry`], encoded by the crate
//! `postcard`.

use std::{borrow::Cow, path::Path, time::Duration};

use corpus::{
    error::{Error, Result},
    fs::{Log, LogReader},
    reader::Block,
    tool::Tool,
};
use grid::CELLS;
use pass::{self, Clock, EngineError, Sample, SolvedBlock, Turn, WrongSolution};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Destination, Directory, Machine, Manifest, RunOptions, directory_names::JOURNAL};

#[derive(Debug)]
pub struct Journal(Log);

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    tool: Tool,
    arguments: Vec<String>,
    /// The options that must be the same when the run is resumed.
    options: Map<String, Value>,
    started: String,
    /// Load average over the number of processors at the start of the run.
    load_per_processor: Option<f64>,
    session: Session,
}

/// An entry of the journal: every record of the log after the first.
#[derive(Debug, Serialize, Deserialize)]
enum Entry<'a> {
    Block(BlockEntry<'a>),
    /// The end of a complete round, as the time since the start of the run.
    RoundEnd(Duration),
    Session(Session),
}

/// A session of a run that was resumed, or a part of merged results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub started: String,
    pub machine: Machine,
    pub threads: usize,
    pub simd: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct BlockEntry<'a> {
    round: u32,
    index: u64,
    fingerprint: u32,
    samples: Cow<'a, [Sample]>,
    nodes_by_depth: Cow<'a, [Vec<u64>]>,
    turns: Cow<'a, [Turn]>,
    engine_errors: Cow<'a, [EngineError]>,
}

pub fn journal_entry(round: u32, solved: &SolvedBlock) -> Vec<u8> {
    encode(&Entry::Block(BlockEntry {
        round,
        index: solved.block.index,
        fingerprint: solved.block.fingerprint(),
        samples: Cow::Borrowed(&solved.samples),
        nodes_by_depth: Cow::Borrowed(&solved.nodes_by_depth),
        turns: Cow::Borrowed(&solved.turns),
        engine_errors: Cow::Borrowed(&solved.engine_errors),
    }))
}

fn encode(entry: &Entry<'_>) -> Vec<u8> {
    postcard::to_stdvec(entry).expect("plain data")
}

impl Journal {
    pub fn create(directory: &Directory, options: &RunOptions, clock: &Clock, load: Option<f64>) -> Result<Journal> {
        let header = Header {
            tool: Tool::this(),
            arguments: Manifest::this_command_line(),
            options: options.identity(),
            started: humantime::format_rfc3339_nanos(clock.started()).to_string(),
            load_per_processor: load,
            session: Session::now(options),
        };
        Ok(Journal(Log::create(directory.work(JOURNAL), &serde_json::to_vec(&header).expect("plain data"))?))
    }

    pub fn block(&mut self, entry: &[u8]) -> Result<()> {
        self.0.append(entry)
    }

    pub fn end_round(&mut self, at: Duration) -> Result<()> {
        self.0.append(&encode(&Entry::RoundEnd(at)))
    }

    pub fn sync(&mut self) -> Result<()> {
        self.0.sync()
    }
}

#[derive(Debug)]
pub struct JournalReader {
    reader: LogReader,
    header: Header,
    /// The next block or end of a round; `None` at the end of the journal.
    next: Option<Entry<'static>>,
    sessions: Vec<Session>,
}

impl JournalReader {
    /// Opens the journal of a directory. Returns an error if another version of the program wrote the journal.
    pub fn open(directory: &Directory) -> Result<JournalReader> {
        let path = directory.work(JOURNAL);
        let mut reader = LogReader::open(&path)?;
        let damaged = || Error::malformed(&path, 0, "is damaged at its beginning; begin the run again with --force");
        let header: Header = reader.next_record(|record| serde_json::from_slice(&record).ok())?.ok_or_else(damaged)?;
        let before = version(&header.tool);
        let now = version(&Tool::this());
        if before != now {
            return Err(Error::Usage(format!(
                "cannot resume {}: it was begun by {before}, and this is {now}; resume it with that build, or begin again with --force",
                directory.path().display()
            )));
        }
        let first = header.session.clone();
        let mut journal = JournalReader { reader, header, next: None, sessions: vec![first] };
        journal.advance()?;
        Ok(journal)
    }

    /// Checks that a run with these options continues the recorded one. Returns an error that names the options that differ.
    pub fn check(&self, options: &RunOptions) -> Result<()> {
        options.check_same(&self.header.options)
    }

    pub fn clock(&self) -> Clock {
        // A time that cannot be parsed was changed by hand; the run then seems to have begun now.
        humantime::parse_rfc3339(&self.header.started).map_or_else(|_| Clock::start(), Clock::resume)
    }

    /// Returns the load average over the number of processors at the start of the run.
    pub fn load_per_processor(&self) -> Option<f64> {
        self.header.load_per_processor
    }

    pub fn next_block(&mut self, round: u32) -> Result<Option<BlockEntry<'static>>> {
        match self.next.take() {
            Some(Entry::Block(block)) if block.round == round => {
                self.advance()?;
                Ok(Some(block))
            }
            other => {
                self.next = other;
                Ok(None)
            }
        }
    }

    /// Returns true if there are further blocks or ends of rounds.
    pub fn has_more(&self) -> bool {
        self.next.is_some()
    }

    /// Returns the end of a round, after its last block; `None` if the round was interrupted.
    pub fn round_end(&mut self) -> Result<Option<Duration>> {
        let Some(Entry::RoundEnd(at)) = self.next else { return Ok(None) };
        self.advance()?;
        Ok(Some(at))
    }

    pub fn continued(mut self, options: &RunOptions) -> Result<(Journal, Vec<Session>)> {
        if self.next.is_some() {
            return Err(Error::Changed("the journal of the run does not fit to the corpus".into()));
        }
        let mut log = self.reader.into_log()?;
        let session = Session::now(options);
        log.append(&encode(&Entry::Session(session.clone())))?;
        self.sessions.push(session);
        Ok((Journal(log), self.sessions))
    }

    /// Reads the next entry. A record that cannot be decoded ends the journal, like one that is cut short.
    fn advance(&mut self) -> Result<()> {
        self.next = loop {
            match self.reader.next_record(|record| postcard::from_bytes(&record).ok())? {
                Some(Entry::Session(session)) => self.sessions.push(session),
                entry => break entry,
            }
        };
        Ok(())
    }
}

impl Session {
    fn now(options: &RunOptions) -> Session {
        Session {
            started: humantime::format_rfc3339_millis(pass::now()).to_string(),
            machine: Machine::this(),
            threads: options.pass.threads,
            simd: options.pass.simd.name().into(),
        }
    }

    /// Returns true if the other session had the same machine, threads and instruction set.
    pub fn is_like(&self, other: &Session) -> bool {
        (&self.machine, self.threads, &self.simd) == (&other.machine, other.threads, &other.simd)
    }
}

impl BlockEntry<'_> {
    /// Returns the block as this number of strategies solved it. Returns an error if the corpus has other puzzles in this block,
    /// or if samples are missing.
    pub fn solved(self, block: Block, strategies: usize, wrong_solutions: Vec<WrongSolution>) -> Result<SolvedBlock> {
        if (self.index, self.fingerprint) != (block.index, block.fingerprint()) {
            let location =
                block.puzzles.first().map_or(String::new(), |puzzle| format!(", at or after {}", puzzle.location()));
            return Err(Error::Changed(format!("the corpus has changed since the run was interrupted{location}")));
        }
        let BlockEntry { samples, nodes_by_depth, turns, engine_errors, .. } = self;
        let has_profiles = [0, samples.len()].contains(&nodes_by_depth.len())
            && nodes_by_depth.iter().all(|nodes| nodes.len() <= CELLS);
        if turns.len() != strategies || samples.len() != strategies * block.puzzles.len() || !has_profiles {
            return Err(Error::Changed("the journal of the run does not have the samples of all strategies".into()));
        }
        Ok(SolvedBlock {
            block,
            samples: samples.into_owned(),
            nodes_by_depth: nodes_by_depth.into_owned(),
            // A record has 0 for a count that is missing.
            missing_counts: Vec::new(),
            turns: turns.into_owned(),
            wrong_solutions,
            engine_errors: engine_errors.into_owned(),
        })
    }
}

fn version(tool: &Tool) -> String {
    let revision = tool.git_revision.as_deref().unwrap_or("an unknown revision");
    format!("version {} ({revision}, {}, {}, {})", tool.version, tool.target, tool.profile, tool.rustc)
}

/// Returns the arguments of the unfinished run in a directory.
///
/// # Errors
///
/// Returns an error if there is no unfinished run, or another run writes to the directory.
pub fn recorded_arguments(path: &Path) -> Result<Vec<String>> {
    Ok(JournalReader::open(&Destination::new(path, &[]).resume()?)?.header.arguments)
}
