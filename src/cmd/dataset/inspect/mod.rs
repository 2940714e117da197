//! `sudoku-bench dataset inspect`.

mod text;

use std::path::PathBuf;

use corpus::{
    error::{Error, Result},
    reader::{Corpus, FileSummary},
};
use dataset::audit::{self, AuditOptions, Inspection, Report, Section};
use grid::Shape;
use pass::PassEnd;
use rating::Tenths;

use super::{memory::MemoryArgs, reshape::corpus};
use crate::{
    cli::{Exit, MachineArgs, ReadingArgs, choices, heading, parse_tenths},
    cmd::{print, print_message, print_rejects, row_pass::watched},
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Exit with 1 if the corpus has rejected rows, conflicts, puzzles without exactly one solution, duplicates, isomorphs or wrong solutions
    #[arg(long)]
    strict: bool,

    /// Leave out these sections of the report, which take most of the time, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "SECTION", value_parser = choices::audit_section())]
    skip: Vec<Section>,

    /// Also count the puzzles by their rating of Sudoku Explainer; harder ones than this, such as 7.5, are counted together [default: 7.5]
    #[arg(long, value_name = "UP_TO", num_args = 0..=1, require_equals = true, default_missing_value = "7.5")]
    #[arg(value_parser = parse_tenths)]
    ratings: Option<Tenths>,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Print JSON
    #[arg(long, help_heading = heading::OUTPUT)]
    json: bool,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let mut corpus = corpus(args.files.clone(), args.reading.clone(), false)?;
    // The report describes the layout.
    corpus.notice = None;
    // No rows are written.
    corpus.mixed_columns = true;
    if args.ratings.is_some() {
        corpus.check_shape("--ratings", Shape::has_ratings)?;
    }
    show(&args, inspect(&args, &corpus)?)
}

fn inspect(args: &Args, corpus: &Corpus) -> Result<Inspection> {
    let options = AuditOptions {
        memory: args.memory.memory,
        temporary: args.memory.directory(),
        threads: args.machine.threads(),
        simd: args.machine.simd,
        skip: args.skip.clone(),
        ratings: args.ratings,
    };
    args.memory.announce_disk(&[corpus], 3);
    watched("inspect", options.threads, &corpus.files, &[], |observer| audit::inspect(corpus, &options, observer))
}

fn show(args: &Args, inspected: Inspection) -> Result<Exit> {
    let Inspection { report, files, rejected, ended } = inspected;
    let has_failed = matches!(ended, PassEnd::Failed(_));
    if !has_failed || report.puzzles > 0 {
        print(&if args.json { json(&files, &report, &ended)? } else { text::text(&files, &report, &ended) })?;
    }
    if !has_failed {
        print_rejects(&rejected, None);
    }
    match ended {
        PassEnd::Failed(error) => Err(error),
        PassEnd::Stopped => Ok(Exit::Interrupted),
        PassEnd::Complete if args.strict && report.is_bad() => {
            print_message("the corpus has defects (--strict makes them an error)");
            Ok(Exit::Error)
        }
        PassEnd::Complete => Ok(Exit::Success),
    }
}

fn json(files: &[FileSummary], report: &Report, ended: &PassEnd) -> Result<String> {
    let file = |file: &FileSummary| {
        let schema = file.schema.as_deref();
        let profile = file.profile;
        let name = |index: usize| schema.and_then(|schema| schema.names.get(index));
        serde_json::json!({
            "path": file.path,
            "bytes": file.bytes,
            "puzzles": file.puzzles,
            "rejected": file.rejects,
            "layout": schema.map(|schema| schema.layout),
            "header": schema.is_some_and(|schema| schema.header.is_some()),
            "columns": schema.map_or(&[][..], |schema| &schema.names),
            "puzzle_column": schema.and_then(|schema| name(schema.puzzle)),
            "solution_column": schema.and_then(|schema| name(schema.solution?)),
            "lf": profile.lf,
            "crlf": profile.crlf,
            "cr": profile.carriage_returns,
            "final_line_end": !profile.unterminated,
            "byte_order_mark": profile.byte_order_mark,
            "comments": profile.comments,
            "empty_lines": profile.empty,
        })
    };
    let files: Vec<_> = files.iter().map(file).collect();
    let mut all = serde_json::to_value(report).map_err(|error| Error::Usage(error.to_string()))?;
    all["files"] = files.into();
    all["complete"] = matches!(ended, PassEnd::Complete).into();
    all["interrupted"] = matches!(ended, PassEnd::Stopped).into();
    Ok(format!("{all:#}\n"))
}
