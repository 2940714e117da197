//! `sudoku-bench solve`: the production filter.

use std::{
    fs,
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use sudoku_bench::{
    error::{Error, Result},
    reader::{BlockSize, Corpus, Reject, STANDARD_INPUT, Wanted},
    reporter::{self, Output, PartFile, Rejects},
    runner::{Ended, Found, Options, Runner, Solved},
    sample::{Detail, Status},
    strategy::{Limits, Solutions},
};

use super::{
    STANDARD_OUTPUT,
    interrupt::{self, INTERRUPTED},
    is_standard, note,
    progress::Progress,
    run::{NOTHING_MEASURED, WRONG},
};
use crate::cli;

/// Puzzles in a block: many, so that the last ones do not often keep lanes waiting, but fewer where each may have many
/// solutions.
const BLOCK: usize = 4096;
/// Wrong answers that are shown.
const SHOWN: usize = 3;

pub fn run(args: cli::Solve) -> Result<ExitCode> {
    let config = Config::resolve(args)?;
    let stop = interrupt::catch()?;
    let mut writer = Writer::begin(&config)?;
    let runner = Runner::new(&config.options)?;
    let mut progress = Progress::new(&config.corpus.files, 1);
    let finish = |solved: Solved, found: Found<'_>| Part::new(&config, solved, found);
    let mut blocks = config.corpus.blocks_until(stop);
    let ended = runner.map(&mut blocks, 0, finish, |part| {
        let part = part?;
        progress.add(part.puzzles, part.bytes);
        writer.write(part)
    });
    progress.finish();
    match ended {
        Err(Error::Io { path, source, .. })
            if path == Path::new(STANDARD_OUTPUT) && source.kind() == ErrorKind::BrokenPipe =>
        {
            writer.finish_rejects(false)?;
            Ok(if writer.tally.of(Status::Wrong) > 0 { ExitCode::from(WRONG) } else { ExitCode::SUCCESS })
        }
        Err(error) => {
            writer.give_up()?;
            Err(error)
        }
        Ok(ended) => writer.end(&config, ended),
    }
}

/// The arguments, made fit for the library.
struct Config {
    corpus: Corpus,
    options: Options,
    output: Output,
    check: bool,
    target: Option<PathBuf>,
    rejects: Option<PathBuf>,
}

impl Config {
    fn resolve(args: cli::Solve) -> Result<Config> {
        let cli::ColumnArgs { puzzle_column, solution_column, strict } = args.layout;
        let usage = |reason: &str| Err(Error::Usage(reason.into()));
        let mut files = args.files;
        if files.is_empty() {
            if io::stdin().is_terminal() {
                return usage("name a file, or send puzzles to standard input");
            }
            files.push(STANDARD_INPUT.into());
        }
        if files.iter().filter(|path| is_standard(path)).count() > 1 {
            return usage("standard input can be read only once");
        }
        if solution_column.is_some() && !args.check {
            return usage("--solution-column says what --check is to look at");
        }
        if args.format == reporter::Format::Lines && !args.columns.is_empty() {
            return usage("--format lines has no columns; use csv or jsonl with --columns");
        }
        let target = args.output.filter(|path| !is_standard(path));
        if args.rejects.as_deref().is_some_and(is_standard) {
            return usage("--rejects names a file; standard output is for solutions");
        }
        if target.is_some() && target.as_deref().map(resolved) == args.rejects.as_deref().map(resolved) {
            return usage("--output and --rejects name the same file");
        }
        for output in [&target, &args.rejects].into_iter().flatten() {
            check_output(output, &files)?;
        }
        let solutions = if args.all_solutions { Solutions::KEPT as u64 } else { 1 };
        let max_solutions = args.limits.max_solutions.unwrap_or(solutions);
        let block = BLOCK / usize::try_from(max_solutions).unwrap_or(BLOCK).clamp(2, BLOCK) * 2;
        let limits = Limits { nodes: args.limits.node_limit.unwrap_or(u64::MAX), time: args.limits.time_limit };
        Ok(Config {
            corpus: Corpus {
                files,
                puzzle_column,
                solution_column,
                strict,
                subset: None,
                block_size: BlockSize::UpTo(block.max(32)),
                wanted: Wanted { solutions: args.check, rows: true, digests: false },
            },
            options: Options {
                strategies: vec![args.strategy],
                max_solutions,
                limits,
                threads: args.machine.threads(),
                simd: args.machine.simd,
            },
            output: Output { format: args.format, columns: args.columns, all_solutions: args.all_solutions },
            check: args.check,
            target,
            rejects: args.rejects,
        })
    }
}

/// A path by which a file can be told from another.
fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(fs::canonicalize(parent).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(beside).unwrap_or_else(|| path.into())
}

/// Sees to it that a file can be written, and that no input is lost by it.
fn check_output(path: &Path, inputs: &[PathBuf]) -> Result<()> {
    if path.is_dir() {
        return Err(Error::Directory { path: path.into(), reason: "is a directory; name a file" });
    }
    if !resolved(path).parent().is_some_and(Path::is_dir) {
        return Err(Error::io(path, "create")(ErrorKind::NotFound.into()));
    }
    let part = reporter::part_of(&resolved(path));
    match inputs.iter().find(|input| resolved(input) == part) {
        Some(input) => Err(Error::Usage(format!(
            "{} is where {} is written until it is complete; rename one of them",
            input.display(),
            path.display()
        ))),
        None => Ok(()),
    }
}

/// What became of a block.
struct Part {
    header: Vec<u8>,
    text: Vec<u8>,
    tally: Tally,
    rejects: Vec<Reject>,
    puzzles: usize,
    bytes: u64,
}

impl Part {
    fn new(config: &Config, solved: Solved, found: Found<'_>) -> Result<Part> {
        let Solved { block, samples, .. } = solved;
        let empty = block.puzzles.is_empty();
        let header = if empty { Vec::new() } else { config.output.header(&block.layout)? };
        let text = if empty { Vec::new() } else { config.output.rows(&block, &samples, found)? };
        let mut tally = Tally::default();
        for (puzzle, sample) in block.puzzles.iter().zip(&samples) {
            tally.statuses[sample.status as usize] += 1;
            tally.checked += u64::from(puzzle.solution.is_some());
            let cut = config.output.all_solutions && sample.solutions >= Solutions::KEPT as u64;
            tally.cut += u64::from(cut);
            if let (Status::Wrong, Detail::Reason(reason)) = (sample.status, sample.detail) {
                let place = match &puzzle.file {
                    Some(file) => format!("{file}:{}", puzzle.line),
                    None => format!("line {}", puzzle.line),
                };
                tally.wrong.push(format!("{place}: {reason}"));
            }
        }
        Ok(Part { header, text, tally, rejects: block.rejects, puzzles: block.puzzles.len(), bytes: block.bytes })
    }
}

/// What a filter counts.
#[derive(Default)]
struct Tally {
    /// By the order of [`Status::ALL`].
    statuses: [u64; Status::ALL.len()],
    /// Puzzles with a solution of the corpus.
    checked: u64,
    /// Puzzles with as many solutions as are written, or more.
    cut: u64,
    /// Places and reasons of wrong answers.
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.statuses.iter_mut().zip(other.statuses).for_each(|(sum, count)| *sum += count);
        self.checked += other.checked;
        self.cut += other.cut;
        self.wrong.extend(other.wrong.into_iter().take(SHOWN - self.wrong.len()));
    }

    fn of(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }
}

