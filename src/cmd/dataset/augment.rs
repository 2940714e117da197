//! `sudoku-bench dataset augment`.

use corpus::{error::Result, reader::BlockSize};

use super::reshape::{BLOCK, ShapeArgs, reshape};
use crate::cli::Exit;
use crate::cli::number::{parse_number, parse_positive};

#[derive(clap::Args, Debug)]
pub struct Args {
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

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    reshape("augment", args.shape, |reshape, observer| {
        reshape.corpus.extras.solutions = true;
        // Every puzzle becomes many rows. Blocks have fewer puzzles, so that they have as many rows as with other
        // commands.
        reshape.corpus.block_size = BlockSize::Timed((BLOCK / (args.images + 1)).max(1));
        reshape.augment(args.images, !args.only_images, args.source, args.seed, observer)
    })
}
