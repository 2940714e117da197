//! The command `sudoku-bench`: parse, dispatch, print the error once, exit.

mod cli;
mod cmd;

use std::process::ExitCode;

use clap::Parser;
use sudoku_bench::error::{Error, Result};

use cli::{Cli, Command};

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            cmd::note(&format!("error: {error}{}", cmd::advice(&error)));
            ExitCode::from(match error {
                Error::Usage(_) => 2,
                Error::NotComparable(_) => cmd::NOTHING_MEASURED,
                _ => 1,
            })
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Run(args) => cmd::run::run(*args),
        Command::Ab(args) => cmd::ab::run(*args),
        Command::Worker(args) => cmd::worker::run(args),
        Command::Compare(args) => cmd::compare::run(args),
        Command::Solve(args) => cmd::solve::run(*args),
        Command::Dataset { command } => cmd::dataset::run(*command),
        Command::Strategies => cmd::strategies::run(),
    }
}
