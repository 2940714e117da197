//! The command line: its commands, their arguments and their help.

mod choices;
mod compare;
mod dataset;
mod exit;
mod number;
mod parse;
mod values;

use std::{path::PathBuf, sync::LazyLock, thread, time::Duration};

use clap::{Args, ColorChoice, Parser, Subcommand};

use sudoku_bench::{
    layout::Layout,
    reader::{Column, Shard},
    record::Tool,
    simd::Simd,
    strategy::Entry,
};

pub use choices::StrategyChoice;
pub use compare::{Ab, Compare, JudgementArgs, Worker};
pub use dataset::*;
pub use exit::Exit;
use number::{parse_number, parse_positive};
pub use parse::{parse, parse_recorded, set_color};
pub use values::{MaxRejects, Rounds};

/// Solve whole corpora of Sudoku puzzles, and benchmark the strategies that solve them.
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, after_long_help = Exit::help())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    #[command(flatten)]
    pub console: ConsoleArgs,
}

/// What is printed besides results.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Messages")]
pub struct ConsoleArgs {
    /// Print no notes and no progress; errors are still printed
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// Show no progress
    #[arg(long, global = true)]
    pub no_progress: bool,

    /// Colours of help and errors
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// The version, the git revision, the compiler, the target and the instruction sets of this processor.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let tool = Tool::this();
    let revision = tool.git_revision.unwrap_or_else(|| "unknown".into());
    let available: Vec<_> = Simd::available().map(Simd::name).collect();
    format!(
        "{}\ngit revision: {revision}\ncompiler: {}\ntarget: {}, profile {}\ninstruction sets: {}",
        tool.version,
        tool.rustc,
        tool.target,
        tool.profile,
        available.join(", ")
    )
});

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve a corpus with every selected strategy; write a results directory and print the comparison
    #[command(after_long_help = RUN_HELP)]
    Run(Box<Run>),
    /// Compare results with a baseline: counts exactly, latencies against the machine's noise
    #[command(after_long_help = compare::COMPARE_HELP)]
    Compare(Compare),
    /// Compare two builds of this program, which take turns on the blocks of a corpus
    #[command(after_long_help = compare::AB_HELP)]
    Ab(Box<Ab>),
    /// Solve the blocks that `ab` sends to standard input
    #[command(hide = true)]
    Worker(Worker),
    /// Solve every puzzle of a corpus; write its rows with their solutions
    #[command(after_long_help = SOLVE_HELP)]
    Solve(Box<Solve>),
    /// Inspect, convert, filter, rate and generate corpora
    Dataset {
        #[command(subcommand)]
        command: Box<Dataset>,
    },
    /// Join the results of the shards of a corpus, or of rounds that were run apart
    #[command(after_long_help = MERGE_HELP)]
    Merge(Merge),
    /// Write the HTML report of finished runs, and their plots as pictures
    #[command(after_long_help = REPORT_HELP)]
    Report(Report),
    /// Print the tables of a finished run again
    Show(Show),
    /// List the strategies
    Strategies,
    #[cfg(unix)]
    /// List, build and test external engines: solvers that are other programs
    #[command(after_long_help = ENGINES_HELP)]
    Engines(Engines),
    #[cfg(unix)]
    /// Answer every line of standard input at once, to measure what a pipe costs
    #[command(hide = true)]
    EngineEcho,
    /// Print a completion script for a shell
    #[command(after_long_help = COMPLETIONS_HELP)]
    Completions(Completions),
    /// Write a man page for the program and for each command
    #[command(after_long_help = MAN_HELP)]
    Man(Man),
}

const RUN_HELP: &str = "\
Examples:
  sudoku-bench run datasets/classics.csv
  sudoku-bench run puzzles.csv --strategy naive,dlx --rounds 5 --max-solutions 2 -o results/mine
  sudoku-bench run puzzles.csv.gz --node-limit 1000000 --sample 1000 --seed 7
  sudoku-bench run --resume results/mine

For latencies to publish, use --threads 1 and several --rounds on an idle machine.";

#[cfg(unix)]
const ENGINES_HELP: &str = "\
Examples:
  sudoku-bench engines --engines engines/engines.toml
  sudoku-bench engines build java --engines engines/engines.toml
  sudoku-bench engines test --engines engines/engines.toml
  sudoku-bench run puzzles.csv --strategy naive,engine:java --engines engines/engines.toml

ENGINES.md says how to write and describe an engine.";

const MERGE_HELP: &str = "\
Examples:
  sudoku-bench run puzzles.csv --shard 1/2 -o results/part-1
  sudoku-bench run puzzles.csv --shard 2/2 -o results/part-2
  sudoku-bench merge results/part-* -o results/whole

Every part must be there, with the same corpus and options. Several runs of the same part are
rounds. Latencies of several machines are shown, but decide no comparison.";

const REPORT_HELP: &str = "\
Examples:
  sudoku-bench report results/mine
  sudoku-bench report results/base results/branch -o comparison.html
  sudoku-bench report results/mine --svg figures

