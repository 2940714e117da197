//! Grids of candidates, as programs export a partly solved puzzle: a cell with several digits lists its candidates, and a
//! cell with one digit is a given or solved. They are of 9×9 or smaller: above, a cell with several digits is a number.

use super::{
    defect::{Defect, DefectKind},
    row::{is_cell, row_words},
    words::offset,
};
use crate::Shape;

/// Returns the cells of a row with lists of candidates, and the defect of the first list. Lists become blanks, and so do the values that
/// the player entered, which follow a `u`.
pub fn row_of_lists(line: &[u8], side: usize) -> Option<(Vec<&[u8]>, Option<Defect>)> {
    let words: Vec<&[u8]> = row_words(line).collect();
    if side > 9 || words.len() != side {
        return None;
    }
    let is_entered = |word: &[u8]| word.strip_prefix(b"u").is_some_and(|value| value.iter().all(u8::is_ascii_digit));
    let is_blank = |word: &[u8]| is_list(word, side) || is_entered(word);
    let cell = |word| if is_cell(word, side) { Some(word) } else { is_blank(word).then_some(&b"."[..]) };
    let cells: Option<Vec<&[u8]>> = words.into_iter().map(cell).collect();
    Some((cells?, first_list(line, side, side).map(defect)))
}

/// Returns the defect of a field with a whole grid of candidates, at the first cell with several candidates.
pub fn field_defect(field: &[u8], shape: Shape) -> Option<Defect> {
    let side = shape.side();
    let first = || first_list(field, shape.cells(), side).or_else(|| first_list_of_lists(field, shape));
    if side > 9 { None } else { first().map(defect) }
}

/// Returns the index of the first list of candidates in a text in which it is a list of digits: `[8, 1, [3, 5], …]`.
fn first_list_of_lists(text: &[u8], shape: Shape) -> Option<usize> {
    let mut joined = Vec::new();
    let mut first = None;
    let mut rest = text;
    while let Some(begin) = rest.iter().position(|&byte| byte == b'[') {
        joined.extend_from_slice(&rest[..=begin]);
        rest = &rest[begin + 1..];
        let end = rest.iter().position(|byte| b"[]".contains(byte))?;
        if rest[end] == b']' {
            joined.extend(rest[..end].iter().filter(|byte| !b", ".contains(byte)));
            if rest[..end].contains(&b',') {
                first = first.or(Some(offset(text, rest)));
            }
            rest = &rest[end..];
        }
    }
    joined.extend_from_slice(rest);
    first_list(&joined, shape.cells(), shape.side()).and(first)
}

fn defect(at: usize) -> Defect {
    let reason = "a grid of candidates, in which solved cells look like givens; export only the givens".into();
    Defect { kind: DefectKind::Candidates, reason, at }
}

/// Returns the index of the first list of candidates in a text of `cells` cells; `None` if the text is something else.
fn first_list(text: &[u8], cells: usize, side: usize) -> Option<usize> {
    let words = || row_words(text).filter(|word| !is_border_word(word));
    let first = words().find(|word| is_list(word, side))?;
    let is_cell = |word: &[u8]| word.len() == 1 || is_list(word, side) || word.starts_with(b"u");
    (words().take(cells + 1).count() == cells && words().all(is_cell)).then(|| offset(text, first))
}

fn is_border_word(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(|byte| b"-+=*:.".contains(byte))
}

/// Returns true for several different digits.
fn is_list(word: &[u8], side: usize) -> bool {
    let is_value = |digit: &u8| matches!(digit, b'1'..=b'9') && usize::from(digit - b'0') <= side;
    let is_new = |(index, digit): (usize, &u8)| is_value(digit) && !word[..index].contains(digit);
    word.len() > 1 && word.iter().enumerate().all(is_new)
}
