//! `sudoku-bench dataset rate`.

use std::process::ExitCode;

use corpus::{
    dataset::{Rated, RatedPuzzles, SeOptions},
    error::{Error, Result},
    numbers,
};
use solver::{
    rating::Tenths,
    strategy::{self, Entry},
};

use super::{
    difficulty::DifficultyArgs,
    reshape::{ShapeArgs, conclude, pass, reshape},
};
use crate::{
    cli::{Exit, LimitArgs, choices, heading, parse_tenths},
    cmd::{check_distinct, long_search::LongSearch, print_error, print_message, runner_options},
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Strategies whose guesses, nodes and backtracks are counted, separated by commas; elimination does not search and has none
    /// [default: lanes]
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", ignore_case = true)]
    #[arg(value_parser = choices::complete_strategy(), help_heading = heading::STRATEGIES)]
    strategy: Vec<Entry>,

    /// What is rated: tiers, the most advanced of a few techniques, and the counts of searches; se, Sudoku Explainer's ratings
    #[arg(long, value_enum, default_value_t = Scale::Tiers, help_heading = heading::RATING)]
    scale: Scale,

    /// Stop at this rating of Sudoku Explainer, such as 7.5; harder puzzles get the rating ">7.5"
    #[arg(long, value_name = "RATING", value_parser = parse_tenths, help_heading = heading::RATING)]
    up_to: Option<Tenths>,

    /// Add the number of steps, and how often each technique is used
    #[arg(long, help_heading = heading::RATING)]
    steps: bool,

    #[command(flatten)]
    difficulty: DifficultyArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    shape: ShapeArgs,
}

/// A scale of difficulty.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// The most advanced of a few techniques, and the counts of searches.
    Tiers,
    /// Sudoku Explainer's ratings (ER, EP and ED).
    Se,
}

pub fn run(args: Args) -> Result<ExitCode> {
    match args.scale {
        Scale::Tiers => rate_tiers(args),
        Scale::Se => rate_se(args),
    }
}

/// Adds Sudoku Explainer's ratings.
fn rate_se(args: Args) -> Result<ExitCode> {
    let LimitArgs { max_solutions, node_limit, time_limit } = args.limits;
    let is_limited = max_solutions.is_some() || node_limit.is_some() || time_limit.is_some();
    if !args.strategy.is_empty() || is_limited || args.difficulty.is_given() {
        let reason = "--scale se does not search: leave out --strategy, the limits of searches, --facts and --morphs";
        return Err(Error::Usage(reason.into()));
    }
    let options = SeOptions { up_to: args.up_to, steps: args.steps, simd: args.shape.machine.simd };
    reshape("rate", args.shape, |reshape, observer| reshape.rate_se(&options, observer))
}

/// Adds the technique and the counts of searches.
fn rate_tiers(args: Args) -> Result<ExitCode> {
    if args.up_to.is_some() || args.steps {
        return Err(Error::Usage("--up-to and --steps belong to --scale se".into()));
    }
    let lanes = || strategy::find("lanes").into_iter().collect();
    let strategies = if args.strategy.is_empty() { lanes() } else { args.strategy };
    check_distinct(&strategies)?;
    let difficulty = args.difficulty.columns()?;
    let options = runner_options(strategies, &args.limits, 1, &args.shape.machine);
    let max_rejects = args.shape.rejected.max_rejects;
    let mut puzzles = RatedPuzzles::default();
    let (reshape, done) = pass(LongSearch::of(&options), args.shape, |reshape, observer| {
        let rated: Rated = reshape.rate(&options, &difficulty, observer)?;
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
