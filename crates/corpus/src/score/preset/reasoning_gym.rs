//! reasoning-gym: the text of the label, or else the share of right cells.

use super::{Average, Measure, Part, Preset, Scored, python::is_space};

pub const REASONING_GYM: Preset = Preset {
    name: "reasoning-gym",
    about: "1 for the label's text, else 0.9 times the share of right cells; less for a long text",
    source: "open-thought/reasoning-gym: reasoning_gym/games/sudoku.py, mini_sudoku.py",
    measures: &[Measure {
        name: "score",
        part: |row| Some(Part { right: value(row)?, of: 1.0 }),
        average: Average::Macro,
        scale: 1.0,
    }],
};

fn value(row: &Scored<'_>) -> Option<f64> {
    let digits: Vec<char> = row.label_digits()?.chars().collect();
    let side = row.shape().side();
    let lines: Vec<String> =
        digits.chunks(side).map(|line| line.iter().map(char::to_string).collect::<Vec<_>>().join(" ")).collect();
    let label = lines.join("\n");
    if row.text.is_empty() {
        return Some(0.0);
    }
    let trimmed: Vec<&str> = row.text.split('\n').map(|line| line.trim_end_matches(is_space)).collect();
    let value = if trimmed.join("\n") == label { 1.0 } else { 0.9 * right_cells(row.text, &digits, side) };
    let length = row.text.chars().count();
    Some(if length > label.len() { value * label.len() as f64 / length as f64 } else { value })
}

/// Returns the share of right cells; lines with another number of digits than a row are skipped.
fn right_cells(text: &str, label: &[char], side: usize) -> f64 {
    let digits = |line: &str| line.chars().filter(|character| ('1'..='9').contains(character)).collect::<Vec<_>>();
    let rows = text.split('\n').map(digits).filter(|row| row.len() == side);
    let right =
        |(row, label): (Vec<char>, &[char])| row.iter().zip(label).filter(|(cell, label)| cell == label).count();
    rows.zip(label.chunks(side)).map(right).sum::<usize>() as f64 / label.len() as f64
}
