//! `sudoku-bench dataset …`: what can be done with a corpus besides solving it.

use std::{ops::RangeInclusive, path::PathBuf};

use clap::{Args, Subcommand};
use sudoku_bench::{dataset::filter::Filter, layout, reader::Column, strategy::Entry};

use super::{
    LimitArgs, MachineArgs, ReadingArgs, parse_complete, parse_positive,
    values::{Part, Shares, parse_blank, parse_bytes, parse_range},
};

#[derive(Debug, Subcommand)]
pub enum Dataset {
    /// Say what is in a corpus: layout, clues, solutions, duplicates, isomorphs, what is wrong with it
    Inspect(Inspect),
    /// Write a corpus in another layout
    Convert(Convert),
    /// Draw puzzles at random, in the order of the corpus
    Sample(Sample),
    /// Split a corpus at random, such as into training, validation and test
    Split(Split),
    /// Keep every N-th puzzle, for N machines to share a corpus
    Shard(Shard),
    /// Keep the rows for which an expression holds
    #[command(after_help = FILTER_HELP)]
    Filter(FilterArgs),
    /// Put random isomorphs behind every puzzle, with its solution transformed along
    Augment(Augment),
    /// Add the lines of other files as columns
    Join(Join),
    /// Add the canonical form, by which isomorphs are told, as a column
    Canon(Canon),
    /// Keep the first of the puzzles that are the same
    Dedup(Dedup),
    /// Find the puzzles of one corpus that are in another too; exit with 3 if there are any
    Overlap(Overlap),
    /// Add columns that say how hard a puzzle is
    Rate(Rate),
    /// Make puzzles with one solution each
    #[command(after_help = GENERATE_HELP)]
    Generate(Generate),
    /// List the layouts that are read and written
    Layouts,
}

const FILTER_HELP: &str = "\
Names in an expression are the columns of the corpus and, where there is no such column:
  clues          givens of the puzzle
  solutions      0, 1, or 2 for several; also where a column of this name holds grids
  minimal        1 where there is one solution, and several without any of the givens
  technique      the highest that is needed: naked-single, hidden-single, locked-candidates, search
  automorphisms  symmetries that map the puzzle to itself
  line           line of the file

Examples:
  sudoku-bench dataset filter 'clues <= 22 && solutions == 1' puzzles.csv -o hard.csv
  sudoku-bench dataset filter 'rating >= 8.5 || technique == \"search\"' rated.csv
  sudoku-bench dataset filter '!(source in (\"a\", \"b\")) && `my column` != 0' puzzles.csv";

const GENERATE_HELP: &str = "\
Examples:
  sudoku-bench dataset generate --count 1000000 --seed 1 --clues 22..28 -o puzzles.csv
  sudoku-bench dataset generate --count 10000 --minimal > minimal.csv

The same arguments make the same puzzles, on every machine and with any number of threads.";

/// The corpus, and where its rows go.
#[derive(Args, Debug)]
pub struct ShapeArgs {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write rows that are no puzzle to this file
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,

    /// Make a row that is no puzzle an error
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Where rows go, and how.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Output file, compressed if it ends with .gz or .zst; it appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Layout of the output, by a name of `dataset layouts` [default: by the output's name, or that of the input]
    #[arg(long, value_name = "NAME", value_parser = layout::writable_by_name)]
    pub to: Option<&'static layout::Layout>,

    /// Character for a blank [default: as it is]
    #[arg(long, value_name = "CHARACTER", value_parser = parse_blank)]
    pub blank: Option<u8>,

    /// Columns to write, by name or number, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    pub columns: Vec<Column>,
}

/// How much memory, and where else.
#[derive(Args, Debug)]
pub struct MemoryArgs {
    /// Memory for what is compared, such as 500M or 2G; what does not fit is sorted on disk
    #[arg(long, default_value = "768M", value_name = "BYTES", value_parser = parse_bytes)]
    pub memory: usize,

    /// Directory for what does not fit into memory [default: that of the system for temporary files]
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

