//! Text for a terminal: that of files made safe, and long lines broken between words.

use std::borrow::Cow;

use textwrap::WordSplitter;

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

/// Breaks a line between words, so that each part fits into `width` characters, unless a word does not. 0 is no limit.
pub fn wrapped(line: &str, width: usize) -> Cow<'_, str> {
    if width == 0 || line.chars().count() <= width {
        return Cow::Borrowed(line);
    }
    let options = textwrap::Options::new(width).break_words(false).word_splitter(WordSplitter::NoHyphenation);
    Cow::Owned(textwrap::fill(line, options))
}

/// Returns true if a terminal would not show the character, but act on it.
pub fn is_active(c: char) -> bool {
    // The marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm.
    let changes_direction = matches!(c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    changes_direction || (c.is_control() && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("fc-mrv: 12 µs in total", 14), "fc-mrv: 12 µs\nin total");
        assert_eq!([0, 22].map(|width| wrapped("fc-mrv: 12 µs in total", width)), ["fc-mrv: 12 µs in total"; 2]);
        assert_eq!(wrapped("forward-checking a", 5), "forward-checking\na");
    }

    #[test]
    fn active_characters_are_escaped() {
        assert!(matches!(escape("résumé\t数独 .4.61"), Cow::Borrowed("résumé\t数独 .4.61")));
        assert_eq!(escape("\u{1b}[31mred\r\n\u{7f}\u{9b}2J"), r"\u{1b}[31mred\u{d}\u{a}\u{7f}\u{9b}2J");
        assert_eq!(escape("a\u{202e}b\u{2066}c\u{200f}d\u{61c}"), r"a\u{202e}b\u{2066}c\u{200f}d\u{61c}");
    }
}
