//! The text in a block of code of Markdown.

use super::{Rule, pairs};

pub const CODE_BLOCK: Rule = Rule {
    name: "code-block",
    about: "in the last block between ``` and ```",
    extract: |text, _| last_code_block(text),
};

const FENCE: &str = "```";

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
