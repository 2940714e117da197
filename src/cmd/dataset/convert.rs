//! `sudoku-bench dataset convert`.

use corpus::error::Result;

use super::reshape::{ShapeArgs, reshape};
use crate::cli::{Exit, heading};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    shape: ShapeArgs,

    /// Write every value of Parquet and JSON Lines as a string, also in columns of numbers
    #[arg(long, help_heading = heading::OUTPUT)]
    strings: bool,
}

pub fn run(args: Args) -> Result<Exit> {
    reshape("convert", args.shape, |reshape, observer| {
        reshape.outputs.iter_mut().for_each(|output| output.strings = args.strings);
        reshape.convert(observer)
    })
}
