//! `sudoku-bench dataset canon`.

use corpus::error::Result;

use super::reshape::{ShapeArgs, reshape};
use crate::cli::Exit;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    reshape("canon", args.shape, |reshape, observer| reshape.canon(observer))
}
