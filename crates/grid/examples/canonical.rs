//! Prints the canonical form of each puzzle on standard input, and the line of the first puzzle that is the same up to
//! symmetry:
//!
//! ```sh
//! cargo run --release --example canonical < puzzles.txt
//! ```

use std::{collections::HashMap, error::Error, io};

use sudoku_bench_grid::{Grid, canonical};

fn main() -> Result<(), Box<dyn Error>> {
    let mut first_lines = HashMap::new();
    for (number, line) in io::stdin().lines().enumerate() {
        let number = number + 1;
        let puzzle = Grid::parse(line?.trim().as_bytes()).map_err(|error| format!("line {number}: {error}"))?;
        let form = canonical(&puzzle.into()).expect("9×9 has canonical forms");
        let first = *first_lines.entry(form.grid.clone()).or_insert(number);
        let note = if first == number { "new".into() } else { format!("as line {first}") };
        println!("{} {} automorphisms, {note}", form.grid, form.automorphisms);
    }
    Ok(())
}
