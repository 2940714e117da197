//! `sudoku-bench dataset shard`.

use corpus::{error::Result, reader::Shard};

use super::reshape::{ShapeArgs, reshape};
use crate::cli::Exit;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The part to keep, such as 1/4
    #[arg(value_name = "I/N")]
    shard: Shard,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    reshape("shard", args.shape, |reshape, observer| reshape.shard(args.shard, observer))
}
