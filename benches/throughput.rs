//! Puzzles per second in the library, one thread, uniqueness proven; on request beside another program.
//!
//! ```text
//! cargo bench --bench throughput -- FILE [--strategy NAME] [--simd NAME] [--beside 'COMMAND …']
//! ```
//!
//! Reading is outside the clock; blocks are as large as those of `solve`. A COMMAND is run in turn with the strategy, as
//! often as there are rounds; the first word that it prints is its speed in puzzles per second. What is printed is the
//! median speed of each and the median of the ratios of neighbours.
//!
//! The yardstick of METHODOLOGY.md is the crate `sudoku` (a port of JCZSolve) in a program of twenty lines, built with
//! `RUSTFLAGS="-C target-cpu=native"`, which counts solutions up to two for some seconds, with
//! `Sudoku::solutions_count_up_to`, and prints the puzzles per second. `scripts/throughput` pins both to one processor.

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

/// As in `solve`.
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
    /// Seconds a round.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    #[arg(long)]
    beside: Option<String>,
    /// What `cargo bench` adds.
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

/// What a command says its speed is.
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
