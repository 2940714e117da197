//! Where each rule finds the answer.

use std::ops::Range;

use grid::text::{Borders, Notation};

use crate::cells::{UNKNOWN, parse};

const FENCE: &str = "```";

/// Returns the text in the last pair of tags.
pub fn last_answer(text: &str) -> Option<&str> {
    // Letters of other scripts keep their length.
    let lower = text.to_ascii_lowercase();
    pairs(&lower, "<answer>", "</answer>").last().map(|range| &text[range])
}

/// Returns the ranges of the texts between `open` and the next `close`, from the beginning on; pairs do not overlap.
pub fn pairs<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at + text[at..].find(open)? + open.len();
        let end = begin + text[begin..].find(close)?;
        at = end + close.len();
        Some(begin..end)
    })
}

/// Returns the text in LaTeX's `\boxed{…}`.
pub fn last_boxed(text: &str) -> Option<&str> {
    const OPEN: &str = r"\boxed{";
    let rest = &text[text.rfind(OPEN)? + OPEN.len()..];
    let mut depth = 1;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&rest[..at]);
        }
    }
    None
}

/// Returns the text in the last block whose first line is the language, or else in the last block on a line; without
/// white space around it.
pub fn last_code_block(text: &str) -> Option<&str> {
    let mut last = None;
    let mut at = 0;
    while let Some(open) = text[at..].find(FENCE).map(|begin| at + begin + FENCE.len()) {
        let Some(begin) = text[open..].find('\n').map(|end| open + end + 1) else { break };
        let Some(end) = text[begin..].find(FENCE).map(|end| begin + end) else { break };
        last = Some(&text[begin..end]);
        at = end + FENCE.len();
    }
    last.or_else(|| pairs(text, FENCE, FENCE).last().map(|range| &text[range])).map(str::trim)
}

/// Returns the last grid: the last word or line, or the last lines, with as many cells.
pub fn last_grid(text: &str, notation: Notation) -> Option<&str> {
    let shape = notation.shape;
    let is_mark = |mark: char| !mark.is_ascii_digit() && (shape.side() <= 9 || !mark.is_ascii_alphabetic());
    let mut rows: Vec<&str> = Vec::new();
    for line in text.lines().rev() {
        let words = line.split_whitespace().rev().map(|word| word.trim_matches(is_mark));
        if let Some(word) =
            { words }.find(|word| word.len() >= shape.cells() && has_cells(word, notation, shape.cells()))
        {
            return Some(word);
        }
        if has_cells(line, notation, shape.cells()) {
            return Some(line);
        }
        // Between rows, there may be borders and empty lines.
        if line.trim().is_empty() || Borders::WITH_BARS.has(line) {
            continue;
        }
        match has_cells(line, notation, shape.side()) {
            true => rows.push(line),
            false => rows.clear(),
        }
        if rows.len() == shape.side() {
            let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
            return Some(&text[offset(rows[rows.len() - 1])..offset(rows[0]) + rows[0].len()]);
        }
    }
    None
}

/// Returns true if a text is this many cells, and not all of them blank.
fn has_cells(text: &str, notation: Notation, cells: usize) -> bool {
    let found = parse(text, notation);
    found.len() == cells && !found.contains(&UNKNOWN) && found.iter().any(|&cell| cell > 0)
}
