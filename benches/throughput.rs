//! Measures puzzles per second of one strategy on one thread, with a proof of uniqueness; optionally with several
//! instruction sets, and beside other programs.
//!
//! ```text
//! cargo bench --bench throughput -- FILE [--strategy NAME] [--simd NAME]… [--beside 'COMMAND …']…
//! ```
//!
//! Reading is not measured. Blocks have the size that `solve` uses. In every round each COMMAND runs once, and then the
//! strategy with each instruction set; the first word of a command's output must be its speed in puzzles per second. The
//! benchmark prints a line for every command and instruction set, with tabs: the name, the median speed, and the median
//! ratio to the fastest command of the round. An instruction set that this processor does not have gets no line.
//!
//! `scripts/throughput` runs all of it on one processor.

use std::{
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use clap::Parser;
use sudoku_bench::{
    grid::Grid,
    reader::Corpus,
    simd::Simd,
    strategy::{self, Answer, Limits, Strategy},
};

/// The number of puzzles in a block, as in `solve`.
const BLOCK: usize = 4096;

#[derive(Parser)]
struct Args {
    file: PathBuf,
    #[arg(long, default_value = "lanes")]
    strategy: String,
    #[arg(long, default_value = "auto")]
    simd: Vec<String>,
    #[arg(long, default_value_t = 2)]
    max_solutions: u64,
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds per round.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    #[arg(long)]
    beside: Vec<String>,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What is measured, and its speed in every round.
struct Contestant<T> {
    name: String,
    runs: T,
    speeds: Vec<f64>,
}

impl<T> Contestant<T> {
    fn new(name: String, runs: T) -> Contestant<T> {
        Contestant { name, runs, speeds: Vec::new() }
    }

    /// Prints the median speed, and the median ratio to the fastest command of each round.
    fn print(&self, fastest: &[f64]) {
        let ratios: Vec<f64> = self.speeds.iter().zip(fastest).map(|(speed, fastest)| speed / fastest).collect();
        let ratio = if ratios.is_empty() { String::new() } else { format!("{:.2}", median(&ratios)) };
        println!("{}\t{:.0}\t{ratio}", self.name, median(&self.speeds));
    }
}

fn main() {
    let args = Args::parse();
    let corpus = Corpus { files: vec![args.file.clone()], ..Corpus::default() };
    let blocks = corpus.blocks().map(|block| block.expect("the corpus can be read").puzzles);
    let puzzles: Vec<Grid> = blocks.flatten().map(|puzzle| puzzle.givens).collect();
    let entry = strategy::find(&args.strategy).expect("a strategy");
    let own = |name: &String| {
        let simd: Simd = name.parse().inspect_err(|error| eprintln!("{error}")).ok()?;
        let strategy = entry.build(simd).expect("a workspace");
        Some(Contestant::new(format!("{} {name}", args.strategy), strategy))
    };
    let mut ours: Vec<_> = args.simd.iter().filter_map(own).collect();
    let mut theirs: Vec<_> = args.beside.iter().map(|command| Contestant::new(command.clone(), ())).collect();
    let mut fastest = Vec::new();
    for _ in 0..args.rounds {
        theirs.iter_mut().for_each(|command| command.speeds.push(speed_of(&command.name)));
        fastest.extend(theirs.iter().filter_map(|command| command.speeds.last().copied()).reduce(f64::max));
        ours.iter_mut().for_each(|own| own.speeds.push(speed(&mut *own.runs, &puzzles, &args)));
    }
    theirs.iter().for_each(|command| command.print(&fastest));
    ours.iter().for_each(|own| own.print(&fastest));
}

/// Solves the puzzles again and again, and returns the puzzles per second.
fn speed(strategy: &mut dyn Strategy, puzzles: &[Grid], args: &Args) -> f64 {
    let mut answers: Vec<_> = (0..BLOCK).map(|_| Answer::new(args.max_solutions)).collect();
    let (mut solved, start) = (0, Instant::now());
    while start.elapsed() < Duration::from_secs_f64(args.seconds) {
        for block in puzzles.chunks(BLOCK) {
            strategy.solve_block(block, &Limits::NONE, &mut answers[..block.len()]);
        }
        solved += puzzles.len();
    }
    solved as f64 / start.elapsed().as_secs_f64()
}

/// Runs a command and returns the speed that it prints.
fn speed_of(command: &str) -> f64 {
    let output = Command::new("sh").args(["-c", command]).output().expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    let word = text.split_whitespace().next().and_then(|word| word.parse().ok());
    word.unwrap_or_else(|| panic!("{command} printed no speed: {text:?}"))
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
