//! The crate `sudoku` as an engine. It counts solutions, and no nodes.

use std::{
    io::{self, BufRead, Write},
    time::Instant,
};

use sudoku::Sudoku;

fn main() -> io::Result<()> {
    let mut max_solutions = 1;
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Some(settings) = line.strip_prefix("settings ") {
            let limits = settings.split(' ').filter_map(|word| word.strip_prefix("max_solutions="));
            max_solutions = limits.filter_map(|limit| limit.parse().ok()).next().unwrap_or(1);
            continue;
        }
        let begin = Instant::now();
        let solutions = Sudoku::from_str_line(&line).map_or(Vec::new(), |puzzle| puzzle.solutions_up_to(max_solutions));
        let ns = begin.elapsed().as_nanos();
        let first = solutions.first().map_or("-".to_string(), |solution| solution.to_str_line().to_string());
        writeln!(output, "{first} solutions={} ns={ns}", solutions.len())?;
        output.flush()?;
    }
    Ok(())
}
