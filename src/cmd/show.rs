//! `sudoku-bench show`: the tables and exports of a finished run, rendered again from its files.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use benchmark::{
    record::{EXPORT, Groups, OpenedResults, Record, Results},
    reporter::{self, Table, export},
};
use corpus::error::Result;

use super::{print_message, run::conclusion::print_groups, score::distinct_keys};
use crate::cli::{Exit, GroupArgs, SummaryArgs, choices, heading};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Results directory
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    /// Write the files in RESULTS/export again
    #[arg(long, conflicts_with = "to")]
    export: bool,

    /// The strategy that the others are compared with [default: that of the run]
    #[arg(long, value_name = "NAME", value_parser = choices::strategy_name)]
    reference: Option<String>,

    /// Form of the tables; other forms than text are printed without notes
    #[arg(long, value_enum, default_value_t = Form::Text, value_name = "FORM")]
    to: Form,

    #[command(flatten)]
    groups: GroupArgs,

    /// Also show whether the strategies agree on which puzzles are hard: the rank correlations of guesses and latencies
    #[arg(long, help_heading = heading::OUTPUT)]
    correlation: bool,

    #[command(flatten)]
    summary: SummaryArgs,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Md,
    Latex,
    Csv,
}

pub fn run(args: Args) -> Result<Exit> {
    let mut results = Results::open(&args.results)?;
    // Before the reference is changed, because the manifest on the disk is compared with this one.
    let opened = OpenedResults::of([&results]);
    if let Some(reference) = &args.reference {
        results.set_reference(reference)?;
    }
    let record = opened.unless_replaced(results.record())?;
    let written: Option<fn(&Table) -> String> = match args.to {
        Form::Text => None,
        Form::Md => Some(Table::markdown),
        Form::Latex => Some(Table::latex),
        Form::Csv => Some(Table::csv),
    };
    if let Some(written) = written {
        return print_tables(&record, &results, &args, written);
    }
    super::print_summary(&record.summary, args.summary)?;
    print_groups(&results, &args.groups, args.summary.table)?;
    if args.correlation {
        let width = super::table_width(args.summary.table);
        let text = reporter::correlation_text(&results.correlations()?, &record.manifest.strategies, width);
        super::print(&format!("\n{text}"))?;
    }
    super::run::conclusion::print_warnings(&record);
    if record.manifest.interrupted {
        print_message("note: the run was interrupted; these are the puzzles that it finished");
    }
    if args.export {
        let files = export::files(&record);
        export::destination(results.path()).in_place()?.replace_exports(&files)?;
        let directory = results.path().join(EXPORT);
        print_message(&if files.is_empty() {
            format!("{} has no files: nothing was measured to the end", directory.display())
        } else {
            format!("wrote {}", directory.display())
        });
    }
    super::print_headline(&record, args.summary)?;
    Ok(Exit::Success)
}

/// Prints the tables in another form than text.
fn print_tables(record: &Record, results: &Results, args: &Args, written: fn(&Table) -> String) -> Result<Exit> {
    let mut tables = reporter::summary_tables(&record.summary, args.summary.scores);
    for key in distinct_keys(&args.groups.by) {
        let groups = Groups::of_run(results, &key, &AtomicBool::new(false))?;
        tables.push(reporter::groups_table(&groups).with_first_column(&key));
    }
    if args.correlation {
        tables.extend(reporter::correlation_tables(&results.correlations()?, &record.manifest.strategies));
    }
    super::print(&tables.iter().map(written).collect::<Vec<_>>().join("\n"))?;
    super::run::conclusion::print_warnings(record);
    Ok(Exit::Success)
}
