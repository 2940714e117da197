//! The arguments of `sudoku-bench dataset …`.

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use corpus::{
    dataset::{audit::Section, filter::Filter},
    layout::Layout,
    reader::Column,
};
use solver::strategy::Entry;

use super::{
    choices,
    number::{parse_number, parse_positive},
    shared::{LimitArgs, MachineArgs, ReadingArgs, RejectedArgs},
    values::{MaxRejects, Part, Shares, parse_blank, parse_bytes, parse_range},
};

#[derive(Debug, Subcommand)]
pub enum Dataset {
    /// Describe a corpus: layout, clues, solutions, duplicates, isomorphs, errors
    Inspect(Inspect),
    /// Write a corpus in another layout
    Convert(Convert),
    /// Draw puzzles at random, in the order of the corpus
    Sample(Sample),
    /// Split a corpus at random, such as into training, validation and test
    Split(Split),
    /// Keep every N-th puzzle, for N machines to share a corpus; runs to be merged have `run --shard`
    Shard(Shard),
    /// Keep the rows for which an expression holds
    #[command(after_long_help = FILTER_HELP)]
    Filter(FilterArgs),
    /// Add random isomorphs of every puzzle, with its solution transformed along
    Augment(Augment),
    /// Add the lines of other files as columns
    Join(Join),
    /// Add the canonical form, which isomorphs share, as a column
    Canon(Canon),
    /// Remove duplicates
    Dedup(Dedup),
    /// Find the puzzles of one corpus that are also in another; exit with 3 if there are any
    Overlap(Overlap),
    /// Add columns that measure the difficulty of each puzzle
    Rate(Rate),
    /// Generate puzzles with one solution each
    #[command(after_long_help = GENERATE_HELP)]
    Generate(Generate),
    /// List the layouts that can be read and written
    Layouts,
}

const FILTER_HELP: &str = "\
Names in an expression are the columns of the corpus and, where there is no such column:
  clues          givens of the puzzle
  solutions      0, 1, or 2 for several; also where a column of this name holds grids
  minimal        1 if there is one solution, and several without any one of the givens
  technique      the most advanced one that is needed: naked-single, hidden-single, locked-candidates, search
  automorphisms  symmetries that map the puzzle to itself
  line           line of the file

Examples:
  sudoku-bench dataset filter 'clues <= 22 && solutions == 1' puzzles.csv -o hard.csv
  sudoku-bench dataset filter 'rating >= 8.5 || technique == \"search\"' rated.csv
  sudoku-bench dataset filter 'not (source in (\"a\", \"b\")) and `my column` != 0' puzzles.csv

FILTER.md has the grammar.";

const GENERATE_HELP: &str = "\
Examples:
  sudoku-bench dataset generate --count 1000000 --seed 1 --clues 22..28 -o puzzles.csv
  sudoku-bench dataset generate --count 10000 --minimal > minimal.csv

The same arguments generate the same puzzles on every machine, with any number of threads.";

/// The corpus and the output.
#[derive(Args, Debug)]
pub struct ShapeArgs {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write rows that are not puzzles to this file
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,

    /// Treat a row that is not a puzzle as an error
    #[arg(long, conflicts_with = "max_rejects")]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Go on with the interrupted output of the same command, if there is one
    #[arg(long)]
    pub resume: bool,
}

/// The output.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Output file, compressed if it ends with .gz or .zst; it appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Layout of the output; see `dataset layouts` [default: by the output's name, else that of the input if it can hold the columns, else CSV]
    #[arg(long, value_name = "NAME", value_parser = choices::output_layout())]
    pub to: Option<&'static Layout>,

    /// Character for a blank [default: unchanged]
    #[arg(long, value_name = "CHARACTER", value_parser = parse_blank)]
    pub blank: Option<u8>,

    /// Columns to write, by name or number, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    pub columns: Vec<Column>,
}

/// The memory and the temporary directory of comparisons.
#[derive(Args, Debug)]
pub struct MemoryArgs {
    /// Memory for comparisons, such as 500M or 2G; the rest is sorted on disk
    #[arg(long, default_value = "768M", value_name = "BYTES", value_parser = parse_bytes)]
    pub memory: usize,

    /// Directory for temporary files [default: the system's]
    #[arg(long, value_name = "DIR")]
    pub temporary: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Inspect {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Exit with 1 if the corpus has rejected rows, conflicts, puzzles without exactly one solution, duplicates, isomorphs or wrong solutions
    #[arg(long)]
    pub strict: bool,

    /// Leave out these sections of the report, which take most of the time, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "SECTION", value_parser = choices::audit_section())]
    pub skip: Vec<Section>,

    #[command(flatten)]
    pub memory: MemoryArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Args, Debug)]
pub struct Convert {
    #[command(flatten)]
    pub shape: ShapeArgs,

    /// Write every value of Parquet and JSON Lines as a string, also in columns of numbers
    #[arg(long)]
    pub strings: bool,
}

#[derive(Args, Debug)]
pub struct Sample {
    /// Number of puzzles to draw; they are held in memory
    #[arg(value_name = "N", value_parser = parse_positive::<usize>)]
    pub size: usize,

