//! `sudoku-bench dataset generate`.

use std::{process::ExitCode, time::Duration};

use corpus::{
    dataset::generate::{Generation, Target},
    error::Result,
    numbers,
};

use super::{observed, output};
use crate::{
    cli::{Exit, Generate},
    cmd::{files, is_closed_pipe, long_search::LongSearch, print_message, progress::Progress},
};

pub fn run(args: Generate) -> Result<ExitCode> {
    let target = match args.kind.clues {
        Some(clues) => Target::Clues(clues),
        None if args.kind.minimal => Target::Minimal,
        None => Target::UnbiasedMinimal,
    };
    let output = output(args.output)?;
    files::check_outputs(output.path.as_slice(), None, &[])?;
    let threads = args.machine.threads();
    let advice = matches!(target, Target::Clues(_)).then_some("puzzles with more --clues are found sooner");
    let searches = LongSearch::of_generation(threads, advice);
    let generation = Generation { target, count: args.count, seed: args.seed, threads, simd: args.machine.simd };
    if let Some(time) = generation.expected_time() {
        // To the second below an hour, to the minute above.
        let unit = if time.as_secs() < 3600 { 1 } else { 60 };
        let time = humantime::format_duration(Duration::from_secs((time.as_secs() / unit).max(1) * unit));
        let puzzles = numbers::plural(args.count as u64, "puzzle");
        print_message(&format!("{puzzles} will take about {time} on average, by a short trial on this machine"));
    }
    let progress = Progress::of_puzzles(args.count, std::slice::from_ref(&output));
    let written = observed(progress, searches, |observer| generation.write(&output, observer))?;
    if let Some(part) = written.part {
        print_message(&format!("the incomplete output is in {}", part.display()));
    }
    match written.ended {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(Exit::Interrupted.into()),
        Err(error) if is_closed_pipe(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error),
    }
}
