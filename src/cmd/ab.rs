//! `sudoku-bench ab`: compares two builds that solve the blocks of a corpus in turn.

use std::{path::PathBuf, time::Duration};

use benchmark::{
    ab::{AbRun, describes_engines},
    compare::{Comparison, Options, PuzzleChange, check_limits},
    record::RoundCount,
};
use corpus::{
    error::Result,
    numbers,
    reader::{BlockSize, Corpus},
};
use grid::{Shape, simd::Simd};
use pass::external::ENGINE_PREFIX;

use super::{compare, files, goal, interrupt, long_search::LongSearch, print_message, run_progress};
use crate::cli::{
    CorpusArgs, Exit, GoalArgs, JudgementArgs, LimitArgs, Rounds, StrategyChoice, TableArgs, choices, heading,
    number::parse_positive, values::parse_time,
};

const HELP: &str = "\
Example:
  sudoku-bench ab target/main/sudoku-bench target/release/sudoku-bench puzzles.csv --strategy dlx
  sudoku-bench ab before/engines.toml after/engines.toml puzzles.csv --strategy engine:mine

Two files that describe engines stand for two versions of an engine. Both builds solve each block
directly one after the other, on one thread. What a build writes to standard error is shown only
with an error of this build.

Exit codes: as for compare, and 130 interrupted.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// The old build, or the engines.toml of an engine's old version
    old: PathBuf,

    /// The new build, or the engines.toml of an engine's new version
    new: PathBuf,

    /// Strategies, separated by commas, in the order of the report
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", ignore_case = true)]
    #[arg(value_parser = choices::strategies(), help_heading = heading::STRATEGIES)]
    strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Passes over the corpus, each with new processes. With `auto`, as many as the comparison of latencies needs
    #[arg(short, long, default_value = "5", value_name = "N|auto", help_heading = heading::MEASURING)]
    rounds: Rounds,

    #[command(flatten)]
    goal: GoalArgs,

    /// Puzzles in a block, which the builds solve in turn [default: by the size of the corpus, at most 512]
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>, help_heading = heading::MEASURING)]
    block_size: Option<usize>,

    /// Longest time that a build may take for a block, in addition to --time-limit for each search. It may always take ten
    /// times as long as the other build
    #[arg(long, default_value = "10m", value_name = "TIME", value_parser = parse_time, help_heading = heading::MEASURING)]
    timeout: Duration,

    /// Instruction set, for strategies that have several
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = choices::simd(), help_heading = heading::MACHINE)]
    simd: Simd,

    #[command(flatten)]
    judgement: JudgementArgs,

    #[command(flatten)]
    corpus: CorpusArgs,

    /// Directory for compare.json, compare.csv and compare.md [default: no files]
    #[arg(short, long, visible_alias = "out", value_name = "DIR", help_heading = heading::OUTPUT)]
    output: Option<PathBuf>,

    #[command(flatten)]
    table: TableArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    if args.old.is_dir() && args.new.is_dir() {
        let old = args.old.display();
        let new = args.new.display();
        return usage!("{old} and {new} are directories, not builds; to compare results, use `sudoku-bench compare`");
    }
    files::check_not_standard_output(args.output.as_deref())?;
    let strategies = strategy_names(&args)?;
    let block_size = args.block_size.map_or(BlockSize::default(), BlockSize::Fixed);
    let rounds = super::round_count(args.rounds, args.goal)?;
    let corpus = super::of_any_shape(super::corpus(args.corpus, false, rounds, block_size)?)?;
    corpus.check_shape("ab", Shape::is_classic)?;
    let is_limited = args.limits.node_limit.is_some() || args.limits.time_limit.is_some();
    let searches = LongSearch::of_builds([&args.old, &args.new].map(|path| path.display().to_string()), is_limited);
    let ab = AbRun {
        builds: [args.old, args.new],
        arguments: worker_arguments(&strategies, args.simd.name(), &args.limits),
        strategies,
        rounds,
        block_timeout: args.timeout,
        search_timeout: args.limits.time_limit.unwrap_or_default(),
        searches: Some(searches.progress.clone()),
    };
    let options = compare::options(&args.judgement, false);
    // A mistake in the arguments is reported before the builds run for minutes.
    let checked = check_limits(&options.rules, &ab.strategies);
    let out = args.output.as_deref();
    let compared = checked.and_then(|()| {
        compare::compare_into(out, |on_change| measure_and_judge(&ab, &corpus, searches, &options, on_change))
    });
    compare::conclude(compared, out, &args.judgement, args.table)
}

/// Returns the names of the strategies. Returns an error for an engine that would be the same in both builds, and for two descriptions
/// without an engine.
fn strategy_names(args: &Args) -> Result<Vec<String>> {
    let is_engine = |choice: &&StrategyChoice| matches!(choice, StrategyChoice::Engine(_));
    let (engines, others): (Vec<_>, Vec<_>) = args.strategy.iter().partition(is_engine);
    let are_described = describes_engines(&args.old) && describes_engines(&args.new);
    if are_described == engines.is_empty() {
        return usage!(
            "to compare an engine, name it with --strategy engine:NAME; OLD and NEW are its engines.toml before and after"
        );
    }
    let others: Vec<StrategyChoice> = others.into_iter().cloned().collect();
    let entries = if are_described && others.is_empty() { Vec::new() } else { super::select_strategies(&others, &[])? };
    let engine = |choice: &StrategyChoice| match choice {
        StrategyChoice::Engine(name) => Some(format!("{ENGINE_PREFIX}{name}")),
        StrategyChoice::All | StrategyChoice::One(_) => None,
    };
    Ok(engines.into_iter().filter_map(engine).chain(entries.iter().map(|entry| entry.name.to_string())).collect())
}

fn worker_arguments(strategies: &[String], simd: &str, limits: &LimitArgs) -> Vec<String> {
    let mut arguments = vec!["--strategy".into(), strategies.join(","), "--simd".into(), simd.into()];
    let mut pass = |name: &str, value: Option<String>| arguments.extend(value.map(|value| format!("--{name}={value}")));
    pass(
        "max-solutions",
        limits.max_solutions.map(|most| if most == u64::MAX { "all".into() } else { most.to_string() }),
    );
    pass("node-limit", limits.node_limit.map(|limit| limit.to_string()));
    pass("time-limit", limits.time_limit.map(|limit| format!("{}ns", limit.as_nanos())));
    arguments
}

/// Runs both builds with a progress bar; returns `None` if Ctrl-C was pressed.
fn measure_and_judge(
    ab: &AbRun,
    corpus: &Corpus,
    searches: LongSearch,
    options: &Options,
    on_change: &mut dyn FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Option<Comparison>> {
    let so_far = goal::SharedRounds::default();
    let progress = run_progress::show(searches, corpus, ab.rounds, &so_far, &ab.strategies);
    let mut rejects = 0;
    let measured = ab.run(
        corpus,
        interrupt::catch()?,
        |round, block| {
            rejects += if round == 0 { block.rejects.len() as u64 } else { 0 };
            Ok(())
        },
        |now| so_far.lock().clone_from(now),
        on_change,
    );
    drop(progress);
    if let (RoundCount::Until(goal), Ok(Some(_))) = (ab.rounds, &measured) {
        print_message(&goal::conclude(&so_far.lock(), &ab.strategies, goal));
    }
    if rejects > 0 {
        message!("{} rejected: not puzzles", numbers::plural(rejects, "row"));
    }
    measured?.map(|measurements| ab.judge(corpus, measurements, &options.rules, options.floors)).transpose()
}
