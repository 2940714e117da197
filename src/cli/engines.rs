//! The arguments of `engines`, and those about engines as strategies.

use std::path::PathBuf;

use clap::Args;

#[cfg(unix)]
pub const ENGINES_HELP: &str = "\
Examples:
  sudoku-bench engines --engines engines/engines.toml
  sudoku-bench engines build java --engines engines/engines.toml
  sudoku-bench engines test --engines engines/engines.toml
  sudoku-bench run puzzles.csv --strategy naive,engine:java --engines engines/engines.toml

ENGINES.md says how to write and describe an engine.";

/// External engines as strategies.
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// File that describes the engines of `--strategy engine:NAME` [default: engines.toml beside the corpus, or in the working
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,

    /// Send engines the puzzles of a block at once: measures their throughput, not their latencies
    #[arg(long)]
    pub pipelined: bool,
}

#[cfg(unix)]
#[derive(Args, Debug)]
pub struct Engines {
    /// File that describes the engines [default: engines.toml in the working directory]
    #[arg(long = "engines", value_name = "FILE", global = true)]
    pub file: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Option<EngineCommand>,
}

#[cfg(unix)]
#[derive(Debug, clap::Subcommand)]
pub enum EngineCommand {
    /// Build engines
    Build {
        /// Names of engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Test engines on puzzles whose answers are known
    Test {
        /// Names of engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
}
