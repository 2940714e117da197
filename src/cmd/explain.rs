//! `sudoku-bench explain`.

use std::{
    env,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use benchmark::reporter::SearchSteps;
use corpus::{
    error::{Error, Result},
    fs::{Compression, PartFile},
    layout::deleted_column,
    reader::{Block, Extras, Puzzle, Reject, check_notation},
    writer::STANDARD_OUTPUT,
};
use grid::{
    AnyGrid, CELLS,
    simd::Simd,
    text::{Alphabet, DefectKind, Notation, NotationOverride},
};
use pass::Rejected;
use rating::{
    Tenths,
    explain::{Explanation, Given, NoPath, Taken, explain, is_grid, json_lines, parse, svg, text},
};
use solver::strategy::{Entry, Limits, PuzzleKind, Strategy};

use crate::{
    cli::{Exit, ReadingArgs, check_for_puzzles, choices, heading, number::parse_number, parse_tenths},
    cmd::{
        check_rejects, corpus_of_files, files, inputs_or_stdin, interrupt, is_closed_pipe, of_any_shape, print_rejects,
        puzzle_arguments, puzzle_text::puzzle_text, standard_output,
    },
};

/// The largest file that may be a grid of candidates, in bytes.
const MAX_GRID: u64 = 1 << 16;

const HELP: &str = "\
A puzzle is 81 cells; 729 characters, nine for each cell, with each candidate at its place; a grid of
81 groups of candidates, in which a group of one digit is a filled cell; or a line of HoDoKu's
library. A file is a corpus in any layout, one grid of candidates, or lines of 729 characters.
With --strategy, puzzles may have any shape; --shape names an unusual one.

Cells are named by row and column: r4c5; r4c56 are r4c5 and r4c6. Each step is the first that the
techniques offer in the order of Sudoku Explainer, and its rating is that of Sudoku Explainer.

Examples:
  sudoku-bench explain .....75.3...1.92...4.3.578..........6.1........871....3.4......2..9...7..5....3.4
  sudoku-bench explain puzzles.csv --to jsonl -o steps.jsonl
  sudoku-bench explain PUZZLE --svg step.svg --step 12
  sudoku-bench explain puzzles.csv --strategy norvig --to jsonl";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Puzzles, or files with puzzles [default: standard input]
    #[arg(value_name = "PUZZLE|FILE")]
    inputs: Vec<PathBuf>,

    /// Highest rating of a step, such as 7.5; the path ends before a harder one
    #[arg(long, value_name = "RATING", value_parser = parse_tenths, help_heading = heading::RATING)]
    up_to: Option<Tenths>,

    /// Strategy whose search is told instead: each assignment in its order, and each that is taken back
    #[arg(
        short, long, value_name = "NAME", ignore_case = true, value_parser = choices::traced_strategy(),
        conflicts_with_all = ["up_to", "links", "svg", "step"], help_heading = heading::STRATEGIES
    )]
    strategy: Option<Entry>,

    /// Stop each search after N nodes
    #[arg(
        long, value_name = "N", value_parser = parse_number, default_value_t = 1_000_000, requires = "strategy",
        help_heading = heading::STRATEGIES
    )]
    node_limit: u64,

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
    let traced = args.strategy.as_ref().and_then(Entry::traced);
    let search = traced.map(|entry| TracedSearch { entry, workspace: None });
    let output = args.output.as_deref().map(PartFile::create_for_user).transpose()?;
    let mut explainer =
        Explainer { args, given, search, stop, output, explained: 0, is_drawn: false, rejected: Rejected::default() };
    let explained = inputs.iter().zip(1..).try_for_each(|(input, place)| explainer.input(input, place));
    match explained {
        Err(error) if is_closed_pipe(&error) => Ok(Exit::Success),
        Err(error) => Err(error),
        Ok(()) => explainer.finish(),
    }
}

struct Explainer<'a> {
    args: Args,
    /// The options that the command was given.
    given: &'a [String],
    /// The search that is told; `None` for the steps of a person.
    search: Option<TracedSearch>,
    stop: &'a AtomicBool,
    output: Option<PartFile>,
    explained: u64,
    is_drawn: bool,
    rejected: Rejected,
}

/// A strategy that keeps a trace, and its workspace for puzzles of the last kind.
struct TracedSearch {
    entry: Entry,
    workspace: Option<(PuzzleKind, Box<dyn Strategy>)>,
}

impl TracedSearch {
    fn steps(&mut self, puzzle: &AnyGrid, limits: &Limits<'_>) -> Result<SearchSteps> {
        let kind = PuzzleKind::of(puzzle);
        let strategy = match self.workspace.take() {
            Some((built_for, strategy)) if built_for == kind => strategy,
            _ => self.entry.build(kind, Simd::detect()).map_err(Error::start)?,
        };
        let (_, strategy) = self.workspace.insert((kind, strategy));
        Ok(SearchSteps::of(puzzle, &mut **strategy, limits))
    }
}

