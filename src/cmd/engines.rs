//! `sudoku-bench engines`: lists, builds and tests external engines; and engines as the strategies of a run.

use std::{io, path::PathBuf, process, time::Duration};

use clap::Subcommand;
use corpus::{
    error::{Error, Result},
    numbers,
    terminal::escape,
    tool,
};
use pass::{
    engine::{self, Config, Engines, Fault, Protocol},
    external::{ENGINE_PREFIX, LatencyClock},
};
use solver::strategy::{Entry, Limits};

use super::{
    interrupt,
    long_search::LongSearch,
    print_message,
    progress::{Progress, Status},
};
use crate::cli::{EngineArgs, Exit};

/// The hidden command that acts as the fastest possible engine, to measure what a pipe costs.
const ECHO_COMMAND: &str = "engine-echo";

const HELP: &str = "\
Examples:
  sudoku-bench engines --engines engines/engines.toml
  sudoku-bench engines build java --engines engines/engines.toml
  sudoku-bench engines test --engines engines/engines.toml
  sudoku-bench run puzzles.csv --strategy naive,engine:java --engines engines/engines.toml

ENGINES.md says how to write and describe an engine.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// File that describes the engines [default: engines.toml in the working directory]
    #[arg(long = "engines", value_name = "FILE", global = true)]
    file: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<EngineCommand>,
}

#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// List engines with their versions, as without a command
    List,
    /// Build engines
    Build {
        /// Names of engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Test engines on puzzles whose answers are known
    Test {
        /// Names of engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
}

pub fn run(args: Args) -> Result<Exit> {
    interrupt::exit_at_first()?;
    let engines = open(args.file.as_deref().map(PathBuf::from), &[])?;
    let (command, names) = match args.command {
        None | Some(EngineCommand::List) => (list as fn(&[&Config]) -> Result<Exit>, Vec::new()),
        Some(EngineCommand::Build { names }) => (build as _, names),
        Some(EngineCommand::Test { names }) => (test as _, names),
    };
    let chosen = names.iter().map(|name| engines.engine(name.strip_prefix(ENGINE_PREFIX).unwrap_or(name)));
    let chosen: Vec<&Config> = chosen.collect::<Result<_>>()?;
    let chosen = if names.is_empty() { engines.engines.iter().collect() } else { chosen };
    command(&chosen)
}

fn list(engines: &[&Config]) -> Result<Exit> {
    let width = engines.iter().map(|engine| engine.name.len()).max().unwrap_or(0);
    let line = |engine: &&Config| {
        let about = engine.version().unwrap_or_else(|error| error.to_string());
        format!("{ENGINE_PREFIX}{:width$}  {}\n", engine.name, escape(&about))
    };
    super::print(&engines.iter().map(line).collect::<String>())?;
    Ok(Exit::Success)
}

/// Builds the engines; all, even if one fails.
fn build(engines: &[&Config]) -> Result<Exit> {
    each(engines, |engine| {
        let result = if engine.build()? { "built" } else { "nothing to build" };
        Ok((result.into(), Exit::Success))
    })
}

/// Tests the engines; all, even if one fails.
fn test(engines: &[&Config]) -> Result<Exit> {
    each(engines, |engine| {
        let searches = LongSearch::of_engine(format!("{ENGINE_PREFIX}{}", engine.name));
        let progress = searches.progress.clone();
        let shown = Progress::start(Some(searches), true, Status::default);
        let faults = engine::smoke_test(engine, |number| progress.turn(0, 0).begin_number(number))?;
        drop(shown);
        let (wrong, missing): (Vec<_>, Vec<_>) = faults.iter().partition(|fault| matches!(fault, Fault::Wrong(_)));
        let counts = [(wrong.len(), "wrong answer"), (missing.len(), "missing answer")].into_iter();
        let counts = counts.filter(|&(count, _)| count > 0).map(|(count, what)| numbers::plural(count as u64, what));
        let counts = counts.collect::<Vec<_>>().join(" and ");
        let exit = if wrong.is_empty() { Exit::Error } else { Exit::WrongAnswer };
        Ok(match wrong.first().or(missing.first()) {
            None => ("all answers are right".into(), Exit::Success),
            Some(Fault::Wrong(first) | Fault::Missing(first)) => (format!("{counts}; the first: {first}"), exit),
        })
    })
}

/// Prints the result of `work` for every engine, or its error. A wrong answer decides the exit code; without one, an
/// error does.
fn each(engines: &[&Config], work: impl Fn(&Config) -> Result<(String, Exit)>) -> Result<Exit> {
    if engines.is_empty() {
        print_message("no engine is described");
        return Ok(Exit::NothingMeasured);
    }
    let mut code = Exit::Success;
    for engine in engines {
        let (result, exit) = work(engine).unwrap_or_else(|error| (error.to_string(), Exit::Error));
        if !matches!(code, Exit::WrongAnswer) && !matches!(exit, Exit::Success) {
            code = exit;
        }
        // The result may quote the engine.
        super::print(&format!("{ENGINE_PREFIX}{}: {}\n", engine.name, escape(&result)))?;
    }
    Ok(code)
}

/// Answers every line at once, as the fastest possible engine would.
pub fn echo() -> Result<Exit> {
    engine::echo(io::stdin().lock(), io::stdout().lock()).map_err(Error::io("standard output", "write"))?;
    Ok(Exit::Success)
}

/// Returns the engines with these names as strategies with the limits of a run over these files.
pub fn entries(
    names: &[String],
    args: &EngineArgs,
    corpora: &[PathBuf],
    max_solutions: u64,
    limits: &Limits<'_>,
) -> Result<Vec<Entry>> {
    if names.is_empty() {
        return match args.given() {
            Some(option) => usage!("{option} needs an engine in --strategy, as engine:NAME"),
            None => Ok(Vec::new()),
        };
    }
    interrupt::exit_at_first()?;
    let engines = open(args.engines.clone(), corpora)?;
    let chosen: Vec<&Config> = names.iter().map(|name| engines.engine(name)).collect::<Result<_>>()?;
    let has_round_trips =
        |engine: &&Config| engine.clock == LatencyClock::RoundTrip && engine.protocol == Protocol::Puzzles;
    let round_trip = (!args.pipelined && chosen.iter().any(has_round_trips)).then(empty_round_trip).flatten();
    chosen.iter().map(|engine| engine.entry(max_solutions, limits, args.pipelined, round_trip)).collect()
}

fn open(file: Option<PathBuf>, corpora: &[PathBuf]) -> Result<Engines> {
    file.map_or_else(|| Engines::find(corpora), |file| Engines::open(&file))
}

/// Returns the time of a round trip through a pipe, to this program itself.
fn empty_round_trip() -> Option<Duration> {
    let mut command = process::Command::new(tool::path().ok()?);
    command.arg(ECHO_COMMAND);
    let time = engine::empty_round_trip(command);
    if time.is_none() {
        print_message("warning: the time of an empty round trip through a pipe could not be measured");
    }
    time
}
