//! `sudoku-bench dataset canon`.

use std::process::ExitCode;

use sudoku_bench::{
    error::Result,
    isomorph,
    writer::{Edit, text_of},
};

use super::{Change, Shape};
use crate::cli::Canon;

pub fn run(args: Canon) -> Result<ExitCode> {
    let shape = Shape::resolve(args.shape)?;
    let blank = shape.wishes[0].blank.unwrap_or(b'.');
    let shape = Shape { added: ["canonical", "automorphisms"].map(String::from).into(), edit: Edit::Columns, ..shape };
    shape.change(
        || (),
        |(), block| {
            let canon = |givens| {
                let canonical = isomorph::canonical(givens);
                let text = String::from_utf8_lossy(&text_of(&canonical.grid, blank)).into_owned();
                Change::Add(vec![text, canonical.automorphisms.to_string()])
            };
            Ok(block.puzzles.iter().map(|puzzle| canon(&puzzle.givens)).collect())
        },
    )
}
