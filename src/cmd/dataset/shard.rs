//! `sudoku-bench dataset shard`.

use std::process::ExitCode;

use corpus::error::Result;

use super::reshape::{ShapeArgs, reshape};
use crate::cli::values::Part;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The part to keep, such as 1/4
    #[arg(value_name = "I/N")]
    part: Part,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<ExitCode> {
    let (first, of) = (args.part.number - 1, args.part.of);
    reshape("shard", args.shape, |reshape, observer| reshape.shard(first, of, observer))
}
