//! `sudoku-bench completions`: a completion script for a shell.

use std::process::ExitCode;

use clap::{Command, CommandFactory};
use sudoku_bench::error::Result;

use crate::{
    cli::{Cli, packaging},
    cmd::print,
};

pub fn run(args: packaging::Completions) -> Result<ExitCode> {
    let all = Cli::command();
    // The generators offer hidden commands too.
    let visible = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let command = Command::new("sudoku-bench").version(env!("CARGO_PKG_VERSION"));
    let mut command = command.args(all.get_arguments().cloned()).subcommands(visible);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sudoku-bench", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
