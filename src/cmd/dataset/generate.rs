//! `sudoku-bench dataset generate`.

use std::{ops::RangeInclusive, process::ExitCode, time::Duration};

use corpus::{
    dataset::generate::{Generation, Target},
    error::Result,
    numbers,
};

use crate::{
    cli::{
        Exit, MachineArgs,
        number::{parse_number, parse_positive},
        values::parse_range,
    },
    cmd::{
        files, interrupt, is_closed_pipe,
        long_search::LongSearch,
        print_message,
        progress::Progress,
        row_pass::{OutputArgs, observed, output},
    },
};

const HELP: &str = "\
Examples:
  sudoku-bench dataset generate --count 1000000 --seed 1 --clues 22..28 -o puzzles.csv
  sudoku-bench dataset generate --count 10000 --minimal > minimal.csv

The same arguments generate the same puzzles on every machine, with any number of threads.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Number of puzzles to generate
    #[arg(short, long, value_name = "N", value_parser = parse_positive::<usize>)]
    count: usize,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    seed: u64,

    #[command(flatten)]
    kind: KindArgs,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// The kind of puzzles to generate.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
pub struct KindArgs {
    /// Generate puzzles with this many clues, such as 25 or 22..28
    #[arg(long, value_name = "N|A..B", value_parser = parse_range)]
    clues: Option<RangeInclusive<usize>>,

    /// Generate puzzles in which every clue is needed; puzzles with few clues are too frequent
    #[arg(long)]
    minimal: bool,

    /// Generate minimal puzzles, each equally likely; far slower
    #[arg(long)]
    unbiased_minimal: bool,
}

pub fn run(args: Args) -> Result<ExitCode> {
    let target = match args.kind.clues {
        Some(clues) => Target::Clues(clues),
        None if args.kind.minimal => Target::Minimal,
        None => Target::UnbiasedMinimal,
    };
    let output = output(args.output)?;
    files::check_outputs(output.path.as_slice(), None, &[])?;
    let threads = args.machine.threads();
    let advice = matches!(target, Target::Clues(_)).then_some("puzzles with more --clues are found sooner");
    let searches = LongSearch::of_generation(threads, advice);
    let generation = Generation { target, count: args.count, seed: args.seed, threads, simd: args.machine.simd };
    // The trial takes a moment, too.
    interrupt::catch()?;
    if let Some(time) = generation.expected_time() {
        // To the second below an hour, to the minute above.
        let unit = if time.as_secs() < 3600 { 1 } else { 60 };
        let time = humantime::format_duration(Duration::from_secs((time.as_secs() / unit).max(1) * unit));
        let puzzles = numbers::plural(args.count as u64, "puzzle");
        print_message(&format!("{puzzles} will take about {time} on average, by a short trial on this machine"));
    }
    let progress = Progress::of_puzzles(args.count, std::slice::from_ref(&output));
    let written = observed(progress, searches, |observer| generation.write(&output, observer))?;
    if let Some(part) = written.part {
        print_message(&format!("the incomplete output is in {}", part.display()));
    }
    match written.ended {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(Exit::Interrupted.into()),
        Err(error) if is_closed_pipe(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error),
    }
}
