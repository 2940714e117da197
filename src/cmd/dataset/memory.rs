//! The memory and the temporary directory of commands that compare puzzles.

use std::{env, path::PathBuf};

use corpus::{numbers::count, reader::Corpus};
use dataset::classes::Classes;

use crate::cli::{heading, values::parse_bytes};

/// Bytes that a comparison takes for a row, in memory or on disk; some take up to 16 more.
const COMPARED_BYTES: u64 = 24;

/// The memory and the temporary directory of comparisons.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = heading::MACHINE)]
pub struct MemoryArgs {
    /// Memory for comparisons, such as 500M or 2G; the rest is sorted on disk
    #[arg(long, default_value = "256M", value_name = "BYTES", value_parser = parse_bytes)]
    pub memory: usize,

    /// Directory for temporary files [default: the system's]
    #[arg(long, value_name = "DIR")]
    pub temporary: Option<PathBuf>,
}

impl MemoryArgs {
    pub fn directory(&self) -> PathBuf {
        self.temporary.clone().unwrap_or_else(env::temp_dir)
    }

    /// Says how much disk it takes to compare the rows of corpora in `comparisons` ways, if they do not fit in the memory.
    pub fn announce_disk(&self, corpora: &[&Corpus], comparisons: usize) {
        let rows: Option<u64> = corpora.iter().map(|corpus| corpus.estimated_rows()).sum();
        let rows = rows.unwrap_or(0);
        let bytes = rows.saturating_mul(COMPARED_BYTES * comparisons as u64);
        if bytes > self.memory as u64 {
            // While sorted parts are merged, a row can be in two of them.
            let (rows, megabytes) = (count(rows), count((2 * bytes).div_ceil(1_000_000)));
            let directory = self.directory();
            message!("about {rows} rows: sorting them takes up to {megabytes} MB of disk in {}", directory.display());
        }
    }

    pub fn classes(&self) -> Classes {
        Classes::new(self.memory, self.directory())
    }
}