/// Writes the parts.
struct Writer {
    target: Option<PathBuf>,
    /// Begun with the first row, so that a run that never comes so far leaves everything as it was.
    file: Option<PartFile>,
    has_header: bool,
    rejects: Option<Rejects>,
    rejected: (u64, Vec<Reject>),
    tally: Tally,
    started: Instant,
}

impl Writer {
    fn begin(config: &Config) -> Result<Writer> {
        let rejects = config.rejects.as_deref().map(PartFile::create_for_user).transpose()?;
        Ok(Writer {
            target: config.target.clone(),
            file: None,
            has_header: false,
            rejects: rejects.map(Rejects::to).transpose()?,
            rejected: (0, Vec::new()),
            tally: Tally::default(),
            started: Instant::now(),
        })
    }

    fn write(&mut self, part: Part) -> Result<()> {
        if !self.has_header && part.puzzles > 0 {
            self.file = self.target.as_deref().map(PartFile::create_for_user).transpose()?;
            self.has_header = true;
            self.push(&part.header)?;
        }
        self.push(&part.text)?;
        self.tally.add(part.tally);
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&part.rejects)?;
        }
        let (count, first) = &mut self.rejected;
        *count += part.rejects.len() as u64;
        first.extend(part.rejects.into_iter().take(SHOWN - first.len()));
        Ok(())
    }

    fn push(&mut self, text: &[u8]) -> Result<()> {
        match &mut self.file {
            Some(file) => file.write(text),
            None => io::stdout().lock().write_all(text).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    /// Names the files, says what has to be said, and finds the exit code.
    fn end(mut self, config: &Config, ended: Ended) -> Result<ExitCode> {
        let complete = matches!(ended, Ended::Complete);
        self.finish_rejects(complete)?;
        match self.file.take_if(|_| complete) {
            Some(mut file) => {
                file.flush()?;
                file.commit()?;
            }
            None => self.give_up()?,
        }
        self.tell(config);
        let wrong = self.tally.of(Status::Wrong) > 0;
        match ended {
            Ended::Failed(error) if !wrong => Err(error),
            ended => {
                if let Ended::Failed(error) = &ended {
                    note(&format!("error: {error}"));
                }
                Ok(match ended {
                    _ if wrong => ExitCode::from(WRONG),
                    Ended::Stopped => ExitCode::from(INTERRUPTED),
                    _ if config.check && self.tally.checked == 0 => ExitCode::from(NOTHING_MEASURED),
                    _ => ExitCode::SUCCESS,
                })
            }
        }
    }

    /// Leaves what there is under its temporary name.
    fn give_up(&mut self) -> Result<()> {
        self.finish_rejects(false)?;
        if let Some(mut file) = self.file.take() {
            file.flush()?;
            note(&format!("what was solved is in {}", file.part().display()));
        }
        io::stdout().flush().map_err(Error::io(STANDARD_OUTPUT, "write"))
    }

    /// Names the file of the rejects, unless there is nothing in it and more might have come.
    fn finish_rejects(&mut self, complete: bool) -> Result<()> {
        let Some((mut file, (count, _))) = self.rejects.take().map(Rejects::finish) else { return Ok(()) };
        if count == 0 && !complete {
            file.discard();
            return Ok(());
        }
        file.flush()?;
        file.commit()
    }

    /// What the output does not say.
    fn tell(&self, config: &Config) {
        let Writer { tally, rejected: (rejects, first), .. } = self;
        if *rejects > 0 {
            let place = config.rejects.as_ref().map_or(String::new(), |path| format!(", all in {}", path.display()));
            note(&format!("{} rejected{place}:", reporter::plural(*rejects, "row")));
            for reject in first {
                note(&format!("  {}:{}:{}: {}", reject.file, reject.line, reject.column, reject.reason));
            }
        }
        let puzzles: u64 = tally.statuses.iter().sum();
        let count = |status: &Status| format!("{} {status}", reporter::count(tally.of(*status)));
        let seen: Vec<_> = Status::ALL.iter().filter(|status| tally.of(**status) > 0).map(count).collect();
        let all_solved = tally.of(Status::Solved) == puzzles;
        if !all_solved || io::stderr().is_terminal() {
            let speed = puzzles as f64 / self.started.elapsed().as_secs_f64();
            let (puzzles, speed) = (reporter::plural(puzzles, "puzzle"), reporter::count(speed as u64));
            note(&format!("{puzzles}: {}; {speed} a second", seen.join(", ")));
        }
        if tally.cut > 0 {
            let (puzzles, kept) = (reporter::plural(tally.cut, "puzzle"), reporter::count(Solutions::KEPT as u64));
            note(&format!("{puzzles} with {kept} solutions or more, of which {kept} are written"));
        }
        if config.check {
            let wrong = tally.of(Status::Wrong);
            let checked = reporter::plural(tally.checked, "solution");
            note(&format!("checked {checked} of the corpus: {} wrong", reporter::count(wrong)));
        }
        tally.wrong.iter().for_each(|wrong| note(&format!("  {wrong}")));
    }
}
