//! `sudoku-bench worker`: one side of `ab`. Its arguments and what it says are the protocol of `src/ab/protocol.rs`.

use std::{io, process::ExitCode};

use sudoku_bench::{ab, error::Result, runner::Options};

use crate::cli;

pub fn run(args: cli::Worker) -> Result<ExitCode> {
    let options = Options {
        renew: true,
        ..super::runner_options(super::select_strategies(&args.strategy)?, &args.limits, 1, &args.machine)
    };
    ab::serve(&options, io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
