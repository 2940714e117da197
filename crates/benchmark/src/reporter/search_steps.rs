//! A search as steps, in text and as JSON lines: the assignments of a strategy in their order, and what it took back.

use grid::{AnyGrid, cell_name, numbers::count};
use pass::Status;
use rating::explain::status_line;
use serde::Serialize;
use solver::strategy::{Limits, Outcome, SearchStep, Solutions, Strategy};

/// The search of a puzzle for its first solution.
#[derive(Debug)]
pub struct SearchSteps {
    puzzle: AnyGrid,
    status: Status,
    outcome: Outcome,
    steps: Vec<SearchStep>,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    puzzle: &'a str,
    line: u64,
    step: usize,
    action: &'static str,
    cell: String,
    value: u8,
    depth: u16,
}

impl SearchSteps {
    /// Searches a puzzle with a strategy that keeps a trace.
    pub fn of(puzzle: &AnyGrid, strategy: &mut dyn Strategy, limits: &Limits<'_>) -> SearchSteps {
        let mut search =
            SearchSteps { puzzle: puzzle.clone(), status: Status::Invalid, outcome: Outcome::ZERO, steps: Vec::new() };
        if !puzzle.has_conflict() {
            let mut solutions = Solutions::new(1);
            search.outcome = strategy.solve(puzzle, limits, &mut solutions);
            search.status = Status::of(&search.outcome, solutions.found());
            search.steps = strategy.trace().expect("the strategy keeps a trace").steps(&search.outcome);
        }
        search
    }

    /// Returns a line of JSON for each step, and one with the status if no solution was found or no cell is blank. `line` is that of the
    /// puzzle.
    pub fn json_lines(&self, line: u64) -> String {
        let puzzle = self.puzzle.without_candidates().to_string();
        let side = self.puzzle.shape().side();
        let lines = self.steps.iter().zip(1..).map(|(&SearchStep { action, cell, value, depth }, step)| {
            let cell = cell_name(cell.into(), side);
            let json = JsonStep { puzzle: &puzzle, line, step, action: action.name(), cell, value, depth };
            serde_json::to_string(&json).expect("texts and numbers are JSON") + "\n"
        });
        let lines: String = lines.collect();
        match self.status {
            Status::Solved if !lines.is_empty() => lines,
            status => lines + &status_line(&puzzle, line, status.name()),
        }
    }

    /// Returns the puzzle, how the search by the named strategy ended, and a line for each step.
    pub fn text(&self, strategy: &str) -> String {
        let Outcome { nodes, guesses, backtracks, .. } = self.outcome;
        let [nodes, guesses, backtracks] = [nodes, guesses, backtracks].map(count);
        let counts = format!("{nodes} nodes, {guesses} guesses, {backtracks} backtracks");
        let side = self.puzzle.shape().side();
        let lines = self.steps.iter().zip(1..).map(|(&SearchStep { action, cell, value, depth }, step): (_, usize)| {
            let cell = cell_name(cell.into(), side);
            format!("{step:>5}.  depth {depth:>3}  {:<6}  {cell} = {value}\n", action.name())
        });
        let lines: String = lines.collect();
        format!("{}\n{strategy}: {}; {counts}\n\n{lines}", self.puzzle.without_candidates(), self.status.name())
    }
}
