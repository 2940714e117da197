//! `sudoku-bench dataset canon`.

use std::process::ExitCode;

use corpus::error::Result;

use super::reshape::{ShapeArgs, reshape};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<ExitCode> {
    reshape("canon", args.shape, |reshape, observer| reshape.canon(observer))
}
