//! `sudoku-bench dataset generate`.

use std::process::ExitCode;

use sudoku_bench::{
    dataset::generate::{Generation, Target},
    error::Result,
};

use super::{observed_with, output};
use crate::{
    cli::{Exit, Generate},
    cmd::{files, is_closed_pipe, print_message, progress::Progress},
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
    let generation = Generation { target, count: args.count, seed: args.seed, threads, simd: args.machine.simd };
    let written = observed_with(Progress::of_puzzles(args.count), |observer| generation.write(&output, observer))?;
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
