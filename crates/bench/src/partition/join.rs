//! Joins the blocks of all partitions into a results directory.

use std::{
    io::BufRead,
    str,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use corpus::{
    error::{Error, Result},
    pass::Clock,
    reader::FileSummary,
};

use super::{
    block,
    plan::{Plan, PlannedFile},
    tally::{Beginning, Tally, Trailer},
};
use crate::record::{CorpusRead, Directory, Finished, Manifest, Recorder, RenderedBlock, Session};

/// Joins the blocks of all partitions into one record in `directory`, as if one run had solved the corpus. `input` has the
/// rows `begin`, `block` and `end` of all partitions in the order of rounds, files, lines and kinds, each as
/// `ROUND<tab>FILE<tab>LINE<tab>KIND<tab>PAYLOAD`. Returns `None` if `stop` became true.
///
/// # Errors
///
/// Returns an error if lines of the corpus are missing, occur twice or are not in the plan, if the blocks of a range do
/// not match its trailers, or if the partitions were solved by different builds or with different options.
pub fn join(plan: &Plan, input: impl BufRead, directory: &Directory, stop: &AtomicBool) -> Result<Option<Finished>> {
    let mut join = Join {
        plan,
        directory,
        joined: None,
        round: 0,
        next: (0, 1),
        open: None,
        files: vec![file_summary(&plan.files[0])],
        sessions: Vec::new(),
    };
    for row in input.split(b'\n') {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        join.row(&row.map_err(Error::io("standard input", "read"))?)?;
    }
    join.finish().map(Some)
}

fn damaged(reason: &str) -> Error {
    Error::Changed(format!("the output of the partitions is damaged: {reason}"))
}

fn file_summary(file: &PlannedFile) -> FileSummary {
    FileSummary {
        path: file.path.clone(),
        bytes: file.bytes,
        sha256: file.sha256.clone(),
        puzzles: file.puzzles().unwrap_or(0),
        ..FileSummary::default()
    }
}

struct Join<'a> {
    plan: &'a Plan,
    directory: &'a Directory,
    /// The record and the description of the run; `None` before the first range.
    joined: Option<(Recorder, Manifest)>,
    round: u32,
    /// The file and the line that come next.
    next: (usize, u64),
    open: Option<OpenRange>,
    /// The files up to the current one.
    files: Vec<FileSummary>,
    /// The distinct machines and conditions of the partitions.
    sessions: Vec<Session>,
}

/// A range that still lacks trailers.
struct OpenRange {
    tally: Option<Tally>,
    /// The trailers that the rows require and that have not come yet.
    missing: Vec<Trailer>,
    /// Number of the first line.
    first: u64,
}

