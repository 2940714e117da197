//! `sudoku-bench compare`: compares results with a baseline.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use benchmark::{
    compare::{
        self, ChangesFile, Comparison, CounterVerdict, FloorBounds, Input, Options, PuzzleChange, Replacement, Rules,
        StrategyComparison, Verdict,
    },
    record::{Lock, OpenedResults, Results, json_name},
    reporter,
};
use corpus::{
    error::{Error, Result},
    fs::PartFile,
};

use super::{files, github::GitHub, print_message};
use crate::cli::{Exit, JudgementArgs, TableArgs, choices, heading};

const HELP: &str = "\
Examples:
  sudoku-bench compare results/main results/branch
  sudoku-bench compare counters.lock.json results/branch --counters exact
  sudoku-bench compare results/main results/branch --limit 'dlx.nodes=0%,*.backtracks=1%|500000'
  sudoku-bench compare counters.lock.json results/branch --bless
  sudoku-bench compare counters.lock.json results/branch --bless=corpus,drop

Exit codes: 0 nothing became worse, 1 an error, 2 usage, 3 a regression, 4 nothing to compare, 5 a wrong answer.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Baseline: a results directory, or a lock file of counts
    base: PathBuf,

    /// Results directory, or lock file, to compare with the baseline
    current: PathBuf,

    #[command(flatten)]
    judgement: JudgementArgs,

    /// Leave out strategies that only one run has; otherwise they are an error
    #[arg(long, help_heading = heading::JUDGEMENT)]
    common_only: bool,

    /// Write the counts of CURRENT to the lock file BASE, unless an answer is wrong. A value allows the lock file to guard
    /// something else than before
    #[arg(long, value_name = "WHAT", num_args = 0.., require_equals = true, value_delimiter = ',')]
    #[arg(help_heading = heading::JUDGEMENT)]
    #[arg(value_parser = choices::replacement(), conflicts_with_all = ["advisory", "fail_on_inconclusive"])]
    bless: Option<Vec<Replacement>>,

    /// Directory for compare.json, compare.csv and compare.md [default: CURRENT, if it is a results directory]
    #[arg(short, long, visible_alias = "out", value_name = "DIR", help_heading = heading::OUTPUT)]
    output: Option<PathBuf>,

    #[command(flatten)]
    table: TableArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let options = options(&args.judgement, args.common_only);
    files::check_not_standard_output(args.output.as_deref())?;
    // A directory without results was probably named by mistake, and is left alone.
    let out = args.output.clone().or_else(|| Results::are_in(&args.current).then(|| args.current.clone()));
    if let Some(allowed) = &args.bless {
        // New and removed strategies must not hide wrong answers of the others.
        let options = Options { common_only: true, ..options };
        return bless(&args, allowed, &options, out.as_deref());
    }
    let compared = compare_into(out.as_deref(), |on_change| {
        let base = Input::open(&args.base)?;
        let current = Input::open(&args.current)?;
        let opened = OpenedResults::of([&base, &current].into_iter().filter_map(|input| input.results()));
        let comparison = opened.unless_replaced(compare_inputs(&base, &current, &options, on_change))?;
        compare::mixup(&base, &current).iter().for_each(|mixup| message!("note: {mixup}"));
        Ok(Some(comparison))
    });
    let improved = |strategy: &StrategyComparison| strategy.counters == CounterVerdict::Improved;
    let is_outdated = matches!(&compared, Ok(Some(comparison)) if comparison.strategies.iter().any(improved));
    let code = conclude(compared, out.as_deref(), &args.judgement, args.table)?;
    if is_outdated && !args.base.is_dir() {
        print_message("note: --bless updates the lock file");
    }
    Ok(code)
}

pub fn options(args: &JudgementArgs, common_only: bool) -> Options {
    let rules = Rules { policy: args.counters.counters, limits: args.limit.clone() };
    let floors = FloorBounds { least: args.noise / 100.0, most: args.max_floor / 100.0 };
    Options { rules, floors, common_only }
}

