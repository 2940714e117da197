//! `sudoku-bench worker`: a build that `ab` runs. Its arguments and its messages are part of the protocol of `ab`.

use std::io;

use benchmark::ab;
use corpus::error::Result;
use pass::Options;

use crate::cli::{Exit, LimitArgs, MachineArgs, StrategyChoice, choices};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(long, required = true, value_delimiter = ',', value_name = "NAME", ignore_case = true, value_parser = choices::strategies())]
    strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    machine: MachineArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    super::standard_output::check()?;
    let options = Options {
        rebuild_per_block: true,
        ..super::runner_options(super::select_strategies(&args.strategy, &[])?, &args.limits, 1, &args.machine)
    };
    ab::serve(&options, io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Success)
}
