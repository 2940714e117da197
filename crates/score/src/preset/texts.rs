//! Scores of the text of a prediction beside that of the label, each by the original's own way to find the answer.

use super::{
    measure::{Part, Scored},
    python::{digits, is_decimal, is_space},
};
use crate::extract::pairs;

/// Blanks in an answer that is short or long, as d1's evaluation searches for it.
pub fn d1(row: &Scored<'_>) -> Option<Part> {
    row.blanks_right_in(&d1_answer(row.raw, row.truth.puzzle.len()).unwrap_or_default())
}

/// Blanks in the last answer, for d1's reward.
pub fn d1_reward(row: &Scored<'_>) -> Option<Part> {
    let last = pairs(row.raw, "<answer>", "</answer>").last();
    let answer = digits(&row.raw[last.unwrap_or(0..0)]);
    let part = row.blanks_right_in(&answer)?;
    Some(if answer.is_empty() { Part { right: 0.0, ..part } } else { part })
}

/// The digits at the end of the last answer are the label.
pub fn sakana(row: &Scored<'_>) -> Option<Part> {
    let label = row.label_digits()?;
    // Letters of other scripts keep their length.
    let lower = row.raw.to_ascii_lowercase();
    let last = pairs(&lower, "<answer>", "</answer>").last();
    let digits = digits(&row.raw[last.unwrap_or(0..0)]);
    let end = &digits[digits.len().saturating_sub(label.len())..];
    Part::whole(end.iter().copied().eq(label.chars()))
}

/// The first word is the label.
pub fn mdm(row: &Scored<'_>) -> Option<Part> {
    let label = row.label_digits()?;
    Part::whole(row.text.trim_matches(is_space).split(' ').next() == Some(&label))
}

/// The text is the label's, or else the share of right cells; less for a long text.
pub fn reasoning_gym(row: &Scored<'_>) -> Option<Part> {
    let digits: Vec<char> = row.label_digits()?.chars().collect();
    let side = row.shape().side();
    let lines: Vec<String> =
        digits.chunks(side).map(|line| line.iter().map(char::to_string).collect::<Vec<_>>().join(" ")).collect();
    let label = lines.join("\n");
    if row.text.is_empty() {
        return Some(Part { right: 0.0, of: 1.0 });
    }
    let trimmed: Vec<&str> = row.text.split('\n').map(|line| line.trim_end_matches(is_space)).collect();
    let value = if trimmed.join("\n") == label { 1.0 } else { 0.9 * right_cells(row.text, &digits, side) };
    let length = row.text.chars().count();
    let right = if length > label.len() { value * label.len() as f64 / length as f64 } else { value };
    Some(Part { right, of: 1.0 })
}

/// Returns the share of right cells; lines with another number of digits than a row are skipped.
fn right_cells(text: &str, label: &[char], side: usize) -> f64 {
    let digits = |line: &str| line.chars().filter(|character| ('1'..='9').contains(character)).collect::<Vec<_>>();
    let rows = text.split('\n').map(digits).filter(|row| row.len() == side);
    let right =
        |(row, label): (Vec<char>, &[char])| row.iter().zip(label).filter(|(cell, label)| cell == label).count();
    rows.zip(label.chunks(side)).map(right).sum::<usize>() as f64 / label.len() as f64
}

const OPEN: &str = "<answer>";
const CLOSE: &str = "</answer>";
const ENDS: [&str; 2] = ["<|eot_id|>", "<|endoftext|>"];

/// Returns the first non-empty answer, without white space.
fn d1_answer(text: &str, cells: usize) -> Option<Vec<char>> {
    let ways = [
        digits_in_fence(text),
        after(text, OPEN).and_then(|rest| until(rest, &[ENDS[0], ENDS[1], CLOSE])),
        after(text, CLOSE).map(|rest| until(rest, &ENDS).unwrap_or(rest)),
        digits_before_close(text, cells),
        word_of_digits(text, cells),
    ];
    let found = ways.into_iter().flatten().find(|way| !way.trim_matches(is_space).is_empty())?;
    Some(found.chars().filter(|character| !is_space(*character)).collect())
}

fn after<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.split_once(mark).map(|(_, rest)| rest)
}

/// Returns the text up to the first of the marks.
fn until<'t>(text: &'t str, marks: &[&str]) -> Option<&'t str> {
    marks.iter().filter_map(|mark| text.find(mark)).min().map(|end| &text[..end])
}

/// Returns the digits and white space between two fences after the opening tag.
fn digits_in_fence(text: &str) -> Option<&str> {
    let rest = after(text, OPEN)?;
    // Fences may overlap in a row of more than three marks.
    let fences = rest.char_indices().map(|(at, _)| at).filter(|&at| rest[at..].starts_with("```"));
    fences.map(|at| &rest[at + 3..]).find_map(|block| {
        let end = block.find(|character| !is_decimal(character) && !is_space(character))?;
        (end > 0 && block[end..].starts_with("```")).then(|| &block[..end])
    })
}

/// Returns the digits of a whole grid directly before a closing tag.
fn digits_before_close(text: &str, cells: usize) -> Option<&str> {
    text.match_indices(CLOSE).find_map(|(end, _)| {
        let before = text[..end].trim_end_matches(is_space);
        let first = before.char_indices().rev().take_while(|&(_, character)| is_decimal(character)).nth(cells - 1);
        first.map(|(begin, _)| &before[begin..])
    })
}

/// Returns the first word that has as many digits as a grid has cells, and nothing else.
fn word_of_digits(text: &str, cells: usize) -> Option<&str> {
    let mut words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    words.find(|word| word.chars().all(is_decimal) && word.chars().count() == cells)
}
