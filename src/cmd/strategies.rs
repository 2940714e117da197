//! `sudoku-bench strategies`: the registry, a line each.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use sudoku_bench::{
    error::{Error, Result},
    strategy::REGISTRY,
};

pub fn run() -> Result<ExitCode> {
    let width = REGISTRY.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let lines = REGISTRY.iter().map(|entry| {
        let mark = if entry.default { '*' } else { ' ' };
        format!("{mark} {:width$}  {}\n", entry.name, entry.about)
    });
    let text = lines.collect::<String>() + "\n* used by `run` where no --strategy is given\n";
    io::stdout().write_all(text.as_bytes()).map_err(Error::io("standard output", "write"))?;
    Ok(ExitCode::SUCCESS)
}