    /// Exit with 1 where anything is wrong: rejected rows, conflicts, not exactly one solution, duplicates, isomorphs, wrong solutions
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub memory: MemoryArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Args, Debug)]
pub struct Convert {
    #[command(flatten)]
    pub shape: ShapeArgs,
}

#[derive(Args, Debug)]
pub struct Sample {
    /// Puzzles to draw; they are held in memory
    #[arg(value_name = "N", value_parser = parse_positive)]
    pub size: usize,

    #[command(flatten)]
    pub shape: ShapeArgs,

    /// The random numbers to draw with
    #[arg(long, default_value_t = 0, value_name = "N")]
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

    /// Output files, as many as parts, separated by commas [default: beside the input: NAME.train.csv, NAME.test.csv]
    #[arg(short, long, value_name = "FILE", value_delimiter = ',')]
    pub output: Vec<PathBuf>,

    /// Keep isomorphs together
    #[arg(long)]
    pub by_class: bool,

    /// The random numbers to split with
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Make a row that is no puzzle an error
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Args, Debug)]
pub struct Shard {
    /// Which of how many, such as 1/4
    #[arg(value_name = "I/N")]
    pub part: Part,

    #[command(flatten)]
    pub shape: ShapeArgs,
}

#[derive(Args, Debug)]
pub struct FilterArgs {
    /// Such as 'clues <= 22 && solutions == 1'
    #[arg(value_name = "EXPRESSION", value_parser = |text: &str| Filter::parse(text).map_err(|error| format!("\n{error}")))]
    pub expression: Filter,

    #[command(flatten)]
    pub shape: ShapeArgs,
}

#[derive(Args, Debug)]
pub struct Augment {
    /// Isomorphs of each puzzle
    #[arg(value_name = "K", value_parser = parse_positive)]
    pub images: usize,

    #[command(flatten)]
    pub shape: ShapeArgs,

    /// The random numbers to draw with
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,

    /// Leave the puzzles themselves out
    #[arg(long)]
    pub only_images: bool,
}

#[derive(Args, Debug)]
pub struct Join {
    /// The corpus, in any layout
    #[arg(value_name = "CORPUS")]
    pub corpus: PathBuf,

    /// Files with a line for each row of the corpus; the columns have their names
    #[arg(required = true, value_name = "FILE")]
    pub sides: Vec<PathBuf>,

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

    /// Take isomorphs for the same
    #[arg(long)]
    pub isomorphic: bool,

    /// Write the groups of the same puzzles to this file, as CSV with group, puzzle and line
    #[arg(long, value_name = "FILE")]
    pub groups: Option<PathBuf>,

    #[command(flatten)]
    pub memory: MemoryArgs,
}

#[derive(Args, Debug)]
pub struct Overlap {
    /// The one corpus, such as a training set
    #[arg(value_name = "TRAIN")]
    pub train: PathBuf,

    /// The other corpus, such as a test set
    #[arg(value_name = "TEST")]
    pub test: PathBuf,

    /// Look only for the same cells, not for isomorphs
    #[arg(long)]
    pub exact: bool,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub memory: MemoryArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

#[derive(Args, Debug)]
pub struct Rate {
    #[command(flatten)]
    pub shape: ShapeArgs,

    /// Strategies whose guesses, nodes and backtracks are counted, separated by commas
    #[arg(short = 'S', long, value_delimiter = ',', default_value = "lanes", value_name = "NAME", value_parser = parse_complete)]
    pub strategy: Vec<&'static Entry>,

    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Args, Debug)]
pub struct Generate {
    /// Puzzles to make
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub count: usize,

    /// The random numbers to make them from
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,

    #[command(flatten)]
    pub kind: KindArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Which puzzles to make.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct KindArgs {
    /// With so many clues, such as 25 or 22..28
    #[arg(long, value_name = "N|A..B", value_parser = parse_range)]
    pub clues: Option<RangeInclusive<usize>>,

    /// Such that no clue can be left out; those with few clues come too often
    #[arg(long)]
    pub minimal: bool,

    /// The same, every minimal puzzle being equally likely; far slower
    #[arg(long)]
    pub unbiased_minimal: bool,
}
