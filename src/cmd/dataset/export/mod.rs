//! `sudoku-bench dataset export …`, one file per form.

mod hrm;

use crate::cli::Exit;
use clap::Subcommand;
use corpus::error::Result;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    form: Form,
}

#[derive(Debug, Subcommand)]
enum Form {
    /// Write the directory of arrays that HRM and TRM load, as their build_sudoku_dataset.py does
    Hrm(hrm::Args),
}

pub fn run(args: Args) -> Result<Exit> {
    match args.form {
        Form::Hrm(args) => hrm::run(args),
    }
}
