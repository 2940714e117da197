//! `sudoku-bench dataset overlap`.

use std::process::ExitCode;

use sudoku_bench::{
    dataset::{Equality, Overlap},
    error::Result,
    numbers,
};

use super::{corpus, observed};
use crate::{
    cli::{self, Exit},
    cmd::{files, print, print_message, print_rejects, progress::Progress},
};

pub fn run(args: cli::Overlap) -> Result<ExitCode> {
    files::check_inputs([&args.train, &args.test])?;
    let train = corpus(vec![args.train.clone()], args.reading.clone(), false)?;
    let test = corpus(vec![args.test.clone()], args.reading, false)?;
    let equality = if args.exact { Equality::Exact } else { Equality::Isomorphic };
    let (classes, threads) = (args.memory.classes(), args.machine.threads());
    let files = [args.train.clone(), args.test.clone()];
    let progress = Progress::new(&files, Some(1), &[]);
    let overlap = observed(progress, |observer| Overlap::find([&train, &test], equality, classes, threads, observer))?;
    let Some(overlap) = overlap else { return Ok(Exit::Interrupted.into()) };
    if !overlap.lines.is_empty() {
        let rows = overlap.lines.iter().map(|(test, train)| format!("{test},{train}\n"));
        print(&["test_line,train_line\n".to_string()].into_iter().chain(rows).collect::<String>())?;
    }
    print_rejects(&overlap.rejected, None);
    print_summary(&args.train.display().to_string(), &args.test.display().to_string(), equality, &overlap);
    Ok(if overlap.lines.is_empty() { ExitCode::SUCCESS } else { Exit::GateFailed.into() })
}

fn print_summary(train: &str, test: &str, equality: Equality, overlap: &Overlap) {
    let how = if equality == Equality::Exact { "cell by cell" } else { "up to isomorphism" };
    let [in_train, in_test] = overlap.puzzles.map(|count| numbers::plural(count, "puzzle"));
    let (found, distinct) = (numbers::count(overlap.lines.len() as u64), numbers::count(overlap.distinct));
    print_message(&format!("{test}: {found} of {in_test} in {train} ({in_train}) too, {how}; {distinct} distinct"));
}
