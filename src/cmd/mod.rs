//! The commands, one file each: its arguments → library → output.

pub mod ab;
pub mod compare;
pub mod dataset;
#[cfg(unix)]
pub mod engines;
pub mod explain;
pub mod merge;
mod other_shape;
#[cfg(feature = "packaging")]
pub mod packaging;
pub mod report;
pub mod run;
pub mod score;
pub mod show;
pub mod solve;
pub mod strategies;
pub mod worker;

mod console;
mod files;
mod github;
mod goal;
mod interrupt;
mod long_search;
mod measurement;
mod progress;
mod puzzle_arguments;
mod row_pass;
mod run_progress;
mod search_picture;
mod standard_output;
mod suited;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    time::Duration,
};

use crate::cli::{
    CorpusArgs, EngineArgs, GoalArgs, LimitArgs, MachineArgs, ReadingArgs, Rounds, StrategyChoice, TableArgs,
};
use benchmark::record::{RoundCount, RoundGoal};
use corpus::{
    error::Result,
    reader::{BlockSize, Corpus, Extras, RandomSample, STANDARD_INPUT, is_read_once},
};
use pass::Options;
use solver::strategy::{Entry, Limits, REGISTRY, Stop};

use console::{check_rejects, is_closed_pipe, print, print_json, print_message_once, print_rejects};
pub use console::{configure as configure_console, print_error, print_message};
use run::conclusion::{print_headline, print_summary};

/// Returns true if a path stands for standard input or output.
fn is_stdio(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

fn inputs_or_stdin(mut files: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    if files.is_empty() {
        if io::stdin().is_terminal() {
            return usage!("name a file, or send puzzles to standard input");
        }
        files.push(STANDARD_INPUT.into());
    }
    files::check_inputs(&files)?;
    Ok(files)
}

/// Checks that `--resume` without a corpus was given only with the options `allowed`: all others come from the
/// interrupted command.
fn check_alone(given: &[String], allowed: &[&str]) -> Result<()> {
    match given.iter().find(|option| !allowed.contains(&option.as_str())) {
        Some(option) => usage!(
            "--resume without a corpus goes on with the options of the interrupted command; leave out {option}, or name the \
             corpus to have all options checked"
        ),
        None => Ok(()),
    }
}

fn round_count(rounds: Rounds, goal: GoalArgs) -> Result<RoundCount> {
    match rounds {
        Rounds::Auto => Ok(RoundCount::Until(RoundGoal {
            precision: goal.precision.unwrap_or(2.0) / 100.0,
            time: goal.time.unwrap_or(Duration::from_secs(300)),
        })),
        Rounds::Number(_) if goal.precision.is_some() || goal.time.is_some() => {
            usage!("--precision and --time need --rounds auto")
        }
        Rounds::Number(rounds) => Ok(RoundCount::Fixed(rounds)),
    }
}

fn corpus(args: CorpusArgs, strict: bool, rounds: RoundCount, block_size: BlockSize) -> Result<Corpus> {
    let CorpusArgs { files, reading, sample } = args;
    files::check_inputs(&files)?;
    if rounds != RoundCount::Fixed(1)
        && let Some(path) = files.iter().find(|path| is_read_once(path))
    {
        let name = if is_stdio(path) { "standard input".into() } else { path.display().to_string() };
        return usage!("{name} can be read only once; save it to a file for several --rounds");
    }
    let sample = sample.sample.map(|size| RandomSample { size, seed: sample.seed });
    Ok(Corpus { strict, sample, block_size, ..corpus_of_files(files, reading, Extras::default()) })
}

fn corpus_of_files(files: Vec<PathBuf>, args: ReadingArgs, extras: Extras) -> Corpus {
    let layout = args.layout_override();
    let notation_override = args.notation_override();
    let ReadingArgs { puzzle_column, solution_column, pad_zeros, .. } = args;
    let notice = Some(print_message_once as fn(&str));
    Corpus {
        files,
        layout,
        notation_override,
        puzzle_column,
        solution_column,
        pad_zeros,
        extras,
        notice,
        ..Corpus::default()
    }
}

fn of_any_shape(mut corpus: Corpus) -> Result<Corpus> {
    corpus.find_notation(interrupt::catch()?)?;
    Ok(corpus)
}

/// Returns the chosen strategies in the order of the arguments, or the default strategies if there are none. `engines` are the
/// chosen engines in the same order.
fn select_strategies(choices: &[StrategyChoice], engines: &[Entry]) -> Result<Vec<Entry>> {
    if choices.is_empty() {
        return Ok(REGISTRY.iter().filter(|entry| entry.default).cloned().collect());
    }
    let mut selected: Vec<Entry> = Vec::new();
    let mut engines = engines.iter().cloned();
    for choice in choices {
        match choice {
            StrategyChoice::All => selected.extend_from_slice(REGISTRY),
            StrategyChoice::One(entry) => selected.push(entry.clone()),
            StrategyChoice::Engine(_) => selected.extend(engines.next()),
        }
    }
    match repeated(&selected, |entry| &entry.name) {
        Some(entry) => usage!("strategy {} is named twice", entry.name),
        None => Ok(selected),
    }
}

/// Returns the chosen external engines, in the order of the arguments, as strategies with the limits of these options.
#[cfg(unix)]
fn chosen_engines(
    choices: &[StrategyChoice],
    args: &EngineArgs,
    corpora: &[PathBuf],
    options: &Options,
) -> Result<Vec<Entry>> {
    let name = |choice: &StrategyChoice| match choice {
        StrategyChoice::Engine(name) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<String> = choices.iter().filter_map(name).collect();
    engines::entries(&names, args, corpora, options.max_solutions, &options.limits)
}

#[cfg(not(unix))]
fn chosen_engines(choices: &[StrategyChoice], _: &EngineArgs, _: &[PathBuf], _: &Options) -> Result<Vec<Entry>> {
    match choices.iter().find(|choice| matches!(choice, StrategyChoice::Engine(_))) {
        Some(StrategyChoice::Engine(name)) => usage!("engine {name} needs a Unix system"),
        _ => Ok(Vec::new()),
    }
}

/// Returns the first item with a key that an item before has.
fn repeated<'a, T, K: PartialEq>(items: &'a [T], key: impl Fn(&'a T) -> K) -> Option<&'a T> {
    let is_before = |(index, item): &(usize, &'a T)| items[..*index].iter().any(|other| key(other) == key(item));
    items.iter().enumerate().find(is_before).map(|(_, item)| item)
}

/// Returns the runner's options; `max_solutions` applies if the arguments do not set it.
fn runner_options(strategies: Vec<Entry>, limits: &LimitArgs, max_solutions: u64, machine: &MachineArgs) -> Options {
    Options {
        max_solutions: limits.max_solutions.unwrap_or(max_solutions),
        limits: Limits { nodes: limits.node_limit.unwrap_or(u64::MAX), time: limits.time_limit, stop: Stop::NEVER },
        threads: machine.threads(),
        simd: machine.simd,
        ..Options::new(strategies)
    }
}

/// Returns the width of tables on standard output: that of the terminal, or 0 for no limit.
fn table_width(args: TableArgs) -> usize {
    if args.wide { 0 } else { terminal_width() }
}

fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(0, |(width, _)| usize::from(width.0))
}
