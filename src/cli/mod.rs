//! The command line: what can be said, not what is done about it.

mod compare;
mod dataset;
mod values;

use std::{path::PathBuf, thread, time::Duration};

use clap::{Args, Parser, Subcommand};

use sudoku_bench::{
    layout,
    reader::Column,
    simd::Simd,
    strategy::{self, Entry, REGISTRY},
};

pub use compare::{Ab, Compare, JudgementArgs, Worker};
pub use dataset::*;

/// Solve whole corpora of Sudoku puzzles, and benchmark the strategies that do it.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 fine, 1 an error, 2 usage, 3 a regression, 4 nothing measured, checked or comparable, 5 a wrong answer, 130 interrupted (what was finished is on disk).";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve every puzzle of a corpus with every selected strategy; write a results directory and a comparison
    #[command(after_help = RUN_HELP)]
    Run(Box<Run>),
    /// Hold results against a baseline: counts exactly, latencies against the machine's noise
    #[command(after_help = compare::COMPARE_HELP)]
    Compare(Compare),
    /// Compare two builds of this program, which take turns at the blocks of a corpus
    #[command(after_help = compare::AB_HELP)]
    Ab(Box<Ab>),
    /// Take turns with another build: solve the blocks that `ab` asks for
    #[command(hide = true)]
    Worker(Worker),
    /// Solve every puzzle; write the rows with their solutions
    #[command(after_help = SOLVE_HELP)]
    Solve(Box<Solve>),
    /// Inspect, convert, shape, rate and make corpora
    Dataset {
        #[command(subcommand)]
        command: Box<Dataset>,
    },
    /// List the strategies
    Strategies,
}

const RUN_HELP: &str = "\
Examples:
  sudoku-bench run datasets/classics.csv
  sudoku-bench run puzzles.csv --strategy naive,dlx --rounds 5 --max-solutions 2 --out results/mine
  sudoku-bench run puzzles.csv.gz --node-limit 1000000 --sample 1000 --seed 7

A run for latencies to publish wants --threads 1 and several --rounds on an idle machine.";

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

#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub corpus: CorpusArgs,

    /// Make a row that is no puzzle an error
    #[arg(long)]
    pub strict: bool,

    /// Strategies, separated by commas, in the order of the report; `all` for every one
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", value_parser = parse_strategy)]
    pub strategy: Vec<Strategies>,

    /// Passes over the corpus; the smallest latency of each puzzle is reported
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Puzzles in a block, in which strategies take turns [default: by the size of the corpus, at most 512]
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    pub block_size: Option<usize>,

    /// Results directory [default: results/CORPUS-TIME]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Replace the results that are in the directory
    #[arg(long)]
    pub force: bool,

    /// Write the counts of the run to a lock file, to be committed and compared with
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub output: OutputArgs,

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

    /// Strategy, a complete one
    #[arg(short, long, default_value = "lanes", value_name = "NAME", value_parser = parse_complete)]
    pub strategy: &'static Entry,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Which puzzles.
#[derive(Args, Debug)]
pub struct CorpusArgs {
    /// Corpora in any layout, also compressed; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Draw N puzzles at random
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    pub sample: Option<usize>,

    /// The random numbers to draw with
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
}

/// How files are read, where their content should not tell.
#[derive(Args, Clone, Debug)]
pub struct ReadingArgs {
    /// Column of the puzzle, by name or by number from 1 [default: by header, else by content]
    #[arg(long, value_name = "COLUMN")]
    pub puzzle_column: Option<Column>,

    /// Column of the corpus' own solution, by name or by number from 1 [default: by header]
    #[arg(long, value_name = "COLUMN")]
    pub solution_column: Option<Column>,

    /// Layout of the files, by a name of `sudoku-bench dataset layouts` [default: by content]
    #[arg(long, value_name = "NAME", conflicts_with = "delimiter", value_parser = layout::readable_by_name)]
    pub layout: Option<&'static layout::Layout>,

    /// Character between fields, or `tab` [default: by content]
    #[arg(long, value_name = "CHARACTER", value_parser = parse_delimiter)]
    pub delimiter: Option<u8>,

    /// Take the first row for a puzzle, whatever it looks like
    #[arg(long)]
    pub no_header: bool,
}

/// How far to search.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Stop at N solutions: 1 finds one, 2 proves that there is only one, `all` counts [default: 1]
    #[arg(short, long, value_name = "N|all", value_parser = parse_solutions)]
    pub max_solutions: Option<u64>,

    /// Stop a search at N nodes; the same place on every machine
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,

    /// Stop a search after this time, such as 2s or 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
}

/// What to solve with.
#[derive(Args, Debug)]
pub struct MachineArgs {
    /// Threads that solve [default: all processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Instruction set of the strategies that have several: auto, avx512, avx2, baseline or scalar
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub simd: Simd,
}

impl MachineArgs {
    /// Threads that were asked for, or as many as there are processors.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// One word of `--strategy`.
#[derive(Clone, Debug)]
pub enum Strategies {
    One(&'static Entry),
    All,
}

fn parse_strategy(name: &str) -> Result<Strategies, String> {
    let names = || REGISTRY.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
    match name {
        "all" => Ok(Strategies::All),
        name => strategy::find(name).map(Strategies::One).ok_or_else(|| format!("the strategies are {}, all", names())),
    }
}

fn parse_complete(name: &str) -> Result<&'static Entry, String> {
    let complete = || REGISTRY.iter().filter(|entry| entry.complete);
    let names = || complete().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
    complete().find(|entry| entry.name == name).ok_or_else(|| format!("the complete strategies are {}", names()))
}

fn parse_positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".into()),
        Ok(number) => Ok(number),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_solutions(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => match number.parse() {
            Ok(0) => Err("must be at least 1".into()),
            Ok(number) => Ok(number),
            Err(_) => Err("must be a number or `all`".into()),
        },
    }
}

fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("must be a single character such as `,` or `;`, or `tab`".into()),
    }
}

fn parse_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("must be longer than nothing".into()),
        Ok(time) => Ok(time),
        Err(error) => Err(format!("{error}; write 2s, 500ms or 1m 30s")),
    }
}
