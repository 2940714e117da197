//! Shah and others, "Causal Language Modeling Can Elicit Search and Reasoning Capabilities on Logic Puzzles": a prediction is a
//! sequence of triples, the row, the column and the value of a cell.

use super::{Average, Measure, Part, Preset, Scored};
use crate::score::{Verdict, verdict::Truth};

pub const SHAH: Preset = Preset {
    name: "shah",
    about: "triples of row, column and value: right values at the predicted places; boards without a missing value",
    source: "kulinshah98/llm-reasoning-logic-puzzles: sudoku-code/train/evaluater.py",
    measures: &[
        Measure {
            name: "cells",
            part: |row| {
                let label = row.truth.label?;
                let triples = predicted(row).unwrap_or_default();
                let right = |&&(cell, value): &&Triple| {
                    cell.and_then(|cell| label.get(cell)).is_some_and(|&label| u64::from(label) == value)
                };
                Some(Part { right: triples.iter().filter(right).count() as f64, of: f64::from(row.truth.blanks()) })
            },
            average: Average::Micro,
            scale: 1.0,
        },
        Measure { name: "solved", part: |row| Part::whole(is_complete(row)), average: Average::Macro, scale: 1.0 },
    ],
};

/// A predicted value, and its cell; `None` for a place outside the grid.
type Triple = (Option<usize>, u64);

/// Returns the predicted triples: all after the givens, or one for each blank. A grid of cells is a triple for each blank.
/// Returns `None` if the text is neither.
fn predicted(row: &Scored<'_>) -> Option<Vec<Triple>> {
    let side = row.shape().side();
    let cells = row.truth.puzzle.len();
    let blanks = usize::from(row.truth.blanks());
    if row.cells.len() == cells {
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
    Truth { label: None, ..row.truth }.grade(Some(&board)).verdict == Verdict::Exact
}
