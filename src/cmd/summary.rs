//! Prints what a run shows: its tables, and at the very end which strategy is the fastest.

use bench::{
    record::{Record, Summary},
    reporter,
};
use corpus::{error::Result, terminal};

use super::{print, table_width};
use crate::cli::SummaryArgs;

/// Prints the tables of a run, with notes on them.
pub fn print_summary(summary: &Summary, args: SummaryArgs) -> Result<()> {
    print(&reporter::summary_text(summary, table_width(args.table), args.scores))
}

/// Prints which strategy is the fastest, and by how much.
pub fn print_headline(record: &Record, args: SummaryArgs) -> Result<()> {
    let headline = reporter::headline(record);
    print(&format!("\n{}\n", terminal::wrapped(&headline, table_width(args.table))))
}
