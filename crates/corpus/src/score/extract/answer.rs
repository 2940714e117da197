//! The text between `<answer>` and `</answer>`.

use super::Rule;

pub const ANSWER: Rule = Rule {
    name: "answer",
    about: "between the last <answer> and </answer>, in any case",
    extract: |text, _| last_answer(text),
};

/// Returns the text in the last pair of tags.
pub fn last_answer(text: &str) -> Option<&str> {
    // Letters of other scripts keep their length.
    let lower = text.to_ascii_lowercase();
    pairs(&lower, "<answer>", "</answer>").last().map(|range| &text[range])
}

/// Returns the ranges of the texts between `open` and the next `close`, from the beginning on; pairs do not overlap.
pub fn pairs<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = std::ops::Range<usize>> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at + text[at..].find(open)? + open.len();
        let end = begin + text[begin..].find(close)?;
        at = end + close.len();
        Some(begin..end)
    })
}
