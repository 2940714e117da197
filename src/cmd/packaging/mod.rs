//! The commands that make the files which a package installs beside the program.

mod completions;
mod man;

use std::process::ExitCode;

use corpus::error::Result;

use crate::cli::packaging::Packaging;

pub fn run(command: Packaging) -> Result<ExitCode> {
    match command {
        Packaging::Completions(args) => completions::run(args),
        Packaging::Man(args) => man::run(args),
    }
}
