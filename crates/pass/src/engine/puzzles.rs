//! The protocol `puzzles`: a process reads a line for every puzzle, and answers with a line.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use grid::{AnyGrid, Shape};
use solver::strategy::{Answer, Limits, Outcome, Solutions, Strategy, solve_as_block};

use super::{
    answer::{self, AnswerRules},
    grid_text,
    process::{NoLine, Process},
    program::{Program, fail},
};
use crate::{external::LatencyClock, processor::Processor};

/// An engine as a strategy: the process of one thread.
pub struct Engine {
    program: Arc<Program>,
    shape: Shape,
    /// `None` after an error.
    process: Option<Process>,
    processor: Processor,
    /// Errors since the last answer.
    errors: u32,
    /// The lines of the puzzles that are sent next.
    lines: Vec<u8>,
}

impl Engine {
    pub fn start(program: Arc<Program>, shape: Shape) -> Result<Engine, String> {
        let processor = Processor::next();
        let process = program.start(shape, processor)?;
        Ok(Engine { program, shape, process: Some(process), processor, errors: 0, lines: Vec::new() })
    }

    /// Sends all puzzles and receives the answers. After an error, ends the process, and returns the number of answers
    /// and the reason.
    fn exchange(
        &mut self,
        puzzles: &[AnyGrid],
        limits: &Limits<'_>,
        answers: &mut [Answer],
    ) -> Result<(), (usize, String)> {
        let process = self.process.take().map_or_else(|| self.program.start(self.shape, self.processor), Ok);
        let mut process = process.map_err(|reason| (0, reason))?;
        if process.has_more() {
            return Err((0, format!("sent something before it was asked{}", process.kill_and_quote())));
        }
        self.lines.clear();
        puzzles.iter().for_each(|puzzle| grid_text::write_line(puzzle, &mut self.lines));
        process.send(&self.lines);
        let _kept = self.processor.keep_this_thread();
        let begin = Instant::now();
        let timeout = self.program.timeout(limits, 1);
        let clock = self.program.config.clock;
        let rules = AnswerRules { shape: self.shape, clock, node_limit: limits.nodes };
        // The time of the last answer: the wait for a missing answer must not count for the answers before it.
        let mut last = begin;
        for index in 0..puzzles.len() {
            let answered = match process.line(last + timeout, limits.stop) {
                Ok(line) => answer::parse(line, rules, &mut answers[index]),
                Err(NoLine::Stopped) => return Ok(()),
                Err(NoLine::Ended) => Err(process.end().1),
                Err(NoLine::Late) => Err(format!("sent no answer within {}", humantime::format_duration(timeout))),
                Err(NoLine::Broken(reason)) => Err(reason),
            };
            if let Err(reason) = answered {
                share(last - begin, clock, &mut answers[..index]);
                return Err((index, reason + &process.kill_and_quote()));
            }
            last = Instant::now();
        }
        share(last - begin, clock, answers);
        self.process = Some(process);
        Ok(())
    }
}

impl Strategy for Engine {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits<'_>, solutions: &mut Solutions) -> Outcome {
        solve_as_block(self, puzzle, limits, solutions)
    }

    fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits<'_>, answers: &mut [Answer]) {
        answers.iter_mut().for_each(Answer::clear);
        let mut next = 0;
        while next < puzzles.len() && !limits.is_stopped() {
            if let Some(reason) = self.program.given_up() {
                answers[next..].iter_mut().for_each(|answer| fail(answer, &reason));
                return;
            }
            match self.exchange(&puzzles[next..], limits, &mut answers[next..]) {
                Ok(()) => {
                    self.errors = 0;
                    return;
                }
                Err((answered, reason)) => {
                    if answered > 0 {
                        self.errors = 0;
                    }
                    self.program.count_error(&mut self.errors, &reason);
                    fail(&mut answers[next + answered], &reason);
                    next += answered + 1;
                }
            }
        }
    }
}

/// Divides the time of a round trip between the answers that came with it.
fn share(time: Duration, clock: LatencyClock, answers: &mut [Answer]) {
    let count = answers.len().max(1) as u32;
    if clock == LatencyClock::RoundTrip {
        answers.iter_mut().for_each(|answer| answer.latency = time / count);
    }
}