impl Explainer<'_> {
    fn input(&mut self, input: &Path, place: u64) -> Result<()> {
        if let Some(text) = puzzle_text(input, self.args.reading.notation_override()) {
            return self.text(text, place);
        }
        self.file(input)
    }

    /// Explains the puzzles of a text: candidates, which have marks, or whatever a file may hold.
    fn text(&mut self, text: &str, place: u64) -> Result<()> {
        check_for_puzzles(self.given)?;
        let reason = match self.check_notation() {
            Ok(()) => match parse(text) {
                Ok(given) => return self.explain(&given, place),
                Err(reason) => Some(reason),
            },
            Err(error) if self.search.is_none() => return Err(error),
            Err(_) => None,
        };
        let puzzles = puzzle_arguments::read(text, &self.args.reading).map_err(|error| match reason {
            // If there are spaces, the reason of the reader of candidates says more.
            Some(reason) if text.contains(' ') => Error::Usage(format!("{text:?} {reason}")),
            _ => error,
        })?;
        puzzles.iter().try_for_each(|puzzle| self.explain_grid(&puzzle.grid, place))
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        let extras = Extras { solutions: false, rows: true, digests: false };
        let mut corpus = corpus_of_files(vec![path.into()], self.args.reading.clone(), extras);
        // Candidates are looked for in a file.
        corpus.kept_inputs = corpus.kept_inputs.copy(&corpus.files, &env::temp_dir(), self.stop)?;
        if let Some(texts) = candidate_texts(corpus.kept_inputs.source(path)) {
            check_for_puzzles(self.given)?;
            self.check_notation()?;
            for (line, text) in texts {
                match parse(&text) {
                    Ok(given) => self.explain(&given, line)?,
                    Err(reason) => self.reject(path, line, &text, reason),
                }
            }
            return Ok(());
        }
        if self.search.is_some() {
            corpus = of_any_shape(corpus)?;
        }
        for block in corpus.blocks_until(self.stop) {
            let block = block?;
            self.rejected.add(&block.rejects);
            for puzzle in &block.puzzles {
                match library_given(&block, puzzle) {
                    Some(Ok(given)) => self.explain(&given, puzzle.line)?,
                    Some(Err(reason)) => self.reject(path, puzzle.line, "", reason),
                    None => self.explain_grid(&puzzle.givens, puzzle.line)?,
                }
            }
        }
        Ok(())
    }

    /// Returns an error if `--shape` or `--alphabet` names anything but 9×9 in digits or candidates.
    fn check_notation(&self) -> Result<()> {
        let said = self.args.reading.notation_override();
        let alphabet = said.alphabet.filter(|&alphabet| alphabet != Alphabet::Candidates);
        check_notation(NotationOverride { alphabet, ..said }, Notation::default()).map_err(|_| {
            let reason =
                "puzzles without --strategy, and candidates, are of 9×9 in digits: leave out --shape and --alphabet";
            Error::Usage(reason.into())
        })
    }

    fn reject(&mut self, path: &Path, line: u64, text: &str, reason: String) {
        let file = path.display().to_string().into();
        let text = text.chars().take(200).collect();
        let kind = DefectKind::Other;
        self.rejected.add(&[Reject { file, line, column: 1, kind, reason, text, puzzles_before: 0 }]);
    }

    /// Explains a puzzle of any shape; without a search, of 9×9.
    fn explain_grid(&mut self, puzzle: &AnyGrid, line: u64) -> Result<()> {
        match puzzle.nine() {
            Some(grid) => self.explain(&Given::from(grid), line),
            None => self.explain_search(puzzle, line),
        }
    }

    fn explain(&mut self, given: &Given, line: u64) -> Result<()> {
        if self.search.is_some() {
            return self.explain_search(&given.puzzle(), line);
        }
        let explained = explain(given, self.args.up_to, self.stop);
        if self.stop.load(Ordering::Relaxed) {
            // The steps are incomplete.
            return Ok(());
        }
        explained.iter().try_for_each(|explanation| self.picture(explanation))?;
        let written = self.with_path(given, line, &explained);
        self.write(&written)
    }

    fn explain_search(&mut self, puzzle: &AnyGrid, line: u64) -> Result<()> {
        let gap = self.gap();
        let Some(search) = &mut self.search else {
            let side = puzzle.shape().side();
            return usage!("{puzzle} is {side}×{side}: without --strategy, explain takes puzzles of 9×9");
        };
        let limits = Limits { nodes: self.args.node_limit, stop: self.stop.into(), ..Limits::NONE };
        let steps = search.steps(puzzle, &limits)?;
        let written = match self.args.to {
            Form::Text => format!("{gap}{}", steps.text(&search.entry.name)),
            Form::Jsonl => steps.json_lines(line),
        };
        self.write(&written)
    }

    /// Writes the explanation of a puzzle, unless the work is stopped.
    fn write(&mut self, written: &str) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.explained += 1;
        match &mut self.output {
            Some(output) => output.write(written.as_bytes()),
            // A closed pipe ends the work.
            None => io::stdout().lock().write_all(written.as_bytes()).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    fn with_path(&self, given: &Given, line: u64, explained: &Result<Explanation, NoPath>) -> String {
        match (self.args.to, explained) {
            (Form::Jsonl, _) => json_lines(given, line, explained),
            (Form::Text, Ok(path)) => format!("{}{}", self.gap(), text(path, self.args.up_to, self.args.links)),
            (Form::Text, Err(no_path)) => {
                let conflict = AnyGrid::from(given.grid).conflict();
                let conflict = conflict.map_or(String::new(), |conflict| format!(": {conflict}"));
                let reason = no_path.name().replace('-', " ");
                format!("{}{}\nnot rated: {reason}{conflict}\n", self.gap(), given.grid)
            }
        }
    }

    /// Returns the line between two puzzles.
    fn gap(&self) -> &'static str {
        if self.explained > 0 { "\n" } else { "" }
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

/// Returns a puzzle of HoDoKu's library without the candidates that were deleted; `None` if the layout of the block is another.
fn library_given(block: &Block, puzzle: &Puzzle) -> Option<Result<Given, String>> {
    let column = deleted_column(&block.schema)?;
    let fields = block.schema.fields(block.row(puzzle));
    let deleted = fields.get(column).map(|field| String::from_utf8_lossy(field).into_owned());
    Some(parse(&format!(":::{}:{}:", puzzle.givens, deleted.unwrap_or_default())))
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
