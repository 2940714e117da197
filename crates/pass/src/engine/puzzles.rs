//! The protocol `puzzles`: a process reads a line for every puzzle, and answers with a line.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use grid::{AnyGrid, Shape};
use solver::strategy::{Answer, End, Limits, Outcome, Solutions, Strategy, solve_as_block};

use super::{
    answer::{self, AnswerRules},
    grid_text,
    process::{NoLine, Process},
    program::{Program, end_without_answer},
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

    /// Sends all puzzles and receives the answers. If an answer does not come, ends the process.
    fn exchange(&mut self, puzzles: &[AnyGrid], limits: &Limits<'_>, answers: &mut [Answer]) -> Result<(), Unanswered> {
        let process = self.process.take().map_or_else(|| self.program.start(self.shape, self.processor), Ok);
        let mut process = process.map_err(Unanswered::at_first)?;
        if process.has_more() {
            let reason = format!("sent something before it was asked{}", process.kill_and_quote());
            return Err(Unanswered::at_first(reason));
        }
        self.lines.clear();
        puzzles.iter().for_each(|puzzle| grid_text::write_line(puzzle, &mut self.lines));
        process.send(&self.lines);
        let _kept = self.processor.keep_this_thread();
        let begin = Instant::now();
        let patience = self.program.patience(limits, 1);
        let clock = self.program.config.clock;
        let has_time_limit = limits.time.is_some();
        let rules = AnswerRules { shape: self.shape, clock, node_limit: limits.nodes, has_time_limit };
        // The time of the last answer: the wait for a missing answer must not count for the answers before it.
        let mut last = begin;
        for index in 0..puzzles.len() {
            let answered = match process.line(last + patience.time, limits.stop) {
                Ok(line) => answer::parse(line, rules, &mut answers[index]).map_err(|reason| (End::Failed, reason)),
                Err(NoLine::Stopped) => return Ok(()),
                Err(NoLine::Ended) => Err((End::Failed, process.end().1)),
                Err(NoLine::Late) => {
                    let time = humantime::format_duration(patience.time);
                    Err((patience.ends_with, format!("sent no answer within {time}")))
                }
                Err(NoLine::Broken(reason)) => Err((End::Failed, reason)),
            };
            if let Err((end, reason)) = answered {
                share(last - begin, clock, &mut answers[..index]);
                let latency = last.elapsed();
                return Err(Unanswered { index, end, latency, reason: reason + &process.kill_and_quote() });
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
                let rest = answers[next..].iter_mut();
                rest.for_each(|answer| end_without_answer(answer, End::NotTried, Duration::ZERO, &reason));
                return;
            }
            let Err(Unanswered { index, end, latency, reason }) =
                self.exchange(&puzzles[next..], limits, &mut answers[next..])
            else {
                self.errors = 0;
                return;
            };
            if index > 0 || end == End::TimeLimit {
                self.errors = 0;
            }
            if end == End::Failed {
                self.program.count_error(&mut self.errors, &reason);
            }
            end_without_answer(&mut answers[next + index], end, latency, &reason);
            next += index + 1;
        }
    }
}

/// The first puzzle whose answer did not come.
struct Unanswered {
    index: usize,
    end: End,
    /// The time that the answer was waited for.
    latency: Duration,
    reason: String,
}

impl Unanswered {
    fn at_first(reason: String) -> Unanswered {
        Unanswered { index: 0, end: End::Failed, latency: Duration::ZERO, reason }
    }
}

/// Divides the time of a round trip between the answers that came with it.
fn share(time: Duration, clock: LatencyClock, answers: &mut [Answer]) {
    let count = answers.len().max(1) as u32;
    if clock == LatencyClock::RoundTrip {
        answers.iter_mut().for_each(|answer| answer.latency = time / count);
    }
}
