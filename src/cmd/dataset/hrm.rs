//! `sudoku-bench dataset export hrm`.

use std::path::{Path, PathBuf};

use corpus::{
    error::Result,
    numbers::plural,
    reader::{BlockSize, Corpus, Extras},
};
use dataset::export::{Hrm, HrmPuzzles, HrmSet};

use crate::{
    cli::{Exit, MachineArgs, ReadingArgs, heading, number::parse_number},
    cmd::{corpus_of_files, dataset::reshape::BLOCK, files, print_message, row_pass::watched},
};

const HELP: &str = "\
Example:
  sudoku-bench dataset export hrm data/sudoku --train train.csv --test test.csv --copies 1000 --seed 1

A row that is no puzzle, or has no known solution, is an error. The isomorphs are those of `dataset augment` with the same seed.";

/// Maximum number of isomorphs, which a block of one puzzle holds.
const MAX_COPIES: i64 = 100_000;

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP, override_usage = "sudoku-bench dataset export hrm <DIR> --train <FILE>... --test <FILE>... [OPTIONS]")]
pub struct Args {
    /// Directory to write; it appears when it is complete
    #[arg(value_name = "DIR", help_heading = None)]
    directory: PathBuf,

    /// Corpora of the training set
    #[arg(long, required = true, num_args = 1.., value_name = "FILE", help_heading = heading::INPUT)]
    train: Vec<PathBuf>,

    /// Corpora of the test set, which gets no isomorphs
    #[arg(long, required = true, num_args = 1.., value_name = "FILE", help_heading = heading::INPUT)]
    test: Vec<PathBuf>,

    /// Random isomorphs of each puzzle of the training set, after the puzzle itself
    #[arg(long, default_value_t = 0, value_name = "K", value_parser = clap::value_parser!(u32).range(..=MAX_COPIES))]
    copies: u32,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    seed: u64,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    reading: ReadingArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let inputs = [&*args.train, &*args.test].concat();
    files::check_inputs(&inputs)?;
    files::check_not_standard_output(Some(&args.directory))?;
    if let Some(input) = inputs.iter().find(|input| input.starts_with(&args.directory)) {
        let input = input.display();
        let directory = args.directory.display();
        return usage!("the input {input} is in {directory}; name another directory");
    }
    let threads = args.machine.threads();
    let set = |name, files, copies| HrmSet {
        name,
        puzzles: HrmPuzzles::Corpus(Box::new(corpus(files, &args.reading, copies))),
        copies,
    };
    let sets = vec![set("train", args.train, args.copies as usize), set("test", args.test, 0)];
    let hrm = Hrm { sets, seed: args.seed, threads, simd: args.machine.simd };
    let written = watched("export", threads, &inputs, &[], |observer| hrm.write(&args.directory, observer))?;
    let Some(written) = written else { return Ok(Exit::Interrupted) };
    print_message(&summary(&hrm.sets, &written, &args.directory));
    Ok(Exit::Success)
}

/// Returns a corpus of which every row must be a puzzle.
fn corpus(files: Vec<PathBuf>, reading: &ReadingArgs, copies: usize) -> Corpus {
    let extras = Extras { solutions: true, rows: false, digests: false };
    // Every puzzle becomes many rows, which a block holds.
    let block_size = BlockSize::Timed((BLOCK / (copies + 1)).max(1));
    Corpus { strict: true, block_size, ..corpus_of_files(files, reading.clone(), extras) }
}

fn summary(sets: &[HrmSet], written: &[u64], directory: &Path) -> String {
    let part = |(set, &puzzles): (&HrmSet, &u64)| {
        let rows = puzzles * (set.copies as u64 + 1);
        format!("{}: {} of {}", set.name, plural(rows, "row"), plural(puzzles, "puzzle"))
    };
    let parts: Vec<_> = sets.iter().zip(written).map(part).collect();
    format!("{}; in {}", parts.join(", "), directory.display())
}
