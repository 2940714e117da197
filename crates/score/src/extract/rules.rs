//! Where each rule finds the answer.

use std::{iter::successors, ops::Range, sync::LazyLock};

use regex_lite::Regex;

use super::question::Question;
use crate::markup::{regex, without_marks};

static BLOCK: LazyLock<Regex> = LazyLock::new(|| regex("(?s)```[^\n]*\n(.*?)```"));
/// Maximum depth of a grid in JSON: lists in a list, in an object, in an object.
const MAX_DEPTH: usize = 4;
/// Bytes that are searched first for the first grid.
const MIN_SEARCHED_BYTES: usize = 256;
/// Maximum characters for each cell of a list or object, which may have several grids.
const MAX_CELL_CHARS: usize = 64;

/// Returns the text after the last opening tag that is closed, up to its closing tag.
pub fn last_answer(text: &str) -> Option<&str> {
    const CLOSE: &str = "</answer>";
    // Letters of other scripts keep their length.
    let lower = text.to_ascii_lowercase();
    let before = lower.rfind(CLOSE)?;
    let begin = lower[..before].rfind("<answer>")? + "<answer>".len();
    let end = begin + lower[begin..].find(CLOSE)?;
    Some(&text[begin..end])
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
    let end = rest.bytes().position(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth == 0
    });
    Some(&rest[..end?])
}

/// Returns the text in the last block whose first line is the language, or else in the last block on a line; without
/// white space around it.
pub fn last_code_block(text: &str) -> Option<&str> {
    let last = BLOCK.captures_iter(text).last().and_then(|groups| groups.get(1)).map(|group| group.as_str());
    last.or_else(|| pairs(text, "```", "```").last().map(|range| &text[range])).map(str::trim)
}

/// Returns the last grid that is neither the puzzle nor a list of the columns or boxes of a grid before it: a list or object in JSON, a
/// table in HTML, a word, a line, or lines.
pub fn last_grid<'t>(text: &'t str, question: &Question<'_>) -> Option<&'t str> {
    let last = last_of_all(text, question)?;
    let before = |grid: &&str| last_of_all(&text[..offset(text, grid)], question);
    // A model may list the columns, and then the boxes of its answer.
    let mut earlier = successors(before(&last), before).take(2);
    Some(earlier.find(|grid| question.is_list_of_units(last, grid)).unwrap_or(last))
}

/// Returns the first grid that is not the puzzle, where [`last_grid`] would find it last. Its lines are searched from the beginning on, in
/// parts of double the size.
pub fn first_grid<'t>(text: &'t str, question: &Question<'_>) -> Option<&'t str> {
    let part = |bytes: &usize| {
        let end = text.bytes().skip(*bytes).position(|byte| byte == b'\n');
        end.map_or(text, |end| &text[..bytes + end])
    };
    let parts = successors(Some(MIN_SEARCHED_BYTES), |bytes| (*bytes < text.len()).then_some(2 * bytes));
    let last = { parts }.find_map(|bytes| last_of_all(part(&bytes), question))?;
    successors(Some(last), |grid| last_of_all(&text[..offset(text, grid)], question)).last()
}

fn last_of_all<'t>(text: &'t str, question: &Question<'_>) -> Option<&'t str> {
    let found = [last_list(text, question), last_table(text, question), last_lines(text, question)];
    found.into_iter().flatten().max_by_key(|found| offset(text, found) + found.len())
}

/// Returns where a part of a text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Returns the last table in HTML that is a grid.
fn last_table<'t>(text: &'t str, question: &Question<'_>) -> Option<&'t str> {
    let lower = text.to_ascii_lowercase();
    let tables = pairs(&lower, "<table", "</table>").map(|range| &text[range.start - "<table".len()..range.end]);
    tables.filter(|table| question.may_be_answer(table)).last()
}

/// Returns the last list or object in JSON that is a grid.
fn last_list<'t>(text: &'t str, question: &Question<'_>) -> Option<&'t str> {
    let cells = question.notation.shape.cells();
    let mut last = None;
    // For each open list: where it begins, and how deep the lists in it are.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, bracket) in text.match_indices(['[', ']', '{', '}']) {
        if ["[", "{"].contains(&bracket) {
            open.push((at, 0));
            continue;
        }
        let Some((begin, depth)) = open.pop() else { continue };
        if let Some((_, outer)) = open.last_mut() {
            *outer = (depth + 1).max(*outer);
        }
        let list = &text[begin..=at];
        let may_be_grid = depth < MAX_DEPTH && (cells..=MAX_CELL_CHARS * cells).contains(&list.len());
        if may_be_grid && question.may_be_answer(list) {
            last = Some(list);
        }
    }
    last
}

/// Returns the last word or line that is a grid, or the last lines that are its rows.
fn last_lines<'t>(text: &'t str, question: &Question<'_>) -> Option<&'t str> {
    let shape = question.notation.shape;
    let is_mark = |mark: char| !mark.is_numeric() && (shape.side() <= 9 || !mark.is_ascii_alphabetic());
    let mut rows: Vec<&str> = Vec::new();
    for line in text.lines().rev() {
        let mut words = line.split_whitespace().rev().map(|word| word.trim_matches(is_mark));
        if let Some(word) = words.find(|word| question.may_be_answer(word)) {
            return Some(word);
        }
        let plain = without_marks(line);
        let is_row = question.row(&plain).is_some();
        // In a row of Markdown, `*` is no blank.
        if !is_row && question.may_be_answer(line) {
            return Some(line);
        }
        // Between rows, there may be borders and empty lines.
        match is_row {
            true => rows.push(line),
            false if question.is_gap(&plain) => continue,
            false => rows.clear(),
        }
        if rows.len() == shape.side() {
            let found = &text[offset(text, line)..offset(text, rows[0]) + rows[0].len()];
            if question.may_be_answer(found) {
                return Some(found);
            }
            rows.remove(0);
        }
    }
    None
}
