//! Measures puzzles per second of one strategy on one thread, with a proof of uniqueness; optionally compared with
//! another program.
//!
//! ```text
//! cargo bench --bench throughput -- FILE [--strategy NAME] [--simd NAME] [--beside 'COMMAND …']
//! ```
//!
//! Reading is not measured. Blocks have the size that `solve` uses. In every round the strategy and then the COMMAND
//! run once; the first word of the command's output must be its speed in puzzles per second. The benchmark prints the
//! median speed of both, and the median ratio of the two in a round.
//!
//! The yardstick in METHODOLOGY.md is the crate `sudoku` (a port of JCZSolve) in a program of twenty lines, built with
//! `RUSTFLAGS="-C target-cpu=native"`, which calls `Sudoku::solutions_count_up_to(2)` for some seconds and prints the
//! puzzles per second. `scripts/throughput` pins both to one processor.

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
    strategy::{self, Answer, Limits},
};

/// The number of puzzles in a block, as in `solve`.
const BLOCK: usize = 4096;

#[derive(Parser)]
struct Args {
    file: PathBuf,
    #[arg(long, default_value = "lanes")]
    strategy: String,
    #[arg(long, default_value = "auto")]
    simd: Simd,
    #[arg(long, default_value_t = 2)]
    max_solutions: u64,
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds per round.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    #[arg(long)]
    beside: Option<String>,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let args = Args::parse();
    let corpus = Corpus { files: vec![args.file.clone()], ..Corpus::default() };
    let blocks = corpus.blocks().map(|block| block.expect("the corpus can be read").puzzles);
    let puzzles: Vec<Grid> = blocks.flatten().map(|puzzle| puzzle.givens).collect();
    let mut strategy =
        strategy::find(&args.strategy).and_then(|entry| entry.build(args.simd).ok()).expect("a strategy");
    let mut answers: Vec<_> = (0..BLOCK).map(|_| Answer::new(args.max_solutions)).collect();
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..args.rounds {
        let (mut solved, start) = (0, Instant::now());
        while start.elapsed() < Duration::from_secs_f64(args.seconds) {
            for block in puzzles.chunks(BLOCK) {
                strategy.solve_block(block, &Limits::NONE, &mut answers[..block.len()]);
            }
            solved += puzzles.len();
        }
        ours.push(solved as f64 / start.elapsed().as_secs_f64());
        if let Some(command) = &args.beside {
            theirs.push(speed(command));
            ratios.push(ours[ours.len() - 1] / theirs[theirs.len() - 1]);
        }
    }
    println!("{} {}\t{:.0} puzzles/s", args.strategy, args.simd, median(&mut ours));
    if let Some(command) = &args.beside {
        println!("{command}\t{:.0} puzzles/s", median(&mut theirs));
        println!("ratio\t{:.2}", median(&mut ratios));
    }
}

/// Runs a command and returns the speed that it prints.
fn speed(command: &str) -> f64 {
    let output = Command::new("sh").args(["-c", command]).output().expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    let word = text.split_whitespace().next().and_then(|word| word.parse().ok());
    word.unwrap_or_else(|| panic!("{command} printed no speed: {text:?}"))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
