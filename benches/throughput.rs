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
use corpus::reader::Corpus;
use solver::{
    grid::Grid,
    simd::Simd,
    strategy::{self, Answers, Limits, Strategy},
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
struct Contestant<'a> {
    name: String,
    /// Returns the speed, in puzzles per second.
    measure: Box<dyn FnMut() -> f64 + 'a>,
    speeds: Vec<f64>,
}

impl<'a> Contestant<'a> {
    fn new(name: String, measure: impl FnMut() -> f64 + 'a) -> Contestant<'a> {
        Contestant { name, measure: Box::new(measure), speeds: Vec::new() }
    }

    /// Takes part in a round, and returns the speed.
    fn run(&mut self) -> f64 {
        let speed = (self.measure)();
        self.speeds.push(speed);
        speed
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
    let puzzles = &*puzzles;
    let seconds = args.seconds;
    let own = |name: &String| {
        let simd: Simd = name.parse().inspect_err(|error| eprintln!("{error}")).ok()?;
        let mut strategy = entry.build(simd).expect("a workspace");
        let mut answers = Answers::new(args.max_solutions);
        let measure = move || speed(&mut *strategy, puzzles, &mut answers, seconds);
        Some(Contestant::new(format!("{} {name}", args.strategy), measure))
    };
    let mut ours: Vec<_> = args.simd.iter().filter_map(own).collect();
    let commands = args.beside.iter();
    let mut theirs: Vec<_> = commands.map(|command| Contestant::new(command.clone(), || speed_of(command))).collect();
    let mut fastest = Vec::new();
    for _ in 0..args.rounds {
        fastest.extend(theirs.iter_mut().map(Contestant::run).reduce(f64::max));
        ours.iter_mut().for_each(|own| _ = own.run());
    }
    theirs.iter().chain(&ours).for_each(|contestant| contestant.print(&fastest));
}

/// Solves the puzzles again and again, and returns the puzzles per second.
fn speed(strategy: &mut dyn Strategy, puzzles: &[Grid], answers: &mut Answers, seconds: f64) -> f64 {
    let mut solved = 0;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs_f64(seconds) {
        for block in puzzles.chunks(BLOCK) {
            strategy.solve_block(block, &Limits::NONE, answers.resized(block.len()));
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
