//! `blocks.csv`: a row per round, block and strategy, from which latencies are compared between runs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{ControlTurn, SolvedBlock, Turn, directory::Directory};
use crate::{error::Result, fs::PartFile, stats, strategy::Entry};

/// What stands for a strategy's name in the rows of the control.
pub const CONTROL: &str = "__control";

/// Writes the file.
pub struct Blocks {
    file: PartFile,
    digest: Sha256,
    rows: Vec<u8>,
}

/// A row of the file; FORMAT.md has the definitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
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
}

impl BlockRow<'_> {
    /// The header of the file: the names of the fields.
    pub const HEADER: &'static str =
        "round,block,strategy,slot,n,censored,mean_ln_ns_trim10,sum_ns,cpu_ns,nivcsw,worker,start_ms\n";
}

impl Blocks {
    /// Begins the file.
    pub fn begin(directory: &Directory) -> Result<Blocks> {
        let mut blocks = Blocks { file: directory.file("blocks.csv")?, digest: Sha256::new(), rows: Vec::new() };
        blocks.rows.extend_from_slice(BlockRow::HEADER.as_bytes());
        blocks.flush()?;
        Ok(blocks)
    }

    /// Writes the rows of a block, as it was measured in this round.
    pub fn write(&mut self, round: u32, solved: &SolvedBlock, strategies: &[Entry]) -> Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(&mut self.rows);
        for (strategy, entry) in strategies.iter().enumerate() {
            csv.serialize(strategy_row(round, solved, strategies.len(), strategy, &entry.name)).expect("plain data");
        }
        if let Some(control) = &solved.control {
            csv.serialize(control_row(round, solved.block.index, control)).expect("plain data");
        }
        drop(csv);
        self.flush()
    }

    /// The file, and its SHA-256.
    pub fn finish(self) -> (PartFile, [u8; 32]) {
        (self.file, self.digest.finalize().into())
    }

    fn flush(&mut self) -> Result<()> {
        self.digest.update(&self.rows);
        self.file.write(&self.rows)?;
        self.rows.clear();
        Ok(())
    }
}

fn strategy_row<'a>(
    round: u32,
    solved: &SolvedBlock,
    strategies: usize,
    strategy: usize,
    name: &'a str,
) -> BlockRow<'a> {
    let samples = || solved.samples.iter().skip(strategy).step_by(strategies).filter(|sample| sample.latency_ns > 0);
    let finished = samples().filter(|sample| sample.status.is_finished()).map(|sample| sample.latency_ns);
    BlockRow {
        n: samples().count(),
        censored: samples().filter(|sample| sample.status.is_censored()).count(),
        mean_ln_ns_trim10: mean_ln(finished),
        sum_ns: samples().map(|sample| sample.latency_ns).sum(),
        ..turn_row(round, solved.block.index, name, &solved.turns[strategy])
    }
}

fn control_row(round: u32, block: u64, control: &ControlTurn) -> BlockRow<'static> {
    let latencies = || control.latencies.iter().map(|latency| (latency.as_nanos() as u64).max(1));
    BlockRow {
        n: control.latencies.len(),
        mean_ln_ns_trim10: mean_ln(latencies()),
        sum_ns: latencies().sum(),
        ..turn_row(round, block, CONTROL, &control.turn)
    }
}

fn turn_row<'a>(round: u32, block: u64, name: &'a str, turn: &Turn) -> BlockRow<'a> {
    BlockRow {
        round,
        block,
        strategy: Cow::Borrowed(name),
        slot: turn.slot,
        n: 0,
        censored: 0,
        mean_ln_ns_trim10: None,
        sum_ns: 0,
        cpu_ns: turn.usage.cpu.as_nanos() as u64,
        nivcsw: turn.usage.preempted,
        worker: turn.worker,
        start_ms: turn.start.as_millis() as u64,
    }
}

fn mean_ln(latencies: impl Iterator<Item = u64>) -> Option<f64> {
    stats::trimmed_log_mean(latencies).map(|mean| stats::rounded(mean, 6))
}
