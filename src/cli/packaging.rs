//! The commands that make completion scripts and man pages.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Hidden, so that neither the scripts nor the pages mention commands that an installed program does not have.
#[derive(Debug, Subcommand)]
pub enum Packaging {
    /// Print a completion script for a shell
    #[command(hide = true, after_long_help = COMPLETIONS_HELP)]
    Completions(Completions),
    /// Write a man page for the program and for each command
    #[command(hide = true, after_long_help = MAN_HELP)]
    Man(Man),
}

const COMPLETIONS_HELP: &str = "\
Examples:
  sudoku-bench completions bash > ~/.local/share/bash-completion/completions/sudoku-bench
  sudoku-bench completions fish > ~/.config/fish/completions/sudoku-bench.fish
  sudoku-bench completions zsh > _sudoku-bench    # in a directory of $fpath";

const MAN_HELP: &str = "\
Example:
  sudoku-bench man ~/.local/share/man/man1";

#[derive(Args, Debug)]
pub struct Completions {
    /// Shell to print the script for
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Man {
    /// Directory for the pages; it is created if it does not exist
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}
