//! Arguments that several commands have.

use std::{path::PathBuf, thread, time::Duration};

use benchmark::compare::{Limit, Policy};
use clap::{Args, ColorChoice};
use corpus::{
    layout::{Layout, LayoutOverride},
    reader::Column,
};
use grid::{
    Shape,
    simd::Simd,
    text::{Alphabet, NotationOverride},
};
use solver::strategy::{self, Entry};

use super::{
    choices, heading,
    number::{parse_number, parse_positive},
    values::{MaxRejects, parse_delimiter, parse_percent, parse_solutions, parse_time},
};

#[derive(Args, Debug)]
pub struct CorpusArgs {
    /// Corpora in any layout, compressed or not; `-` is standard input
    #[arg(required = true, value_name = "FILE", help_heading = None)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub sample: SampleArgs,
}

#[derive(Args, Debug)]
#[command(next_help_heading = heading::INPUT)]
pub struct SampleArgs {
    /// Draw N puzzles at random
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    pub sample: Option<usize>,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number, requires = "sample")]
    pub seed: u64,
}

/// How to read files, instead of by their content.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = heading::INPUT)]
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

    /// Number to subtract from the cells of NumPy arrays to get digits, where 0 is a blank [default: by content]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub offset: Option<i8>,

    /// Restore the leading zeros of puzzles that became integers of 78, 79 or 80 digits
    #[arg(long)]
    pub pad_zeros: bool,

    /// Shape of the grids: the side, or the rows and columns of a box, such as 2x3 [default: by the number of cells]
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<Shape>,

    /// How values are written in another shape than 9×9 [default: by content]
    #[arg(long, value_name = "NAME", value_parser = choices::alphabet(), ignore_case = true)]
    pub alphabet: Option<Alphabet>,
}

impl ReadingArgs {
    pub fn notation_override(&self) -> NotationOverride {
        NotationOverride { shape: self.shape, alphabet: self.alphabet }
    }

    pub fn layout_override(&self) -> LayoutOverride {
        let &ReadingArgs { layout, delimiter, no_header, offset, .. } = self;
        LayoutOverride { layout, delimiter, no_header, offset: offset.map(i64::from), ..LayoutOverride::default() }
    }
}

/// The rejected rows that are too many.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = heading::INPUT)]
pub struct RejectedArgs {
    /// Exit with 1 if more rows than this are rejected: a number, or a percentage of all rows [default: 10%, or nine rows if that is more;
    /// only 10% if most rows are rejected or grids became numbers]
    #[arg(long, value_name = "N|P%")]
    pub max_rejects: Option<MaxRejects>,
}

/// What becomes of rows that are not puzzles.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = heading::INPUT)]
pub struct StrictArgs {
    /// Treat a row that is not a puzzle as an error
    #[arg(long, conflicts_with = "max_rejects")]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,
}

#[derive(Args, Debug)]
#[command(next_help_heading = heading::LIMITS)]
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
#[command(next_help_heading = heading::MEASURING)]
pub struct GoalArgs {
    /// With --rounds auto, stop when a comparison with another run like this one would know the change of every latency to ± this
    /// many percent, with 99 % confidence [default: 2]
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub precision: Option<f64>,

    /// With --rounds auto, end before the round that would take longer than this in all [default: 5m]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
}

/// The threads and instruction set to solve with.
#[derive(Args, Debug)]
#[command(next_help_heading = heading::MACHINE)]
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

#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = heading::OUTPUT)]
pub struct SummaryArgs {
    /// Print the scores of solver competitions too: PAR-2, the gap to the virtual best, wins
    #[arg(long)]
    pub scores: bool,

    #[command(flatten)]
    pub table: TableArgs,
}

/// How the puzzles of a run are grouped.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = heading::OUTPUT)]
pub struct GroupArgs {
    /// Also show groups of the puzzles: by `file`, a column of the corpus, `clues`, `technique`, or a condition such as 'rating >= 50';
    /// separate several with commas
    #[arg(long, value_name = "KEY")]
    pub by: Vec<String>,
}

#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = heading::OUTPUT)]
pub struct TableArgs {
    /// Print all columns of tables, even if the terminal is too narrow
    #[arg(long)]
    pub wide: bool,
}

/// The strategy that solves, its limits and its threads.
#[derive(Args, Debug)]
#[command(next_help_heading = heading::STRATEGIES)]
pub struct SolverArgs {
    /// Strategy, a complete one [default: lanes for 9×9, otherwise dlx; up to 1,000 solutions: norvig up to 8×8, learning from 12×12 on]
    #[arg(short, long, value_name = "NAME", ignore_case = true, value_parser = choices::complete_strategy())]
    pub strategy: Option<Entry>,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

impl SolverArgs {
    /// Returns the strategy, by default the fastest for the shape and the number of solutions; `max_solutions` if none is named.
    pub fn strategy(&self, shape: Shape, max_solutions: u64) -> Entry {
        let max_solutions = self.limits.max_solutions.unwrap_or(max_solutions);
        self.strategy.clone().unwrap_or_else(|| strategy::fastest(shape, max_solutions))
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = heading::STRATEGIES)]
pub struct EngineArgs {
    /// File that describes the engines of `--strategy engine:NAME` [default: engines.toml beside the corpus, or in the working
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,

    /// Send engines the puzzles of a block at once: measures their throughput, not their latencies
    #[arg(long)]
    pub pipelined: bool,
}

impl EngineArgs {
    pub fn given(&self) -> Option<&'static str> {
        if self.pipelined { Some("--pipelined") } else { self.engines.as_ref().map(|_| "--engines") }
    }
}

/// How changes of counts are judged.
#[derive(Args, Debug)]
#[command(next_help_heading = heading::JUDGEMENT)]
pub struct CountersArgs {
    /// What counts may do: exact (nothing may change) or exact-improve-ok (no sum may increase)
    #[arg(long, default_value = "exact-improve-ok", value_name = "POLICY", value_parser = choices::policy())]
    pub counters: Policy,
}

/// How changes are judged.
#[derive(Args, Debug)]
#[command(next_help_heading = heading::JUDGEMENT)]
pub struct JudgementArgs {
    #[command(flatten)]
    pub counters: CountersArgs,

    /// Limits that take precedence over --counters, separated by commas: STRATEGY.COUNTER=P% allows an increase by P percent
    /// of the baseline, =N a sum of at most N, and =P%|N both; * matches any strategy or counter
    #[arg(long, value_delimiter = ',', value_name = "LIMIT")]
    pub limit: Vec<Limit>,

    /// The smallest noise floor: changes of latency up to this many percent are ignored
    #[arg(long, default_value_t = 2.5, value_name = "PERCENT", value_parser = parse_percent)]
    pub noise: f64,

    /// The largest noise floor: a latency is unchanged only if no change beyond this many percent is possible; otherwise the verdict
    /// is inconclusive
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT", value_parser = parse_percent)]
    pub max_floor: f64,

    /// Exit with 0 instead of 3 for a regression
    #[arg(long, conflicts_with = "fail_on_inconclusive")]
    pub advisory: bool,

    /// Exit with 3 also if the verdict is inconclusive
    #[arg(long)]
    pub fail_on_inconclusive: bool,
}

/// What is printed besides results.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = heading::MESSAGES)]
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
