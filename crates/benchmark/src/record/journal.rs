//! `run.journal`: the samples of all finished blocks, in corpus order, round by round. An interrupted run is resumed from it, and the
//! rounds of a run are merged from it.

use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::BTreeMap,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use corpus::{
    error::{Error, Result},
    fs::{self, JournalHeader, encode_entry},
    reader::Block,
    tool::Tool,
};
use grid::CELLS;
use pass::{BlockMessage, Clock, Sample, SolvedBlock, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Destination, Directory, Manifest, RunOptions, Session, StrategyManifest, directory_names::JOURNAL,
    merge::merge_samples,
};

/// The offsets of the entries of each block, round by round, by the index of the block.
type BlockOffsets = BTreeMap<u64, Vec<u64>>;

#[derive(Debug)]
pub struct Journal {
    file: Mutex<fs::Journal>,
    blocks: BlockOffsets,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct RunDetails {
    /// The options that must be the same when the run is resumed.
    pub options: Map<String, Value>,
    started: String,
    /// Load average over the number of processors at the start of the run.
    pub load_per_processor: Option<f64>,
    session: Session,
}

#[derive(Debug, Serialize, Deserialize)]
enum Entry<'a> {
    Block(BlockEntry<'a>),
    /// The end of a complete round, as the time since the start of the run.
    RoundEnd(Duration),
    Session(Session),
}

#[derive(Debug, Serialize, Deserialize)]
pub struct BlockEntry<'a> {
    round: u32,
    index: u64,
    fingerprint: u32,
    samples: Cow<'a, [Sample]>,
    nodes_by_depth: Cow<'a, [Vec<u64>]>,
    turns: Cow<'a, [Turn]>,
    engine_errors: Cow<'a, [BlockMessage]>,
}

/// The entry of a block, which the solving threads encode.
pub struct EncodedBlock {
    round: u32,
    fingerprint: u32,
    entry: Vec<u8>,
}

impl EncodedBlock {
    pub fn new(round: u32, solved: &SolvedBlock) -> EncodedBlock {
        let fingerprint = solved.block.fingerprint();
        let entry = encode_entry(&Entry::Block(BlockEntry {
            round,
            index: solved.block.index,
            fingerprint,
            samples: Cow::Borrowed(&solved.samples),
            nodes_by_depth: Cow::Borrowed(&solved.nodes_by_depth),
            turns: Cow::Borrowed(&solved.turns),
            engine_errors: Cow::Borrowed(&solved.engine_errors),
        }));
        EncodedBlock { round, fingerprint, entry }
    }
}

impl Journal {
    pub fn create(directory: &Directory, options: &RunOptions, clock: &Clock, load: Option<f64>) -> Result<Journal> {
        let details = RunDetails {
            options: options.identity(),
            started: humantime::format_rfc3339_nanos(clock.started()).to_string(),
            load_per_processor: load,
            session: Session::now(&options.pass),
        };
        let header = JournalHeader { tool: Tool::this(), arguments: Manifest::this_command_line(), details };
        let file = fs::Journal::create(directory.work(JOURNAL), &header)?;
        Ok(Journal { file: Mutex::new(file), blocks: BlockOffsets::new() })
    }

    /// Appends the entry of a block. Returns an error if the puzzles, or the counts of a strategy, are not those of the round
    /// before.
    pub fn block(
        &mut self,
        solved: &SolvedBlock,
        encoded: &EncodedBlock,
        strategies: &[StrategyManifest],
    ) -> Result<()> {
        let SolvedBlock { block, samples, .. } = solved;
        match self.blocks.get(&block.index).and_then(|offsets| offsets.last()) {
            Some(&offset) => {
                let before = self.entry(offset)?;
                match before.samples.len().cmp(&samples.len()) {
                    Ordering::Less => return Err(changed_since_round("more")),
                    Ordering::Equal => {}
                    Ordering::Greater => return Err(changed_since_round("fewer")),
                }
                before.check_puzzles(block, encoded.fingerprint, "the round before")?;
                merge_round(block, &mut before.samples.into_owned(), samples, strategies)?;
            }
            None if encoded.round > 0 => return Err(changed_since_round("more")),
            None => {}
        }
        let offset = self.append(&encoded.entry)?;
        self.blocks.entry(block.index).or_default().push(offset);
        Ok(())
    }

    /// Ends a complete round. Returns an error if the round before had more blocks.
    pub fn end_round(&mut self, round: u32, at: Duration) -> Result<()> {
        if self.blocks.values().any(|offsets| offsets.len() <= round as usize) {
            return Err(changed_since_round("fewer"));
        }
        self.append(&encode_entry(&Entry::RoundEnd(at))).map(|_| ())
    }

    pub fn sync(&mut self) -> Result<()> {
        self.file.get_mut().unwrap_or_else(PoisonError::into_inner).sync()
    }

