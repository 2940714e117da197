//! The protocol `lines`: a process for each block, which reads a list of puzzles and prints a list of solutions.

use std::{io::Write, sync::Arc, time::Instant};

use grid::{AnyGrid, Shape};
use solver::strategy::{Answer, End, Limits, MissingCounts, Outcome, Solutions, Strategy, solve_as_block};

use super::{
    grid_text,
    process::NoLine,
    program::{Program, end_without_answer},
};
use crate::processor::Processor;

const FILE: &str = "{file}";
/// The answer of many solvers to a puzzle without a solution.
const NO_SOLUTION: &[u8] = b"no solution";

/// An engine as a strategy that is given whole blocks.
pub struct ListEngine {
    program: Arc<Program>,
    shape: Shape,
    processor: Processor,
    /// Errors since the last list.
    errors: u32,
}

impl ListEngine {
    /// Creates the strategy for puzzles of a shape; a process is started for every block.
    pub fn new(program: Arc<Program>, shape: Shape) -> ListEngine {
        ListEngine { program, shape, processor: Processor::next(), errors: 0 }
    }

    fn run(&self, puzzles: &[AnyGrid], limits: &Limits<'_>, answers: &mut [Answer]) -> Result<(), (End, String)> {
        let config = &self.program.config;
        let mut list = Vec::new();
        puzzles.iter().for_each(|puzzle| grid_text::write_line(puzzle, &mut list));
        let begin = Instant::now();
        let mut file = None;
        let mut words = config.run.clone();
        if let Some(word) = words.iter_mut().find(|word| word.contains(FILE)) {
            let written = tempfile::NamedTempFile::new().and_then(|mut file| file.write_all(&list).map(|()| file));
            let written = written.or_else(|error| failed(format!("the file of puzzles cannot be written: {error}")))?;
            *word = word.replace(FILE, &written.path().to_string_lossy());
            file = Some(written);
        }
        let mut process = config.start(&words, self.processor).or_else(failed)?;
        if file.is_none() {
            process.send(&list);
        }
        process.end_input();
        let patience = self.program.patience(limits, puzzles.len());
        let mut answered = 0;
        loop {
            match process.line(begin + patience.time, limits.stop) {
                Ok(line) => answered += usize::from(take(line, self.shape, answers.get_mut(answered))),
                Err(NoLine::Stopped) => return Ok(()),
                Err(NoLine::Ended) => break,
                Err(NoLine::Late) => {
                    return Err((patience.ends_with, format!("did not end in time{}", process.kill_and_quote())));
                }
                Err(NoLine::Broken(reason)) => return failed(reason + &process.kill_and_quote()),
            }
        }
        let time = begin.elapsed();
        let (is_error, ended) = process.end();
        if is_error || answered != puzzles.len() {
            let words = process.kill_and_quote();
            return failed(format!("{ended} after {answered} answers to {} puzzles{words}", puzzles.len()));
        }
        answers.iter_mut().for_each(|answer| answer.latency = time / puzzles.len() as u32);
        Ok(())
    }
}

impl Strategy for ListEngine {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits<'_>, solutions: &mut Solutions) -> Outcome {
        solve_as_block(self, puzzle, limits, solutions)
    }

    fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits<'_>, answers: &mut [Answer]) {
        for answer in answers.iter_mut() {
            answer.clear();
            answer.missing_counts = MissingCounts::ALL;
        }
        if puzzles.is_empty() {
            return;
        }
        let begin = Instant::now();
        let run = match self.program.given_up() {
            Some(reason) => Err((End::NotTried, reason)),
            None => self.run(puzzles, limits, answers),
        };
        let latency = begin.elapsed() / puzzles.len() as u32;
        match run {
            Ok(()) | Err((End::TimeLimit, _)) => self.errors = 0,
            Err((_, ref reason)) => self.program.count_error(&mut self.errors, reason),
        }
        if let Err((end, reason)) = run {
            answers.iter_mut().for_each(|answer| end_without_answer(answer, end, latency, &reason));
        }
    }
}

fn failed<T>(reason: String) -> Result<T, (End, String)> {
    Err((End::Failed, reason))
}

/// Takes the answer from a line: the last cells of a grid in it. If some of them are blank, or the line says "no solution",
/// the puzzle has none. Returns false for a line that says something else.
fn take(line: &[u8], shape: Shape, answer: Option<&mut Answer>) -> bool {
    let has_letters = shape.side() > 9;
    let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.' || has_letters && byte.is_ascii_alphabetic();
    let cells = line.split(|&byte| !is_cell(byte)).rfind(|word| word.len() == shape.cells());
    let Some(grid) = cells.and_then(|cells| grid_text::parse(cells, shape)) else {
        return line.to_ascii_lowercase().windows(NO_SOLUTION.len()).any(|words| words == NO_SOLUTION);
    };
    if let Some(answer) = answer
        && grid_text::is_full(&grid)
    {
        answer.solutions.add(grid);
    }
    true
}
