//! Measures puzzles per second of one strategy on one thread, with a proof of uniqueness; optionally with several
//! instruction sets, beside ratings on Sudoku Explainer's scale, and beside other programs.
//!
//! ```text
//! cargo bench --bench throughput -- FILE [--strategy NAME] [--simd NAME]… [--ratings] [--beside 'COMMAND …']…
//! ```
//!
//! Reading is not measured. Blocks have the size that `solve` uses. In every round each COMMAND runs once, and then the
//! strategy with each instruction set; the first word of a command's output must be its speed in puzzles per second. The
//! benchmark prints a line for every command, for ratings and for every instruction set, with tabs: the name, the median speed, and the median
//! ratio to the fastest command of the round. An instruction set that this processor does not have gets no line.
//!
//! `scripts/studies/throughput` runs all of it on one processor.

use std::{
    path::PathBuf,
    process::Command,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use clap::Parser;
use corpus::reader::Corpus;
use dataset::{SeOptions, SeRater};
use grid::{AnyGrid, simd::Simd};
use rating::IdleThreads;
use solver::strategy::{self, Answers, Limits};

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
    /// Rate the puzzles too, with the proof that they have one solution.
    #[arg(long)]
    ratings: bool,
    #[arg(long)]
    beside: Vec<String>,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

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
    let puzzles: Vec<AnyGrid> = blocks.flatten().map(|puzzle| puzzle.givens).collect();
    let entry = strategy::find(&args.strategy).expect("a strategy");
    let puzzles = &*puzzles;
    let seconds = args.seconds;
    let own = |name: &String| {
        let simd: Simd = name.parse().inspect_err(|error| eprintln!("{error}")).ok()?;
        let mut strategy = entry.build(puzzles[0].shape(), simd).expect("a workspace");
        let mut answers = Answers::new(args.max_solutions);
        let mut solve =
            move |block: &[AnyGrid]| strategy.solve_block(block, &Limits::NONE, answers.resized(block.len()));
        let measure = move || speed(puzzles, seconds, &mut solve);
        Some(Contestant::new(format!("{} {name}", args.strategy), measure))
    };
    let never = AtomicBool::new(false);
    let options = SeOptions { up_to: None, steps: false, simd: Simd::detect() };
    let idle = IdleThreads::new(1);
    let mut rater = SeRater::new(&options, &never, &idle);
    let rate = || speed(puzzles, seconds, |block| _ = rater.rate(block));
    let mut ours: Vec<_> = args.simd.iter().filter_map(own).collect();
    ours.extend(args.ratings.then(|| Contestant::new("ratings".into(), rate)));
    let commands = args.beside.iter();
    let mut theirs: Vec<_> = commands.map(|command| Contestant::new(command.clone(), || speed_of(command))).collect();
    let mut fastest = Vec::new();
    for _ in 0..args.rounds {
        fastest.extend(theirs.iter_mut().map(Contestant::run).reduce(f64::max));
        ours.iter_mut().for_each(|own| _ = own.run());
    }
    theirs.iter().chain(&ours).for_each(|contestant| contestant.print(&fastest));
}

/// Works on the puzzles again and again, block by block, and returns the puzzles per second.
fn speed(puzzles: &[AnyGrid], seconds: f64, mut work: impl FnMut(&[AnyGrid])) -> f64 {
    let mut done = 0;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs_f64(seconds) {
        puzzles.chunks(BLOCK).for_each(&mut work);
        done += puzzles.len();
    }
    done as f64 / start.elapsed().as_secs_f64()
}

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
