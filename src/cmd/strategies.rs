//! `sudoku-bench strategies`: the registry, one line per strategy.

use crate::cli::Exit;
use corpus::error::Result;
use solver::strategy::{Entry, REGISTRY};

pub fn run() -> Result<Exit> {
    let width = REGISTRY.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let lines = REGISTRY.iter().map(|entry| {
        let mark = if entry.is_default() { '*' } else { ' ' };
        format!("{mark} {:width$}  {}{}\n", entry.name, entry.about, aliases(entry))
    });
    let text = lines.collect::<String>() + "\n* used by `run` and `ab` without --strategy\n";
    super::print(&text)?;
    Ok(Exit::Success)
}

/// Returns "; also: fc", or nothing for a strategy without aliases.
fn aliases(entry: &Entry) -> String {
    if entry.aliases.is_empty() { String::new() } else { format!("; also: {}", entry.aliases.join(", ")) }
}
