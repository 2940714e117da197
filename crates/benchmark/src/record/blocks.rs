//! `blocks.csv`: one row per round, block and strategy, from which latencies are compared between runs.

use std::{borrow::Cow, collections::HashSet, path::Path};

use corpus::{
    csv_text::csv_text,
    digest::hex,
    error::{Error, Result},
    fs::PartFile,
};
use pass::{Ending, SolvedBlock};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Manifest, StrategyManifest, digested_csv, directory::Directory, directory_names::BLOCKS};
use stats::Cell;

/// Valid logarithms of times in nanoseconds: from 1 ns to more than 64 bits can hold. Beyond them, ratios would be
/// infinite.
const LOGARITHMS: std::ops::RangeInclusive<f64> = 0.0..=45.0;

/// A row of the file. The names of its fields are the columns; FORMAT.md defines them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BlockRow<'a> {
    pub round: u32,
    pub block: u64,
    pub strategy: Cow<'a, str>,
    pub slot: usize,
    pub n: usize,
    pub censored: usize,
    pub mean_ln_ns_trim10: Option<f64>,
    pub sum_ns: u64,
    pub cpu_ns: u64,
    pub nivcsw: u64,
    pub worker: usize,
    pub start_ms: u64,
    pub puzzles: u64,
    pub rejects: u64,
    pub control_mean_ln_ns_trim10: Option<f64>,
}

