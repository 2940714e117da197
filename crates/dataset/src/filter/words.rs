//! The words of expressions: keywords, and names that need no quotes.

/// Returns true for the texts that are written without quotes.
pub fn is_truth(text: &str) -> bool {
    matches!(text, "true" | "false")
}

/// Returns true if a name needs no backquotes.
pub fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(is_word)
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && !is_truth(name)
        && !is_keyword(name)
}

pub fn is_keyword(word: &str) -> bool {
    matches!(word, "and" | "or" | "not" | "in")
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
