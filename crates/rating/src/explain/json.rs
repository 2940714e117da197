//! Steps as JSON lines.

use grid::{CELLS, members};
use serde::Serialize;

use super::{
    given::Given,
    path::{Explanation, NoPath, Taken},
};
use crate::{Cause, End, Link, Placed, Statement, Step, cell_name, in_order};

#[derive(Serialize)]
struct JsonStep<'a> {
    puzzle: &'a str,
    line: u64,
    step: usize,
    technique: &'a str,
    rating: f64,
    cells: Vec<String>,
    values: Vec<u8>,
    conclusion: String,
    reason: String,
    placed: Option<JsonPlaced>,
    eliminations: Vec<JsonRemoved>,
    chains: Vec<Vec<JsonLink>>,
    grid: String,
    candidates: Vec<String>,
}

#[derive(Serialize)]
struct JsonPlaced {
    cell: String,
    value: u8,
}

#[derive(Serialize)]
struct JsonRemoved {
    cell: String,
    values: Vec<u8>,
}

#[derive(Serialize)]
struct JsonLink {
    cell: String,
    value: u8,
    on: bool,
    cause: &'static str,
    /// The places of the links that it follows from.
    from: Vec<usize>,
}

/// Returns a line of JSON for each step, and a line with the status if the path ends early or there is none. `line` is that of the puzzle.
pub fn json_lines(given: &Given, line: u64, explained: &Result<Explanation, NoPath>) -> String {
    let puzzle = given.grid.to_string();
    let status = |status| status_line(&puzzle, line, status);
    match explained {
        Err(no_path) => status(no_path.name()),
        Ok(Explanation { steps, rating, .. }) => {
            let steps: String = steps.iter().map(|taken| json_line(&puzzle, line, taken)).collect();
            match rating.end {
                End::AboveLimit => steps + &status("above-limit"),
                End::Stuck => steps + &status("stuck"),
                End::Solved | End::Stopped => steps,
            }
        }
    }
}

/// Returns the line of a puzzle with a status, in place of steps or after them.
pub fn status_line(puzzle: &str, line: u64, status: &str) -> String {
    format!("{{\"puzzle\":\"{puzzle}\",\"line\":{line},\"status\":\"{status}\"}}\n")
}

/// Returns a step as a line of JSON: the puzzle and its line; the technique, its rating, its cells and values; what it places and
/// removes; the links of chains, each after those that it follows from; and the grid and the candidates of all cells after it.
fn json_line(puzzle: &str, line: u64, taken: &Taken) -> String {
    let step = &taken.step;
    let marks = &taken.after.marks;
    let json = JsonStep {
        puzzle,
        line,
        step: taken.number,
        technique: step.technique.name(),
        rating: step.tenths().into(),
        cells: members(step.cells).map(cell_name).collect(),
        values: values(step.digits),
        conclusion: step.conclusion(),
        reason: step.reason(),
        placed: step.placed.map(|Placed { cell, digit }| JsonPlaced { cell: cell_name(cell.into()), value: digit + 1 }),
        eliminations: eliminations(step),
        chains: step.links.iter().map(|links| json_links(links)).collect(),
        grid: taken.after.grid.to_string(),
        candidates: (0..CELLS).map(|cell| values(marks.cells[cell]).iter().map(u8::to_string).collect()).collect(),
    };
    serde_json::to_string(&json).expect("texts and numbers are JSON") + "\n"
}

fn values(digits: u16) -> Vec<u8> {
    (0..9).filter(|digit| digits >> digit & 1 == 1).map(|digit| digit + 1).collect()
}

fn eliminations(step: &Step) -> Vec<JsonRemoved> {
    let cells = step.removed.iter().fold(0, |cells, of_digit| cells | of_digit);
    let removed = |cell: usize| (0..9u8).filter(move |&digit| step.removed[digit as usize] >> cell & 1 == 1);
    let of_cell = |cell: usize| removed(cell).map(|digit| digit + 1).collect();
    members(cells).map(|cell| JsonRemoved { cell: cell_name(cell), values: of_cell(cell) }).collect()
}

/// Returns the links of a part of a chain, each after those that it follows from.
fn json_links(links: &[Link]) -> Vec<JsonLink> {
    let ordered = in_order(links);
    let place = |statement: &Statement| ordered.iter().position(|link| link.statement == *statement);
    ordered.iter().map(|link| json_link(link, link.parents.iter().filter_map(place).collect())).collect()
}

fn json_link(link: &Link, from: Vec<usize>) -> JsonLink {
    let cause = match link.cause {
        Cause::Assumption => "assumption",
        Cause::Cell => "cell",
        Cause::Box => "box",
        Cause::Row => "row",
        Cause::Column => "column",
        Cause::Advanced => "technique",
    };
    let statement = link.statement;
    JsonLink {
        cell: cell_name(statement.cell()),
        value: statement.digit() as u8 + 1,
        on: statement.is_on(),
        cause,
        from,
    }
}
