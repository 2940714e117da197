//! `sudoku-bench worker`: a build that `ab` runs. Its arguments and its messages are part of the protocol of `ab`.

use std::io;

use benchmark::ab;
use corpus::error::Result;
use pass::Options;

use crate::cli::{EngineArgs, Exit, LimitArgs, MachineArgs, StrategyChoice, choices};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(long, required = true, value_delimiter = ',', value_name = "NAME", ignore_case = true, value_parser = choices::strategies())]
    strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    engines: EngineArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    super::standard_output::check()?;
    let options = super::runner_options(Vec::new(), &args.limits, 1, &args.machine);
    let engines = super::chosen_engines(&args.strategy, &args.engines, &[], &options)?;
    let strategies = super::select_strategies(&args.strategy, &engines)?;
    let options = Options { rebuild_per_block: true, strategies, ..options };
    ab::serve(&options, io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Success)
}
