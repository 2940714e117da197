//! The commands that make the files which a package installs beside the program.

mod completions;
mod man;

use clap::{Command, Subcommand};
use corpus::error::Result;

use crate::cli::Exit;

/// Hidden, so that neither the scripts nor the pages mention commands that an installed program does not have.
#[derive(Debug, Subcommand)]
pub enum Packaging {
    /// Print a completion script for a shell
    #[command(hide = true)]
    Completions(completions::Args),
    /// Write a man page for the program and for each command
    #[command(hide = true)]
    Man(man::Args),
}

/// Runs a command on the command line of the program.
pub fn run(command: Packaging, program: Command) -> Result<Exit> {
    match command {
        Packaging::Completions(args) => completions::run(args, program),
        Packaging::Man(args) => man::run(args, program),
    }
}
