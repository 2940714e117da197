//! Sakana AI's Sudoku-Bench: the digits at the end of the last answer are the label.

use super::{Average, Measure, Part, Preset, python::is_digit};
use crate::score::extract::last_answer;

pub const SAKANA: Preset = Preset {
    name: "sakana",
    about: "the last digits in the last <ANSWER> are the label",
    source: "SakanaAI/Sudoku-Bench: src/eval/run.py",
    measures: &[Measure {
        name: "solved",
        part: |row| {
            let label = row.label_digits()?;
            let answer = last_answer(row.raw).unwrap_or_default();
            let digits: Vec<char> = answer.chars().filter(|&character| is_digit(character)).collect();
            let last = &digits[digits.len().saturating_sub(label.len())..];
            Part::whole(last.iter().copied().eq(label.chars()))
        },
        average: Average::Macro,
        scale: 1.0,
    }],
};
