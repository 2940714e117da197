//! `sudoku-bench dataset …`, one file per command: arguments → library → printed summary.

mod augment;
mod canon;
mod convert;
mod dedup;
mod difficulty;
mod export;
mod filter;
mod generate;
mod inspect;
mod join;
mod layouts;
mod memory;
mod overlap;
mod rate;
mod reshape;
mod sample;
mod shard;
mod split;

use crate::cli::Exit;
use clap::Subcommand;
use corpus::error::Result;

#[derive(Debug, Subcommand)]
pub enum Dataset {
    /// Describe a corpus: layout, clues, solutions, duplicates, isomorphs, errors
    Inspect(inspect::Args),
    /// Write a corpus in another layout
    Convert(convert::Args),
    /// Draw puzzles at random, in the order of the corpus
    Sample(sample::Args),
    /// Split a corpus at random, such as into training, validation and test
    Split(split::Args),
    /// Keep every N-th puzzle, for N machines to share a corpus; runs to be merged have `run --shard`
    Shard(shard::Args),
    /// Keep the rows for which an expression holds
    Filter(filter::Args),
    /// Add random isomorphs of every puzzle, with its solution transformed along
    Augment(augment::Args),
    /// Add the lines of other files as columns
    Join(join::Args),
    /// Add the canonical form, which isomorphs share, as a column
    Canon(canon::Args),
    /// Remove duplicates
    Dedup(dedup::Args),
    /// Find the puzzles of a test set that are in a training set, in five senses; exit with 3 if there are any
    Overlap(overlap::Args),
    /// Add columns that measure the difficulty of each puzzle
    Rate(rate::Args),
    /// Write a data set in the form that a learner loads
    Export(export::Args),
    /// Generate puzzles with one solution each
    Generate(generate::Args),
    /// List the layouts that can be read and written
    Layouts,
}

pub fn run(command: Dataset) -> Result<Exit> {
    match command {
        Dataset::Inspect(args) => inspect::run(args),
        Dataset::Convert(args) => convert::run(args),
        Dataset::Sample(args) => sample::run(args),
        Dataset::Split(args) => split::run(args),
        Dataset::Shard(args) => shard::run(args),
        Dataset::Filter(args) => filter::run(args),
        Dataset::Augment(args) => augment::run(args),
        Dataset::Join(args) => join::run(args),
        Dataset::Canon(args) => canon::run(args),
        Dataset::Dedup(args) => dedup::run(args),
        Dataset::Overlap(args) => overlap::run(args),
        Dataset::Rate(args) => rate::run(args),
        Dataset::Export(args) => export::run(args),
        Dataset::Generate(args) => generate::run(args),
        Dataset::Layouts => layouts::run(),
    }
}
