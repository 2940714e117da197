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
                let triples = predicted(row);
                let right = |&&(cell, value): &&(Option<usize>, u64)| {
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

/// Returns the predicted triples, as cells and values: those after the givens. A grid of cells is a triple for each blank.
fn predicted(row: &Scored<'_>) -> Vec<(Option<usize>, u64)> {
    let (side, cells) = (row.shape().side(), row.truth.puzzle.len());
    if row.cells.len() == cells {
        let blanks = row.cells.iter().enumerate().filter(|(cell, _)| row.truth.puzzle[*cell] == 0);
        return blanks.map(|(cell, &value)| (Some(cell), value.into())).collect();
    }
    let words = row.text.split(|character: char| !character.is_ascii_digit()).filter(|word| !word.is_empty());
    let numbers: Vec<u64> = words.map(|word| word.parse().unwrap_or(u64::MAX)).collect();
    let cell = |row: u64, column: u64| {
        let place = [row, column].map(|place| usize::try_from(place).ok().filter(|&place| place < side));
        Some(place[0]? * side + place[1]?)
    };
    let triples = numbers.chunks_exact(3).map(|triple| (cell(triple[0], triple[1]), triple[2]));
    let givens = if numbers.len() == 3 * cells { cells - usize::from(row.truth.blanks()) } else { 0 };
    triples.skip(givens).take(usize::from(row.truth.blanks())).collect()
}

/// Returns true if the givens and the predicted triples put every value into every row, column and box.
fn is_complete(row: &Scored<'_>) -> bool {
    let side = row.shape().side();
    let (mut board, triples) = (row.truth.puzzle.to_vec(), predicted(row));
    for &(cell, value) in &triples {
        let Some(cell) = cell.filter(|_| value <= side as u64) else { return false };
        // The value 0 is the last index of an array in Python.
        board[cell] = if value == 0 { side as u8 } else { value as u8 };
    }
    let is_full = triples.len() == usize::from(row.truth.blanks());
    is_full && Truth { label: None, ..row.truth }.grade(Some(&board)).verdict == Verdict::Exact
}
