//! `sudoku-bench dataset filter`.

use std::path::Path;

use corpus::error::Result;
use dataset::filter::Filter;

use super::reshape::{ShapeArgs, reshape};
use crate::cli::Exit;

const HELP: &str = "\
Names in an expression are the columns of the corpus and, where there is no such column:
  clues          givens of the puzzle
  solutions      0, 1, or 2 for several; also where a column of this name holds grids
  minimal        1 if there is one solution, and several without any one of the givens
  technique      the most advanced one that is needed: naked-single, hidden-single, locked-candidates, search
  automorphisms  symmetries that map the puzzle to itself
  line           line of the file
  se_rating      rating of Sudoku Explainer (ER); se_pearl and se_diamond are EP and ED
  te_depth, …    the facts of `dataset rate --facts`

Examples:
  sudoku-bench dataset filter 'clues <= 22 && solutions == 1' puzzles.csv -o hard.csv
  sudoku-bench dataset filter 'rating >= 8.5 || technique == \"search\"' rated.csv
  sudoku-bench dataset filter 'not (source in (\"a\", \"b\")) and `my column` != 0' puzzles.csv

FILTER.md has the grammar.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Condition, such as 'clues <= 22 && solutions == 1'
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true, value_parser = expression)]
    expression: Filter,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let simd = args.shape.machine.simd;
    reshape("filter", args.shape, |reshape, observer| reshape.filter(&args.expression, simd, observer))
}

fn expression(text: &str) -> Result<Filter, String> {
    Filter::parse(text).map_err(|error| {
        let is_file = Path::new(text).exists();
        let hint = if is_file { "\nThis is a file: the expression comes first" } else { "" };
        format!("\n{error}{hint}")
    })
}
