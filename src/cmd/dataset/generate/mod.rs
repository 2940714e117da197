//! `sudoku-bench dataset generate`.

mod wanted;

use std::time::Duration;

use corpus::{
    error::{Error, Result},
    numbers,
};
use dataset::generate::{Ended, Generation, GenerationResult, Target};
use grid::Shape;

use crate::{
    cli::{
        Exit, MachineArgs,
        number::{parse_number, parse_positive},
        values::parse_time,
    },
    cmd::{
        files, interrupt, is_closed_pipe,
        long_search::LongSearch,
        progress::{Counts, Extent},
        row_pass::{OutputArgs, observed, output},
    },
};
use wanted::WantedArgs;

/// The time after which a search ends that may find nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

const HELP: &str = "\
Examples:
  sudoku-bench dataset generate --count 1000000 --seed 1 --clues 22..28 -o puzzles.csv
  sudoku-bench dataset generate --count 10000 --minimal > minimal.csv
  sudoku-bench dataset generate --count 100 --se 4.5..5.5 --symmetry rotational --time 10m
  sudoku-bench dataset generate --count 100 --like PUZZLE --se 9.0.. --time 10m -o like.csv
  sudoku-bench dataset generate --count 100 --shape 16 -o sixteen.csv
  sudoku-bench dataset generate --count 100 --shape 1x25 --holes 250..300 --balanced -o squares.csv

The same arguments generate the same puzzles on every machine, with any number of threads.
With --time, a slower machine writes fewer of them.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Number of puzzles to generate
    #[arg(short, long, value_name = "N", value_parser = parse_positive::<usize>)]
    count: usize,

    /// End after this time, such as 30m, with the puzzles found so far; exits with 1 if there are none [default: 10m with --se, --technique or --pattern, which nothing may fit]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    seed: u64,

    #[command(flatten)]
    wanted: WantedArgs,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: Args, given: &[String]) -> Result<Exit> {
    if args.output.to_alphabet.is_some() {
        let reason = "--to-alphabet is for corpora that are read; --alphabet says how generated puzzles are written";
        return Err(Error::Usage(reason.into()));
    }
    let generation = generation(&args, given)?;
    let output = output(args.output)?;
    files::check_outputs(output.path.as_slice(), None, &[])?;
    // The trial takes a moment, too.
    interrupt::catch()?;
    let Generation { notation, count, time, threads, .. } = generation;
    if !notation.is_default() {
        // A shape that is said by its box, as 4x4, is easily taken for another.
        message!("puzzles of {notation}");
    }
    print_expected_time(&generation);
    let finds_all = generation.finds_enough() && time.is_none();
    let puzzles = count as u64;
    let extent = if finds_all { Extent::Puzzles(puzzles) } else { Extent::Found(puzzles, time) };
    let counts = Counts::new(extent, std::slice::from_ref(&output));
    let searches = LongSearch::of_generation(threads, advice(&generation));
    let result = observed(searches, counts, |observer| generation.write(&output, observer))?;
    print_how_to_read(notation.shape);
    conclude(result, count, || wanted::remedy(&generation))
}

fn generation(args: &Args, given: &[String]) -> Result<Generation> {
    let target = args.wanted.target(args.seed, given)?;
    Ok(Generation {
        notation: args.wanted.notation(),
        order: args.wanted.order(&target),
        target,
        count: args.count,
        time: args.time.or_else(|| args.wanted.may_fit_nothing().then_some(DEFAULT_TIME)),
        seed: args.seed,
        threads: args.machine.threads(),
        simd: args.machine.simd,
    })
}

fn advice(generation: &Generation) -> Option<&'static str> {
    match generation.target {
        Target::Clues(..) => Some("puzzles with more --clues are found sooner"),
        Target::Minimal(_) | Target::Holes { .. } if generation.time.is_none() => {
            Some("--time 10m ends with the puzzles found so far")
        }
        _ => None,
    }
}

fn print_expected_time(generation: &Generation) {
    if let Some(time) = generation.expected_time() {
        // To the second below an hour, to the minute above.
        let unit = if time.as_secs() < 3600 { 1 } else { 60 };
        let time = humantime::format_duration(Duration::from_secs((time.as_secs() / unit).max(1) * unit));
        let puzzles = numbers::plural(generation.count as u64, "puzzle");
        message!("{puzzles} will take about {time} on average, by a short trial on this machine");
    }
}

/// Prints the option that reads puzzles of a shape, if their size does not tell it.
fn print_how_to_read(shape: Shape) {
    if Shape::of_cells(shape.cells()) != Some(shape) {
        let [height, width] = [shape.box_height(), shape.box_width()];
        message!("the size of these puzzles does not tell their shape: read them with --shape {height}x{width}");
    }
}

/// Prints how the generation of `count` puzzles ended, and returns the exit code.
fn conclude(result: GenerationResult, count: usize, remedy: impl FnOnce() -> String) -> Result<Exit> {
    if let Some(part) = &result.part {
        message!("the incomplete output is in {}", part.display());
    }
    let why = match result.ended {
        Ok(Ended::Complete) => return Ok(Exit::Success),
        Ok(Ended::Stopped) => return Ok(Exit::Interrupted),
        Err(error) if is_closed_pipe(&error) => return Ok(Exit::Success),
        Err(error) => return Err(error),
        Ok(Ended::TimeOver) => "the time is over",
        Ok(Ended::Exhausted) => "there are no more variations",
    };
    let found = numbers::count(result.found as u64);
    let wanted = numbers::plural(count as u64, "puzzle");
    let tried = numbers::count(result.tried);
    message!("{why}: found {found} of {wanted}, tried {tried}");
    if result.found > 0 {
        return Ok(Exit::Success);
    }
    message!("to find more, {}", remedy());
    Ok(Exit::Error)
}
