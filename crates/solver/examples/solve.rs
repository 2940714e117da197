//! Solves puzzles from standard input, a puzzle a line, and prints a solution, `none` or an error for each:
//!
//! ```sh
//! cargo run --release --example solve < puzzles.txt > solutions.txt
//! ```

use std::io::{self, Write};

use grid::Grid;
use sudoku_bench_solver::solve_batch;

/// Puzzles that are solved together: more than the lanes of any processor.
const BATCH: usize = 4096;

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let lines: Vec<String> = io::stdin().lines().collect::<Result<_, _>>()?;
    for lines in lines.chunks(BATCH) {
        let parsed: Vec<_> = lines.iter().map(|line| Grid::parse(line.trim().as_bytes())).collect();
        let puzzles: Vec<Grid> = parsed.iter().flatten().copied().collect();
        let mut solutions = solve_batch(&puzzles).into_iter();
        for puzzle in parsed {
            match puzzle {
                Err(error) => writeln!(out, "{error}")?,
                Ok(_) => match solutions.next().flatten() {
                    Some(solution) => writeln!(out, "{solution}")?,
                    None => writeln!(out, "none")?,
                },
            }
        }
    }
    out.flush()
}
