//! The arguments of `run`, and the run that they describe.

use std::path::{Path, PathBuf};

use benchmark::record::{RunOptions, recorded_arguments};
use corpus::{
    error::{Error, Result},
    reader::{Corpus, Shard},
};

use super::measurement::MeasureArgs;
use crate::{
    cli::{self, CorpusArgs, EngineArgs, GroupArgs, MaxRejects, StrictArgs, SummaryArgs, check_alone, heading},
    cmd::{self, files, history::store_args::current_revision},
};

/// The options of `--resume` without a corpus: all others come from the interrupted run.
pub const ALLOWED_OPTIONS: [&str; 3] = ["--resume", "--scores", "--wide"];

const HELP: &str = "\
Examples:
  sudoku-bench run datasets/classics.csv
  sudoku-bench run puzzles.csv --strategy naive,dlx --rounds 5 --max-solutions 2 -o results/mine
  sudoku-bench run puzzles.csv.gz --node-limit 1000000 --sample 1000 --seed 7
  sudoku-bench run --resume results/mine

With several strategies, RESULTS/correlation.csv says whether they agree on which puzzles are hard;
`sudoku-bench show RESULTS --correlation` prints it.

For latencies to publish, use --threads 1 and several --rounds on an idle machine.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
#[command(mut_arg("files", |files| files.required(false).required_unless_present("resume")))]
#[command(mut_arg("strict", |strict| strict.help("Exit with an error if any row is rejected")))]
#[command(next_help_heading = heading::OUTPUT)]
pub struct Args {
    #[command(flatten)]
    measure: MeasureArgs,

    #[command(flatten)]
    engines: EngineArgs,

    #[command(flatten)]
    pub corpus: CorpusArgs,

    #[command(flatten)]
    strict: StrictArgs,

    /// Write where the nodes are: wrong turns into puzzles.csv, and the nodes at each depth into profile.csv
    #[arg(long, help_heading = heading::MEASURING)]
    profile: bool,

    /// Run only the I-th of N parts of the corpus; `sudoku-bench merge` joins the results of all parts
    #[arg(long, value_name = "I/N", help_heading = heading::INPUT)]
    shard: Option<Shard>,

    /// Results directory [default: results/CORPUS-TIME]
    #[arg(short, long, visible_alias = "out", value_name = "DIR", help_heading = heading::OUTPUT)]
    output: Option<PathBuf>,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long, help_heading = heading::OUTPUT)]
    force: bool,

    /// Go on with the unfinished run in this directory; its arguments need not be repeated
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "force"], help_heading = heading::OUTPUT)]
    pub resume: Option<PathBuf>,

    /// A name for the run, which reports of several runs show
    #[arg(long, value_name = "TEXT", help_heading = heading::OUTPUT)]
    label: Option<String>,

    /// Write no report.html
    #[arg(long, help_heading = heading::OUTPUT)]
    no_report: bool,

    /// Write the counts to a lock file, for later runs to be compared with
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    lock: Option<PathBuf>,

    #[command(flatten)]
    pub groups: GroupArgs,

    #[command(flatten)]
    pub summary: SummaryArgs,
}

pub struct Config {
    pub options: RunOptions,
    /// The results directory; `None` stands for a new one.
    pub output: Option<PathBuf>,
    pub force: bool,
    pub report: bool,
    pub resume: Option<PathBuf>,
    pub lock: Option<PathBuf>,
    pub max_rejects: Option<MaxRejects>,
}

impl Config {
    pub fn resolve(args: Args) -> Result<Config> {
        let MeasureArgs { strategy, limits, rounds, goal, machine, .. } = &args.measure;
        let options = cmd::runner_options(Vec::new(), limits, 1, machine);
        let engines = cmd::chosen_engines(strategy, &args.engines, &args.corpus.files, &options)?;
        let strategies = cmd::select_strategies(strategy, &engines)?;
        let rounds = cmd::round_count(*rounds, *goal)?;
        let block_size = args.measure.block_size(&strategies);
        if args.shard.is_some() && rounds.fixed().is_none() {
            return usage!("--rounds auto would give shards different numbers of rounds; write a number");
        }
        let corpus = cmd::corpus(args.corpus, args.strict.strict, rounds, block_size)?;
        let corpus = cmd::of_any_shape(Corpus { shard: args.shard, ..corpus })?;
        if let Some(output) = args.output.as_ref().or(args.resume.as_ref()) {
            files::check_directory(output, &corpus.files)?;
            files::check_outside(args.lock.as_deref(), output)?;
        }
        if !corpus.notation.is_default() {
            message!("puzzles of {}", corpus.notation);
        }
        let mut options = args.measure.run_options(corpus, strategies, rounds)?;
        options.pass.profile = args.profile;
        options.label = args.label;
        options.revision = current_revision();
        Ok(Config {
            options,
            output: args.output,
            force: args.force,
            report: !args.no_report,
            resume: args.resume,
            lock: args.lock,
            max_rejects: args.strict.rejected.max_rejects,
        })
    }
}

pub fn recorded(directory: &Path, given: &[String]) -> Result<Args> {
    check_alone(given, &ALLOWED_OPTIONS)?;
    let arguments = recorded_arguments(directory)?;
    let run: Args = cli::recorded("run", &arguments).map_err(|reason| cannot_repeat(directory, reason))?;
    Ok(Args { resume: Some(directory.into()), ..run })
}

fn cannot_repeat(directory: &Path, reason: String) -> Error {
    Error::Usage(format!(
        "the arguments of the run in {} cannot be repeated; give them again: {reason}",
        directory.display()
    ))
}