impl Join<'_> {
    fn row(&mut self, row: &[u8]) -> Result<()> {
        let fields: Vec<&[u8]> = row.splitn(5, |&byte| byte == b'\t').collect();
        let &[round, file, _, kind, payload] = &fields[..] else {
            return Err(damaged("a row is not ROUND<tab>FILE<tab>LINE<tab>KIND<tab>PAYLOAD"));
        };
        let file = parse_number(file).map(|file| file as usize).filter(|&file| file < self.plan.files.len());
        let file = file.ok_or_else(|| damaged("a row has a file that is not in the plan"))?;
        let round = parse_number(round).ok_or_else(|| damaged("a row has no round"))?;
        if round != self.round {
            self.begin_round(round)?;
        }
        let unreadable = |_| damaged("a payload is not readable");
        match kind {
            b"begin" => self.begin(file, serde_json::from_slice(payload).map_err(unreadable)?),
            b"block" => self.block(file, payload),
            b"end" => self.end(file, &serde_json::from_slice(payload).map_err(unreadable)?),
            _ => Err(damaged("a row has an unknown kind")),
        }
    }

    /// Ends the round, which must be complete, and begins the next.
    fn begin_round(&mut self, round: u32) -> Result<()> {
        self.end_round()?;
        if round != self.round {
            return Err(damaged("the rounds do not follow each other"));
        }
        match &mut self.joined {
            Some((recorder, _)) => recorder.begin_round(),
            None => Ok(()),
        }
    }

    fn end_round(&mut self) -> Result<()> {
        self.end_files(self.plan.files.len())?;
        if let Some((recorder, _)) = &mut self.joined {
            recorder.end_round_at(self.plan.started.elapsed().unwrap_or_default())?;
        }
        (self.round, self.next) = (self.round + 1, (0, 1));
        Ok(())
    }

    /// Begins a range. It must begin where the previous range ended, and must come from the same build with the same
    /// options.
    fn begin(&mut self, file: usize, Beginning { first, run }: Beginning) -> Result<()> {
        self.end_files(file)?;
        let path = &self.plan.files[file].path;
        if let Some(OpenRange { first: before, .. }) = self.open {
            let reason = "the output of a partition ends too early, or lines were handed out twice";
            return Err(Error::Changed(format!(
                "{path}: the part from line {before} has no end before line {first}: {reason}"
            )));
        }
        if (file, first) > self.next {
            return Err(self.missing(first - 1));
        }
        if (file, first) < self.next {
            return Err(Error::Changed(format!("{path}: line {first} occurs twice in the output of the partitions")));
        }
        for session in run.all_sessions() {
            if !self.sessions.iter().any(|known| known.is_like(&session)) {
                self.sessions.push(session);
            }
        }
        self.open = Some(OpenRange { tally: Some(Tally::new(run.strategies.len())), missing: Vec::new(), first });
        match &self.joined {
            Some((_, begun)) => check_alike(begun, &run, path, first),
            None => {
                let started = humantime::format_rfc3339_millis(self.plan.started).to_string();
                let manifest = Manifest { started, ..run.clone() };
                let clock = Clock::resume(self.plan.started);
                self.joined = Some((Recorder::begin(self.directory.clone(), manifest, clock)?, run));
                Ok(())
            }
        }
    }

    /// Records a block.
    fn block(&mut self, file: usize, payload: &[u8]) -> Result<()> {
        let tally = self.open.as_mut().filter(|_| file == self.next.0).and_then(|range| range.tally.as_mut());
        let (Some((recorder, run)), Some(tally)) = (&mut self.joined, tally) else {
            return Err(damaged("a block is not between the beginning and the end of its part"));
        };
        let label: Option<Arc<str>> = (self.plan.files.len() > 1).then(|| self.plan.files[file].path.as_str().into());
        let solved = block::decode(payload, label.as_ref(), run.strategies.len());
        let mut solved = solved.ok_or_else(|| damaged("a block is not readable"))?;
        solved.block.index = recorder.blocks();
        let mut written = RenderedBlock::new(self.round, solved, &run.strategies, run.extra_columns());
        tally.add(&written);
        recorder.write_block(&mut written)
    }

    /// Compares a trailer with the blocks of its range. The last trailer ends the range.
    fn end(&mut self, file: usize, trailer: &Trailer) -> Result<()> {
        let (Some((_, run)), Some(range)) = (&self.joined, &mut self.open) else {
            return Err(damaged("a trailer has no part"));
        };
        let next = range.first.checked_add(trailer.lines).ok_or_else(|| damaged("a trailer has too many lines"))?;
        if let Some(tally) = range.tally.take() {
            range.missing = tally.trailers(range.first, trailer.lines, &run.strategies);
        }
        let Some(index) = range.missing.iter().position(|required| required == trailer) else {
            let path = &self.plan.files[file].path;
            let from = range.first;
            let to = next - 1;
            let reason = "the rows in the output of the partitions are not those that were counted";
            return Err(Error::Changed(format!("{path}: lines {from} to {to}: {reason}")));
        };
        range.missing.swap_remove(index);
        if range.missing.is_empty() {
            self.open = None;
            self.next.1 = next;
            if self.round == 0 {
                let summary = self.files.last_mut().expect("the file has begun");
                // For a sampled file, the number of puzzles is known from the plan.
                if self.plan.files[file].without_puzzle.is_none() {
                    summary.puzzles += trailer.puzzles;
                }
                summary.rejects += trailer.rejects;
            }
        }
        Ok(())
    }

    /// Checks that the files before this one are complete, and begins it.
    fn end_files(&mut self, file: usize) -> Result<()> {
        while self.next.0 < file {
            let lines = self.plan.files[self.next.0].lines;
            if self.next.1 <= lines {
                return Err(self.missing(lines));
            }
            // A range without its trailers begins after the last line of the plan.
            if self.open.is_some() || self.next.1 - 1 > lines {
                let path = &self.plan.files[self.next.0].path;
                let reason = format!("has more lines than the plan, which has {lines}; was it changed since?");
                return Err(Error::Changed(format!("{path}: {reason}")));
            }
            self.next = (self.next.0 + 1, 1);
            if self.round == 0 {
                self.files.extend(self.plan.files.get(self.next.0).map(file_summary));
            }
        }
        Ok(())
    }

    /// Returns the error for lines that are missing up to the line `to`.
    fn missing(&self, to: u64) -> Error {
        let path = &self.plan.files[self.next.0].path;
        let from = self.next.1;
        Error::Changed(format!("{path}: lines {from} to {to} are missing in the output of the partitions"))
    }

    fn finish(mut self) -> Result<Finished> {
        self.end_round()?;
        let Some((mut recorder, run)) = self.joined else {
            return Err(Error::Changed("the partitions wrote nothing: the corpus has no lines".into()));
        };
        if self.round != run.rounds {
            let rounds = self.round;
            let wanted = run.rounds;
            return Err(Error::Changed(format!(
                "only {rounds} of {wanted} rounds are in the output of the partitions"
            )));
        }
        if self.sessions.len() > 1 {
            recorder.set_sessions(self.sessions);
        }
        recorder.finish(CorpusRead { files: self.files, block_size: run.block_size }, false)
    }
}

fn parse_number(text: &[u8]) -> Option<u32> {
    str::from_utf8(text).ok().and_then(|text| text.parse::<u32>().ok())
}

/// Checks that a range comes from the same build with the same options as the first.
fn check_alike(first: &Manifest, run: &Manifest, path: &str, line: u64) -> Result<()> {
    let what = if version_of(first) != version_of(run) {
        "version of the program"
    } else if first.control != run.control || first.options != run.options {
        "options"
    } else {
        return Ok(());
    };
    Err(Error::NotComparable(format!("{path}:{line}: the {what} is not that of the first part")))
}

fn version_of(run: &Manifest) -> (String, Option<String>) {
    (run.tool.version.clone(), run.tool.git_revision.clone())
}
