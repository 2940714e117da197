//! `sudoku-bench explain`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::{
    error::{Error, Result},
    explain::{Explanation, Given, NoPath, Taken, explain, json_line, parse, svg, text},
    fs::PartFile,
    pass::Rejected,
    reader::Extras,
};
use solver::rating::Tenths;

use crate::{
    cli::{Exit, ReadingArgs, heading, parse_tenths},
    cmd::{corpus_of_files, files, inputs_or_stdin, interrupt, print, print_rejects, standard_output},
};

/// The largest file that may be a grid of candidates.
const MAX_CANDIDATES: u64 = 1 << 20;

const HELP: &str = "\
A puzzle is 81 cells; 729 characters, nine for each cell, with each candidate at its place; a grid of
81 groups of candidates, in which a group of one digit is a filled cell; or a line of HoDoKu's
library. A file is a corpus in any layout, one such grid, or such lines.

Cells are named by row and column: r4c5; r4c56 are r4c5 and r4c6. Each step is the first that the
techniques offer in the order of Sudoku Explainer, and its rating is that of Sudoku Explainer.

Examples:
  sudoku-bench explain .....75.3...1.92...4.3.578..........6.1........871....3.4......2..9...7..5....3.4
  sudoku-bench explain puzzles.csv --to jsonl -o steps.jsonl
  sudoku-bench explain PUZZLE --svg step.svg --step 12";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Puzzles, or files with puzzles [default: standard input]
    #[arg(value_name = "PUZZLE|FILE")]
    inputs: Vec<PathBuf>,

    /// Stop at the first step that is rated higher, such as 7.5
    #[arg(long, value_name = "RATING", value_parser = parse_tenths, help_heading = heading::RATING)]
    up_to: Option<Tenths>,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Steps as text, or as JSON lines with the grid and the candidates after each
    #[arg(long, value_enum, default_value_t = Form::Text, help_heading = heading::OUTPUT)]
    to: Form,

    /// Also print every link of chains with several parts
    #[arg(long, help_heading = heading::OUTPUT)]
    links: bool,

    /// File for a picture of a step: the grid before it with the candidates
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    svg: Option<PathBuf>,

    /// Number of the step in the picture [default: the first with the highest rating]
    #[arg(long, value_name = "N", requires = "svg", help_heading = heading::OUTPUT)]
    step: Option<usize>,

    /// File for the steps; it appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = heading::OUTPUT)]
    output: Option<PathBuf>,
}

/// The form of the steps.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Jsonl,
}

pub fn run(args: Args) -> Result<ExitCode> {
    let outputs: Vec<&Path> = args.output.iter().chain(&args.svg).map(PathBuf::as_path).collect();
    let (texts, paths): (Vec<_>, Vec<_>) = args.inputs.iter().cloned().partition(|input| is_text(input));
    let paths = if texts.is_empty() { inputs_or_stdin(paths)? } else { paths };
    files::check_outputs(&outputs, None, &paths)?;
    if args.output.is_none() {
        standard_output::check()?;
    }
    let stop = interrupt::catch()?;
    let output = args.output.as_deref().map(PartFile::create_for_user).transpose()?;
    let mut explainer = Explainer { args, stop, output, explained: 0, rejected: Rejected::default() };
    for (index, text) in texts.iter().enumerate() {
        let text = text.to_string_lossy();
        let given = parse(&text).map_err(|reason| Error::Usage(format!("{text:?} {reason}")))?;
        explainer.explain(&given, index as u64 + 1)?;
    }
    paths.iter().try_for_each(|path| explainer.file(path))?;
    explainer.finish()
}

/// Returns true if an argument is a puzzle: no file has this name, and it has no letters.
fn is_text(argument: &Path) -> bool {
    let is_puzzle = |text: &str| text.starts_with(':') || parse(text).is_ok() || is_nearly_puzzle(text);
    argument.to_str().is_some_and(|text| !argument.exists() && is_puzzle(text))
}

/// Returns true if a text is too much like a puzzle to be a file's name.
fn is_nearly_puzzle(text: &str) -> bool {
    text.len() >= 60 && text.chars().all(|character| character.is_ascii_digit() || ".0_-* |+\n".contains(character))
}

/// Explains puzzle after puzzle.
struct Explainer<'a> {
    args: Args,
    stop: &'a AtomicBool,
    output: Option<PartFile>,
    explained: u64,
    rejected: Rejected,
}

