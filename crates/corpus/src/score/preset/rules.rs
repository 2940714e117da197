//! Enigmata and SynLogic: a grid in a block of code keeps the givens and breaks no rule. The label does not count.

use std::sync::LazyLock;

use regex_lite::Regex;
use solver::grid::Shape;

use super::{
    Average, Measure, Part, Preset,
    python::{is_digit, is_space, value_of},
};
use crate::score::{Verdict, extract::last_code_block, verdict::Truth};

pub const RULES: Preset = Preset {
    name: "rules",
    about: "the last code block is a solution; the label does not count",
    source: "BytedTsinghua-SIA/Enigmata: verifiable_tasks/tasks/sudoku/verifier.py; MiniMax-AI/SynLogic",
    measures: &[Measure {
        name: "solved",
        part: |row| {
            let rows = last_code_block(row.raw).map_or_else(|| last_tuple(row.raw), rows);
            let cells = rows.and_then(|rows| cells(&rows, row.shape()));
            let grade = Truth { label: None, ..row.truth }.grade(cells.as_deref());
            Part::whole(grade.verdict == Verdict::Exact)
        },
        average: Average::Macro,
        scale: 1.0,
    }],
};

/// Returns the numbers in a text: rows with white space or commas between them, or a list.
fn rows(text: &str) -> Option<Vec<Vec<u64>>> {
    let of_words =
        |line: &str| line.split(is_space).filter(|word| !word.is_empty()).map(number).collect::<Option<Vec<_>>>();
    let of_commas =
        |line: &str| line.split(',').map(|word| number(word.trim_matches(is_space))).collect::<Option<Vec<_>>>();
    let lines = || text.split('\n').map(|line| line.trim_matches(is_space)).filter(|line| !line.is_empty());
    let rows = lines().map(of_words).collect::<Option<_>>();
    rows.or_else(|| lines().map(of_commas).collect()).or_else(|| list(text))
}

fn number(word: &str) -> Option<u64> {
    // A number that is too large is a wrong value, not a malformed answer.
    let is_number = !word.is_empty() && word.chars().all(is_digit);
    let add = |sum: u64, digit| sum.checked_mul(10)?.checked_add(u64::from(value_of(digit)?));
    is_number.then(|| word.chars().try_fold(0, add).unwrap_or(u64::MAX))
}

/// Returns the numbers in a list of lists, or a tuple of tuples.
fn list(text: &str) -> Option<Vec<Vec<u64>>> {
    let json: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let json = json.replace('(', "[").replace(')', "]").replace(",]", "]");
    serde_json::from_str(&json).ok()
}

/// Returns the numbers in the last tuple of tuples, for an answer without a code block.
fn last_tuple(text: &str) -> Option<Vec<Vec<u64>>> {
    static TUPLES: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?s)\(\s*\(\s*\d+\s*,.*?\)\s*\)").expect("it is valid"));
    list(TUPLES.find_iter(text).last()?.as_str())
}

/// Returns the cells of a square of numbers.
fn cells(rows: &[Vec<u64>], shape: Shape) -> Option<Vec<u8>> {
    let side = shape.side();
    let is_square = rows.len() == side && rows.iter().all(|row| row.len() == side);
    let cells =
        rows.iter().flatten().map(|&value| u8::try_from(value).ok().filter(|&value| usize::from(value) <= side));
    if is_square { cells.collect() } else { None }
}
