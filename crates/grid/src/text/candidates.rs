//! Grids of candidates, as programs export a partly solved puzzle: a cell with several digits lists its candidates, and a
//! cell with one digit is a given or solved.

use super::{
    defect::{Defect, DefectKind},
    words::{BRACKETS, ROW, SEPARATORS, offset},
};
use crate::CELLS;

/// Returns the defect of a line that is a row of a grid of candidates, at the first cell with several candidates.
pub fn row_defect(line: &[u8]) -> Option<Defect> {
    first_list(line, ROW).map(defect)
}

/// Returns the same defect for a field with a whole grid of candidates.
pub fn field_defect(field: &[u8]) -> Option<Defect> {
    first_list(field, CELLS).or_else(|| first_list_of_lists(field)).map(defect)
}

/// Returns the index of the first list of candidates in a text in which it is a list of digits: `[8, 1, [3, 5], …]`.
fn first_list_of_lists(text: &[u8]) -> Option<usize> {
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
    first_list(&joined, CELLS).and(first)
}

fn defect(at: usize) -> Defect {
    let reason = "a grid of candidates, in which solved cells look like givens; export only the givens".into();
    Defect { kind: DefectKind::Candidates, reason, at }
}

/// Returns the index of the first list of candidates in a text of `cells` cells; `None` if the text is something else.
fn first_list(text: &[u8], cells: usize) -> Option<usize> {
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || *byte == b'!';
    let words = || text.split(is_separator).filter(|word| !word.is_empty() && !is_border_word(word));
    let first = words().find(|word| is_list(word))?;
    let is_cell = |word: &[u8]| word.len() == 1 || is_list(word) || word.starts_with(b"u");
    (words().take(cells + 1).count() == cells && words().all(is_cell)).then(|| offset(text, first))
}

fn is_border_word(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(|byte| b"-+=*:.".contains(byte))
}

/// Returns true for several different digits.
fn is_list(word: &[u8]) -> bool {
    let is_new = |(index, digit): (usize, &u8)| matches!(digit, b'1'..=b'9') && !word[..index].contains(digit);
    word.len() > 1 && word.len() <= ROW && word.iter().enumerate().all(is_new)
}
