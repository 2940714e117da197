//! `blocks.csv`: a row per round, block and strategy, from which latencies are compared between runs.

use serde::Serialize;

use super::{directory::Directory, part_file::PartFile};
use crate::{error::Result, runner::Solved, sample::Sample, stats, strategy::Entry};

/// The header of the file: the fields of a row.
const HEADER: &[u8] = b"round,block,strategy,slot,n,censored,mean_ln_ns_trim10,sum_ns,cpu_ns,nivcsw,worker,start_ms\n";

/// Writes the file.
pub struct Blocks {
    file: PartFile,
}

#[derive(Serialize)]
struct Row {
    round: u32,
    block: u64,
    strategy: &'static str,
    slot: usize,
    n: usize,
    censored: usize,
    mean_ln_ns_trim10: Option<f64>,
    sum_ns: u64,
    cpu_ns: u64,
    nivcsw: u64,
    worker: usize,
    start_ms: u64,
}

impl Blocks {
    /// Begins the file.
    pub fn begin(directory: &Directory) -> Result<Blocks> {
        Ok(Blocks { file: directory.write("blocks.csv", HEADER)? })
    }

    /// Writes the rows of a block, as it was measured in this round.
    pub fn write(&mut self, round: u32, solved: &Solved, strategies: &[&'static Entry]) -> Result<()> {
        let rows = strategies.iter().enumerate().map(|(strategy, entry)| {
            let turn = &solved.turns[strategy];
            let samples =
                || solved.samples.iter().skip(strategy).step_by(strategies.len()).filter(|s| s.latency_ns > 0);
            let finished = samples().filter(|sample| sample.status.is_finished());
            let mut logarithms: Vec<f64> = finished.map(|sample| (sample.latency_ns as f64).ln()).collect();
            Row {
                round,
                block: solved.block.index,
                strategy: entry.name,
                slot: turn.slot,
                n: samples().count(),
                censored: samples().filter(|sample| sample.status.is_censored()).count(),
                mean_ln_ns_trim10: stats::trimmed_mean(&mut logarithms, 0.1).map(|mean| stats::rounded(mean, 6)),
                sum_ns: samples().map(|sample: &Sample| sample.latency_ns).sum(),
                cpu_ns: turn.usage.cpu.as_nanos() as u64,
                nivcsw: turn.usage.preempted,
                worker: turn.worker,
                start_ms: turn.start.as_millis() as u64,
            }
        });
        self.file.rows(false, rows)
    }

    /// The file.
    pub fn finish(self) -> PartFile {
        self.file
    }
}
