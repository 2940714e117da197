//! The checksums that a partition has after the rows of a range.

use corpus::digest::hex;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::record::{Manifest, RenderedBlock, StrategyManifest, encode_histogram, new_histogram, record_latency};

/// The last row of a range for each strategy: the sums and the digest of the rows before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trailer {
    /// Number of the first line.
    pub first: u64,
    /// Number of lines.
    pub lines: u64,
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of rejected rows.
    pub rejects: u64,
    /// The strategy's name.
    pub strategy: String,
    /// SHA-256 of the deterministic columns of the strategy's rows, in hexadecimal. In later rounds it is the digest of
    /// nothing: their columns are compared with those of the first round.
    pub sha256: String,
    /// The latencies: an HdrHistogram in version 2 of the compressed encoding, in base64.
    pub histogram: String,
}

/// The first row of a range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beginning {
    /// Number of the first line.
    pub first: u64,
    /// The run of the partition.
    pub run: Manifest,
}

/// Adds up the blocks of a range.
pub struct Tally {
    puzzles: u64,
    rejects: u64,
    strategies: Vec<(Sha256, Histogram<u64>)>,
}

impl Tally {
    /// Creates the sums of a range without blocks.
    pub fn new(strategies: usize) -> Tally {
        let strategies = (0..strategies).map(|_| (Sha256::new(), new_histogram())).collect();
        Tally { puzzles: 0, rejects: 0, strategies }
    }

    /// Adds a block.
    pub fn add(&mut self, written: &RenderedBlock<'_>) {
        let solved = &written.solved;
        let text = written.puzzles.as_ref();
        self.puzzles += solved.block.puzzles.len() as u64;
        self.rejects += solved.block.rejects.len() as u64;
        for (index, (digest, histogram)) in self.strategies.iter_mut().enumerate() {
            text.and_then(|text| text.deterministic.get(index)).iter().for_each(|lines| digest.update(lines));
            solved.samples_of(index).for_each(|sample| record_latency(histogram, sample));
        }
    }

    /// Returns the trailers of a range that begins with the line `first`, in the order of the strategies.
    pub fn trailers(self, first: u64, lines: u64, names: &[StrategyManifest]) -> Vec<Trailer> {
        let Tally { puzzles, rejects, strategies } = self;
        let trailer = |(index, (digest, histogram)): (usize, (Sha256, Histogram<u64>))| Trailer {
            first,
            lines,
            puzzles,
            rejects,
            strategy: names[index].name.clone(),
            sha256: hex(&digest.finalize()),
            histogram: encode_histogram(&histogram),
        };
        strategies.into_iter().enumerate().map(trailer).collect()
    }
}
