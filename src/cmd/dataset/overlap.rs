//! `sudoku-bench dataset overlap`.

use std::{path::PathBuf, process::ExitCode};

use corpus::{
    dataset::{Equality, Overlap},
    error::Result,
    numbers,
};

use super::{memory::MemoryArgs, reshape::corpus};
use crate::{
    cli::{Exit, MachineArgs, MaxRejects, ReadingArgs, heading},
    cmd::{
        check_rejects, files, long_search::LongSearch, print, print_message, print_rejects, progress::Progress,
        row_pass::observed,
    },
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// First corpus, such as a training set
    #[arg(value_name = "TRAIN")]
    train: PathBuf,

    /// Second corpus, such as a test set
    #[arg(value_name = "TEST")]
    test: PathBuf,

    /// Compare cells; isomorphs count as different
    #[arg(long)]
    exact: bool,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Treat a row that is not a puzzle as an error
    #[arg(long, conflicts_with = "max_rejects", help_heading = heading::INPUT)]
    strict: bool,

    /// Exit with 1 if more rows than this of either corpus are rejected: a number, or a percentage of its rows [default: 10%, but up to nine are allowed unless they are most of the rows or became numbers]
    #[arg(long, value_name = "N|P%", help_heading = heading::INPUT)]
    max_rejects: Option<MaxRejects>,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub fn run(args: Args) -> Result<ExitCode> {
    files::check_inputs([&args.train, &args.test])?;
    let train = corpus(vec![args.train.clone()], args.reading.clone(), args.strict)?;
    let test = corpus(vec![args.test.clone()], args.reading, args.strict)?;
    let equality = if args.exact { Equality::Exact } else { Equality::Isomorphic };
    let (classes, threads) = (args.memory.classes(), args.machine.threads());
    let files = [args.train.clone(), args.test.clone()];
    let progress = Progress::new(&files, Some(1), &[]);
    let searches = LongSearch::of_blocks("overlap", threads);
    let overlap =
        observed(progress, searches, |observer| Overlap::find([&train, &test], equality, classes, threads, observer))?;
    let Some(overlap) = overlap else { return Ok(Exit::Interrupted.into()) };
    if !overlap.lines.is_empty() {
        let rows = overlap.lines.iter().map(|(test, train)| format!("{test},{train}\n"));
        print(&["test_line,train_line\n".to_string()].into_iter().chain(rows).collect::<String>())?;
    }
    overlap.rejected.iter().for_each(|rejected| print_rejects(rejected, None));
    print_summary(&args.train.display().to_string(), &args.test.display().to_string(), equality, &overlap);
    if !overlap.lines.is_empty() {
        return Ok(Exit::GateFailed.into());
    }
    // A rejected row may be a puzzle of both corpora, so too many rejects are an error.
    let read = overlap.rejected.iter().zip(overlap.puzzles);
    let too_many = |(rejected, puzzles)| check_rejects(rejected, puzzles, args.max_rejects);
    Ok(read.filter_map(too_many).next().unwrap_or(Exit::Success).into())
}

fn print_summary(train: &str, test: &str, equality: Equality, overlap: &Overlap) {
    let how = if equality == Equality::Exact { "cell by cell" } else { "up to isomorphism" };
    let [in_train, in_test] = overlap.puzzles.map(|count| numbers::plural(count, "puzzle"));
    let found = overlap.lines.len() as u64;
    let part = match found {
        0 => "none",
        all if all == overlap.puzzles[1] => "all",
        _ => "a part",
    };
    let (found, distinct) = (numbers::count(found), numbers::count(overlap.distinct));
    print_message(&format!(
        "{part} of {test} is in {train} ({in_train}): {found} of {in_test}, {how}; {distinct} distinct"
    ));
}
