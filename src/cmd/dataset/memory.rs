//! The memory and the temporary directory of commands that compare puzzles.

use std::{env, path::PathBuf};

use dataset::classes::Classes;

use crate::cli::{heading, values::parse_bytes};

/// The memory and the temporary directory of comparisons.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = heading::MACHINE)]
pub struct MemoryArgs {
    /// Memory for comparisons, such as 500M or 2G; the rest is sorted on disk
    #[arg(long, default_value = "768M", value_name = "BYTES", value_parser = parse_bytes)]
    pub memory: usize,

    /// Directory for temporary files [default: the system's]
    #[arg(long, value_name = "DIR")]
    pub temporary: Option<PathBuf>,
}

impl MemoryArgs {
    pub fn directory(&self) -> PathBuf {
        self.temporary.clone().unwrap_or_else(env::temp_dir)
    }

    pub fn classes(&self) -> Classes {
        Classes::new(self.memory, self.directory())
    }
}