impl Explainer<'_> {
    /// Explains the puzzles of a file.
    fn file(&mut self, path: &Path) -> Result<()> {
        if let Some(texts) = candidate_texts(path) {
            for (line, text) in texts {
                let given = parse(&text).map_err(|reason| Error::malformed(path, line, reason))?;
                self.explain(&given, line)?;
            }
            return Ok(());
        }
        let extras = Extras { solutions: false, rows: false, digests: false };
        let corpus = corpus_of_files(vec![path.into()], self.args.reading.clone(), extras);
        for block in corpus.blocks_until(self.stop) {
            let block = block?;
            self.rejected.add(&block.rejects);
            for puzzle in &block.puzzles {
                self.explain(&Given::from(&puzzle.givens), puzzle.line)?;
            }
        }
        Ok(())
    }

    /// Writes the steps of a puzzle.
    fn explain(&mut self, given: &Given, line: u64) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let written = match explain(given, self.args.up_to, self.stop) {
            Err(NoPath::Stopped) => return Ok(()),
            Err(no_path) => self.without_path(given, line, no_path),
            Ok(explanation) => {
                self.picture(&explanation)?;
                self.with_path(&explanation, line)
            }
        };
        self.explained += 1;
        match &mut self.output {
            Some(output) => output.write(written.as_bytes()),
            None => print(&written),
        }
    }

    fn with_path(&self, explanation: &Explanation, line: u64) -> String {
        let gap = if self.explained > 0 { "\n" } else { "" };
        let puzzle = explanation.given.grid.to_string();
        match self.args.to {
            Form::Text => format!("{gap}{}", text(explanation, self.args.up_to, self.args.links)),
            Form::Jsonl => explanation.steps.iter().map(|taken| json_line(&puzzle, line, taken)).collect(),
        }
    }

    fn without_path(&self, given: &Given, line: u64, no_path: NoPath) -> String {
        let gap = if self.explained > 0 { "\n" } else { "" };
        let status = no_path.name();
        match self.args.to {
            Form::Text => format!("{gap}{}\nnot rated: {}\n", given.grid, status.replace('-', " ")),
            Form::Jsonl => format!("{{\"puzzle\":\"{}\",\"line\":{line},\"status\":\"{status}\"}}\n", given.grid),
        }
    }

    /// Writes the picture of a step of the first puzzle.
    fn picture(&self, explanation: &Explanation) -> Result<()> {
        let Some(path) = self.args.svg.as_deref().filter(|_| self.explained == 0) else { return Ok(()) };
        let count = explanation.steps.len();
        let taken = match self.args.step {
            Some(number) => explanation.steps.get(number.wrapping_sub(1)),
            None => hardest(&explanation.steps),
        };
        let taken = taken.ok_or_else(|| Error::Usage(format!("--step: the path has the steps 1 to {count}")))?;
        PartFile::create_for_user(path)?.complete(svg(taken).as_bytes())
    }

    fn finish(self) -> Result<ExitCode> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted.into());
        }
        if let Some(output) = self.output {
            output.complete(b"")?;
        }
        print_rejects(&self.rejected, None);
        let nothing = self.explained == 0;
        if nothing && self.rejected.count > 0 {
            return Ok(Exit::Error.into());
        }
        Ok(Exit::Success.into())
    }
}

/// Returns the first step with the highest rating.
fn hardest(steps: &[Taken]) -> Option<&Taken> {
    let highest = steps.iter().map(|taken| taken.step.tenths()).max()?;
    steps.iter().find(|taken| taken.step.tenths() == highest)
}

/// Returns the puzzles with candidates in a file, each with its line: one grid, or lines; `None` if it is another file.
fn candidate_texts(path: &Path) -> Option<Vec<(u64, String)>> {
    let is_small = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MAX_CANDIDATES);
    let content = fs::read_to_string(path).ok().filter(|_| is_small)?;
    let first = content.lines().find(|line| !line.trim().is_empty())?;
    let is_line = first.starts_with(':') || first.trim().len() == 729;
    if is_line {
        let lines = content.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        return Some(lines.map(|(line, number)| (number, line.to_string())).collect());
    }
    let is_grid = parse(&content).is_ok_and(|given| given.has_marks);
    is_grid.then(|| vec![(1, content)])
}
