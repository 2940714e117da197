//! `sudoku-bench explain`.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::{
    error::{Error, Result},
    fs::{Compression, PartFile},
    layout::deleted_column,
    reader::{Block, Extras, Puzzle, Reject, check_notation},
    writer::STANDARD_OUTPUT,
};
use grid::{
    AnyGrid, CELLS,
    text::{Alphabet, DefectKind, Notation, NotationOverride},
};
use pass::Rejected;
use rating::explain::{Explanation, Given, NoPath, Taken, explain, is_grid, json_line, parse, svg, text};
use rating::{End, Tenths};
use tempfile::NamedTempFile;

use crate::{
    cli::{Exit, ReadingArgs, check_for_puzzles, heading, parse_tenths},
    cmd::{
        check_rejects, corpus_of_files, files, inputs_or_stdin, interrupt, is_closed_pipe, is_stdio, print_rejects,
        puzzle_arguments::{self, PuzzleArgument},
        puzzle_text::puzzle_text,
        standard_output,
    },
};

/// The largest file that may be a grid of candidates, in bytes.
const MAX_GRID: u64 = 1 << 16;

const HELP: &str = "\
A puzzle is 81 cells; 729 characters, nine for each cell, with each candidate at its place; a grid of
81 groups of candidates, in which a group of one digit is a filled cell; or a line of HoDoKu's
library. A file is a corpus in any layout, one grid of candidates, or lines of 729 characters.

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

    /// Highest rating of a step, such as 7.5; the path ends before a harder one
    #[arg(long, value_name = "RATING", value_parser = parse_tenths, help_heading = heading::RATING)]
    up_to: Option<Tenths>,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Steps as text, or as JSON lines with the grid and the candidates after each
    #[arg(long, value_enum, default_value_t = Form::Text, value_name = "FORM", help_heading = heading::OUTPUT)]
    to: Form,

    /// Also print, for each branch of a forcing chain, every statement with what it follows from
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

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Jsonl,
}

pub fn run(args: Args, given: &[String]) -> Result<Exit> {
    let outputs: Vec<&Path> = args.output.iter().chain(&args.svg).map(PathBuf::as_path).collect();
    if let Some(path) = outputs.iter().find(|path| Compression::of_name(path).is_some()) {
        return usage!("{}: explain writes no compressed files", path.display());
    }
    let said = args.reading.notation_override();
    let is_text = |input: &Path| puzzle_text(input, said).is_some();
    let has_texts = args.inputs.iter().any(|input| is_text(input));
    let inputs = if has_texts { args.inputs.clone() } else { inputs_or_stdin(args.inputs.clone())? };
    let paths: Vec<PathBuf> = inputs.iter().filter(|input| !is_text(input)).cloned().collect();
    files::check_inputs(&paths)?;
    files::check_outputs(&outputs, None, &paths)?;
    if args.output.is_none() {
        standard_output::check()?;
    }
    let stop = match args.output {
        Some(_) => interrupt::catch_saying("interrupted: nothing is written")?,
        None => interrupt::catch_saying("interrupted")?,
    };
    let output = args.output.as_deref().map(PartFile::create_for_user).transpose()?;
    let mut explainer =
        Explainer { args, given, stop, output, explained: 0, is_drawn: false, rejected: Rejected::default() };
    let explained = inputs.iter().zip(1..).try_for_each(|(input, place)| explainer.input(input, place));
    match explained {
        Err(error) if is_closed_pipe(&error) => Ok(Exit::Success),
        Err(error) => Err(error),
        Ok(()) => explainer.finish(),
    }
}

/// Returns the puzzles of a text: candidates, which have marks, or whatever a file may hold.
fn givens_of(text: &str, reading: &ReadingArgs) -> Result<Vec<Given>> {
    let reason = match parse(text) {
        Ok(given) => return Ok(vec![given]),
        Err(reason) => reason,
    };
    let puzzles = puzzle_arguments::read(text, reading);
    // If there are spaces, the reason of the reader of candidates says more.
    let puzzles =
        puzzles.map_err(|error| if text.contains(' ') { Error::Usage(format!("{text:?} {reason}")) } else { error })?;
    let nine = |puzzle: &PuzzleArgument| match puzzle.grid.nine() {
        Some(grid) => Ok(Given::from(grid)),
        None => usage!("explain takes puzzles of 9×9, and {} is of {}", puzzle.field, puzzle.notation),
    };
    puzzles.iter().map(nine).collect()
}

struct Explainer<'a> {
    args: Args,
    /// The options that the command was given.
    given: &'a [String],
    stop: &'a AtomicBool,
    output: Option<PartFile>,
    explained: u64,
    is_drawn: bool,
    rejected: Rejected,
}

