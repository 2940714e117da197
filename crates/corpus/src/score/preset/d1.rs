//! d1's evaluation: the blanks of an answer that is searched for in five ways.

use super::{
    Average, Measure, Preset,
    python::{is_decimal, is_space},
};

pub const D1: Preset = Preset {
    name: "d1",
    about: "right blanks in percent; an answer that is short or long is filled up or cut",
    source: "dllm-reasoning/d1: eval/parse_and_get_acc.py",
    measures: &[Measure {
        name: "accuracy",
        part: |row| {
            let answer: Vec<char> = answer(row.raw, row.truth.puzzle.len()).unwrap_or_default();
            row.blanks_right_in(&answer)
        },
        average: Average::Micro,
        scale: 100.0,
    }],
};

const OPEN: &str = "<answer>";
const CLOSE: &str = "</answer>";
const ENDS: [&str; 2] = ["<|eot_id|>", "<|endoftext|>"];

/// Returns the first non-empty answer, without white space.
fn answer(text: &str, cells: usize) -> Option<Vec<char>> {
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