    #[command(flatten)]
    pub shape: ShapeArgs,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct Split {
    /// Shares of the parts, such as 0.9/0.05/0.05
    #[arg(value_name = "SHARES")]
    pub shares: Shares,

    /// Corpora in any layout, also compressed
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Output files, one for each part, separated by commas [default: beside the input: NAME.train.csv, NAME.test.csv; with NAME.valid.csv for three, NAME.1.csv and so on for more]
    #[arg(short, long, value_name = "FILE", value_delimiter = ',')]
    pub output: Vec<PathBuf>,

    /// Put isomorphs into the same part, as equal puzzles always are
    #[arg(long)]
    pub by_class: bool,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    pub seed: u64,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Treat a row that is not a puzzle as an error
    #[arg(long, conflicts_with = "max_rejects")]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Args, Debug)]
pub struct Shard {
    /// The part to keep, such as 1/4
    #[arg(value_name = "I/N")]
    pub part: Part,

    #[command(flatten)]
    pub shape: ShapeArgs,
}

#[derive(Args, Debug)]
pub struct FilterArgs {
    /// Condition, such as 'clues <= 22 && solutions == 1'
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true, value_parser = expression)]
    pub expression: Filter,

    #[command(flatten)]
    pub shape: ShapeArgs,
}

#[derive(Args, Debug)]
pub struct Augment {
    /// Number of isomorphs of each puzzle
    #[arg(value_name = "K", value_parser = parse_positive::<usize>)]
    pub images: usize,

    #[command(flatten)]
    pub shape: ShapeArgs,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    pub seed: u64,

    /// Leave out the puzzles themselves
    #[arg(long)]
    pub only_images: bool,
}

#[derive(Args, Debug)]
pub struct Join {
    /// The corpus, in any layout
    #[arg(value_name = "CORPUS")]
    pub corpus: PathBuf,

    /// Files with a line for each row of the corpus: a value, or CSV. Without a header, a column is named after its file
    #[arg(required = true, value_name = "FILE")]
    pub sides: Vec<PathBuf>,

    /// Join rows with the same value in this column, which the corpus and each FILE must have, in any order
    #[arg(long, value_name = "COLUMN")]
    pub by: Option<String>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct Canon {
    #[command(flatten)]
    pub shape: ShapeArgs,
}

#[derive(Args, Debug)]
pub struct Dedup {
    #[command(flatten)]
    pub shape: ShapeArgs,

    /// Treat isomorphs as duplicates
    #[arg(long)]
    pub isomorphic: bool,

    /// Write the groups of duplicates to this file, as CSV with group, line and puzzle; they are held in memory
    #[arg(long, value_name = "FILE")]
    pub groups: Option<PathBuf>,

    #[command(flatten)]
    pub memory: MemoryArgs,
}

#[derive(Args, Debug)]
pub struct Overlap {
    /// First corpus, such as a training set
    #[arg(value_name = "TRAIN")]
    pub train: PathBuf,

    /// Second corpus, such as a test set
    #[arg(value_name = "TEST")]
    pub test: PathBuf,

    /// Compare cells; isomorphs count as different
    #[arg(long)]
    pub exact: bool,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Treat a row that is not a puzzle as an error
    #[arg(long, conflicts_with = "max_rejects")]
    pub strict: bool,

    /// Exit with 1 if more rows than this of either corpus are rejected: a number, or a percentage of its rows [default: 10%, but up to nine are allowed unless they are most of the rows or became numbers]
    #[arg(long, value_name = "N|P%")]
    pub max_rejects: Option<MaxRejects>,

    #[command(flatten)]
    pub memory: MemoryArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Args, Debug)]
pub struct Rate {
    #[command(flatten)]
    pub shape: ShapeArgs,

    /// Strategies whose guesses, nodes and backtracks are counted, separated by commas; elimination does not search and has none
    #[arg(short, long, value_delimiter = ',', default_value = "lanes", value_name = "NAME", value_parser = choices::complete_strategy())]
    pub strategy: Vec<Entry>,

    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Args, Debug)]
pub struct Generate {
    /// Number of puzzles to generate
    #[arg(short, long, value_name = "N", value_parser = parse_positive::<usize>)]
    pub count: usize,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    pub seed: u64,

    #[command(flatten)]
    pub kind: KindArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

/// The kind of puzzles to generate.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct KindArgs {
    /// Generate puzzles with this many clues, such as 25 or 22..28
    #[arg(long, value_name = "N|A..B", value_parser = parse_range)]
    pub clues: Option<RangeInclusive<usize>>,

    /// Generate puzzles in which every clue is needed; puzzles with few clues are too frequent
    #[arg(long)]
    pub minimal: bool,

    /// Generate minimal puzzles, each equally likely; far slower
    #[arg(long)]
    pub unbiased_minimal: bool,
}

/// Parses the expression of `filter`.
fn expression(text: &str) -> Result<Filter, String> {
    Filter::parse(text).map_err(|error| {
        let is_file = Path::new(text).exists();
        let hint = if is_file { "\nThis is a file: the expression comes first" } else { "" };
        format!("\n{error}{hint}")
    })
}
