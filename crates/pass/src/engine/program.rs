//! An engine of a run: what all threads share.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use grid::Shape;
use solver::strategy::{Answer, End, Limits, MissingCounts, Outcome};

use super::{Config, process::Process};
use crate::processor::Processor;

/// Errors in a row after which an engine is given up.
const MAX_ERRORS_IN_A_ROW: u32 = 5;

#[derive(Debug)]
pub struct Program {
    pub config: Config,
    /// The line that tells it its limits; empty if it does not read them.
    settings: String,
    given_up: Mutex<Option<String>>,
}

impl Program {
    pub fn new(config: Config, settings: String) -> Program {
        Program { config, settings, given_up: Mutex::new(None) }
    }

    pub fn start(&self, shape: Shape, processor: Processor) -> Result<Process, String> {
        let mut process = self.config.start(&self.config.run, processor)?;
        process.send(shape_line(shape).as_bytes());
        process.send(self.settings.as_bytes());
        Ok(process)
    }

    pub fn given_up(&self) -> Option<String> {
        self.given_up.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts an error in `errors`, the errors of a thread since its last answer. After several in a row, gives the
    /// engine up on all threads.
    pub fn count_error(&self, errors: &mut u32, reason: &str) {
        *errors += 1;
        if *errors == MAX_ERRORS_IN_A_ROW {
            let reason = format!("given up after {MAX_ERRORS_IN_A_ROW} errors in a row, the last: {reason}");
            self.given_up.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
        }
    }

    /// Returns the longest time for this many answers that come together: the time limit times their number, but at most
    /// the timeout of the engine.
    pub fn patience(&self, limits: &Limits<'_>, answers: usize) -> Patience {
        let answers = u32::try_from(answers).unwrap_or(u32::MAX);
        let timeout = self.config.timeout;
        match limits.time.map(|time| time.saturating_mul(answers)) {
            Some(time) if time <= timeout => Patience { time, ends_with: End::TimeLimit },
            _ => Patience { time: timeout, ends_with: End::Failed },
        }
    }
}

/// How long to wait for an answer of an engine.
#[derive(Clone, Copy)]
pub struct Patience {
    pub time: Duration,
    /// How a search without an answer ends: at the time limit, or as a failure if the engine's own timeout is shorter.
    pub ends_with: End,
}

/// Returns the line that tells an engine the shape of the puzzles; empty for 9×9, which needs none.
fn shape_line(shape: Shape) -> String {
    match shape.is_classic() {
        true => String::new(),
        false => {
            format!("shape side={} box_height={} box_width={}\n", shape.side(), shape.box_height(), shape.box_width())
        }
    }
}

/// Ends a search without an answer. `message` says why. Only a search that reached the time limit has a latency.
pub fn end_without_answer(answer: &mut Answer, end: End, latency: Duration, message: &str) {
    answer.solutions.clear();
    answer.outcome = Outcome { end, ..Outcome::ZERO };
    answer.latency = if end == End::TimeLimit { latency } else { Duration::ZERO };
    answer.message = Some(message.into());
    answer.missing_counts = MissingCounts::ALL;
}
