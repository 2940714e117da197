//! `sudoku-bench solve`: solves every puzzle and writes the rows with their solutions.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use corpus::{
    error::Result,
    layout::{Schema, by_extension},
    numbers,
    reader::{BlockSize, Corpus, Extras},
};
use dataset::{RowPass, SolutionRows, Solved, Tally, can_resume, interrupted_arguments};
use pass::{Options, PassEnd, Status};
use solver::strategy::MAX_KEPT_SOLUTIONS;

use super::{
    check_rejects, files, inputs_or_stdin, is_closed_pipe,
    long_search::LongSearch,
    print_error, print_message, print_rejects,
    progress::Counts,
    puzzle_arguments,
    puzzle_solutions::print_solutions,
    row_pass::{OutputArgs, observed, output, print_parts, resumption, warn_of_shifted_lines},
    search_picture,
    suited::check_strategies,
};
use crate::cli::{self, Exit, ReadingArgs, SolverArgs, StrictArgs, first_given, heading};

/// Puzzles in a block: many, so that few lanes wait for the last ones, but fewer if each may have many solutions.
pub const BLOCK: usize = 4096;

const COLUMNS_SHOWN: usize = 8;

const HELP: &str = "\
Examples:
  sudoku-bench solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku-bench solve puzzles.csv.gz -o solved.csv
  cat puzzles.txt | sudoku-bench solve --solutions-only > solutions.txt
  sudoku-bench solve puzzles.csv --check --max-solutions 2 --columns id,status,solutions
  sudoku-bench solve puzzles.csv -o solved.parquet
  sudoku-bench solve PUZZLE --strategy dlx --svg search.svg
  sudoku-bench solve 1.3...12.1.33... --strategy naive

A puzzle on the command line may be from 4×4 to 25×25. On a terminal and with --svg, its solution
is shown as a grid, and the search goes on to a second solution unless --max-solutions says
otherwise. The picture of --svg shows the search of one puzzle up to its first solution.

The columns of the input stay as they are, followed by the columns solution, status and
solutions. The output is CSV unless its name or --to says otherwise. The status `solved` means
that there is a solution; with --max-solutions 2, a 1 in the column solutions means that there
is no other.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Corpora in any layout, also compressed, or puzzles, from 4×4 to 25×25 [default: standard input]
    #[arg(value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    solver: SolverArgs,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Check the solutions of the input; exit with 5 if one is wrong
    #[arg(long, help_heading = heading::INPUT)]
    check: bool,

    #[command(flatten)]
    strict: StrictArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Write one line for each row: the solution, the status if there is no solution, or `rejected` for a row that is not a puzzle
    #[arg(long, conflicts_with = "columns", help_heading = heading::OUTPUT)]
    solutions_only: bool,

    /// Write a row for each solution, at most 1,024 for a puzzle
    #[arg(long, help_heading = heading::OUTPUT)]
    all_solutions: bool,

    /// Write rows that are not puzzles to this file
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    rejects: Option<PathBuf>,

    /// File for a picture of the search of one puzzle; needs --strategy, as lanes keeps no profile
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    svg: Option<PathBuf>,

    /// Go on with the interrupted output, if there is one; the other arguments need not be repeated
    #[arg(long, help_heading = heading::OUTPUT)]
    resume: bool,

    /// Replace an existing output, as `solve` does without the option too
    #[arg(long = "force", requires = "output", help_heading = heading::OUTPUT)]
    _force: bool,

    /// The arguments with which the output was begun, instead of those of this program
    #[arg(skip)]
    recorded: Option<Vec<String>>,
}

/// The options that say how rows are checked or written.
const ROW_OPTIONS: [&str; 14] = [
    "--output",
    "--to",
    "--blank",
    "--cells",
    "--to-offset",
    "--to-alphabet",
    "--columns",
    "--solutions-only",
    "--all-solutions",
    "--check",
    "--strict",
    "--max-rejects",
    "--rejects",
    "--resume",
];

pub fn run(args: Args, given: &[String]) -> Result<Exit> {
    let args = if args.resume && args.files.is_empty() { interrupted(args, given)? } else { Some(args) };
    let Some(args) = args else { return Ok(Exit::Success) };
    let puzzles = puzzle_arguments::puzzles(&args.files, &args.reading)?;
    let row_option = first_given(given, &ROW_OPTIONS);
    if let Some(path) = &args.svg {
        cli::check_for_puzzles(given)?;
        if let Some(option) = row_option {
            return usage!("--svg draws the search of one puzzle, and writes no rows: leave out {option}");
        }
        return search_picture::draw(path, &args.files, puzzles, &args.solver);
    }
    let Some(puzzles) = puzzles else { return solve_corpus(args) };
    cli::check_for_puzzles(given)?;
    let have_one_notation = puzzles.iter().all(|puzzle| puzzle.notation == puzzles[0].notation);
    let are_for_reader = io::stdout().is_terminal();
    if row_option.is_none() && (are_for_reader || !have_one_notation) {
        return print_solutions(&puzzles, &args.solver, are_for_reader);
    }
    // The file is deleted when this is dropped.
    let (file, reading) = puzzle_arguments::to_file(&puzzles, args.reading)?;
    solve_corpus(Args { files: vec![file.path().into()], reading, ..args })
}