The report is one file, which a browser opens from the disk without any network. With two results,
it has the comparison of the second with the first; with more, every metric over the runs in their
order. The plots are those of the last results.";

const SOLVE_HELP: &str = "\
Examples:
  sudoku-bench solve puzzles.csv.gz -o solved.csv
  cat puzzles.txt | sudoku-bench solve --solutions-only > solutions.txt
  sudoku-bench solve puzzles.csv --check --max-solutions 2 --columns id,status,solutions
  sudoku-bench solve puzzles.csv -o solved.parquet

The columns of the input stay as they are, followed by the columns solution, status and
solutions. The output is CSV unless its name or --to says otherwise. The status `solved` means
that there is a solution; with --max-solutions 2, a 1 in the column solutions means that there
is no other.";

const COMPLETIONS_HELP: &str = "\
Examples:
  sudoku-bench completions bash > ~/.local/share/bash-completion/completions/sudoku-bench
  sudoku-bench completions fish > ~/.config/fish/completions/sudoku-bench.fish
  sudoku-bench completions zsh > _sudoku-bench    # in a directory of $fpath";

const MAN_HELP: &str = "\
Example:
  sudoku-bench man ~/.local/share/man/man1";

#[derive(Args, Debug)]
#[command(mut_arg("files", |files| files.required(false).required_unless_present("resume")))]
pub struct Run {
    #[command(flatten)]
    pub corpus: CorpusArgs,

    /// Exit with an error if any row is rejected
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    /// Strategies, separated by commas, in the order of the report [default: see `sudoku-bench strategies`]
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", value_parser = choices::strategies_and_engines())]
    pub strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    pub engines: EngineArgs,

    /// Passes over the corpus; the smallest latency of each puzzle is reported. With `auto`, as many as a comparison of
    /// latencies needs. More than one needs files: standard input and pipes can be read only once
    #[arg(short, long, default_value = "1", value_name = "N|auto")]
    pub rounds: Rounds,

    #[command(flatten)]
    pub goal: GoalArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Puzzles per block; strategies take turns block by block [default: by the size of the corpus, at most 512,
    /// or 4,096 if all strategies solve many puzzles together]
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    pub block_size: Option<usize>,

    /// Results directory [default: results/CORPUS-TIME]
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long)]
    pub force: bool,

    /// Go on with the unfinished run in this directory; its arguments need not be repeated
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "force"])]
    pub resume: Option<PathBuf>,

    /// Run only the I-th of N parts of the corpus; `sudoku-bench merge` joins the results of all parts
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Write no report.html
    #[arg(long)]
    pub no_report: bool,

    /// Solve the lines of a partition that `scripts/spark-run` sends to standard input; the plan describes the corpus
    #[arg(long, value_name = "PLAN", hide_short_help = true,
        conflicts_with_all = ["output", "force", "resume", "shard", "lock", "no_report", "max_rejects"])]
    pub filter: Option<PathBuf>,

    /// Write the cells of each puzzle into puzzles.csv, as its last column
    #[arg(long)]
    pub with_grids: bool,

    /// Write the counts to a lock file, for later runs to be compared with
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,

    #[command(flatten)]
    pub table: TableArgs,
}

#[derive(Args, Debug)]
pub struct Merge {
    /// Results directories
    #[arg(required_unless_present = "filter", value_name = "RESULTS")]
    pub results: Vec<PathBuf>,

    /// Join what `run --filter` wrote for all parts of this plan, from standard input, as `scripts/spark-run` sends it
    #[arg(long, value_name = "PLAN", hide_short_help = true, conflicts_with = "results")]
    pub filter: Option<PathBuf>,

    /// Directory for the joined results
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    pub output: PathBuf,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    #[command(flatten)]
    pub table: TableArgs,
}

/// The rejected rows that are too many.
#[derive(Args, Clone, Copy, Debug)]
pub struct RejectedArgs {
    /// Exit with 1 if more rows than this are rejected: a number, or a percentage of all rows [default: 10%, but fewer than ten are always allowed]
    #[arg(long, value_name = "N|P%")]
    pub max_rejects: Option<MaxRejects>,
}

#[derive(Args, Debug)]
pub struct Report {
    /// Results directories, in order: the first is the baseline of the others
    #[arg(required = true, value_name = "RESULTS")]
    pub results: Vec<PathBuf>,

    /// File for the report; `-` is standard output [default: report.html in the last RESULTS, unless only pictures are
    /// requested]
    #[arg(short, long, visible_alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write the plots as SVG to this directory, each in two sizes and with its data as CSV
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,