impl<'a> BlockRow<'a> {
    /// Returns the rows of a block: one for each strategy, in order.
    pub fn of_block(round: u32, solved: &SolvedBlock, strategies: &'a [StrategyManifest]) -> Vec<BlockRow<'a>> {
        let rows = strategies.iter().enumerate();
        rows.map(|(index, strategy)| BlockRow::of_turn(round, solved, &strategy.name, index)).collect()
    }

    /// Returns the latencies of the strategy and of the control in this turn; `None` if either is missing.
    pub fn cell(&self) -> Option<Cell> {
        let BlockRow { round, block, n, censored, .. } = *self;
        let value = self.mean_ln_ns_trim10?;
        let control = self.control_mean_ln_ns_trim10?;
        Some(Cell { round, block, value, control, of: n.saturating_sub(censored) })
    }

    fn of_turn(round: u32, solved: &SolvedBlock, name: &'a str, index: usize) -> BlockRow<'a> {
        let SolvedBlock { block, turns, .. } = solved;
        let turn = &turns[index];
        let run = || solved.samples_of(index).filter(|sample| sample.status.ending() != Ending::NotRun);
        let unfinished = run().filter(|sample| !sample.status.is_finished()).count();
        let finished = run().filter(|sample| sample.status.is_finished()).map(|sample| sample.latency_ns);
        BlockRow {
            round,
            block: block.index,
            strategy: name.into(),
            slot: turn.slot,
            n: run().count(),
            censored: unfinished,
            mean_ln_ns_trim10: mean_ln(finished.filter(|&ns| ns > 0)),
            sum_ns: run().map(|sample| sample.latency_ns).sum(),
            cpu_ns: turn.usage.cpu.as_nanos() as u64,
            nivcsw: turn.usage.preempted,
            worker: turn.worker,
            start_ms: turn.start.as_millis() as u64,
            puzzles: block.puzzles.len() as u64,
            rejects: block.rejects.len() as u64,
            control_mean_ln_ns_trim10: mean_ln(turn.control.iter().map(|reading| (reading.as_nanos() as u64).max(1))),
        }
    }
}

fn mean_ln(latencies: impl Iterator<Item = u64>) -> Option<f64> {
    stats::trimmed_log_mean(latencies).map(|mean| stats::rounded(mean, 6))
}

/// A strategy's latencies in the complete rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyCells {
    /// The trimmed means of the logarithms of the strategy's latencies, and of the control's in the same turn.
    pub cells: Vec<Cell>,
    /// Number of blocks of the corpus.
    pub blocks: usize,
    /// Number of complete rounds in which the strategy finished a puzzle, whether there is a control or not.
    pub rounds: u32,
    /// True if the latencies are shares of the time of a block.
    pub amortised: bool,
}

/// Returns the cells of each strategy, in the order of the manifest. A turn in which the strategy finished no puzzle, or that
/// has no control, has no cell. `rows` are in order.
pub fn strategy_cells(rows: &[BlockRow<'_>], manifest: &Manifest) -> Vec<StrategyCells> {
    let blocks = rows.iter().map(|row| row.block).collect::<HashSet<_>>().len();
    let cells_of = |strategy: &StrategyManifest| {
        let own = rows.iter().filter(|row| row.round < manifest.rounds_complete && row.strategy == strategy.name);
        let finished: Vec<_> = own.filter(|row| row.mean_ln_ns_trim10.is_some()).collect();
        StrategyCells {
            blocks,
            cells: finished.iter().filter_map(|row| row.cell()).collect(),
            rounds: finished.chunk_by(|row, next| row.round == next.round).count() as u32,
            amortised: strategy.amortised,
        }
    };
    manifest.strategies.iter().map(cells_of).collect()
}

pub struct BlocksFile {
    file: PartFile,
    digest: Sha256,
}

impl BlocksFile {
    pub fn begin(directory: &Directory) -> Result<BlocksFile> {
        let mut blocks = BlocksFile { file: directory.file(BLOCKS)?, digest: Sha256::new() };
        blocks.append(&digested_csv::header::<BlockRow<'_>>())?;
        Ok(blocks)
    }

    pub fn write(&mut self, rows: &[BlockRow<'_>]) -> Result<()> {
        self.append(&csv_text(false, rows))
    }

    pub fn finish(self) -> (PartFile, String) {
        (self.file, hex(&self.digest.finalize()))
    }

    fn append(&mut self, text: &[u8]) -> Result<()> {
        self.digest.update(text);
        self.file.write(text)
    }
}

/// Reads the rows of a file, and checks them against the manifest. Unknown columns are ignored. Returns an error if a row is
/// malformed, out of order or there twice, or if the file does not have the digest of the manifest.
pub fn read(path: &Path, manifest: &Manifest) -> Result<Vec<BlockRow<'static>>> {
    let mut rows = Vec::new();
    digested_csv::read(path, &manifest.blocks_sha256, |row| {
        check_row(&row, &rows, manifest)?;
        rows.push(row);
        Ok(())
    })?;
    check_complete(path, &rows, manifest)?;
    Ok(rows)
}

/// Checks that each block has a row of every strategy, and that every complete round has the blocks of the first.
fn check_complete(path: &Path, rows: &[BlockRow<'_>], manifest: &Manifest) -> Result<()> {
    let names: Vec<&str> = manifest.strategies.iter().map(|strategy| &*strategy.name).collect();
    let missing = |reason: String| Err(Error::malformed(path, 0, format!("{reason}: changed by hand")));
    let mut blocks: Vec<Vec<u64>> = Vec::new();
    for block in rows.chunk_by(|row, next| (row.round, row.block) == (next.round, next.block)) {
        let BlockRow { round, block: number, .. } = block[0];
        if let Some(name) = names.iter().find(|&name| block.iter().all(|row| row.strategy != *name)) {
            return missing(format!("the row of {name} in round {round}, block {number} is missing"));
        }
        blocks.resize(blocks.len().max(round as usize + 1), Vec::new());
        blocks[round as usize].push(number);
    }
    let has_puzzles = manifest.corpora.iter().any(|file| file.puzzles > 0) && !names.is_empty();
    // Only the first shard must have a block.
    let has_blocks = has_puzzles && manifest.shard.is_none_or(|shard| shard.contains(0));
    let complete = manifest.rounds_complete as usize;
    let short = blocks.iter().take(complete).position(|round| *round != blocks[0]);
    match short.or((blocks.len() < complete && has_blocks).then_some(blocks.len())) {
        Some(round) => missing(format!("blocks of round {round} are missing")),
        None => Ok(()),
    }
}

/// Checks a row after the rows `before`. An error is the reason why the row is wrong.
fn check_row(row: &BlockRow<'_>, before: &[BlockRow<'_>], manifest: &Manifest) -> Result<(), String> {
    let BlockRow { round, block, strategy, slot, .. } = row;
    if manifest.strategies.iter().all(|known| known.name != *strategy) {
        return Err(format!("manifest.json has no strategy {strategy}"));
    }
    let means =
        [("mean_ln_ns_trim10", row.mean_ln_ns_trim10), ("control_mean_ln_ns_trim10", row.control_mean_ln_ns_trim10)];
    if let Some((name, _)) = means.iter().find(|(_, mean)| mean.is_some_and(|mean| !LOGARITHMS.contains(&mean))) {
        return Err(format!("{name} is not the logarithm of a time"));
    }
    let turns = manifest.strategies.len();
    if *slot >= turns {
        return Err(format!("slot {slot} of {turns}, counted from 0"));
    }
    if *round >= manifest.rounds {
        return Err(format!("round {round} of {}, counted from 0", manifest.rounds));
    }
    // Every round before has a row of each strategy. The check also bounds the memory that rounds take.
    if *round as usize > before.len() / manifest.strategies.len().max(1) {
        return Err(format!("rows of the rounds before round {round} are missing"));
    }
    if before.last().is_some_and(|last| position_of(row) < position_of(last)) {
        return Err("is not in the order of rounds and blocks".into());
    }
    let mut same_block = before.iter().rev().take_while(|other| position_of(other) == position_of(row));
    if same_block.any(|other| other.strategy == *strategy) {
        return Err(format!("{strategy} occurs twice in round {round}, block {block}"));
    }
    Ok(())
}

fn position_of(row: &BlockRow<'_>) -> (u32, u64) {
    (row.round, row.block)
}