fn solve_corpus(args: Args) -> Result<Exit> {
    let max_rejects = args.strict.rejected.max_rejects;
    let Config { reshape, options, rows, check } = Config::resolve(args)?;
    let started = Instant::now();
    let counts = Counts::of_files(&reshape.corpus.files, &reshape.outputs);
    let solved = observed(LongSearch::of(&options), counts, |observer| reshape.solve(&options, rows, observer))?;
    let Solved { reshaped, tally } = solved;
    print_parts(&reshaped);
    let wrong = tally.of(Status::Wrong) + tally.solutions.bad() > 0;
    let unread = matches!(&reshaped.ended, PassEnd::Failed(error) if is_closed_pipe(error));
    // After an error, the counts would describe a part of the corpus.
    let failed = matches!(reshaped.ended, PassEnd::Failed(_)) && !wrong;
    if !unread && !failed {
        print_rejects(&reshaped.rejected, reshaped.rejects.as_deref());
        warn_of_shifted_lines(&reshaped, &reshape.outputs);
        let puzzles = tally.puzzles().saturating_sub(reshaped.earlier);
        print_summary(&tally, options.max_solutions > 1, puzzles, started.elapsed());
    }
    match reshaped.ended {
        PassEnd::Failed(error) if !wrong && !unread => return Err(error),
        PassEnd::Failed(ref error) if !unread => print_error(error),
        PassEnd::Stopped if !wrong => return Ok(Exit::Interrupted),
        PassEnd::Complete if check && tally.solutions.given() == 0 && !wrong => {
            print_message(&nothing_checked(reshaped.schema.as_deref()));
            return Ok(Exit::NothingMeasured);
        }
        _ => {}
    }
    if wrong {
        return Ok(Exit::WrongAnswer);
    }
    if unread {
        return Ok(Exit::Success);
    }
    Ok(check_rejects(&reshaped.rejected, tally.puzzles(), max_rejects).unwrap_or(Exit::Success))
}

/// Returns the arguments of the interrupted command that wrote the same output; `None` if the output is complete.
/// No options but `--output` and `--resume` may be given.
fn interrupted(args: Args, given: &[String]) -> Result<Option<Args>> {
    let Some(output) = args.output.output.as_deref() else {
        return usage!("--resume needs the interrupted output: name it with --output");
    };
    cli::check_alone(given, &["--output", "--resume"])?;
    if !can_resume(output) {
        let exists = output.exists();
        let output = output.display();
        if exists {
            message!("{output} is complete; there is nothing to resume");
            return Ok(None);
        }
        return usage!("there is no interrupted output {output}; name the corpus, or `-`, to begin it");
    }
    let arguments = interrupted_arguments(output)?;
    match cli::recorded::<Args>("solve", &arguments) {
        Ok(solve) => Ok(Some(Args { resume: true, recorded: Some(arguments), ..solve })),
        Err(_) => usage!("{} is not an output of `solve`", output.display()),
    }
}

struct Config {
    reshape: RowPass,
    options: Options,
    rows: SolutionRows,
    check: bool,
}

