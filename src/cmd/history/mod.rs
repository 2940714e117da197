//! `sudoku-bench history`: which commit changed what, from a small file for every run.

mod add;
#[cfg(unix)]
mod backfill;
mod bless;
mod report;
mod show;
pub mod store_args;

use clap::Subcommand;
use corpus::error::Result;

use crate::cli::Exit;

#[derive(Subcommand, Debug)]
pub enum History {
    /// Add finished runs to the history
    Add(add::Args),
    /// Print which commit changed which counts and latencies; a new change for the worse fails
    Show(show::Args),
    /// Write the history as an HTML page
    Report(report::Args),
    #[cfg(unix)]
    /// Build and run earlier commits, and add the runs
    Backfill(backfill::Args),
    /// Record that the changes up to a commit are intended
    Bless(bless::Args),
}

pub fn run(history: History) -> Result<Exit> {
    match history {
        History::Add(args) => add::run(args),
        History::Show(args) => show::run(args),
        History::Report(args) => report::run(args),
        #[cfg(unix)]
        History::Backfill(args) => backfill::run(args),
        History::Bless(args) => bless::run(args),
    }
}
