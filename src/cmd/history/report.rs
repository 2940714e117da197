//! `sudoku-bench history report`: the history as a page.

use std::path::PathBuf;

use benchmark::reporter;
use corpus::{error::Result, fs::PartFile};

use super::show::JudgedArgs;
use crate::{
    cli::{Exit, heading},
    cmd::{self, is_stdio},
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
    let page = reporter::history_html(&history);
    if is_stdio(&args.output) {
        cmd::print(&page)?;
    } else {
        PartFile::create_for_user(&args.output)?.complete(page.as_bytes())?;
        message!("wrote {}", args.output.display());
    }
    Ok(Exit::Success)
}
