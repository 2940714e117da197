//! Scores by the rules of the game: a prediction is a solution of the puzzle. The label does not count, except for the cells of
//! [`shah_cells`].

use std::sync::LazyLock;

use grid::Shape;
use regex_lite::Regex;

use super::{
    measure::{Part, Scored},
    python::{is_digit, is_space, value_of},
};
use crate::extract::last_code_block;

/// Dream: the text up to the first empty line, cut to the length of a grid whose rows are lines.
pub fn dream(row: &Scored<'_>) -> Option<Part> {
    let side = row.shape().side();
    let text = row.raw.split("<|endoftext|>").next()?.split("\n\n").next()?.replace(' ', "");
    let cut: String = text.chars().take(side * (side + 1) - 1).collect();
    let lines = cut.trim_matches(is_space).split('\n');
    let rows = lines.map(|line| line.chars().map(|digit| value_of(digit).map(u64::from)).collect()).collect();
    is_solution(row, rows)
}

/// Enigmata: the last block of code.
pub fn enigmata(row: &Scored<'_>) -> Option<Part> {
    is_solution(row, last_code_block(row.raw).and_then(rows))
}

/// SynLogic: the list in the last block of Python, or else the last tuple of tuples.
pub fn synlogic(row: &Scored<'_>) -> Option<Part> {
    static BLOCKS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)```python\s*(.*?)\s*```").expect("it is valid"));
    let block = BLOCKS.captures_iter(row.raw).last().and_then(|block| block.get(1));
    is_solution(row, block.map_or_else(|| last_tuple(row.raw), |block| list(block.as_str())))
}

fn is_solution(row: &Scored<'_>, rows: Option<Vec<Vec<u64>>>) -> Option<Part> {
    let cells = rows.and_then(|rows| cells(&rows, row.shape()));
    Part::whole(cells.is_some_and(|cells| row.truth.is_solution(&cells)))
}

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

/// Returns the numbers in the last tuple of tuples, for an answer without a block of Python.
fn last_tuple(text: &str) -> Option<Vec<Vec<u64>>> {
    static TUPLES: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?s)\(\s*\(\s*\d+\s*,.*?\)\s*\)").expect("it is valid"));
    list(TUPLES.find_iter(text).last()?.as_str())
}

fn cells(rows: &[Vec<u64>], shape: Shape) -> Option<Vec<u8>> {
    let side = shape.side();
    let is_square = rows.len() == side && rows.iter().all(|row| row.len() == side);
    let cells =
        rows.iter().flatten().map(|&value| u8::try_from(value).ok().filter(|&value| usize::from(value) <= side));
    if is_square { cells.collect() } else { None }
}

/// Shah and others: the predicted triples of row, column and value that are right.
pub fn shah_cells(row: &Scored<'_>) -> Option<Part> {
    let label = row.truth.label?;
    let triples = predicted(row).unwrap_or_default();
    let right = |&&(cell, value): &&Triple| {
        cell.and_then(|cell| label.get(cell)).is_some_and(|&label| u64::from(label) == value)
    };
    Some(Part { right: triples.iter().filter(right).count() as f64, of: f64::from(row.truth.blanks()) })
}

/// The givens and the predicted triples are a solution.
pub fn shah(row: &Scored<'_>) -> Option<Part> {
    Part::whole(is_complete(row))
}

/// A predicted value, and its cell; `None` for a place outside the grid.
type Triple = (Option<usize>, u64);

/// Returns the predicted triples: all after the givens, or one for each blank. A grid of cells is a triple for each blank.
/// Returns `None` if the text is neither.
fn predicted(row: &Scored<'_>) -> Option<Vec<Triple>> {
    let side = row.shape().side();
    let cells = row.truth.puzzle.len();
    let blanks = usize::from(row.truth.blanks());
    if row.is_board() {
        let blanks = row.cells.iter().enumerate().filter(|(cell, _)| row.truth.puzzle[*cell] == 0);
        return Some(blanks.map(|(cell, &value)| (Some(cell), value.into())).collect());
    }
    let words = row.text.split(|character: char| !character.is_ascii_digit()).filter(|word| !word.is_empty());
    let numbers: Vec<u64> = words.map(|word| word.parse().unwrap_or(u64::MAX)).collect();
    let cell = |row: u64, column: u64| {
        let place = [row, column].map(|place| usize::try_from(place).ok().filter(|&place| place < side));
        Some(place[0]? * side + place[1]?)
    };
    let givens = match numbers.len() {
        0 => return None,
        length if length == 3 * cells => cells - blanks,
        length if length == 3 * blanks => 0,
        _ => return None,
    };
    Some(numbers.chunks_exact(3).skip(givens).map(|triple| (cell(triple[0], triple[1]), triple[2])).collect())
}

/// Returns true if the givens and the predicted triples put every value into every row, column and box.
fn is_complete(row: &Scored<'_>) -> bool {
    let side = row.shape().side();
    let mut board = row.truth.puzzle.to_vec();
    let Some(triples) = predicted(row) else { return false };
    for (cell, value) in triples {
        let Some(cell) = cell.filter(|_| value <= side as u64) else { return false };
        // The value 0 is the last index of an array in Python.
        board[cell] = if value == 0 { side as u8 } else { value as u8 };
    }
    row.truth.is_solution(&board)
}