fn compare_inputs(
    base: &Input,
    current: &Input,
    options: &Options,
    on_change: &mut dyn FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Comparison> {
    let mut comparison = compare::compare(base, current, options, on_change)?;
    let found = compare::look_up_puzzles(&mut comparison, &current.conditions, &AtomicBool::new(false));
    if let Err(error) = found {
        message!("warning: the comparison has no grids: {error}");
    }
    Ok(comparison)
}

/// Runs `compare`, and writes the files of the comparison into `out`, if that is a directory. `compare` calls its
/// argument for every row that changed, and returns `None` if it was interrupted.
pub fn compare_into(
    out: Option<&Path>,
    compare: impl FnOnce(&mut dyn FnMut(&str, &PuzzleChange) -> Result<()>) -> Result<Option<Comparison>>,
) -> Result<Option<Comparison>> {
    let mut changes = out.map(ChangesFile::create).transpose()?;
    let compared = compare(&mut |strategy, change| match &mut changes {
        Some(changes) => changes.write(strategy, change),
        None => Ok(()),
    });
    if let (Ok(Some(comparison)), Some(out), Some(changes)) = (&compared, out, changes) {
        changes.finish()?;
        PartFile::create(out.join("compare.json"))?.complete(&comparison.to_json())?;
        PartFile::create(out.join("compare.md"))?.complete(reporter::markdown(comparison).as_bytes())?;
    }
    compared
}

/// Prints a comparison, for people and for GitHub, and returns the exit code.
pub fn conclude(
    compared: Result<Option<Comparison>>,
    out: Option<&Path>,
    args: &JudgementArgs,
    table: TableArgs,
) -> Result<Exit> {
    let github = GitHub::from_environment();
    let comparison = match compared {
        Ok(Some(comparison)) => comparison,
        Ok(None) => return Ok(Exit::Interrupted),
        Err(error) => {
            if let Some(github) = github {
                super::print(&reporter::annotation("error", "sudoku-bench", &error.to_string()))?;
                github.append_summary(&reporter::failure_markdown(&error.to_string()))?;
                github.set_outputs("incomparable", None)?;
            }
            return Err(error);
        }
    };
    print_table(&comparison, table)?;
    if let Some(github) = github {
        super::print(&reporter::annotations(&comparison, args.advisory))?;
        github.append_summary(&reporter::markdown(&comparison))?;
        github.set_outputs(&json_name(&comparison.verdict), out.map(|out| out.join("compare.md")).as_deref())?;
    }
    if let Some(out) = out {
        message!("wrote {}", out.join("compare.{json,csv,md}").display());
    }
    Ok(match comparison.verdict {
        Verdict::Wrong => Exit::WrongAnswer,
        Verdict::Regressed if !args.advisory => Exit::GateFailed,
        Verdict::Inconclusive if args.fail_on_inconclusive => Exit::GateFailed,
        _ => Exit::Success,
    })
}

fn print_table(comparison: &Comparison, args: TableArgs) -> Result<()> {
    super::print(&reporter::verdict_table(comparison, super::table_width(args)))
}

/// Writes the counts of results to a lock file, and prints how they changed.
fn bless(args: &Args, allowed: &[Replacement], options: &Options, out: Option<&Path>) -> Result<Exit> {
    let lock = &args.base;
    if lock.is_dir() {
        return usage!("--bless updates a lock file, but BASE is a directory");
    }
    files::check_outputs(&[lock], None, &[])?;
    let current = Input::open(&args.current)?;
    let Some(results) = current.results() else {
        return usage!("--bless needs counts of a results directory, but CURRENT is a lock file");
    };
    let counts = current.counts()?;
    let mut wrong = counts.iter().any(|counts| counts.wrong > 0);
    if lock.exists() {
        let base = Input::open(lock)?;
        // Counts of another corpus or other limits cannot contradict the new ones.
        if check_replacements(&base, &current, allowed)? {
            let compared =
                compare_into(out, |on_change| compare_inputs(&base, &current, options, on_change).map(Some))?;
            compared.iter().try_for_each(|comparison| print_table(comparison, args.table))?;
            wrong |= compared.is_some_and(|comparison| comparison.verdict == Verdict::Wrong);
        }
    }
    if wrong {
        print_message("the lock file is not updated, because answers are wrong or missing");
        return Ok(Exit::WrongAnswer);
    }
    Lock::of(&results.manifest, &counts)?.write(lock)?;
    message!("wrote {}", lock.display());
    Ok(Exit::Success)
}

/// Prints what the new lock file no longer checks. Returns true if the counts of both can be compared. Returns
/// [`Error::NotComparable`] if the user did not allow a replacement.
fn check_replacements(base: &Input, current: &Input, allowed: &[Replacement]) -> Result<bool> {
    let replacements = compare::replacements(base, current);
    for (_, description) in &replacements {
        message!("{}: {description}", base.name);
    }
    let mut missing: Vec<_> = replacements
        .iter()
        .map(|(replacement, _)| *replacement)
        .filter(|replacement| !allowed.contains(replacement))
        .collect();
    missing.dedup();
    if !missing.is_empty() {
        let names: Vec<_> = allowed.iter().chain(&missing).map(|replacement| replacement.name()).collect();
        let reason = format!("{} is not updated; if this is intended, use --bless={}", base.name, names.join(","));
        return Err(Error::NotComparable(reason));
    }
    let shared = base.strategies().iter().any(|name| current.strategies().contains(name));
    Ok(shared && replacements.iter().all(|(replacement, _)| *replacement == Replacement::Drop))
}
