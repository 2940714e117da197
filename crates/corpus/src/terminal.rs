//! Text from files, made safe for a terminal.

use std::borrow::Cow;

/// Escapes control characters and those that change the direction of text, each as `\u{…}`. Tabs stay.
///
/// A terminal obeys control characters, and direction characters change the order in which text is shown. Every
/// message, and every table for people, escapes the names and texts that it takes from files.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_active(c) {
            true => escaped.extend(c.escape_unicode()),
            false => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// Returns true if a terminal would not show the character, but act on it.
fn is_active(c: char) -> bool {
    // The marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm.
    let changes_direction = matches!(c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    changes_direction || (c.is_control() && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn active_characters_are_escaped() {
        assert!(matches!(escape("résumé\t数独 .4.61"), Cow::Borrowed("résumé\t数独 .4.61")));
        assert_eq!(escape("\u{1b}[31mred\r\n\u{7f}\u{9b}2J"), r"\u{1b}[31mred\u{d}\u{a}\u{7f}\u{9b}2J");
        assert_eq!(escape("a\u{202e}b\u{2066}c\u{200f}d\u{61c}"), r"a\u{202e}b\u{2066}c\u{200f}d\u{61c}");
    }
}
