//! `sudoku-bench history report`: the history as a page.

use std::path::PathBuf;

use benchmark::reporter;
use corpus::error::Result;

use super::show::JudgedArgs;
use crate::{
    cli::{Exit, heading},
    cmd::report::write_page,
};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    judged: JudgedArgs,

    /// File for the page; `-` is standard output
    #[arg(short, long, visible_alias = "out", value_name = "FILE", default_value = "history.html")]
    #[arg(help_heading = heading::OUTPUT)]
    output: PathBuf,
}

pub fn run(args: Args) -> Result<Exit> {
    let history = args.judged.judge(false, 0)?;
    write_page(&reporter::history_html(&history), &args.output)?;
    Ok(Exit::Success)
}