    pub fn rounds(&self) -> usize {
        self.blocks.values().next().map_or(0, Vec::len)
    }

    /// Returns a block of the corpus with its samples of all rounds merged. Returns an error if the block is not the one that was
    /// solved.
    pub fn merged(&self, block: Block, strategies: &[StrategyManifest]) -> Result<SolvedBlock> {
        let offsets = self.blocks.get(&block.index).ok_or_else(|| changed_since_round("more"))?;
        let mut entries = offsets.iter().map(|&offset| self.entry(offset));
        let first = entries.next().expect("a block has an entry for each of its rounds")?;
        let mut merged = first.solved(block, strategies.len(), Vec::new(), "the round before")?;
        for entry in entries {
            let BlockEntry { samples, engine_errors, .. } = entry?;
            merge_round(&merged.block, &mut merged.samples, &samples, strategies)?;
            merged.engine_errors = engine_errors.into_owned();
        }
        Ok(merged)
    }

    /// Checks that this many blocks, which the corpus still has, are all blocks of the run.
    pub fn check_all_merged(&self, blocks: usize) -> Result<()> {
        if blocks < self.blocks.len() { Err(changed_since_round("fewer")) } else { Ok(()) }
    }

    fn append(&mut self, entry: &[u8]) -> Result<u64> {
        self.file.get_mut().unwrap_or_else(PoisonError::into_inner).append(entry)
    }

    fn entry(&self, offset: u64) -> Result<BlockEntry<'static>> {
        match self.file.lock().unwrap_or_else(PoisonError::into_inner).read_at(offset)? {
            Entry::Block(block) => Ok(block),
            _ => unreachable!("the offset is that of a block"),
        }
    }
}

#[derive(Debug)]
pub struct JournalReader {
    reader: fs::JournalReader,
    pub header: JournalHeader<RunDetails>,
    /// The next block or end of a round, and its offset; `None` at the end of the journal.
    next: Option<(Entry<'static>, u64)>,
    blocks: BlockOffsets,
    sessions: Vec<Session>,
}

impl JournalReader {
    /// Opens the journal of a directory. Returns an error if another version of the program wrote the journal.
    pub fn open(directory: &Directory) -> Result<JournalReader> {
        let again = "begin the run again with --force";
        let (reader, header) = fs::JournalReader::open::<RunDetails>(&directory.work(JOURNAL), again)?;
        let before = version(&header.tool);
        let now = version(&Tool::this());
        if before != now {
            return Err(Error::Usage(format!(
                "cannot resume {}: it was begun by {before}, and this is {now}; resume it with that build, or begin again with --force",
                directory.path().display()
            )));
        }
        let sessions = vec![header.details.session.clone()];
        let mut journal = JournalReader { reader, header, next: None, blocks: BlockOffsets::new(), sessions };
        journal.advance()?;
        Ok(journal)
    }

    pub fn clock(&self) -> Clock {
        // A time that cannot be parsed was changed by hand; the run then seems to have begun now.
        humantime::parse_rfc3339(&self.header.details.started).map_or_else(|_| Clock::start(), Clock::resume)
    }

