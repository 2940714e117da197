//! What `solve` writes and says.

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use sudoku_bench::{
    error::{Error, Result},
    fs::PartFile,
    layout::Schema,
    numbers,
    reader::Reject,
    record::{Detail, Rejected, Rejects, SolvedBlock, Status},
    reporter::Output,
    runner::{FoundSolutions, PassEnd},
    strategy::Solutions,
    writer::STANDARD_OUTPUT,
};

use super::Config;
use crate::cli::Exit;
use crate::cmd::print_message;

/// Wrong answers that are shown.
const SHOWN: usize = 3;

/// What became of a block.
pub struct Part {
    schema: Arc<Schema>,
    text: Vec<u8>,
    tally: Tally,
    rejects: Vec<Reject>,
    /// Puzzles in it.
    pub puzzles: usize,
    /// Bytes of the corpus up to its end.
    pub bytes: u64,
}

impl Part {
    /// Makes text of a block, on the thread that solved it.
    pub fn new(config: &Config, solved: SolvedBlock, found: FoundSolutions<'_>) -> Result<Part> {
        let SolvedBlock { block, samples, .. } = solved;
        let empty = block.puzzles.is_empty();
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
        Ok(Part {
            schema: block.schema,
            text,
            tally,
            rejects: block.rejects,
            puzzles: block.puzzles.len(),
            bytes: block.bytes,
        })
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
pub struct Writer {
    target: Option<PathBuf>,
    /// Begun with the first row, so that a run that never comes so far leaves everything as it was.
    file: Option<PartFile>,
    has_header: bool,
    rejects: Option<Rejects>,
    rejected: Rejected,
    tally: Tally,
    started: Instant,
}

impl Writer {
    /// Begins the file of the rejects.
    pub fn begin(config: &Config) -> Result<Writer> {
        let rejects = config.rejects.as_deref().map(PartFile::create_for_user).transpose()?;
        Ok(Writer {
            target: config.target.clone(),
            file: None,
            has_header: false,
            rejects: rejects.map(Rejects::to).transpose()?,
            rejected: Rejected::default(),
            tally: Tally::default(),
            started: Instant::now(),
        })
    }

    /// Adds a block; blocks come in corpus order.
    pub fn write(&mut self, output: &Output, part: Part) -> Result<()> {
        if !self.has_header && part.puzzles > 0 {
            self.file = self.target.as_deref().map(PartFile::create_for_user).transpose()?;
            self.has_header = true;
            self.push(&output.header(&part.schema)?)?;
        }
        self.push(&part.text)?;
        self.tally.add(part.tally);
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&part.rejects)?;
        }
        self.rejected.add(&part.rejects);
        Ok(())
    }

    fn push(&mut self, text: &[u8]) -> Result<()> {
        match &mut self.file {
            Some(file) => file.write(text),
            None => io::stdout().lock().write_all(text).map_err(Error::io(STANDARD_OUTPUT, "write")),
        }
    }

    /// Names the files, says what has to be said, and finds the exit code.
    pub fn end(mut self, config: &Config, ended: PassEnd) -> Result<ExitCode> {
        let complete = matches!(ended, PassEnd::Complete);
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
            PassEnd::Failed(error) if !wrong => Err(error),
            ended => {
                if let PassEnd::Failed(error) = &ended {
                    print_message(&format!("error: {error}"));
                }
                Ok(match ended {
                    _ if wrong => Exit::WrongAnswer.into(),
                    PassEnd::Stopped => Exit::Interrupted.into(),
                    _ if config.check && self.tally.checked == 0 => Exit::NothingMeasured.into(),
                    _ => ExitCode::SUCCESS,
                })
            }
        }
    }

    /// Leaves what there is under its temporary name.
    pub fn give_up(&mut self) -> Result<()> {
        self.finish_rejects(false)?;
        if let Some(mut file) = self.file.take() {
            file.flush()?;
            print_message(&format!("what was solved is in {}", file.part().display()));
        }
        io::stdout().flush().map_err(Error::io(STANDARD_OUTPUT, "write"))
    }

    /// Ends where nobody reads on.
    pub fn stop(mut self) -> Result<ExitCode> {
        self.finish_rejects(false)?;
        Ok(if self.tally.of(Status::Wrong) > 0 { Exit::WrongAnswer.into() } else { ExitCode::SUCCESS })
    }

    /// Names the file of the rejects, unless there is nothing in it and more might have come.
    fn finish_rejects(&mut self, complete: bool) -> Result<()> {
        let Some((mut file, rejected)) = self.rejects.take().map(Rejects::finish) else { return Ok(()) };
        if rejected.count == 0 && !complete {
            file.discard();
            return Ok(());
        }
        file.flush()?;
        file.commit()
    }

    /// What the output does not say.
    fn tell(&self, config: &Config) {
        let Writer { tally, rejected, .. } = self;
        crate::cmd::print_rejects(rejected, config.rejects.as_deref());
        let puzzles: u64 = tally.statuses.iter().sum();
        let count = |status: &Status| format!("{} {status}", numbers::count(tally.of(*status)));
        let seen: Vec<_> = Status::ALL.iter().filter(|status| tally.of(**status) > 0).map(count).collect();
        let all_solved = tally.of(Status::Solved) == puzzles;
        if !all_solved || io::stderr().is_terminal() {
            let speed = puzzles as f64 / self.started.elapsed().as_secs_f64();
            let (puzzles, speed) = (numbers::plural(puzzles, "puzzle"), numbers::count(speed as u64));
            print_message(&format!("{puzzles}: {}; {speed} a second", seen.join(", ")));
        }
        if tally.cut > 0 {
            let (puzzles, kept) = (numbers::plural(tally.cut, "puzzle"), numbers::count(Solutions::KEPT as u64));
            print_message(&format!("{puzzles} with {kept} solutions or more, of which {kept} are written"));
        }
        if config.check {
            let wrong = tally.of(Status::Wrong);
            let checked = numbers::plural(tally.checked, "solution");
            print_message(&format!("checked {checked} of the corpus: {} wrong", numbers::count(wrong)));
        }
        tally.wrong.iter().for_each(|wrong| print_message(&format!("  {wrong}")));
    }
}
