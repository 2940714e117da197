//! `sudoku-bench dataset rate`.

use std::process::ExitCode;

use corpus::{
    dataset::{Rated, RatedPuzzles},
    error::Result,
    numbers,
};
use solver::strategy::Entry;

use super::reshape::{ShapeArgs, conclude, pass};
use crate::{
    cli::{Exit, LimitArgs, choices, heading},
    cmd::{check_distinct, long_search::LongSearch, print_error, print_message, runner_options},
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Strategies whose guesses, nodes and backtracks are counted, separated by commas; elimination does not search and has none
    #[arg(short, long, value_delimiter = ',', default_value = "lanes", value_name = "NAME", ignore_case = true)]
    #[arg(value_parser = choices::complete_strategy(), help_heading = heading::STRATEGIES)]
    strategy: Vec<Entry>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub fn run(args: Args) -> Result<ExitCode> {
    check_distinct(&args.strategy)?;
    let options = runner_options(args.strategy, &args.limits, 1, &args.shape.machine);
    let max_rejects = args.shape.rejected.max_rejects;
    let mut puzzles = RatedPuzzles::default();
    let (reshape, done) = pass(LongSearch::of(&options), args.shape, |reshape, observer| {
        let rated: Rated = reshape.rate(&options, observer)?;
        puzzles = rated.puzzles;
        Ok(rated.reshaped)
    })?;
    let code = conclude(done, &reshape, max_rejects);
    print_unrated(&puzzles);
    let wrong = puzzles.wrong;
    if wrong == 0 {
        return code;
    }
    if let Err(error) = code {
        print_error(&error);
    }
    print_message(&format!("{} (status wrong)", numbers::plural(wrong, "wrong answer")));
    Ok(Exit::WrongAnswer.into())
}

/// Prints how many puzzles have no technique, and how many have the technique `none`.
fn print_unrated(puzzles: &RatedPuzzles) {
    let RatedPuzzles { unrated, full, .. } = puzzles;
    if unrated.count > 0 {
        let rows = numbers::plural(unrated.count, "puzzle");
        print_message(&format!("no technique for {rows} without exactly one solution: {}", unrated.text()));
    }
    if *full > 0 {
        print_message(&format!("{} without blanks: the technique is none", numbers::plural(*full, "grid")));
    }
}
