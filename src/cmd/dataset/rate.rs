//! `sudoku-bench dataset rate`.

use corpus::{
    error::{Error, Result},
    numbers,
    reader::{BlockSize, Corpus},
};
use dataset::{Rated, RatedPuzzles, RowPass, SeOptions};
use grid::Shape;
use pass::{Options, external::External};
use rating::Tenths;
use solver::strategy::{self, Entry};

use super::{
    difficulty::DifficultyArgs,
    reshape::{BLOCK, ShapeArgs, conclude, pass},
};
use crate::{
    cli::{EngineArgs, Exit, LimitArgs, StrategyChoice, choices, heading, parse_tenths},
    cmd::{chosen_engines, long_search::LongSearch, print_error, runner_options, select_strategies},
};

#[derive(clap::Args, Debug)]
#[command(mut_arg("pipelined", |pipelined| pipelined.help("Send engines the puzzles of a block at once, which saves round trips")))]
pub struct Args {
    /// Strategies whose guesses, nodes and backtracks are counted, separated by commas; elimination does not search and has none
    /// [default: lanes]
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", ignore_case = true)]
    #[arg(value_parser = choices::complete_strategies_and_engines(), help_heading = heading::STRATEGIES)]
    strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    engines: EngineArgs,

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

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// The most advanced of a few techniques, and the counts of searches.
    Tiers,
    /// Sudoku Explainer's ratings (ER, EP and ED).
    Se,
}

pub fn run(args: Args) -> Result<Exit> {
    match args.scale {
        Scale::Tiers => rate_tiers(args),
        Scale::Se => rate_se(args),
    }
}

fn rate_se(args: Args) -> Result<Exit> {
    let LimitArgs { max_solutions, node_limit, time_limit } = args.limits;
    let is_limited = max_solutions.is_some() || node_limit.is_some() || time_limit.is_some();
    let has_strategies = !args.strategy.is_empty() || args.engines.given().is_some();
    if has_strategies || is_limited || args.difficulty.is_given() {
        let reason = "--scale se does not search: leave out --strategy, --engines, --pipelined, the limits of searches, --facts and \
             --morphs";
        return Err(Error::Usage(reason.into()));
    }
    let options = SeOptions { up_to: args.up_to, steps: args.steps, simd: args.shape.machine.simd };
    let max_rejects = args.shape.strict.rejected.max_rejects;
    let threads = args.shape.machine.threads();
    let mut puzzles = RatedPuzzles::default();
    let (reshape, done) = pass(
        args.shape,
        |_| LongSearch::of_blocks("rate", threads),
        |reshape, observer| {
            reshape.corpus.check_shape("--scale se", Shape::has_ratings)?;
            reshape.corpus.block_size = BlockSize::Slow(BLOCK);
            let rated = reshape.rate_se(&options, observer)?;
            puzzles = rated.puzzles;
            Ok(rated.reshaped)
        },
    )?;
    let code = conclude(done, &reshape, max_rejects);
    print_unrated(&puzzles, "rating", "no rating");
    if let (1.., Some(limit)) = (puzzles.above_limit, args.up_to) {
        message!("{} above {limit}", numbers::plural(puzzles.above_limit, "puzzle"));
    }
    code
}

fn rate_tiers(args: Args) -> Result<Exit> {
    if args.up_to.is_some() || args.steps {
        return usage!("--up-to and --steps belong to --scale se");
    }
    let difficulty_is_given = args.difficulty.is_given();
    let difficulty = args.difficulty.columns()?;
    let options = tiers_options(&args)?;
    let max_rejects = args.shape.strict.rejected.max_rejects;
    let mut puzzles = RatedPuzzles::default();
    let is_default = args.strategy.is_empty();
    let of_corpus = |corpus: &Corpus| of_corpus(options.clone(), is_default, corpus);
    let searches = |corpus: &Corpus| LongSearch::of(&of_corpus(corpus));
    let (reshape, done) = pass(args.shape, searches, |reshape, observer| {
        if difficulty_is_given {
            reshape.corpus.check_shape("rate --facts or --morphs", Shape::has_ratings)?;
        }
        let options = of_corpus(&reshape.corpus);
        record_engines(&options.strategies, reshape);
        let rated: Rated = reshape.rate(&options, &difficulty, observer)?;
        puzzles = rated.puzzles;
        Ok(rated.reshaped)
    })?;
    let is_complete = done.is_complete();
    let code = conclude(done, &reshape, max_rejects);
    print_unrated(&puzzles, "technique", "the technique is none");
    match failure(&puzzles, is_complete) {
        None => code,
        Some(exit) => {
            if let Err(error) = code {
                print_error(&error);
            }
            print_failures(&puzzles);
            Ok(exit)
        }
    }
}

fn tiers_options(args: &Args) -> Result<Options> {
    let options = runner_options(Vec::new(), &args.limits, 1, &args.shape.machine);
    let engines = chosen_engines(&args.strategy, &args.engines, &args.shape.files, &options)?;
    if args.strategy.is_empty() {
        return Ok(options);
    }
    Ok(Options { strategies: select_strategies(&args.strategy, &engines)?, ..options })
}

/// Returns the options for a corpus. If no strategy was named, it is the fastest that solves its shape with any number of solutions, so
/// that `--max-solutions` changes no name of a column.
fn of_corpus(options: Options, is_default: bool, corpus: &Corpus) -> Options {
    let strategies = if is_default { vec![strategy::fastest(corpus.shape(), u64::MAX)] } else { options.strategies };
    Options { strategies, ..options }.of_corpus(corpus)
}

/// Records the versions of engines with the arguments of the pass, so that no other version resumes the pass.
fn record_engines(strategies: &[Entry], reshape: &mut RowPass) {
    let engine = |entry: &Entry| External::of(entry).map(|engine| format!("{}={}", entry.name, engine.version));
    if let Some(resumption) = &mut reshape.resumption {
        resumption.arguments.extend(strategies.iter().filter_map(engine));
    }
}

/// Returns the exit code if answers are wrong or, after a complete pass, missing.
fn failure(puzzles: &RatedPuzzles, is_complete: bool) -> Option<Exit> {
    match (puzzles.wrong, puzzles.engine_errors.count) {
        (0, 0) => None,
        (0, _) => is_complete.then_some(Exit::Error),
        _ => Some(Exit::WrongAnswer),
    }
}

/// Prints how many answers are wrong, and how many are missing.
fn print_failures(RatedPuzzles { wrong, engine_errors, .. }: &RatedPuzzles) {
    if *wrong > 0 {
        message!("{} (status wrong)", numbers::plural(*wrong, "wrong answer"));
    }
    if engine_errors.count > 0 {
        message!("{} (status engine-error):", numbers::plural(engine_errors.count, "missing answer"));
        engine_errors.first.iter().for_each(|error| message!("  {error}"));
    }
}

/// Prints how many puzzles have no technique or rating, because they do not have exactly one solution or no blanks.
fn print_unrated(puzzles: &RatedPuzzles, wanted: &str, of_full: &str) {
    let RatedPuzzles { unrated, full, .. } = puzzles;
    if unrated.count > 0 {
        let rows = numbers::plural(unrated.count, "puzzle");
        message!("no {wanted} for {rows} without exactly one solution: {}", unrated.text());
    }
    if *full > 0 {
        message!("{} without blanks: {of_full}", numbers::plural(*full, "grid"));
    }
}
