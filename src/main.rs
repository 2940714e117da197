//! The program `sudoku-bench`: parses the command line, runs the command, prints its error and exits.

mod cli;
mod cmd;

use std::process::ExitCode;

use sudoku_bench::error::Result;

use cli::{Cli, Command, Exit};

fn main() -> ExitCode {
    let Cli { command, console } = cli::parse();
    cmd::configure_console(console);
    match run(command) {
        Ok(code) => code,
        Err(error) => {
            cmd::print_error(&error);
            Exit::from(&error).into()
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
        Command::Merge(args) => cmd::merge::run(args),
        Command::Report(args) => cmd::report::run(args),
        Command::Show(args) => cmd::show::run(args),
        Command::Strategies => cmd::strategies::run(),
        #[cfg(unix)]
        Command::Engines(args) => cmd::engines::run(args),
        #[cfg(unix)]
        Command::EngineEcho => cmd::engines::echo(),
        Command::Completions(args) => cmd::completions::run(args),
        Command::Man(args) => cmd::man::run(args),
    }
}
