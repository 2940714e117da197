//! `sudoku-bench dataset sample`.

use corpus::{error::Result, reader::RandomSample};

use super::reshape::{ShapeArgs, reshape};
use crate::cli::Exit;
use crate::cli::number::{parse_number, parse_positive};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Number of puzzles to draw; they are held in memory
    #[arg(value_name = "N", value_parser = parse_positive::<usize>)]
    size: usize,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    seed: u64,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let sample = RandomSample { size: args.size, seed: args.seed };
    reshape("sample", args.shape, |reshape, observer| reshape.sample(sample, observer))
}