    pub fn next_block(&mut self, round: u32) -> Result<Option<BlockEntry<'static>>> {
        match self.next.take() {
            Some((Entry::Block(block), offset)) if block.round == round => {
                self.blocks.entry(block.index).or_default().push(offset);
                self.advance()?;
                Ok(Some(block))
            }
            later => {
                self.next = later;
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
        let Some((Entry::RoundEnd(at), _)) = self.next else { return Ok(None) };
        self.advance()?;
        Ok(Some(at))
    }

    pub fn continued(mut self, options: &RunOptions) -> Result<(Journal, Vec<Session>)> {
        if self.next.is_some() {
            return Err(Error::Changed("the journal of the run does not fit to the corpus".into()));
        }
        let mut file = self.reader.into_journal()?;
        let session = Session::now(&options.pass);
        file.append(&encode_entry(&Entry::Session(session.clone())))?;
        self.sessions.push(session);
        Ok((Journal { file: Mutex::new(file), blocks: self.blocks }, self.sessions))
    }

    /// Reads the next entry. An entry that cannot be decoded ends the journal, like one that is cut short.
    fn advance(&mut self) -> Result<()> {
        self.next = loop {
            match self.reader.next_entry()? {
                Some((Entry::Session(session), _)) => self.sessions.push(session),
                next => break next,
            }
        };
        Ok(())
    }
}

impl BlockEntry<'_> {
    /// Returns the block as this number of strategies solved it. Returns an error if the corpus has other puzzles in this block
    /// than at the time `since`, or if samples are missing.
    pub fn solved(
        self,
        block: Block,
        strategies: usize,
        wrong_solutions: Vec<BlockMessage>,
        since: &str,
    ) -> Result<SolvedBlock> {
        self.check_puzzles(&block, block.fingerprint(), since)?;
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

    fn check_puzzles(&self, block: &Block, fingerprint: u32, since: &str) -> Result<()> {
        if (self.index, self.fingerprint) == (block.index, fingerprint) {
            return Ok(());
        }
        let first = block.puzzles.first();
        let location = first.map_or(String::new(), |puzzle| format!(", at or after {}", puzzle.location()));
        Err(Error::Changed(format!("the corpus has changed since {since}{location}")))
    }
}

/// Merges the samples of a block with those of the next round.
fn merge_round(block: &Block, merged: &mut [Sample], next: &[Sample], strategies: &[StrategyManifest]) -> Result<()> {
    let of_puzzles = merged.chunks_mut(strategies.len()).zip(next.chunks(strategies.len()));
    let mut puzzles = block.puzzles.iter().zip(of_puzzles);
    puzzles.try_for_each(|(puzzle, (merged, next))| merge_samples(puzzle.line, merged, next, strategies))
}

fn changed_since_round(what: &str) -> Error {
    Error::Changed(format!("the corpus has {what} puzzles than in the round before"))
}

fn version(tool: &Tool) -> String {
    let revision = tool.git_revision.as_deref().unwrap_or("an unknown revision");
    format!("version {} ({revision}, {}, {}, {})", tool.version, tool.target, tool.profile, tool.rustc)
}

/// Returns the arguments of the unfinished run in a directory. Returns an error if there is no unfinished run, or
/// another run writes to the directory.
pub fn recorded_arguments(path: &Path) -> Result<Vec<String>> {
    Ok(JournalReader::open(&Destination::new(path, &[]).resume()?)?.header.arguments)
}

#[cfg(test)]
mod tests {
    use Status::Solved;
    use corpus::reader::Puzzle;
    use pass::Status;

    use super::*;
    use crate::record::strategies_named;

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, latency_ns, solutions: 1, ..Sample::INVALID }
    }

    fn block(line: u64) -> Block {
        Block { index: line, puzzles: vec![Puzzle::blank(None, line)], ..Block::default() }
    }

    /// Records rounds of (status, nodes, latency) per puzzle, each a block of its own; the last round may be shorter. Returns the
    /// merged samples.
    fn rounds(rounds: &[&[(Status, u64, u64)]]) -> Result<Vec<Sample>> {
        let directory = tempfile::tempdir().unwrap();
        let header = JournalHeader { tool: Tool::this(), arguments: Vec::new(), details: () };
        let file = fs::Journal::create(directory.path().join("journal"), &header)?;
        let mut journal = Journal { file: Mutex::new(file), blocks: BlockOffsets::new() };
        let strategies = strategies_named(&["dlx"]);
        for (number, round) in (0..).zip(rounds) {
            for (line, &(status, nodes, latency)) in (1..).zip(*round) {
                let samples = vec![sample(status, nodes, latency)];
                let solved = SolvedBlock {
                    block: block(line),
                    samples,
                    nodes_by_depth: Vec::new(),
                    missing_counts: Vec::new(),
                    turns: vec![Turn::default()],
                    wrong_solutions: Vec::new(),
                    engine_errors: Vec::new(),
                };
                journal.block(&solved, &EncodedBlock::new(number, &solved), &strategies)?;
            }
            if number as usize + 1 < rounds.len() {
                journal.end_round(number, Duration::ZERO)?;
            }
        }
        assert!(journal.merged(Block { puzzles: Vec::new(), ..block(1) }, &strategies).is_err());
        let blocks = 1..=rounds[0].len() as u64;
        blocks.map(|line| Ok(journal.merged(block(line), &strategies)?.samples[0])).collect()
    }

    #[test]
    fn a_block_that_an_interrupted_round_did_not_reach_keeps_its_samples() {
        for second in [&[(Solved, 5, 70), (Solved, 6, 60)][..], &[(Solved, 5, 70)]] {
            let merged = rounds(&[&[(Solved, 5, 90), (Solved, 6, 50)], second]).unwrap();
            assert_eq!(merged, [sample(Solved, 5, 70), sample(Solved, 6, 50)]);
        }
    }

    #[test]
    fn a_change_between_rounds_is_an_error() {
        let error = |r: &[&[(Status, u64, u64)]]| rounds(r).unwrap_err().to_string();
        assert!(error(&[&[(Solved, 5, 90)], &[(Solved, 6, 70)]]).contains("the counts of dlx differ"));
        assert!(error(&[&[(Solved, 5, 90)], &[(Solved, 5, 9), (Solved, 5, 9)]]).contains("more puzzles"));
        let two = [(Solved, 5, 90), (Solved, 5, 90)];
        assert!(error(&[&two, &two[..1], &two]).contains("fewer puzzles"));
        assert!(error(&[&two, &[], &two]).contains("fewer puzzles"));
    }
}
