//! `sudoku-bench partition`: solves lines of a corpus that another program hands out, and joins the results.

use std::{
    io::{self, BufReader, BufWriter},
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use bench::partition::{self, Plan};
use clap::Subcommand;
use corpus::{
    error::{Error, Result},
    fs::WaitingWriter,
    reader::{BlockSize, Corpus, Extras, Input, STANDARD_INPUT},
};
use solver::grid::Shape;

use super::{
    files, interrupt,
    measurement::{MeasureArgs, Measurement},
    merge::{self, MergedArgs},
};
use crate::cli::{Exit, ReadingArgs, SampleArgs, SolverArgs, StrategyChoice, heading};

#[derive(Debug, Subcommand)]
pub enum Partition {
    /// Run the strategies on the lines of standard input
    Run(Box<RunArgs>),
    /// Solve the lines of standard input
    Solve(SolveArgs),
    /// Join what `run` wrote for all lines of a plan, from standard input, into a results directory
    Join(JoinArgs),
}

#[derive(clap::Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    lines: LineArgs,

    #[command(flatten)]
    sample: SampleArgs,

    #[command(flatten)]
    measure: MeasureArgs,
}

#[derive(clap::Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    lines: LineArgs,

    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(clap::Args, Debug)]
pub struct JoinArgs {
    /// Plan of the corpus
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    #[command(flatten)]
    output: MergedArgs,
}

/// Lines of a corpus on standard input.
#[derive(clap::Args, Debug)]
pub struct LineArgs {
    /// Plan of the corpus whose lines come from standard input
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Exit with an error if any row is rejected
    #[arg(long, help_heading = heading::INPUT)]
    strict: bool,
}

pub fn run(command: Partition) -> Result<Exit> {
    match command {
        Partition::Run(args) => run_lines(*args),
        Partition::Solve(args) => solve_lines(args),
        Partition::Join(args) => join(&args),
    }
}

fn run_lines(args: RunArgs) -> Result<Exit> {
    super::standard_output::check()?;
    if args.measure.strategy.iter().any(|choice| matches!(choice, StrategyChoice::Engine(_))) {
        return Err(Error::Usage("a partition is not solved by external engines".into()));
    }
    let measurement = Measurement::resolve(args.measure, &[])?;
    let plan = Plan::read(&args.lines.plan)?;
    let block_size = measurement.block_size;
    let corpus =
        Corpus { block_size, sample: super::random_sample(&args.sample), ..corpus(args.lines, Extras::default()) };
    let streams = (standard_input()?, BufWriter::new(WaitingWriter(io::stdout().lock())));
    let is_whole = partition::run(&plan, &measurement.of(corpus)?, streams, interrupt::catch()?)?;
    Ok(if is_whole { Exit::Success } else { Exit::Interrupted })
}

fn solve_lines(args: SolveArgs) -> Result<Exit> {
    let solver = args.solver;
    let options = super::runner_options(vec![solver.strategy(Shape::NINE)], &solver.limits, 1, &solver.machine);
    let plan = Plan::read(&args.lines.plan)?;
    let extras = Extras { solutions: false, rows: false, digests: false };
    let corpus = Corpus { block_size: BlockSize::Fixed(super::solve::BLOCK), ..corpus(args.lines, extras) };
    let streams = (standard_input()?, BufWriter::new(WaitingWriter(io::stdout().lock())));
    let is_whole = partition::solve(&plan, &corpus, &options, streams, interrupt::catch()?)?;
    Ok(if is_whole { Exit::Success } else { Exit::Interrupted })
}

fn join(args: &JoinArgs) -> Result<Exit> {
    files::check_directory(&args.output.output, &[])?;
    let plan = Plan::read(&args.plan)?;
    let stop = interrupt::catch_saying("interrupted: nothing is merged")?;
    let lines = standard_input()?;
    merge::publish(&args.output, |directory| partition::join(&plan, lines, directory, stop))
}

/// Returns a corpus without files, to be read as the arguments say. The program that hands out the lines prints the notices.
fn corpus(args: LineArgs, extras: Extras) -> Corpus {
    Corpus { strict: args.strict, notice: None, ..super::corpus_of_files(Vec::new(), args.reading, extras) }
}

fn standard_input() -> Result<BufReader<Input<'static>>> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Ok(BufReader::new(Input::open(Path::new(STANDARD_INPUT), &NEVER, false)?))
}
