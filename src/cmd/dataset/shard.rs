//! `sudoku-bench dataset shard`.

use std::process::ExitCode;

use corpus::{error::Result, reader::Shard};

use super::reshape::{ShapeArgs, reshape};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The part to keep, such as 1/4
    #[arg(value_name = "I/N")]
    shard: Shard,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<ExitCode> {
    reshape("shard", args.shape, |reshape, observer| reshape.shard(args.shard, observer))
}
