//! `sudoku-bench about`: what this program is. Only for scripts/check/edit-lists.

use corpus::error::Result;

use crate::cli::Exit;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print the name only
    #[arg(long)]
    short: bool,
}

pub fn run(args: Args) -> Result<Exit> {
    super::print(if args.short { "sudoku-bench\n" } else { "sudoku-bench, a benchmark of Sudoku solvers\n" })?;
    Ok(Exit::Success)
}
