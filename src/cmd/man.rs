//! `sudoku-bench man`: a man page for the program and for each command.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::Command;
use clap_mangen::Man;
use corpus::{
    error::{Error, Result},
    fs::create_directory,
};

use crate::{cli::Exit, cmd::files};

const HELP: &str = "\
Example:
  sudoku-bench man ~/.local/share/man/man1";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Directory for the pages; it is created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub fn run(args: Args, program: Command) -> Result<Exit> {
    let directory = &args.directory;
    files::check_not_standard_output(Some(directory))?;
    create_directory(directory)?;
    let mut command = program.disable_help_subcommand(true);
    // Gives each command its full name.
    command.build();
    write_pages(&command, directory).map_err(Error::io(directory, "write a page in"))?;
    message!("wrote {}", directory.join("sudoku-bench*.1").display());
    Ok(Exit::Success)
}

fn write_pages(command: &Command, directory: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(subcommand, directory)?;
    }
    let program = concat!("sudoku-bench ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(program).generate_to(directory).map(drop)
}