impl Config {
    fn resolve(args: Args) -> Result<Config> {
        let inputs = inputs_or_stdin(args.files)?;
        if args.reading.solution_column.is_some() && !args.check {
            return usage!("--solution-column is used only with --check");
        }
        let mut output = output(args.output)?;
        if args.solutions_only {
            let named = || output.path.as_deref().and_then(by_extension);
            output.layout = output.layout.or_else(named).or_else(|| by_extension(Path::new("x.txt")));
        }
        let paths: Vec<&PathBuf> = output.path.iter().collect();
        files::check_outputs(&paths, args.rejects.as_deref(), &inputs)?;
        let solutions = if args.all_solutions { MAX_KEPT_SOLUTIONS as u64 } else { 1 };
        let extras = Extras { solutions: args.check, rows: true, digests: false };
        let corpus = super::of_any_shape(super::corpus_of_files(inputs, args.reading, extras))?;
        let shape = corpus.shape();
        let strategies = vec![args.solver.strategy(shape, solutions)];
        check_strategies(&strategies, shape)?;
        let options = super::runner_options(strategies, &args.solver.limits, solutions, &args.solver.machine);
        let options = options.of_corpus(&corpus);
        let block = BLOCK / usize::try_from(options.max_solutions).unwrap_or(BLOCK).clamp(2, BLOCK) * 2;
        let corpus = Corpus { strict: args.strict.strict, block_size: BlockSize::Timed(block.max(32)), ..corpus };
        let mut resumption = resumption(args.resume);
        if let Some(recorded) = args.recorded {
            resumption.arguments = recorded;
        }
        Ok(Config {
            reshape: RowPass {
                corpus,
                threads: options.threads,
                outputs: vec![output],
                rejects: args.rejects,
                resumption: Some(resumption),
            },
            options,
            rows: SolutionRows { all: args.all_solutions, only: args.solutions_only },
            check: args.check,
        })
    }
}

fn nothing_checked(schema: Option<&Schema>) -> String {
    let reason = match schema.map(|schema| (&*schema.names, schema.solution)) {
        Some((names, Some(index))) => format!("the column {} is empty", names.get(index).map_or("", |name| name)),
        Some((names @ [_, _, ..], None)) => {
            let (shown, more) = names.split_at(names.len().min(COLUMNS_SHOWN));
            let more = if more.is_empty() { "" } else { ", …" };
            let names = shown.join(", ");
            format!("no column holds solutions; the columns are {names}{more}; --solution-column names one")
        }
        _ => "the corpus has no solutions".into(),
    };
    format!("nothing was checked: {reason}")
}

/// Prints the counts, the speed and the wrong answers. `proves` is true if the search looked for more than one solution.
/// `puzzles` is the number of puzzles solved in the time `elapsed`; those of an earlier, interrupted command are not among
/// them.
fn print_summary(tally: &Tally, proves: bool, puzzles: u64, elapsed: Duration) {
    if proves || tally.of(Status::Solved) < tally.puzzles() || io::stderr().is_terminal() {
        let speed = numbers::count((puzzles as f64 / elapsed.as_secs_f64()) as u64);
        let puzzles = numbers::plural(tally.puzzles(), "puzzle");
        message!("{puzzles}: {}; {speed} a second", outcomes(tally, proves).join(", "));
    }
    if tally.several.count > 0 {
        message!("  several solutions: {}", tally.several.text());
    }
    if tally.truncated > 0 {
        let puzzles = numbers::plural(tally.truncated, "puzzle");
        let kept = numbers::count(MAX_KEPT_SOLUTIONS as u64);
        message!("{puzzles} with {kept} solutions or more, of which {kept} are written");
    }
    if tally.solutions.given() > 0 {
        let checked = numbers::plural(tally.solutions.given(), "solution");
        message!("checked {checked} of the corpus: {}", tally.solutions.text());
        tally.wrong_solutions.first.iter().for_each(|wrong| message!("  {wrong}"));
    }
    tally.wrong.first.iter().for_each(|wrong| message!("  {wrong}"));
}

/// Returns the counts of puzzles by status and, if the search looked for more than one solution, by number of solutions.
fn outcomes(tally: &Tally, proves: bool) -> Vec<String> {
    let mut outcomes = Vec::new();
    if proves {
        let one = tally.of(Status::Solved) - tally.several_of(Status::Solved);
        outcomes.push(format!("{} with one solution", numbers::count(one)));
        outcomes.extend((tally.several.count > 0).then(|| several(tally)));
    }
    // A puzzle with several known solutions is counted only as such.
    let rest = |status: Status| if proves { tally.of(status) - tally.several_of(status) } else { tally.of(status) };
    let counted = |status: &&Status| rest(**status) > 0 && !(proves && **status == Status::Solved);
    let count = |status: &Status| format!("{} {status}", numbers::count(rest(*status)));
    outcomes.extend(Status::ALL.iter().filter(counted).map(count));
    outcomes
}

/// Returns "3 with several (1 node-limit)": the number of puzzles with several known solutions, of which some may have more
/// than were found before a limit.
fn several(tally: &Tally) -> String {
    let limited = Status::ALL.iter().filter(|status| **status != Status::Solved && tally.several_of(**status) > 0);
    let limited: Vec<_> =
        limited.map(|status| format!("{} {status}", numbers::count(tally.several_of(*status)))).collect();
    let limited = if limited.is_empty() { String::new() } else { format!(" ({})", limited.join(", ")) };
    format!("{} with several{limited}", numbers::count(tally.several.count))
}
