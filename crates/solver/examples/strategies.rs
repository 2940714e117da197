//! Counts what each strategy does to prove that a puzzle has one solution:
//!
//! ```sh
//! cargo run --release --example strategies [PUZZLE]
//! ```

use std::{env, error::Error, time::Instant};

use grid::{AnyGrid, Grid, simd::Simd};
use sudoku_bench_solver::strategy::{Limits, REGISTRY, Solutions};

/// Arto Inkala, 2012.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = AnyGrid::from(Grid::parse(env::args().nth(1).as_deref().unwrap_or(HARD).as_bytes())?);
    if puzzle.has_conflict() {
        return Err("two equal givens are in a row, a column or a box".into());
    }
    println!("{:18} {:>9} {:>11} {:>11} {:>12}", "strategy", "solutions", "nodes", "backtracks", "time");
    for entry in REGISTRY {
        let mut strategy = entry.build(puzzle.shape(), Simd::detect())?;
        let mut solutions = Solutions::new(2);
        let start = Instant::now();
        let outcome = strategy.solve(&puzzle, &Limits { nodes: 10_000_000, ..Limits::NONE }, &mut solutions);
        let time = format!("{:.1?}", start.elapsed());
        let found = solutions.found();
        let nodes = outcome.nodes;
        let backtracks = outcome.backtracks;
        println!("{:18} {found:>9} {nodes:>11} {backtracks:>11} {time:>12}  {:?}", entry.name, outcome.end);
    }
    Ok(())
}
