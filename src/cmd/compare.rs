//! `sudoku-bench compare`: results against a baseline.

use std::{io, path::Path, process::ExitCode};

use sudoku_bench::{
    compare::{self, Comparison, Options, Rules, Side, Verdict},
    error::{Error, Result},
    record::{Lock, Results},
    reporter::{self, Changes, GitHub},
};

use super::print_message;
use crate::cli::{self, Exit, JudgementArgs};

pub fn run(args: cli::Compare) -> Result<ExitCode> {
    let options = options(&args.judgement, args.common_only);
    // Another directory, named by mistake, may have files of such names.
    let out = args.out.clone().or_else(|| Results::are_in(&args.current).then(|| args.current.clone()));
    if args.bless {
        // Answers of a strategy count, whatever else is new.
        let options = Options { common_only: true, ..options };
        return bless(&args.base, &args.current, &options, out.as_deref());
    }
    conclude(open_and_compare(&args, &options, out.as_deref()), out.as_deref(), &args.judgement)
}

fn open_and_compare(args: &cli::Compare, options: &Options, out: Option<&Path>) -> Result<Comparison> {
    let changes = begin_changes(out)?;
    let sides = Side::open(&args.base).and_then(|base| Ok((base, Side::open(&args.current)?)));
    match sides {
        Ok((base, current)) => compare(&base, &current, options, changes, out),
        Err(error) => {
            changes.into_iter().for_each(Changes::discard);
            Err(error)
        }
    }
}

/// How to compare, as the arguments have it.
pub fn options(args: &JudgementArgs, common_only: bool) -> Options {
    let rules = Rules { policy: args.counters, limits: args.limit.clone() };
    Options { rules, noise: args.noise / 100.0, common_only }
}

fn compare(
    base: &Side,
    current: &Side,
    options: &Options,
    mut changes: Option<Changes>,
    out: Option<&Path>,
) -> Result<Comparison> {
    let compared = compare::compare(base, current, options, |strategy, change| {
        changes.as_mut().map_or(Ok(()), |changes| changes.write(strategy, change))
    });
    let mut comparison = match compared {
        Ok(comparison) => comparison,
        Err(error) => {
            changes.into_iter().for_each(Changes::discard);
            return Err(error);
        }
    };
    compare::find_texts(&mut comparison.strategies, &current.conditions());
    write(&comparison, changes, out)?;
    Ok(comparison)
}

/// Begins the list of changes, if there is a directory for it.
pub fn begin_changes(out: Option<&Path>) -> Result<Option<Changes>> {
    out.map(Changes::begin).transpose()
}

/// Writes the files of a comparison.
pub fn write(comparison: &Comparison, changes: Option<Changes>, out: Option<&Path>) -> Result<()> {
    changes.map_or(Ok(()), Changes::finish)?;
    out.map_or(Ok(()), |out| reporter::write_comparison(out, comparison))
}

/// Tells what came of a comparison, to people and to GitHub, and says how to exit.
pub fn conclude(compared: Result<Comparison>, out: Option<&Path>, args: &JudgementArgs) -> Result<ExitCode> {
    let github = GitHub::from_environment();
    let comparison = match compared {
        Ok(comparison) => comparison,
        Err(error) => {
            if let Some(github) = github {
                super::print(&reporter::annotation("error", "sudoku-bench", &error.to_string()))?;
                github.summarize(&reporter::failure(&error.to_string()))?;
                github.output("incomparable", None)?;
            }
            return Err(error);
        }
    };
    tell(&comparison)?;
    if let Some(github) = github {
        super::print(&reporter::annotations(&comparison, args.advisory))?;
        github.summarize(&reporter::markdown(&comparison))?;
        github.output(comparison.verdict.name(), out.map(reporter::report_in).as_deref())?;
    }
    if let Some(out) = out {
        print_message(&format!("wrote {}", out.join("compare.{json,csv,md}").display()));
    }
    Ok(match comparison.verdict {
        Verdict::Wrong => Exit::WrongAnswer.into(),
        Verdict::Regressed if !args.advisory => Exit::GateFailed.into(),
        Verdict::Inconclusive if args.strict => Exit::GateFailed.into(),
        _ => ExitCode::SUCCESS,
    })
}

fn tell(comparison: &Comparison) -> Result<()> {
    let width = terminal_size::terminal_size_of(io::stdout()).map_or(0, |(width, _)| usize::from(width.0));
    super::print(&reporter::verdict_table(comparison, width))
}

/// Makes a lock file what the results counted, and shows what that changes.
fn bless(lock: &Path, current: &Path, options: &Options, out: Option<&Path>) -> Result<ExitCode> {
    if lock.is_dir() {
        return Err(Error::Usage("--bless renews a lock file, and BASE is a directory".into()));
    }
    let current = Side::open(current)?;
    let Some(results) = current.results() else {
        return Err(Error::Usage("--bless takes the counts of a results directory, and CURRENT is none".into()));
    };
    let counts = compare::sums(&current)?;
    let mut wrong = counts.iter().any(|counts| counts.wrong > 0);
    if lock.exists() {
        match Side::open(lock).and_then(|base| compare(&base, &current, options, begin_changes(out)?, out)) {
            Ok(comparison) => {
                tell(&comparison)?;
                wrong |= comparison.verdict == Verdict::Wrong;
            }
            // Another corpus, other strategies or limits: then the old counts say nothing about the new.
            Err(error @ Error::NotComparable(_)) => {
                print_message(&format!("the old counts are of other work: {error}"))
            }
            Err(error) => return Err(error),
        }
    }
    if wrong {
        print_message("answers that are wrong, or missing, are not blessed");
        return Ok(Exit::WrongAnswer.into());
    }
    Lock::of(&results.manifest, &counts)?.write(lock)?;
    print_message(&format!("wrote {}", lock.display()));
    Ok(ExitCode::SUCCESS)
}
