//! Measures puzzles and nodes per second of the strategies on one thread.
//!
//! ```text
//! cargo bench --bench strategies -- [--max-solutions N] [--seconds S] [--strategy NAME,…] FILE
//! ```
//!
//! Strategies alternate on blocks of 256 puzzles, so that a change of the machine's speed affects all of them equally.
//! Reading is not measured. The last column is the median ratio of the second to the first latency when a puzzle is
//! solved twice in a row: it is below 1, which is why `run` repeats whole rounds over the corpus. `scripts/studies/tool`
//! compares the nodes per second with a C program.

use std::{
    hint::black_box,
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Parser;
use corpus::reader::Corpus;
use grid::{AnyGrid, simd::Simd};
use solver::strategy::{Limits, REGISTRY, Solutions, Strategy};

#[derive(Parser)]
struct Args {
    file: PathBuf,
    #[arg(long, default_value_t = 1)]
    max_solutions: u64,
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    #[arg(long, value_delimiter = ',')]
    strategy: Vec<String>,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

struct Contender {
    name: String,
    strategy: Box<dyn Strategy>,
    puzzles: u64,
    nodes: u64,
    spent: Duration,
    /// Ratios of the second to the first latency of a puzzle.
    again: Vec<f64>,
}

fn main() {
    let args = Args::parse();
    let corpus = Corpus { files: vec![args.file], ..Corpus::default() };
    let blocks = corpus.blocks().map(|block| block.expect("the corpus can be read").puzzles);
    let puzzles: Vec<AnyGrid> = blocks.flatten().map(|puzzle| puzzle.givens).collect();
    let shape = puzzles.first().expect("a puzzle").shape();
    let registry = REGISTRY.iter().filter(|entry| (entry.solves)(shape));
    let mut contenders: Vec<_> = registry
        .map(|entry| (entry.name.to_string(), entry.build(shape, Simd::detect()).expect("a strategy")))
        .filter(|(name, _)| args.strategy.is_empty() || args.strategy.iter().any(|wanted| wanted == name))
        .map(|(name, strategy)| Contender {
            name,
            strategy,
            puzzles: 0,
            nodes: 0,
            spent: Duration::ZERO,
            again: Vec::new(),
        })
        .collect();
    let mut solutions = Solutions::new(args.max_solutions);
    let start = Instant::now();
    'rounds: loop {
        for block in puzzles.chunks(256) {
            for contender in &mut contenders {
                contender.take_turn(block, &mut solutions);
                contender.solve_twice(&block[..block.len().min(64)], &mut solutions);
            }
            if start.elapsed().as_secs_f64() > args.seconds * contenders.len() as f64 {
                break 'rounds;
            }
        }
    }
    println!("strategy\tpuzzles/s\tnodes/s\tnodes/puzzle\tagain");
    for Contender { name, puzzles, nodes, spent, mut again, .. } in contenders {
        let puzzles = puzzles as f64;
        let nodes = nodes as f64;
        let seconds = spent.as_secs_f64();
        again.sort_by(f64::total_cmp);
        let again = again[again.len() / 2];
        println!("{name}\t{:.0}\t{:.0}\t{:.1}\t{again:.3}", puzzles / seconds, nodes / seconds, nodes / puzzles);
    }
}

impl Contender {
    fn take_turn(&mut self, block: &[AnyGrid], solutions: &mut Solutions) {
        let start = Instant::now();
        for puzzle in block {
            solutions.clear();
            self.nodes += self.strategy.solve(black_box(puzzle), &Limits::NONE, solutions).nodes;
        }
        self.spent += start.elapsed();
        self.puzzles += block.len() as u64;
    }

    fn solve_twice(&mut self, block: &[AnyGrid], solutions: &mut Solutions) {
        let mut timed = |puzzle| {
            solutions.clear();
            let start = Instant::now();
            self.strategy.solve(black_box(puzzle), &Limits::NONE, solutions);
            start.elapsed().as_secs_f64()
        };
        for puzzle in block {
            let first = timed(puzzle);
            self.again.push(timed(puzzle) / first);
        }
    }
}
