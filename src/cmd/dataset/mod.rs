//! `sudoku-bench dataset …`, one file per command: arguments → library → printed summary.

mod dedup;
mod difficulty;
mod filter;
mod generate;
mod hrm;
mod inspect;
mod join;
mod layouts;
mod memory;
mod overlap;
mod rate;
mod reshape;
mod split;

use clap::Subcommand;
use corpus::{
    error::Result,
    reader::{BlockSize, RandomSample, Shard},
};

use crate::cli::{
    Exit, heading,
    number::{parse_number, parse_positive},
};
use reshape::{BLOCK, ShapeArgs, reshape};

#[derive(Debug, Subcommand)]
pub enum Dataset {
    /// Describe a corpus: layout, clues, solutions, duplicates, isomorphs, errors
    Inspect(inspect::Args),
    /// Write a corpus in another layout
    Convert {
        #[command(flatten)]
        shape: ShapeArgs,

        /// Write every value of Parquet and JSON Lines as a string, also in columns of numbers
        #[arg(long, help_heading = heading::OUTPUT)]
        strings: bool,
    },
    /// Draw puzzles at random, in the order of the corpus
    Sample {
        /// Number of puzzles to draw; they are held in memory
        #[arg(value_name = "N", value_parser = parse_positive::<usize>)]
        size: usize,

        /// Seed of the random numbers
        #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
        seed: u64,

        #[command(flatten)]
        shape: ShapeArgs,
    },
    /// Split a corpus at random, such as into training, validation and test
    Split(split::Args),
    /// Keep every N-th puzzle, for N machines to share a corpus; runs to be merged have `run --shard`
    Shard {
        /// The part to keep, such as 1/4
        #[arg(value_name = "I/N")]
        shard: Shard,

        #[command(flatten)]
        shape: ShapeArgs,
    },
    /// Keep the rows for which an expression holds
    Filter(filter::Args),
    /// Add random isomorphs of every puzzle, with its solution transformed along
    Augment {
        /// Number of isomorphs of each puzzle
        #[arg(value_name = "K", value_parser = parse_positive::<usize>)]
        images: usize,

        /// Seed of the random numbers
        #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
        seed: u64,

        /// Leave out the puzzles themselves
        #[arg(long)]
        only_images: bool,

        /// Add a column `source` with the id of the puzzle that a row is made from, or else its line
        #[arg(long)]
        source: bool,

        /// Add a column `transform` with the rows, columns and values of the puzzle that a row is made of, for `score --inverse`
        #[arg(long)]
        transform: bool,

        #[command(flatten)]
        shape: ShapeArgs,
    },
    /// Add the lines of other files as columns
    Join(join::Args),
    /// Add the canonical form, which isomorphs share, as a column
    Canon {
        #[command(flatten)]
        shape: ShapeArgs,
    },
    /// Remove duplicates
    Dedup(dedup::Args),
    /// Find the puzzles of a test set that are in a training set, in five senses; exit with 3 if there are any
    Overlap(overlap::Args),
    /// Add columns that measure the difficulty of each puzzle
    Rate(rate::Args),
    /// Write a data set in the form that a learner loads
    Export {
        #[command(subcommand)]
        form: Form,
    },
    /// Generate puzzles with one solution each
    Generate(generate::Args),
    /// List the layouts that can be read and written
    Layouts,
}

#[derive(Debug, Subcommand)]
pub enum Form {
    /// Write the directory of arrays that HRM and TRM load, as their build_sudoku_dataset.py does
    Hrm(hrm::Args),
}

/// Runs a command. `given` are its options on the command line.
pub fn run(command: Dataset, given: &[String]) -> Result<Exit> {
    match command {
        Dataset::Inspect(args) => inspect::run(args),
        Dataset::Convert { shape, strings } => reshape("convert", shape, |pass, observer| {
            pass.outputs.iter_mut().for_each(|output| output.strings = strings);
            pass.convert(observer)
        }),
        Dataset::Sample { size, seed, shape } => {
            reshape("sample", shape, |pass, observer| pass.sample(RandomSample { size, seed }, observer))
        }
        Dataset::Split(args) => split::run(args),
        Dataset::Shard { shard, shape } => reshape("shard", shape, |pass, observer| pass.shard(shard, observer)),
        Dataset::Filter(args) => filter::run(args),
        Dataset::Augment { images, seed, only_images, source, transform, shape } => {
            reshape("augment", shape, |pass, observer| {
                pass.corpus.extras.solutions = true;
                // Every puzzle becomes many rows. Blocks have fewer puzzles, so that they have as many rows as with other
                // commands.
                pass.corpus.block_size = BlockSize::Timed((BLOCK / (images + 1)).max(1));
                pass.augment(images, !only_images, source, transform, seed, observer)
            })
        }
        Dataset::Join(args) => join::run(args),
        Dataset::Canon { shape } => reshape("canon", shape, |pass, observer| pass.canon(observer)),
        Dataset::Dedup(args) => dedup::run(args),
        Dataset::Overlap(args) => overlap::run(args),
        Dataset::Rate(args) => rate::run(args),
        Dataset::Export { form: Form::Hrm(args) } => hrm::run(args),
        Dataset::Generate(args) => generate::run(args, given),
        Dataset::Layouts => layouts::run(),
    }
}