    /// Write the plots as PNG to this directory, each in two sizes and with its data as CSV
    #[arg(long, value_name = "DIR")]
    pub png: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Show {
    /// Results directory
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,

    /// Write the files in RESULTS/export again
    #[arg(long)]
    pub export: bool,

    #[command(flatten)]
    pub table: TableArgs,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Solve the lines of a partition that `scripts/spark-run` sends to standard input; the plan describes the corpus
    #[arg(long, value_name = "PLAN", hide_short_help = true,
        conflicts_with_all = ["output", "solutions_only", "all_solutions", "check", "rejects", "resume", "max_rejects"])]
    pub filter: Option<PathBuf>,

    /// Write only the solution, or the status if there is none, by default as lines
    #[arg(long, conflicts_with = "columns")]
    pub solutions_only: bool,

    /// Write a row for each solution, at most 1,024 for a puzzle
    #[arg(long)]
    pub all_solutions: bool,

    /// Check the solutions of the input; exit with 5 if one is wrong
    #[arg(long)]
    pub check: bool,

    /// Write rows that are not puzzles to this file
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Treat a row that is not a puzzle as an error
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    /// Strategy, a complete one
    #[arg(short, long, default_value = "lanes", value_name = "NAME", value_parser = choices::complete_strategy())]
    pub strategy: Entry,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Go on with the interrupted output, if there is one; the other arguments need not be repeated
    #[arg(long)]
    pub resume: bool,

    /// The arguments with which the output was begun, instead of those of this program
    #[arg(skip)]
    pub recorded: Option<Vec<String>>,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// Shell to print the script for
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Man {
    /// Directory for the pages; it is created if it does not exist
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

/// How tables are printed.
#[derive(Args, Clone, Copy, Debug)]
pub struct TableArgs {
    /// Print all columns of tables, even if the terminal is too narrow
    #[arg(long)]
    pub wide: bool,
}

/// The puzzles to read.
#[derive(Args, Debug)]
pub struct CorpusArgs {
    /// Corpora in any layout, compressed or not; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Draw N puzzles at random
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    pub sample: Option<usize>,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number, requires = "sample")]
    pub seed: u64,
}

/// How to read files, instead of by their content.
#[derive(Args, Clone, Debug)]
pub struct ReadingArgs {
    /// Column of the puzzle, by name or by number from 1 [default: by header, else by content]
    #[arg(long, value_name = "COLUMN")]
    pub puzzle_column: Option<Column>,

    /// Column of the corpus' own solution, by name or by number from 1 [default: by header]
    #[arg(long, value_name = "COLUMN")]
    pub solution_column: Option<Column>,

    /// Layout of the files [default: by content]
    #[arg(long, value_name = "NAME", conflicts_with = "delimiter", value_parser = choices::input_layout())]
    pub layout: Option<&'static Layout>,

    /// Character between fields, or `tab` [default: by content]
    #[arg(long, value_name = "CHARACTER", value_parser = parse_delimiter)]
    pub delimiter: Option<u8>,

    /// Read the first row as a puzzle, even if it looks like a header
    #[arg(long)]
    pub no_header: bool,
}

/// Where a search stops.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Stop after N solutions: 1 finds one, 2 proves uniqueness, `all` counts them [default: 1]
    #[arg(short, long, value_name = "N|all", value_parser = parse_solutions)]
    pub max_solutions: Option<u64>,

    /// Stop each search after N nodes: at the same place on every machine
    #[arg(long, value_name = "N", value_parser = parse_number)]
    pub node_limit: Option<u64>,

    /// Stop each search after this time, such as 2s or 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
}

/// When a run with `--rounds auto` ends.
#[derive(Args, Clone, Copy, Debug)]
pub struct GoalArgs {
    /// With --rounds auto, go on until the 99 % interval of the change of every latency reaches at most this many percent in
    /// either direction, in a comparison with a run like this one [default: 2]
    #[arg(long, value_name = "PERCENT", value_parser = compare::parse_percent)]
    pub precision: Option<f64>,

    /// With --rounds auto, end before the round that would take longer than this in all [default: 5m]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
}

/// External engines as strategies.
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// File that describes the engines of `--strategy engine:NAME` [default: engines.toml beside the corpus, or in the working
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,

    /// Send engines the puzzles of a block at once: measures their throughput, not their latencies
    #[arg(long)]
    pub pipelined: bool,
}

#[derive(Args, Debug)]
pub struct Engines {
    /// File that describes the engines [default: engines.toml in the working directory]
    #[arg(long = "engines", value_name = "FILE", global = true)]
    pub file: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Option<EngineCommand>,
}

#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// Build engines
    Build {
        /// Names of engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Test engines on puzzles whose answers are known
    Test {
        /// Names of engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
}

/// The threads and instruction set to solve with.
#[derive(Args, Debug)]
pub struct MachineArgs {
    /// Threads that solve [default: all processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Instruction set, for strategies that have several
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = choices::simd())]
    pub simd: Simd,
}

impl MachineArgs {
    /// Returns the number of threads, by default one per processor.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

fn parse_solutions(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => parse_positive(number).map_err(|error| format!("{error}, or `all`")),
    }
}

fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("must be a single character such as `,` or `;`, or `tab`".into()),
    }
}

/// The longest time that an option takes. With much longer ones, a deadline is no time that the system knows.
const LONGEST_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

fn parse_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("must be longer than 0".into()),
        Ok(time) if time > LONGEST_TIME => Err("must be 100 years at most".into()),
        Ok(time) => Ok(time),
        Err(error) => Err(format!("{error}; write a time as 2s, 500ms or 1m 30s")),
    }
}