impl Explainer<'_> {
    fn input(&mut self, input: &Path, place: u64) -> Result<()> {
        if let Some(text) = puzzle_text(input, self.args.reading.notation_override()) {
            self.check_reading()?;
            let givens = givens_of(text, &self.args.reading)?;
            return givens.iter().try_for_each(|given| self.explain(given, place));
        }
        if !is_stdio(input) {
            return self.file(input);
        }
        // Candidates are looked for in a file.
        let copied = || -> io::Result<NamedTempFile> {
            let mut file = NamedTempFile::new()?;
            io::copy(&mut io::stdin().lock(), &mut file)?;
            Ok(file)
        };
        let file = copied().map_err(Error::io(input, "read"))?;
        self.file(file.path())
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        if let Some(texts) = candidate_texts(path) {
            self.check_reading()?;
            for (line, text) in texts {
                match parse(&text) {
                    Ok(given) => self.explain(&given, line)?,
                    Err(reason) => self.reject(path, line, &text, reason),
                }
            }
            return Ok(());
        }
        let extras = Extras { solutions: false, rows: true, digests: false };
        let corpus = corpus_of_files(vec![path.into()], self.args.reading.clone(), extras);
        for block in corpus.blocks_until(self.stop) {
            let block = block?;
            self.rejected.add(&block.rejects);
            for puzzle in &block.puzzles {
                match given_of(&block, puzzle) {
                    Ok(given) => self.explain(&given, puzzle.line)?,
                    Err(reason) => self.reject(path, puzzle.line, "", reason),
                }
            }
        }
        Ok(())
    }

    /// Checks that no option says how to read a puzzle, which is always read in the same way.
    fn check_reading(&self) -> Result<()> {
        check_for_puzzles(self.given)?;
        let said = self.args.reading.notation_override();
        let alphabet = said.alphabet.filter(|&alphabet| alphabet != Alphabet::Candidates);
        check_notation(NotationOverride { alphabet, ..said }, Notation::default())
    }

    fn reject(&mut self, path: &Path, line: u64, text: &str, reason: String) {
        let file = path.display().to_string().into();
        let text = text.chars().take(200).collect();
        let kind = DefectKind::Other;
        self.rejected.add(&[Reject { file, line, column: 1, kind, reason, text, puzzles_before: 0 }]);
    }

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
            // A closed pipe ends the work.
            None => io::stdout().lock().write_all(written.as_bytes()).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    fn with_path(&self, explanation: &Explanation, line: u64) -> String {
        let gap = if self.explained > 0 { "\n" } else { "" };
        let puzzle = explanation.given.grid.to_string();
        match self.args.to {
            Form::Text => format!("{gap}{}", text(explanation, self.args.up_to, self.args.links)),
            Form::Jsonl => {
                let steps: String = explanation.steps.iter().map(|taken| json_line(&puzzle, line, taken)).collect();
                let status = match explanation.rating.end {
                    End::AboveLimit => status_line(&puzzle, line, "above-limit"),
                    End::Stuck => status_line(&puzzle, line, "stuck"),
                    End::Solved | End::Stopped => String::new(),
                };
                steps + &status
            }
        }
    }

    fn without_path(&self, given: &Given, line: u64, no_path: NoPath) -> String {
        let gap = if self.explained > 0 { "\n" } else { "" };
        let conflict = AnyGrid::from(given.grid).conflict().map_or(String::new(), |conflict| format!(": {conflict}"));
        match self.args.to {
            Form::Text => format!("{gap}{}\nnot rated: {}{conflict}\n", given.grid, no_path.name().replace('-', " ")),
            Form::Jsonl => status_line(&given.grid.to_string(), line, no_path.name()),
        }
    }

    /// Writes the picture of a step of the first puzzle that has steps.
    fn picture(&mut self, explanation: &Explanation) -> Result<()> {
        let Some(path) = self.args.svg.as_deref().filter(|_| !self.is_drawn) else { return Ok(()) };
        self.is_drawn = true;
        let count = explanation.steps.len();
        let taken = match self.args.step {
            Some(number) => explanation.steps.get(number.wrapping_sub(1)),
            None => hardest(&explanation.steps),
        };
        let taken = taken.ok_or_else(|| Error::Usage(format!("--step: the path has the steps 1 to {count}")))?;
        PartFile::create_for_user(path)?.complete(svg(taken).as_bytes())
    }

    fn finish(self) -> Result<Exit> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        if let Some(output) = self.output {
            output.complete(b"")?;
        }
        print_rejects(&self.rejected, None);
        if self.args.svg.is_some() && !self.is_drawn {
            return usage!("--svg: no puzzle has a step to draw");
        }
        Ok(check_rejects(&self.rejected, self.explained, None).unwrap_or(Exit::Success))
    }
}

/// Returns the line of a puzzle with a status, in place of steps or after them.
fn status_line(puzzle: &str, line: u64, status: &str) -> String {
    format!("{{\"puzzle\":\"{puzzle}\",\"line\":{line},\"status\":\"{status}\"}}\n")
}

/// Returns a puzzle of a block; a line of HoDoKu's library also has the candidates that were deleted.
fn given_of(block: &Block, puzzle: &Puzzle) -> Result<Given, String> {
    let Some(column) = deleted_column(&block.schema) else { return Ok(Given::from(puzzle.nine())) };
    let fields = block.schema.fields(block.row(puzzle));
    let deleted = fields.get(column).map(|field| String::from_utf8_lossy(field).into_owned());
    parse(&format!(":::{}:{}:", puzzle.givens, deleted.unwrap_or_default()))
}

fn hardest(steps: &[Taken]) -> Option<&Taken> {
    let highest = steps.iter().map(|taken| taken.step.tenths()).max()?;
    steps.iter().find(|taken| taken.step.tenths() == highest)
}

/// Returns the puzzles with candidates in a file, each with its line: one grid, lines of 729 characters, or those of HoDoKu's
/// library; `None` if it is another file.
fn candidate_texts(path: &Path) -> Option<Vec<(u64, String)>> {
    // A pipe can be read only once.
    let length = fs::metadata(path).ok().filter(fs::Metadata::is_file)?.len();
    let mut first = String::new();
    let mut lines = BufReader::new(File::open(path).ok()?).take(MAX_GRID);
    while first.trim().is_empty() && lines.read_line(&mut first).ok()? > 0 {}
    let start = first.trim_start_matches('\u{feff}').trim();
    let is_line = start.len() == 9 * CELLS || start.starts_with(':');
    if !is_line && length > MAX_GRID {
        return None;
    }
    let content = fs::read_to_string(path).ok()?;
    if is_line {
        let lines = content.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        return Some(lines.map(|(line, number)| (number, line.to_string())).collect());
    }
    is_grid(&content).then(|| vec![(1, content)])
}
